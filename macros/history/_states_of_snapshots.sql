{#- The rows that each of the snapshots has: a new one its own, and a known one what the history says of
    its time. -#}
{% macro _states_of_snapshots(run) %}
    {%- set key = run.key | join(", ") %}
    select {{ key }}, daybook_at, false as daybook_is_known, daybook_row, daybook_batch
    from daybook_rows
    {% if run.published -%}
        union all
        select  /*+ broadcast(known) */
            {% for column in run.key -%} history.{{ column }}, {% endfor -%}
            known.daybook_at,
            true,
            {{ daybook._struct_of(run["values"]) }},
            null
        from {{ run.published }} as history
        inner join
            (
                select distinct {{ daybook._followed_by_commas(run.scope) }} daybook_at
                from daybook_roles
                where daybook_is_known
            ) as known
            on {% for column in run.scope -%}
                history.{{ column }} = known.{{ column }} and
            {% endfor -%}
            history.{{ run.columns.valid_from }} <= known.daybook_at
            and known.daybook_at
            < {{ daybook._half_open_end("history." ~ run.columns.valid_to, run.event) }}
        where
            history_part = 'current'
            {%- if run.past_from %}
                or history_part = 'past' and ended_month >= '{{ run.past_from }}'
            {%- endif %}
    {%- endif %}
{% endmacro %}
