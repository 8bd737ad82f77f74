{#-
    The layout of a relation that is read as a history: from its log or, if it has none, like a
    view on a history, from the arguments. The times of a view are compared as they
    are. Beside what a layout has:

        is_batched   whether the log said so
        described    [[column, type], ...] of a view; none if it cannot be asked
-#}
{% macro _layout_of_relation(relation, columns, interval, known_at=none) %}
    {% set layout = daybook._published_state(relation).built_with %}
    {% if layout.interval %} {% set layout = dict(layout, is_batched=true) %}
    {% else %} {% set layout = daybook._layout_of_view(relation, columns, interval) %}
    {% endif %}
    {% if known_at is not none and not layout.system %}
        {% call daybook._refuse_option(this, "known_at", known_at) %}
            the history has no system time: leave it out
        {% endcall %}
    {% endif %}
    {% do return(layout) %}
{% endmacro %}

{% macro _layout_of_view(relation, columns, interval) %}
    {% set rules = daybook._arguments_of_bitemporal_history() %}
    {% set arguments = daybook._checked_arguments(
        this,
        "a history",
        {"columns": columns, "interval": interval},
        {"columns": rules.columns, "interval": rules.interval},
    ) %}
    {% set names = daybook._history_column_names(arguments.columns) %}
    {% set described = daybook._described_history(relation, names) %}
    {% set types = described or [] %}
    {% do return(
        {
            "key": [],
            "values": [],
            "type_1": [],
            "columns": names,
            "interval": arguments.interval,
            "event": daybook._time_axis(
                "event",
                daybook._type_of(daybook._bare_name(names.valid_from), types),
                "half_open",
            ),
            "system": (
                daybook._time_axis(
                    "system",
                    daybook._type_of(
                        daybook._bare_name(names.known_from), types
                    ),
                    "half_open",
                )
                if names.known_from
                else none
            ),
            "is_batched": false,
            "described": described,
        }
    ) %}
{% endmacro %}

{#- [[column, type], ...] once the columns of the times are there. -#}
{% macro _described_history(relation, names) %}
    {% if (
        not execute
        or daybook._phase() == "before_run"
        or relation is not string
        and not daybook._is_built(relation)
    ) %}
        {% do return(none) %}
    {% endif %}
    {% set described = daybook._described(
        "query", "(select * from " ~ relation ~ ")"
    ).columns %}
    {% for name in ("valid_from", "valid_to", "known_from", "known_to")
        if names[name] and (names.known_from or name.startswith("valid")) %}
        {% set column = daybook._bare_name(names[name]) %}
        {% do daybook._check_columns_given(
            this, {"columns." ~ name: column}, relation | string, described
        ) %}
    {% endfor %}
    {% do return(described) %}
{% endmacro %}

{#- SQL that a moment lies in an interval of the history. -#}
{% macro _is_in_interval(moment, starts, ends, layout) %}
    {{- starts }} <= {{ moment }}
    and {{ moment }} {{ "<=" if layout.interval == "closed" else "<" }} {{ ends -}}
{% endmacro %}
