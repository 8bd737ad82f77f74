{#-
    The months of ended versions that an arrival may close: it falls into such a version and says
    something else.
-#}
{% macro _past_months_to_rewrite(run) %}
    {%- set columns = run.columns -%}
    {%- set query %}
        with arrivals as ({{ daybook._arrivals(run) }})
        select distinct to_json(array(ended_month))
        from {{ run.published }} as history
        inner join arrivals using ({{ run.key | join(", ") }})
        where
            history_part = 'past'
            and ended_month >= '{{ run.past_from }}'
            and daybook_event_at >= {{ columns.valid_from }}
            and daybook_event_at
            < {{ daybook._half_open_end(columns.valid_to, run.event) }}
            and (
                daybook_belief is null {{ "or true" if run.valid_until }}
                {%- for column in run["values"] %}
                    or not daybook_belief.{{ column }} <=> history.{{ column }}
                    {%- if run.carry_forward %}
                        and daybook_belief.{{ column }} is not null
                    {%- endif %}
                {%- endfor %}
            )
    {%- endset -%}
    {% do return(daybook.json_rows(query) | map("first") | sort) %}
{% endmacro %}
