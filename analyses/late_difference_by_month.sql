{#-
    What late data did to last month's report, and to those before: one row per month, state,
    dimension and value, with the figures as first reported and as they are known now. A month
    was first reported by the batch that published its last day.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}

with

    snapshot as (
        select *, last_day(snapshot_date) as daybook_month_end
        from {{ ref("snap_issues_daily") }}
    ),

    batches as (

        select
            posted_batch_id,
            max(max(snapshot_date)) over (order by posted_batch_id) as published_through
        from snapshot
        group by posted_batch_id

    ),

    reported as (

        select daybook_month_end, min(posted_batch_id) as daybook_reported_batch_id
        from (select distinct daybook_month_end from snapshot)
        inner join batches on daybook_month_end <= published_through
        group by daybook_month_end

    ),

    by_value as (

        select
            daybook_month_end as month_end,
            status,
            daybook_dimension as dimension,
            daybook_value as value,
            posted_batch_id <= daybook_reported_batch_id as was_reported,
            quantity_in,
            quantity_out,
            case
                when snapshot_date = daybook_month_end then quantity_on_hand else 0
            end as quantity_on_hand
        from snapshot
        inner join reported using (daybook_month_end)
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value

    )

select
    month_end,
    status,
    dimension,
    value,
    coalesce(sum(quantity_in) filter (where was_reported), 0) as reported_in,
    coalesce(sum(quantity_out) filter (where was_reported), 0) as reported_out,
    coalesce(sum(quantity_on_hand) filter (where was_reported), 0) as reported_on_hand,
    sum(quantity_in) as known_in,
    sum(quantity_out) as known_out,
    sum(quantity_on_hand) as known_on_hand
from by_value
group by month_end, status, dimension, value
