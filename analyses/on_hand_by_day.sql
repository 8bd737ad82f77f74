{#-
    How many items were in each state at the end of each day: one row per day, state,
    dimension and value. The dimension (all) counts every item once. Corrections lie beside
    what they correct, so rows are summed; days never are.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}

with

    snapshot as (select * from {{ ref("snap_issues_daily") }}),

    by_value as (

        select
            snapshot_date,
            status,
            daybook_dimension as dimension,
            daybook_value as value,
            quantity_on_hand
        from snapshot
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value

    )

select
    snapshot_date, status, dimension, value, sum(quantity_on_hand) as quantity_on_hand
from by_value
group by snapshot_date, status, dimension, value
having sum(quantity_on_hand) <> 0
