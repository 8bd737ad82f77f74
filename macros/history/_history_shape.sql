{#-
    How a history is written, from the arguments of bitemporal_history. It is kept in the log,
    where known and the tests find it, and must stay as it was.

        key, values, type_1    columns
        names                  what its own columns are called: {valid_from: ...}
        flags                  of a row that is current in both times, and of others
        interval               closed or half_open
        event, system          the two time axes; system is none where there is one only
-#}
{% macro _history_shape(names, interval, units, far_future, columns, flag_values) %}
    {% set types = daybook._types_of_times(names, units) %}
    {% do names.update({"event_type": types[0], "system_type": types[1]}) %}
    {% do return(
        {
            "key": names.key,
            "values": names.compared,
            "type_1": names.type_1,
            "names": daybook._history_names(columns),
            "flags": flag_values,
            "interval": interval,
            "event": daybook._time_axis(
                "event",
                types[0],
                interval,
                units.event,
                far_future.get("valid_to"),
            ),
            "system": (
                none
                if names.system_time is false
                else daybook._time_axis(
                    "system",
                    types[1],
                    interval,
                    units.system,
                    far_future.get("known_to"),
                )
            ),
        }
    ) %}
{% endmacro %}

{% macro _history_names(columns) %}
    {% set names = {} %}
    {% for name in (
        "valid_from",
        "valid_to",
        "known_from",
        "known_to",
        "current_flag",
    ) %}
        {% do names.update({name: columns.get(name, name)}) %}
    {% endfor %}
    {% for name in columns if name not in names %}
        {% do daybook._bad_option(
            this,
            "columns",
            columns,
            "its keys are " ~ names | join(", "),
        ) %}
    {% endfor %}
    {% do return(names) %}
{% endmacro %}

{#- Of event time and system time. Where the arrivals can't be asked, as in a unit test, the
    unit tells. -#}
{% macro _types_of_times(names, units) %}
    {% set by_unit = {none: none, "day": "date", 1: "bigint"} %}
    {% if not execute or model.resource_type == "unit_test" or not sql %}
        {% do return(
            [
                by_unit.get(units.event, "timestamp_ntz") or "date",
                by_unit.get(units.system, "timestamp_ntz") or "timestamp_ntz",
            ]
        ) %}
    {% endif %}
    {% set asked = [names.event_time] + (
        [names.system_time] if names.system_time else []
    ) %}
    {% set found = daybook._described(
        "query",
        "(select " ~ asked
        | join(" as event_time, ")
        ~ " as system_time from "
        ~ names.arrivals
        ~ ")",
    ).columns %}
    {% do return(
        [found[0][1], found[1][1] if names.system_time else "timestamp_ntz"]
    ) %}
{% endmacro %}
