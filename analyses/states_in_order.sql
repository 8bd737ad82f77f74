{#-
    The states in the order of the work: one row per state, with its average place among the
    states of the items that it held, each counted where it first appeared. Terminal states
    come last, and before them those that no item has had by what is known now.
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
            ) as first_entered_at,
            sum(event_count) > 0 as stands
        from entries
        where direction = 'in'
        group by issue_id, status

    ),

    placed as (

        select
            status,
            case
                when stands
                then
                    row_number() over (
                        partition by issue_id, stands order by first_entered_at, status
                    )
            end as place
        from entered

    )

select
    status,
    {% if terminal_states -%} status in ({{ daybook.quoted_text(terminal_states) }})
    {%- else -%} false
    {%- endif %} as is_terminal,
    avg(place) as average_place,
    count(place) as items
from placed
group by status
order by is_terminal, items = 0, average_place, items desc, status
