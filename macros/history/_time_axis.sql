{#-
    A time axis, event time or system time: how its moments are written.

        type    date, timestamp_ntz or an integer type
        unit    the step from the end of a closed interval to the next start; none for
                half-open intervals, which need no step
        far     SQL of the end of what has not ended

    Inside the macros, intervals are half-open. A timestamp with a zone is converted to the
    zone of daybook_time_zone: what it is written as would otherwise depend on the session. Where
    the type is none, because nothing can be asked, the unit tells it.
-#}
{% macro _time_axis(name, type, interval, unit=none, far_future=none) %}
    {% set usual_type = (
        "date" if name == "event" and unit is none else "timestamp_ntz"
    ) %}
    {% set is_told = type is not none %}
    {% set type = type or {"day": "date", 1: "bigint"}.get(unit, usual_type) %}
    {% set type = "timestamp_ntz" if type == "timestamp" else type %}
    {% set units = daybook._units_of_type(type) %}
    {% if not units %}
        {% call daybook._refuse_option(this, name ~ "_time", type) %}
            cast it to a date, a timestamp or an integer in the staging model
        {% endcall %}
    {% elif unit is not none and unit not in units %}
        {% call daybook._refuse_option(this, name ~ "_unit", unit) %}
            times of type {{ type }} take {{ units | join(" or ") }}
        {% endcall %}
        {% elif (
            is_told
            and far_future is not none
            and not daybook._has_form_of(type, far_future)
        ) %}
        {% call daybook._refuse_option(this, "far_future", far_future) %}
            {{ name }} times are of type {{ type }}: give a value of that type
        {% endcall %}
    {% endif %}
    {% set usual_far_future = {
        "date": "9999-12-31",
        "timestamp_ntz": "9999-12-31 23:59:59",
        "tinyint": 127,
        "smallint": 32767,
        "int": 2147483647,
        "bigint": 9223372036854775807,
    } %}
    {% set far = usual_far_future[type] if far_future is none else far_future %}
    {% do return(
        {
            "type": type,
            "unit": (
                units[0] if unit is none and interval == "closed" else unit
            ),
            "far": daybook._moment_literal(far, type),
        }
    ) %}
{% endmacro %}

{#- The units that a type takes, the usual one first. -#}
{% macro _units_of_type(type) %}
    {% if type == "date" %} {% do return(["day"]) %}
    {% elif type == "timestamp_ntz" %}
        {% do return(["second", "millisecond", "microsecond"]) %}
    {% endif %}
    {% do return([1] if type in daybook._integers() else []) %}
{% endmacro %}

{% macro _moment_literal(value, type) %}
    {%- if type in daybook._integers() -%} cast({{ value }} as {{ type }})
    {%- else -%} {{ type }}{{ daybook._quoted(value) }}
    {%- endif -%}
{% endmacro %}

{#- An expression as a moment of the axis: the beginning of its unit. If its type is not given,
    Spark finds out whether there is a zone to convert. date_trunc would convert by the session's
    zone, and lose an hour of it once a year. -#}
{% macro _moment(expression, axis, type=none) %}
    {%- set as_it_is -%} cast({{ expression }} as {{ axis.type }}) {%- endset -%}
    {%- set in_our_zone -%}
        cast({{ daybook._in_our_zone(expression) }} as {{ axis.type }})
    {%- endset -%}
    {%- if axis.type in daybook._integers() or type not in (none, "timestamp") -%}
        {%- set time = as_it_is -%}
    {%- elif type -%} {%- set time = in_our_zone -%}
    {%- else -%}
        {%- set time -%}
            if(typeof({{ expression }}) = 'timestamp', {{ in_our_zone }}, {{ as_it_is }})
        {%- endset -%}
    {%- endif -%}
    {%- set step = {"second": "1", "millisecond": "0.001"}.get(axis.unit) -%}
    {{ time }}
    {%- if step %}
        - make_dt_interval(0, 0, 0, extract(second from {{ time }}) % {{ step }})
    {%- endif -%}
{% endmacro %}

{#- The end of a half-open interval as the history writes it: in a closed one, the last moment. -#}
{% macro _written_end(half_open_end, axis) %}
    {{- daybook._shifted_by_unit(half_open_end, axis, "-") -}}
{% endmacro %}

{% macro _half_open_end(written_end, axis) %}
    {{- daybook._shifted_by_unit(written_end, axis, "+") -}}
{% endmacro %}

{#- The far future stands for no end, so it stays. -#}
{% macro _shifted_by_unit(moment, axis, operator) %}
    {%- set step = axis.unit if axis.unit is number else "interval 1 " ~ axis.unit -%}
    {%- if axis.unit is none -%} {{ moment }}
    {%- else -%}
        if(
            {{ moment }} = {{ axis.far }},
            {{ axis.far }},
            cast({{ moment }} {{ operator }} {{ step }} as {{ axis.type }})
        )
    {%- endif -%}
{% endmacro %}

{#- The month of a moment, which names its partition; numbers have none. -#}
{% macro _month_of(moment, axis) %}
    {%- if axis.type in daybook._integers() -%} 'any'
    {%- else -%} date_format({{ moment }}, 'yyyy-MM')
    {%- endif -%}
{% endmacro %}

{% macro _latest_time(times, type) %}
    {% if type in daybook._integers() %}
        {% do return(times | map("int") | max | string) %}
    {% endif %}
    {% do return(times | max) %}
{% endmacro %}
