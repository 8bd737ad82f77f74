{#-
    How old the items on hand were at the end of each day: one row per day, dimension and
    value, with the median of their working days in the state. Corrections lie beside what
    they correct, so ages are counted before they are ranked.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}

with

    snapshot as (select * from {{ ref("snap_issues_aged") }}),

    by_age as (

        select
            snapshot_date,
            daybook_dimension as dimension,
            daybook_value as value,
            age_working_days,
            sum(quantity_on_hand) as items
        from snapshot
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value
        group by snapshot_date, daybook_dimension, daybook_value, age_working_days
        having sum(quantity_on_hand) > 0

    )

select
    snapshot_date,
    dimension,
    value,
    percentile(age_working_days, 0.5, items) as median_age
from by_age
group by snapshot_date, dimension, value
