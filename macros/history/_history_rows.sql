{#-
    The rows to write, as the history has them, from {key, daybook_belief, daybook_type_1,
    daybook_starts_at, daybook_ends_at, daybook_known_from, daybook_known_to, daybook_is_added}.
    Nothing is believed in a gap.
-#}
{% macro _history_rows(rows, run) %}
    {%- set columns = run.columns %}
    select
        {{ run.key | join(", ") }},
        {% for column in run["values"] -%}
            daybook_belief.{{ column }} as {{ column }},
        {% endfor -%}
        {% for column in run.type_1 -%}
            daybook_type_1.{{ column }} as {{ column }},
        {% endfor -%}
        daybook_starts_at as {{ columns.valid_from }},
        {{ daybook._half_open_end("daybook_ends_at", run.event, "-") }}
        as {{ columns.valid_to }},
        {% if run.system -%}
            if(
                daybook_part <> 'gap', daybook_known_from, null
            ) as {{ columns.known_from }},
            case
                daybook_part
                when 'closed'
                then {{ daybook._half_open_end("daybook_known_to", run.system, "-") }}
                when 'gap'
                then null
                else {{ run.system.far }}
            end as {{ columns.known_to }},
        {%- endif %}
        if(
            daybook_part = 'current' or daybook_part = 'gap' and daybook_is_added,
            {{ daybook._flag_literal(run.flag_values[0]) }},
            {{ daybook._flag_literal(run.flag_values[1]) }}
        ) as {{ columns.current_flag }},
        daybook_part as history_part,
        case
            {% if run.system -%}
                when daybook_part = 'closed'
                then {{ daybook._month_of("daybook_known_to", run.system) }}
            {%- endif %}
            when daybook_ends_at < {{ run.event.far }}
            then {{ daybook._month_of("daybook_ends_at", run.event) }}
            else '9999-12'
        end as ended_month
    from
        (
            select
                *,
                case
                    when daybook_belief is null
                    then 'gap'
                    when daybook_known_to is not null
                    then 'closed'
                    when daybook_ends_at < {{ run.event.far }}
                    then 'past'
                    else 'current'
                end as daybook_part
            from {{ rows }}
        )
{% endmacro %}

{#- A flag is a text, a number, or true or false. -#}
{% macro _flag_literal(flag) %}
    {%- if flag is boolean or flag is number -%} {{ flag | string | lower }}
    {%- else -%} {{ daybook.quoted_text(flag) }}
    {%- endif -%}
{% endmacro %}
