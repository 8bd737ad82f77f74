{#-
    How many items were how old at the end of each week, and of the last day: one row per
    day, state, dimension, value and range of ages, in working days in the state. A range
    begins with age_from and ends before the next.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}
{%- set ranges = [60, 20, 10, 5, 2, 1] -%}

with

    snapshot as (
        select *, max(snapshot_date) over () as daybook_last_date
        from {{ ref("snap_issues_aged") }}
    ),

    by_value as (

        select
            snapshot_date,
            status,
            daybook_dimension as dimension,
            daybook_value as value,
            case
                {% for age in ranges -%}
                    when age_working_days >= {{ age }} then {{ age }}
                {% endfor -%}
                else 0
            end as age_from,
            age_working_days * quantity_on_hand as working_days,
            quantity_on_hand
        from snapshot
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value
        where weekday(snapshot_date) = 6 or snapshot_date = daybook_last_date

    )

select
    snapshot_date,
    status,
    dimension,
    value,
    age_from,
    sum(quantity_on_hand) as quantity_on_hand,
    sum(working_days) as working_days
from by_value
group by snapshot_date, status, dimension, value, age_from
having sum(quantity_on_hand) <> 0
