{#-
    How many items entered, left and were in each state on each day, batch by batch: one row
    per day, state, dimension, value and batch, with what that batch changed. Summed up to a
    batch it is what was known when that was published. The last twelve batches are told
    apart; what was posted before them goes with the first. Days are summed for what entered
    and left, never for what was on hand.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}

with

    snapshot as (select * from {{ ref("snap_issues_daily") }}),

    recent as (

        select min(posted_batch_id) as daybook_first_batch_id
        from
            (
                select distinct posted_batch_id
                from {{ ref("fct_issue_entries") }}
                order by posted_batch_id desc
                limit 12
            )

    ),

    by_value as (

        select
            snapshot_date,
            status,
            daybook_dimension as dimension,
            daybook_value as value,
            greatest(posted_batch_id, daybook_first_batch_id) as known_batch_id,
            quantity_in,
            quantity_out,
            quantity_on_hand
        from snapshot
        cross join recent
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value

    ),

    summed as (

        select
            snapshot_date,
            status,
            dimension,
            value,
            known_batch_id,
            sum(quantity_in) as quantity_in,
            sum(quantity_out) as quantity_out,
            sum(quantity_on_hand) as quantity_on_hand
        from by_value
        group by snapshot_date, status, dimension, value, known_batch_id

    )

select *
from summed
where quantity_in <> 0 or quantity_out <> 0 or quantity_on_hand <> 0
