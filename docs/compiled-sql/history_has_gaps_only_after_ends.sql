with

    believed as (

        select
            `customer_id`,
            `valid_from` as daybook_starts_at,
            if(
                `valid_to` = date '9999-12-31',
                date '9999-12-31',
                cast(`valid_to` + interval 1 day as date)
            ) as daybook_ended_at,
            lead(`valid_from`) over (
                partition by `customer_id` order by `valid_from`
            ) as daybook_next_starts_at
        from
            (
                select *
                from analytics.snap_customer_scores
                where history_part <> 'closed'
            )

    ),

    ends as (select `customer_id`, daybook_ended_at from believed where false)

select
    `customer_id`,
    daybook_starts_at as starts_at,
    daybook_ended_at as ended_at,
    daybook_next_starts_at as next_starts_at
from believed
left anti join ends using (`customer_id`, daybook_ended_at)
where
    daybook_ended_at < date '9999-12-31'
    and not daybook_ended_at <=> daybook_next_starts_at
