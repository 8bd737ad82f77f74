{#-
    How many entries were posted after an earlier batch had published their day, or a later
    one: one row per day, dimension and value. They are late arrivals and the adjusting
    entries that these called for.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}

with

    entries as (select * from {{ ref("fct_issue_entries") }}),

    batches as (

        select
            posted_batch_id,
            max(max(event_date)) over (
                order by posted_batch_id
                rows between unbounded preceding and 1 preceding
            ) as published_through
        from entries
        group by posted_batch_id

    ),

    by_value as (

        select
            entries.event_date,
            daybook_dimension as dimension,
            daybook_value as value,
            coalesce(entries.event_date <= batches.published_through, false) as is_late
        from entries
        inner join batches on entries.posted_batch_id = batches.posted_batch_id
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value

    )

select
    event_date, dimension, value, count(*) as entries, count_if(is_late) as late_entries
from by_value
group by event_date, dimension, value
