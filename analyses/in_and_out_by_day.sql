{#-
    How many items entered and left each state on each day: one row per day, state, dimension
    and value. An entry that takes back an `out` is itself `out`, with +1, so both sums are
    net. A change of a dimension leaves a state and enters it again.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}

with

    entries as (select * from {{ ref("fct_issue_entries") }}),

    by_value as (

        select
            event_date,
            status,
            daybook_dimension as dimension,
            daybook_value as value,
            direction,
            event_count
        from entries
        lateral view
            explode({{ daybook._dimension_values(dimensions) }}) as daybook_dimension,
            daybook_value

    ),

    moved as (

        select
            event_date,
            status,
            dimension,
            value,
            sum(case when direction = 'in' then event_count else 0 end) as quantity_in,
            - sum(
                case when direction = 'out' then event_count else 0 end
            ) as quantity_out
        from by_value
        group by event_date, status, dimension, value

    )

select *
from moved
where quantity_in <> 0 or quantity_out <> 0
