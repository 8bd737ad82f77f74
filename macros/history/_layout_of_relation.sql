{#-
    The layout of a relation that is read as a history: from its log or, if it has none, like a
    view on a history, from the arguments. The times of a view are compared as they
    are. Beside what a layout has:

        is_batched   whether the log said so
        described    [[column, type], ...]; none if it cannot be asked
-#}
{% macro _layout_of_relation(relation, columns, interval, known_at=none) %}
    {% set state = daybook.published_state(relation) %}
    {% if state.built_with.interval %}
        {% set described = state.types.items() | list %}
        {% set layout = dict(state.built_with, is_batched=true, described=described) %}
    {% else %} {% set layout = daybook._layout_of_view(relation, columns, interval) %}
    {% endif %}
    {% if known_at is not none and not layout.system %}
        {% call daybook.refuse_option(this, "known_at", known_at) %}
            the history has no system time: leave it out
        {% endcall %}
    {% endif %}
    {% do return(layout) %}
{% endmacro %}

{% macro _layout_of_view(relation, columns, interval) %}
    {% set rules = daybook._arguments_of_bitemporal_history() %}
    {% set arguments = daybook.checked_arguments(
        this,
        "a history",
        {"columns": columns, "interval": interval},
        {"columns": rules.columns, "interval": rules.interval},
    ) %}
    {% set names = daybook._history_column_names(arguments.columns) %}
    {% set described = daybook._columns_if_there(relation) %}
    {% set of_system = ["known_from", "known_to"] if names.known_from else [] %}
    {% set times = {} %}
    {% for name in ["valid_from", "valid_to"] + of_system if names[name] %}
        {% do times.update({"columns." ~ name: daybook.bare_name(names[name])}) %}
    {% endfor %}
    {% do daybook.check_columns(this, times, relation | string, described) %}
    {% set starts = daybook.bare_name([names.valid_from, names.known_from]) %}
    {% set axes = {
        "interval": "half_open",
        "far_future": {},
        "event_type": daybook.type_of(starts[0], described or []),
        "system_type": daybook.type_of(starts[1], described or []),
    } %}
    {% do return(
        {
            "key": [],
            "values": [],
            "columns": names,
            "interval": arguments.interval,
            "event": daybook._time_axis("event", axes),
            "system": (
                daybook._time_axis("system", axes)
                if names.known_from
                else none
            ),
            "is_batched": false,
            "described": described,
        }
    ) %}
{% endmacro %}

{#- The columns of a relation or a subquery: [[column, type], ...]; none if it cannot be asked. -#}
{% macro _columns_if_there(relation) %}
    {% if (
        daybook.current_phase() in ("parse", "before_run")
        or relation is not string
        and (relation.is_cte or load_relation(relation) is none)
    ) %}
        {% do return(none) %}
    {% endif %}
    {% do return(
        daybook.describe("query", "(select * from " ~ relation ~ ")").columns
    ) %}
{% endmacro %}
