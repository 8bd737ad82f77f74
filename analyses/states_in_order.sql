{#-
    The states in the order of the work: one row per state, with its average place among the
    states of the items that it held, each counted where it first appeared. Terminal states
    come last.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set terminal_states = var("input").terminal_states or [] %}

with

    entries as (select * from {{ ref("fct_issue_entries") }}),

    entered as (

        select
            issue_id,
            status,
            min(
                struct(event_date, event_at_utc, event_at, event_order)
            ) as first_entered_at
        from entries
        where direction = 'in'
        group by issue_id, status
        having sum(event_count) > 0

    ),

    placed as (

        select
            status,
            row_number() over (
                partition by issue_id order by first_entered_at, status
            ) as place
        from entered

    )

select
    status,
    {% if terminal_states -%} status in ({{ daybook._quoted_list(terminal_states) }})
    {%- else -%} false
    {%- endif %} as is_terminal,
    avg(place) as average_place,
    count(*) as items
from placed
group by status
order by is_terminal, average_place, items desc, status
