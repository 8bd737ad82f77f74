{#-
    The rows to write, from either way: {key, values, type 1 columns, starts_at, ends_at,
    known_at, superseded_at, history_part, is_posted}, as the history is written.
-#}
{% macro _history_rows(rows, names, shape) %}
    {%- set own = shape.names %}
    select
        {{ (names.key + names.compared + names.type_1) | join(", ") }},
        starts_at as {{ own.valid_from }},
        {{ daybook._as_written("ends_at", shape.event) }} as {{ own.valid_to }},
        {% if shape.system -%}
            if(history_part <> 'gap', known_at, null) as {{ own.known_from }},
            case
                history_part
                when 'closed'
                then {{ daybook._as_written("superseded_at", shape.system) }}
                when 'gap'
                then null
                else {{ shape.system.far }}
            end as {{ own.known_to }},
        {%- endif %}
        if(
            history_part = 'current' or history_part = 'gap' and is_posted,
            {{ daybook._flag(shape.flags[0]) }},
            {{ daybook._flag(shape.flags[1]) }}
        ) as {{ own.current_flag }},
        history_part,
        case
            {% if shape.system -%}
                when history_part = 'closed'
                then {{ daybook._month_of("superseded_at", shape.system) }}
            {%- endif %}
            when ends_at < {{ shape.event.far }}
            then {{ daybook._month_of("ends_at", shape.event) }}
            else '9999-12'
        end as ended_month
    from {{ rows }}
{% endmacro %}

{#- A text, a number or true and false, as a literal. -#}
{% macro _flag(value) %}
    {% if value is boolean or value is number %}
        {% do return(value | string | lower) %}
    {% endif %}
    {% do return(daybook._quoted(value)) %}
{% endmacro %}
