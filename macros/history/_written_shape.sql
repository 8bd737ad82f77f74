{#-
    How a history is written: from its log. What has none, such as a view upon a history, says
    what its columns are called and how its intervals are meant; its times are compared as
    they are.
-#}
{% macro _written_shape(relation, columns, interval) %}
    {% set log = (
        daybook._read_log(relation)
        if execute and relation is not string and not relation.is_cte
        else {}
    ) %}
    {% if log.exists %}
        {% set mark = daybook._state(log, log.flipped).marks.history %}
        {% if mark %} {% do return(dict(fromjson(mark), is_batched=true)) %} {% endif %}
    {% endif %}
    {% if interval not in ("closed", "half_open") %}
        {% do daybook._bad_option(
            this, "interval", interval, "use closed or half_open"
        ) %}
    {% endif %}
    {% set names = daybook._history_names(columns) %}
    {% set types = daybook._types_of_intervals(relation, names) %}
    {% do return(
        {
            "key": [],
            "values": [],
            "type_1": [],
            "names": names,
            "interval": interval,
            "event": daybook._time_axis(
                "event", types[0], "half_open", none, none
            ),
            "system": (
                daybook._time_axis(
                    "system", types[1], "half_open", none, none
                )
                if names.known_from
                else none
            ),
            "is_batched": false,
        }
    ) %}
{% endmacro %}

{#- Of event time and system time, of what says nothing of itself but can be asked. -#}
{% macro _types_of_intervals(relation, names) %}
    {% if not execute or relation is not string and relation.is_cte %}
        {% do return(["date", "timestamp_ntz"]) %}
    {% endif %}
    {% set query = (
        "(select "
        ~ names.valid_from
        ~ " as event_time, "
        ~ (names.known_from or names.valid_from)
        ~ " as system_time from "
        ~ relation
        ~ ")"
    ) %}
    {% set found = daybook._described("query", query).columns %}
    {% do return([found[0][1], found[1][1]]) %}
{% endmacro %}

{#- A moment asked for: a value, or SQL in parentheses. -#}
{% macro _asked(value, axis) %}
    {% if (value | string).startswith("(") %}
        {% do return(daybook._moment(value, axis)) %}
    {% endif %}
    {% do return(
        daybook._moment(
            daybook._moment_literal(value, axis.type), axis, axis.type
        )
    ) %}
{% endmacro %}

{% macro _refuse_known_at(shape, known_at) %}
    {% if known_at is not none and not shape.system %}
        {% do daybook._bad_option(
            this,
            "known_at",
            known_at,
            "the history has no system time: leave it out",
        ) %}
    {% endif %}
{% endmacro %}

{#- Whether a moment lies in an interval. -#}
{% macro _lies_in(moment, starts, ends, interval) %}
    {% do return(
        starts
        ~ " <= "
        ~ moment
        ~ " and "
        ~ moment
        ~ (" <= " if interval == "closed" else " < ")
        ~ ends
    ) %}
{% endmacro %}
