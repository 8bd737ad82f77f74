{#-
    How a history is laid out. The log keeps it: known, with_versions and the tests find it
    there, and it stays as it is until a rebuild.

        key, values, type_1    columns
        columns                what the history's own columns are called: {valid_from: ...}
        scope                  what a full snapshot covers: columns of the key; not of other histories
        flag_values            of a row that is current in both times, and of other rows
        interval               closed or half_open
        event, system          the two time axes; system is none for a history with one
-#}
{% macro _history_layout(arguments) %}
    {% set has_one_axis = arguments.system_time is false %}
    {% do return(
        {
            "key": arguments.key,
            "values": arguments["values"],
            "type_1": arguments.type_1,
            "columns": daybook._history_column_names(arguments.columns),
            "flag_values": arguments.flag_values,
            "interval": arguments.interval,
            "event": daybook._time_axis("event", arguments),
            "system": (
                none
                if has_one_axis
                else daybook._time_axis("system", arguments)
            ),
        }
    ) %}
{% endmacro %}

{#- A view on a history may have no known_from and known_to: they are none. -#}
{% macro _history_column_names(given) %}
    {% set names = {} %}
    {% for name in daybook._arguments_of_bitemporal_history().columns.keys_in %}
        {% set column = given[name] if name in given else name %}
        {% set quoted = (
            daybook.quoted_column(daybook.bare_name(column))
            if column
            else none
        ) %}
        {% do names.update({name: quoted}) %}
    {% endfor %}
    {% do return(names) %}
{% endmacro %}

{#- All columns of a history, in order. -#}
{% macro _history_columns(layout) %}
    {% set names = layout.columns %}
    {% set of_system = [names.known_from, names.known_to] if layout.system else [] %}
    {% set times = [names.valid_from, names.valid_to] + of_system %}
    {% set own = [names.current_flag, "history_part", "ended_month"] %}
    {% do return(layout.key + layout["values"] + layout.type_1 + times + own) %}
{% endmacro %}

{#- The next versions follow from the published ones, so both need one layout. Columns may join
    `values` and `type_1`. If system times are those of the runs, a rebuild is refused too. -#}
{% macro _refuse_other_layout(so_far, published, layout, has_times_of_runs) %}
    {% set remove = "remove the model first: dbt run-operation daybook.remove_model" %}
    {% set takes_columns = (
        daybook.model_option("on_schema_change", none) == "append_new_columns"
    ) %}
    {% for name in dict(layout, **(published or {}))
        if published and published.get(name) != layout.get(name) %}
        {% set adds_columns = (
            name in ("values", "type_1")
            and layout[name] | select("in", published[name]) | list
            == published[name]
        ) %}
        {% if not (adds_columns and takes_columns) %}
            {% call daybook.refuse(this) %}
                {{ name }} was {{ published.get(name) | replace("`", "") }} in the published history, and is
                {{ layout.get(name) | replace("`", "") }} now:
                {% if adds_columns %}
                    set on_schema_change='append_new_columns', and older versions have NULL in the
                    new columns; or
                {% elif has_times_of_runs %}
                    change it back; or, to start without the system times of earlier runs,
                {% endif %}
                {{ remove if has_times_of_runs else "rebuild it with --full-refresh" }}
            {% endcall %}
        {% endif %}
    {% endfor %}
    {% set rebuilds = so_far.state.chain and not so_far.continues %}
    {% if rebuilds and layout.system and has_times_of_runs %}
        {% call daybook.refuse(this) %}
            a rebuild would lose its system times, which are those of its runs: give the arrivals a
            column that says when they came, and name it as system_time; or {{ remove }}
        {% endcall %}
    {% endif %}
{% endmacro %}
