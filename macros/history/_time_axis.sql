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
{% macro _time_axis(name, arguments) %}
    {% set unit = arguments.get(name ~ "_unit") %}
    {% set given_type = arguments.get(name ~ "_type") %}
    {% set far = arguments.far_future.get(
        {"event": "valid_to", "system": "known_to"}[name]
    ) %}
    {% set usual_type = (
        "date" if name == "event" and unit is none else "timestamp_ntz"
    ) %}
    {% set type = given_type or {"day": "date", 1: "bigint"}.get(unit, usual_type) %}
    {% set type = "timestamp_ntz" if type == "timestamp" else type %}
    {% set usual = daybook._types_of_times().get(type) %}
    {% if not usual %}
        {% call daybook.refuse_option(this, name ~ "_time", type) %}
            cast it to a date, a timestamp or an integer in the staging model
        {% endcall %}
    {% elif unit is not none and unit not in usual.units %}
        {% call daybook.refuse_option(this, name ~ "_unit", unit) %}
            times of type {{ type }} take {{ usual.units | join(" or ") }}
        {% endcall %}
    {% elif given_type and far is not none and not daybook.is_value_of_type(
        type, far
    ) %}
        {% call daybook.refuse_option(this, "far_future", far) %}
            {{ name }} times are of type {{ type }}: give a value of that type
        {% endcall %}
    {% endif %}
    {% set far = usual.far if far is none else far %}
    {% set is_closed = arguments.interval == "closed" %}
    {% do return(
        {
            "type": type,
            "unit": usual.units[0] if unit is none and is_closed else unit,
            "far": daybook._moment_literal(far, type),
        }
    ) %}
{% endmacro %}

{#- The types that times can have: what stands for no end, and the units, the usual one first. -#}
{% macro _types_of_times() %}
    {% set seconds = ["second", "millisecond", "microsecond"] %}
    {% set types = {
        "date": {"far": "9999-12-31", "units": ["day"]},
        "timestamp_ntz": {"far": "9999-12-31 23:59:59", "units": seconds},
        "tinyint": {"far": 127, "units": [1]},
        "smallint": {"far": 32767, "units": [1]},
        "int": {"far": 2147483647, "units": [1]},
        "bigint": {"far": 9223372036854775807, "units": [1]},
    } %}
    {% do return(types) %}
{% endmacro %}

{% macro _moment_literal(value, type) %}
    {%- if type in daybook.integer_types() -%} cast({{ value }} as {{ type }})
    {%- else -%} {{ type }}{{ daybook.quoted_text(value) }}
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
    {%- if axis.type in daybook.integer_types() or type not in (none, "timestamp") -%}
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

{#- The month of a moment, which names its partition; numbers have none. -#}
{% macro _month_of(moment, axis) %}
    {%- if axis.type in daybook.integer_types() -%} 'any'
    {%- else -%} date_format({{ moment }}, 'yyyy-MM')
    {%- endif -%}
{% endmacro %}
