-- models/snap_customer_scores.sql
with

    arrivals as (
        select
            `customer_id`,
            true as daybook_is_arrival,
            cast(`arrived_at` as timestamp_ntz) - make_dt_interval(
                0, 0, 0, extract(second from cast(`arrived_at` as timestamp_ntz)) % 1
            ) as daybook_system_at,
            cast(`score_date` as date) as daybook_event_at,
            cast(null as date) as daybook_ends_at,
            struct(`arrived_at`, `score_date`) as daybook_order,
            false as daybook_is_end,
            if(false, null, struct(`score`)) as daybook_belief,
            if(false, null, cast(null as int)) as daybook_type_1
        from
            (
                select  /*+ repartition(`customer_id`) */
                    *
                from
                    (
                        select
                            `customer_id`,
                            `score`,
                            `score_date`,
                            `arrived_at`,
                            `posted_batch_id`
                        from analytics.stg_customer_scores
                        where batch_id >= 1795576802 and posted_batch_id = 1795576802
                    )
            )
    ),

    touched as (

        select `customer_id`
        from
            (
                select
                    `customer_id`,
                    `score`,
                    `score_date`,
                    `arrived_at`,
                    `posted_batch_id`
                from analytics.stg_customer_scores
                where batch_id >= 1795576802 and posted_batch_id = 1795576802
            )

    ),

    stream as (

        select *
        from arrivals
        union all

        select
            `customer_id`,
            false as daybook_is_arrival,
            `known_from` as daybook_system_at,
            `valid_from` as daybook_event_at,
            if(
                `valid_to` = date '9999-12-31',
                date '9999-12-31',
                cast(`valid_to` + interval 1 day as date)
            ) as daybook_ends_at,
            null as daybook_order,
            false as daybook_is_end,
            struct(`score`) as daybook_belief,
            cast(null as int) as daybook_type_1
        from analytics.snap_customer_scores as history
        left semi join touched on history.`customer_id` = touched.`customer_id`

        where history_part = 'current'

        union all
        select
            `customer_id`,
            false as daybook_is_arrival,
            null as daybook_system_at,
            `valid_from` as daybook_event_at,
            if(
                `valid_to` = date '9999-12-31',
                date '9999-12-31',
                cast(`valid_to` + interval 1 day as date)
            ) as daybook_ends_at,
            null as daybook_order,
            true as daybook_is_end,
            null as daybook_belief,
            null as daybook_type_1
        from
            (
                select
                    `customer_id`,
                    `score`,
                    `valid_from`,
                    `valid_to`,
                    `known_from`,
                    `known_to`,
                    `current_flag`,
                    `history_part`,
                    `ended_month`,
                    `posted_batch_id`,
                    `batch_id` | 0y as `batch_id`
                from analytics.snap_customer_scores__batches
                where false
            ) as history
        left semi join touched on history.`customer_id` = touched.`customer_id`

        where history_part = 'gap' and (ended_month = '9999-12')
        group by `customer_id`, `valid_from`, `valid_to`
        having sum(if(`current_flag` = 'Y', 1, -1)) > 0

    ),

    judged as (

        select
            *,
            false as daybook_is_out_of_order,
            daybook_event_at as daybook_first_event_at,
            date '9999-12-31' as daybook_held_until
        from stream

    ),
    changes as (
        select
            *,

            lead(daybook_event_at) over in_sequence as daybook_next_event_at,
            lead(daybook_system_at) over in_sequence as daybook_next_system_at
        from
            (
                select
                    *,

                    lag(daybook_is_arrival) over in_sequence is null
                    or not daybook_belief
                    <=> lag(daybook_belief) over in_sequence as daybook_is_change
                from judged
                where
                    not daybook_is_out_of_order
                    and (
                        daybook_is_arrival or daybook_event_at <= daybook_first_event_at
                    )
                window
                    in_sequence as (
                        partition by `customer_id`
                        order by daybook_is_arrival, daybook_system_at, daybook_event_at
                    )
            )
        where daybook_is_change
        window
            in_sequence as (
                partition by `customer_id`
                order by daybook_is_arrival, daybook_system_at, daybook_event_at
            )
    ),

    in_order as (

        select
            `customer_id`,
            daybook_belief,
            daybook_type_1,
            daybook_event_at as daybook_starts_at,
            if(
                daybook_part = 'past', daybook_next_event_at, daybook_held_until
            ) as daybook_ends_at,
            if(
                daybook_part = 'past', daybook_next_system_at, daybook_system_at
            ) as daybook_known_from,
            if(
                daybook_part = 'closed', daybook_next_system_at, null
            ) as daybook_known_to,
            daybook_part <> 'taken' as daybook_is_added
        from
            (
                select
                    *, explode(array('closed', 'past', 'last', 'taken')) as daybook_part
                from changes
            )
        where
            case
                daybook_part
                when 'closed'
                then not daybook_is_end and daybook_next_system_at > daybook_system_at
                when 'past'
                then daybook_next_event_at > daybook_event_at
                when 'last'
                then
                    daybook_next_event_at is null
                    and not (daybook_is_end and not daybook_is_arrival)
                    and (
                        daybook_is_arrival
                        or daybook_held_until = date '9999-12-31'
                        or date_format(daybook_held_until, 'yyyy-MM') in ('')
                    )
                else
                    daybook_is_end
                    and not daybook_is_arrival
                    and daybook_next_event_at is not null
            end

    )

select
    `customer_id`,
    daybook_belief.`score` as `score`,
    daybook_starts_at as `valid_from`,
    if(
        daybook_ends_at = date '9999-12-31',
        date '9999-12-31',
        cast(daybook_ends_at - interval 1 day as date)
    ) as `valid_to`,
    if(daybook_part <> 'gap', daybook_known_from, null) as `known_from`,
    case
        daybook_part
        when 'closed'
        then
            if(
                daybook_known_to = timestamp_ntz '9999-12-31 23:59:59',
                timestamp_ntz '9999-12-31 23:59:59',
                cast(daybook_known_to - interval 1 second as timestamp_ntz)
            )
        when 'gap'
        then null
        else timestamp_ntz '9999-12-31 23:59:59'
    end as `known_to`,
    if(
        daybook_part = 'current' or daybook_part = 'gap' and daybook_is_added, 'Y', 'N'
    ) as `current_flag`,
    daybook_part as history_part,
    case
        when daybook_part = 'closed'
        then date_format(daybook_known_to, 'yyyy-MM')
        when daybook_ends_at < date '9999-12-31'
        then date_format(daybook_ends_at, 'yyyy-MM')
        else '9999-12'
    end as ended_month
from
    (
        select
            *,
            case
                when daybook_belief is null
                then 'gap'
                when daybook_known_to is not null
                then 'closed'
                when daybook_ends_at < date '9999-12-31'
                then 'past'
                else 'current'
            end as daybook_part
        from in_order
    )

union all

select
    `customer_id`,
    `score`,
    `valid_from`,
    `valid_to`,
    `known_from`,
    `known_to`,
    `current_flag`,
    history_part,
    ended_month
from analytics.snap_customer_scores as history
left anti join touched on history.`customer_id` = touched.`customer_id`

where history_part = 'current'
