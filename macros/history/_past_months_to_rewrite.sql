{#-
    The months of ended versions that an arrival may close: it falls into such a version and says
    something else.
-#}
{% macro _past_months_to_rewrite(run, arguments, layout) %}
    {%- set columns = layout.columns -%}
    {%- set query %}
        with arrivals as ({{ daybook._arrivals(arguments, layout, run.system_at) }})
        select distinct to_json(array(ended_month))
        from {{ run.published }} as history
        inner join
            arrivals
            on {% for column in layout.key -%}
                arrivals.{{ column }} = history.{{ column }} and
            {% endfor -%}
            daybook_event_at >= history.{{ columns.valid_from }}
            and daybook_event_at < {{
                daybook._half_open_end("history." ~ columns.valid_to, layout.event)
            }}
        where
            history_part = 'past'
            and ended_month >= '{{ run.past_from }}'
            and (
                daybook_belief is null {{ "or true" if arguments.valid_until }}
                {%- for column in layout["values"] %}
                    or not daybook_belief.{{ column }} <=> history.{{ column }}
                    {%- if arguments.carry_forward %}
                        and daybook_belief.{{ column }} is not null
                    {%- endif %}
                {%- endfor %}
            )
    {%- endset -%}
    {% do return(daybook._json_rows(query) | map("first") | sort) %}
{% endmacro %}
