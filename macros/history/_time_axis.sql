{#-
    A time axis, event time or system time: how its moments are written.

        type    date, timestamp_ntz or an integer type
        unit    the step between two moments, of a closed interval's end to the next start;
                none for half-open intervals, which need no step
        far     SQL of the end of what has not ended

    Inside, intervals are half-open. A timestamp with a zone is brought to ours, for what it is
    written as would otherwise hang on the session.
-#}
{% macro _time_axis(name, type, interval, unit, far_future) %}
    {% set type = "timestamp_ntz" if type == "timestamp" else type %}
    {% set units = daybook._units_of(type) %}
    {% if not units %}
        {% do daybook._bad_option(
            this,
            name ~ "_time",
            type,
            "cast it to a date, a timestamp or an integer in the staging model",
        ) %}
    {% endif %}
    {% if unit is not none and unit not in units %}
        {% do daybook._bad_option(
            this,
            name ~ "_unit",
            unit,
            "times of type " ~ type ~ " take " ~ units | join(" or "),
        ) %}
    {% endif %}
    {% if unit is none and interval == "closed" %} {% set unit = units[0] %} {% endif %}
    {% if far_future is none %}
        {% set far_future = {
            "date": "9999-12-31",
            "timestamp_ntz": "9999-12-31 23:59:59",
            "tinyint": 127,
            "smallint": 32767,
            "int": 2147483647,
            "bigint": 9223372036854775807,
        }[type] %}
    {% endif %}
    {% do return(
        {
            "type": type,
            "unit": unit,
            "far": daybook._moment_literal(far_future, type),
        }
    ) %}
{% endmacro %}

{#- The units that a type takes, the usual one first. -#}
{% macro _units_of(type) %}
    {% if type == "date" %} {% do return(["day"]) %}
    {% elif type == "timestamp_ntz" %}
        {% do return(["second", "millisecond", "microsecond"]) %}
    {% endif %}
    {% do return([1] if type in daybook._integers() else []) %}
{% endmacro %}

{% macro _moment_literal(value, type) %}
    {% if type in daybook._integers() %}
        {% do return("cast(" ~ value ~ " as " ~ type ~ ")") %}
    {% endif %}
    {% do return(type ~ daybook._quoted(value)) %}
{% endmacro %}

{#- What is given, as a moment of the axis: the beginning of its unit. Of a timestamp with a
    zone, in ours. date_trunc would take the way through the session's zone, and miss an hour
    of it once a year. -#}
{% macro _moment(expression, axis, given=none) %}
    {% set is_number = axis.type in daybook._integers() %}
    {% set time = "cast(" ~ expression ~ " as " ~ axis.type ~ ")" %}
    {% if given in (none, "timestamp") and not is_number %}
        {% set in_our_zone = (
            "cast("
            ~ daybook._in_our_zone(expression)
            ~ " as "
            ~ axis.type
            ~ ")"
        ) %}
        {% set time = (
            in_our_zone
            if given
            else "if(typeof("
            ~ expression
            ~ ") = 'timestamp', "
            ~ in_our_zone
            ~ ", "
            ~ time
            ~ ")"
        ) %}
    {% endif %}
    {% set step = {"second": "1", "millisecond": "0.001"}.get(axis.unit) %}
    {% if not step %} {% do return(time) %} {% endif %}
    {% do return(
        time
        ~ " - make_dt_interval(0, 0, 0, extract(second from "
        ~ time
        ~ ") % "
        ~ step
        ~ ")"
    ) %}
{% endmacro %}

{#- The last moment before an end, as an interval is written; and back. -#}
{% macro _as_written(expression, axis) %}
    {% do return(daybook._moved(expression, axis, "-")) %}
{% endmacro %}

{% macro _as_end(expression, axis) %}
    {% do return(daybook._moved(expression, axis, "+")) %}
{% endmacro %}

{% macro _moved(expression, axis, operator) %}
    {% if axis.unit is none %} {% do return(expression) %} {% endif %}
    {% set step = axis.unit if axis.unit is number else "interval 1 " ~ axis.unit %}
    {% do return(
        "if("
        ~ expression
        ~ " = "
        ~ axis.far
        ~ ", "
        ~ axis.far
        ~ ", cast("
        ~ expression
        ~ " "
        ~ operator
        ~ " "
        ~ step
        ~ " as "
        ~ axis.type
        ~ "))"
    ) %}
{% endmacro %}

{#- The month that a moment is in: a partition. Of a number it is not known. -#}
{% macro _month_of(expression, axis) %}
    {% if axis.type in daybook._integers() %} {% do return("'any'") %} {% endif %}
    {% do return("date_format(" ~ expression ~ ", 'yyyy-MM')") %}
{% endmacro %}
