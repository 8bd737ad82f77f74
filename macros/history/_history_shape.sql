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

{#- What a history's own columns are called; none for an axis that a view does not have. -#}
{% macro _history_names(columns) %}
    {% set names = {} %}
    {% for name in (
        "valid_from",
        "valid_to",
        "known_from",
        "known_to",
        "current_flag",
    ) %}
        {% set given = columns.get(name, name) %}
        {% do daybook._check_names(this, {"columns." ~ name: given}) %}
        {% do names.update({name: daybook._given_column(given) if given else none}) %}
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

{#- The shape that a log has; a name may stand in it as a user gave it. -#}
{% macro _logged_shape(built_with) %}
    {% if not built_with.interval %} {% do return(none) %} {% endif %}
    {% set shape = dict(built_with) %}
    {% for name in ("key", "values", "type_1") %}
        {% do shape.update({name: daybook._given_columns(shape[name])}) %}
    {% endfor %}
    {% do shape.update({"names": daybook._history_names(shape.names)}) %}
    {% do return(shape) %}
{% endmacro %}

{#- What is read, column by column as SQL, with their types where the arrivals can be asked. -#}
{% macro _names_of_arrivals(arrivals, given, carry_forward) %}
    {% set names = {
        "arrivals": arrivals,
        "key": daybook._given_columns(given.key),
        "compared": daybook._given_columns(given["values"]),
        "type_1": daybook._given_columns(given.type_1),
        "order_by": daybook._given_columns(given.order_by),
        "carry_forward": carry_forward,
        "folds_all": carry_forward or given.valid_until,
        "types": {},
    } %}
    {% for name in ("event_time", "system_time", "is_deleted", "valid_until") %}
        {% do names.update(
            {
                name: (
                    daybook._given_column(given[name])
                    if given[name]
                    else given[name]
                )
            }
        ) %}
    {% endfor %}
    {% do names.update({"needed": daybook._needed_of_arrivals(names)}) %}
    {% if daybook._phase() != "run" %} {% do return(names) %} {% endif %}
    {% set columns = daybook._described(
        "query", "(select * from " ~ arrivals ~ ")"
    ).columns %}
    {% do daybook._check_columns_given(this, given, "the arrivals", columns) %}
    {% for column, type in columns %}
        {% do names.types.update({daybook._column(column) | lower: type}) %}
    {% endfor %}
    {% do daybook._check_types(given, names) %}
    {% do return(names) %}
{% endmacro %}

{% macro _check_types(given, names) %}
    {% set type = names.types.get(names.is_deleted | lower, "boolean") %}
    {% if type != "boolean" %}
        {% do daybook._bad_option(
            this,
            "is_deleted",
            given.is_deleted,
            "it is of type "
            ~ type
            ~ ": make it true or false in the staging model",
        ) %}
    {% endif %}
    {% for argument in ("key", "values", "type_1", "order_by") %}
        {% for name in given[argument]
            if modules.re.search(
                "map<|variant", names.types[daybook._given_column(name) | lower]
            ) %}
            {% do daybook._bad_option(
                this,
                argument,
                name,
                "a map can't be compared: make it text in the staging model, by to_json",
            ) %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{#- Of event time and system time. Where the arrivals can't be asked, as in a unit test, the
    unit tells. -#}
{% macro _types_of_times(names, units) %}
    {% set by_unit = {none: none, "day": "date", 1: "bigint"} %}
    {% if not names.types %}
        {% do return(
            [
                by_unit.get(units.event, "timestamp_ntz") or "date",
                by_unit.get(units.system, "timestamp_ntz") or "timestamp_ntz",
            ]
        ) %}
    {% endif %}
    {% do return(
        [
            names.types[names.event_time | lower],
            (
                names.types[names.system_time | lower]
                if names.system_time
                else "timestamp_ntz"
            ),
        ]
    ) %}
{% endmacro %}
