{{ config(materialized="view") }}

with

    changes as (

        select
            subscription,
            effective_at,
            sum(if(direction = 'in', event_count * monthly_fee, 0)) as gained,
            sum(if(direction = 'out', event_count * monthly_fee, 0)) as lost
        from {{ ref("subscription_entries") }}
        where state = 'Active'
        group by subscription, effective_at

    )

select
    date_format(effective_at, 'yyyy-MM') as month,
    case
        when lost = 0
        then 'new'
        when gained = 0
        then 'cancelled'
        when gained > - lost
        then 'upgraded'
        else 'downgraded'
    end as movement,
    sum(gained + lost) as amount
from changes
where gained + lost <> 0
group by 1, 2
