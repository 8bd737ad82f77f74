{#-
    From which state to which items moved on each day: one row per day, dimension, value, pair
    of states and whether the value changed. The `out` and the `in` of an item at one time and
    order are one move; what later entries took back is netted before they are paired.

    An item that came in has no from_status, and one that was taken out no to_status. By a
    dimension, a move that also changes the value leaves the one value and enters the other:
    two rows that lack the other state and have changes_value. So what flows into a state is
    what its `in` entries say, under every value.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() -%}

with

    entries as (select * from {{ ref("fct_issue_entries") }}),

    standing as (

        select
            issue_id,
            event_at_utc,
            event_at,
            event_order,
            event_date,
            direction,
            status,
            {{ daybook._dimension_values(dimensions) }} as combination,
            abs(sum(event_count)) as items
        from entries
        group by
            issue_id,
            event_at_utc,
            event_at,
            event_order,
            event_date,
            direction,
            status
            {%- for name in dimensions %}, {{ name }} {%- endfor %}
        having sum(event_count) <> 0

    ),

    moves as (

        select
            event_date,
            max(status) filter (where direction = 'out') as from_status,
            max(status) filter (where direction = 'in') as to_status,
            first(combination) filter (where direction = 'out') as from_combination,
            first(combination) filter (where direction = 'in') as to_combination,
            max(items) as items
        from standing
        group by issue_id, event_at_utc, event_at, event_order, event_date

    ),

    by_dimension as (

        select
            event_date,
            from_status,
            to_status,
            dimension,
            coalesce(from_combination, to_combination)[dimension] as from_value,
            coalesce(to_combination, from_combination)[dimension] as to_value,
            items
        from moves
        lateral view
            explode(map_keys(coalesce(from_combination, to_combination))) as dimension

    ),

    by_value as (

        select
            event_date,
            dimension,
            case when side = 'left' then from_value else to_value end as value,
            case when side <> 'entered' then from_status end as from_status,
            case when side <> 'left' then to_status end as to_status,
            side <> 'both' as changes_value,
            items
        from by_dimension
        lateral view
            explode(
                case
                    when from_value <=> to_value
                    then array('both')
                    else array('left', 'entered')
                end
            ) as side

    )

select
    event_date,
    dimension,
    value,
    from_status,
    to_status,
    changes_value,
    sum(items) as items
from by_value
group by event_date, dimension, value, from_status, to_status, changes_value
