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
    {% set unit, given_type = arguments[name ~ "_unit"], arguments[name ~ "_type"] %}
    {% set far = arguments.far_future.get(
        {"event": "valid_to", "system": "known_to"}[name]
    ) %}
    {% set usual_type = (
        "date" if name == "event" and unit is none else "timestamp_ntz"
    ) %}
    {% set type = given_type or {"day": "date", 1: "bigint"}.get(unit, usual_type) %}
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
    {% elif given_type and far is not none and not daybook._has_form_of(type, far) %}
        {% call daybook._refuse_option(this, "far_future", far) %}
            {{ name }} times are of type {{ type }}: give a value of that type
        {% endcall %}
    {% endif %}
    {% set usual_far = {
        "date": "9999-12-31",
        "timestamp_ntz": "9999-12-31 23:59:59",
        "tinyint": 127,
        "smallint": 32767,
        "int": 2147483647,
        "bigint": 9223372036854775807,
    } %}
    {% set is_closed = arguments.interval == "closed" %}
    {% do return(
        {
            "type": type,
            "unit": units[0] if unit is none and is_closed else unit,
            "far": daybook._moment_literal(
                usual_far[type] if far is none else far, type
            ),
        }
    ) %}
{% endmacro %}

{#- The axes of a history, each with the argument that asks for a moment of it, the columns in which
    intervals start and end, the operator between a moment and that end, and the `history_part` of
    what has ended. With `given`, the axes for which these arguments ask. -#}
{% macro _axes(layout, given=none) %}
    {% set names = layout.columns %}
    {% set operator = "<=" if layout.interval == "closed" else "<" %}
    {% set axes = [] %}
    {% for axis, asked, starts, ends, part in (
        (layout.event, "valid_at", names.valid_from, names.valid_to, "past"),
        (layout.system, "known_at", names.known_from, names.known_to, "closed"),
    ) if axis and (given is none or given[asked] is not none) %}
        {% do axes.append(
            dict(
                axis,
                asked=asked,
                starts=starts,
                ends=ends,
                operator=operator,
                part=part,
            )
        ) %}
    {% endfor %}
    {% do return(axes) %}
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

{#- Where an interval of the history ends, as a half-open one has it; "-" goes the other way, to the
    last moment of a closed one. The far future stands for no end, so it stays. -#}
{% macro _half_open_end(end, axis, operator="+") %}
    {%- set step = axis.unit if axis.unit is number else "interval 1 " ~ axis.unit -%}
    {%- if axis.unit is none -%} {{ end }}
    {%- else -%}
        if(
            {{ end }} = {{ axis.far }},
            {{ axis.far }},
            cast({{ end }} {{ operator }} {{ step }} as {{ axis.type }})
        )
    {%- endif -%}
{% endmacro %}

{#- SQL that a moment lies in an interval of the history. -#}
{% macro _is_in_interval(moment, axis, of="") %}
    {{- of ~ axis.starts }} <= {{ moment }}
    and {{ moment }} {{ axis.operator }} {{ of ~ axis.ends -}}
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
