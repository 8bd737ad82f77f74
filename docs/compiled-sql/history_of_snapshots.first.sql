insert overwrite analytics.snap_prices__snapshots with ('partitionOverwriteMode' = 'dynamic') by name
select *, 1795576780l as daybook_part
from
    (
        select
            `branch`,
            daybook_taken_at,
            daybook_recorded_at,
            daybook_copies,
            daybook_hash,
            daybook_events,
            daybook_too_far,
            daybook_lacking_0,
            daybook_lacking_1,
            daybook_lacking_2,
            daybook_lacking_3,
            daybook_system_too_far,
            daybook_first_recorded_at,
            daybook_last_recorded_at,
            if(
                daybook_posted is null,
                daybook_latest.daybook_taken_at,
                daybook_taken_at
            ) as daybook_before_at,
            ifnull(
                daybook_posted, daybook_latest.daybook_posted
            ) as daybook_before_posted,
            daybook_posted is null
            and ifnull(
                daybook_latest.daybook_taken_at > daybook_taken_at, false
            ) as daybook_is_late,
            cast(null as date) as daybook_after_at,
            daybook_posted is not null as daybook_is_again
        from
            (
                select
                    *,
                    max(struct(daybook_taken_at, daybook_posted)) over (
                        partition by `branch`
                        order by
                            daybook_posted is null,
                            daybook_recorded_at,
                            daybook_taken_at
                        rows between unbounded preceding and 1 preceding
                    ) as daybook_latest
                from
                    (
                        select
                            `branch`,
                            daybook_taken_at,
                            min(daybook_recorded_at) as daybook_recorded_at,
                            count(daybook_batch) as daybook_copies,
                            bit_xor(xxhash64(daybook_batch)) filter (
                                where daybook_batch is not null
                            ) as daybook_hash,
                            sum(daybook_events) as daybook_events,
                            sum(daybook_too_far) as daybook_too_far,
                            sum(daybook_lacking_0) as daybook_lacking_0,
                            sum(daybook_lacking_1) as daybook_lacking_1,
                            sum(daybook_lacking_2) as daybook_lacking_2,
                            sum(daybook_lacking_3) as daybook_lacking_3,
                            sum(daybook_system_too_far) as daybook_system_too_far,
                            min(daybook_first_recorded_at) as daybook_first_recorded_at,
                            max(daybook_last_recorded_at) as daybook_last_recorded_at,
                            max(daybook_posted) as daybook_posted
                        from
                            (
                                select
                                    `branch`,
                                    daybook_taken_at,
                                    daybook_batch,
                                    max(daybook_recorded_at) as daybook_recorded_at,
                                    count_if(true) as daybook_events,
                                    count_if(
                                        daybook_taken_at >= date '9999-12-31'
                                    ) as daybook_too_far,
                                    count_if(`branch` is null) as daybook_lacking_0,
                                    count_if(`product_id` is null) as daybook_lacking_1,
                                    count_if(`list_date` is null) as daybook_lacking_2,
                                    count_if(`arrived_at` is null) as daybook_lacking_3,
                                    count_if(
                                        cast(
                                            `arrived_at` as timestamp_ntz
                                        ) - make_dt_interval(
                                            0,
                                            0,
                                            0,
                                            extract(
                                                second
                                                from cast(`arrived_at` as timestamp_ntz)
                                            )
                                            % 1
                                        )
                                        >= timestamp_ntz '9999-12-31 23:59:59'
                                    ) as daybook_system_too_far,
                                    min(
                                        cast(
                                            `arrived_at` as timestamp_ntz
                                        ) - make_dt_interval(
                                            0,
                                            0,
                                            0,
                                            extract(
                                                second
                                                from cast(`arrived_at` as timestamp_ntz)
                                            )
                                            % 1
                                        )
                                    ) as daybook_first_recorded_at,
                                    max(
                                        cast(
                                            `arrived_at` as timestamp_ntz
                                        ) - make_dt_interval(
                                            0,
                                            0,
                                            0,
                                            extract(
                                                second
                                                from cast(`arrived_at` as timestamp_ntz)
                                            )
                                            % 1
                                        )
                                    ) as daybook_last_recorded_at,
                                    cast(null as bigint) as daybook_posted
                                from
                                    (
                                        select
                                            *,
                                            cast(
                                                `list_date` as date
                                            ) as daybook_taken_at,
                                            cast(
                                                `arrived_at` as timestamp_ntz
                                            ) - make_dt_interval(
                                                0,
                                                0,
                                                0,
                                                extract(
                                                    second
                                                    from
                                                        cast(
                                                            `arrived_at`
                                                            as timestamp_ntz
                                                        )
                                                )
                                                % 1
                                            ) as daybook_recorded_at,
                                            posted_batch_id as daybook_batch
                                        from
                                            (
                                                select
                                                    `branch`,
                                                    `product_id`,
                                                    `price`,
                                                    `list_date`,
                                                    `arrived_at`,
                                                    `posted_batch_id`
                                                from analytics.stg_price_lists
                                                where
                                                    batch_id >= 1795576780
                                                    and posted_batch_id = 1795576780
                                            )
                                    )
                                group by `branch`, daybook_taken_at, daybook_batch

                            )
                        group by `branch`, daybook_taken_at
                    )
            )
        where daybook_copies > 0
    );

insert overwrite analytics.snap_prices__changes with ('partitionOverwriteMode' = 'dynamic') by name
select *, 1795576780l as daybook_part
from
    (
        with

            daybook_rows as (

                select
                    `branch`,
                    `product_id`,
                    daybook_taken_at,
                    min(daybook_row) as daybook_row,
                    min(daybook_row) <=> max(daybook_row) as daybook_is_one,
                    count(*) as daybook_count,
                    bit_xor(xxhash64(daybook_batch)) as daybook_hash_of_row
                from
                    (
                        select  /*+ repartition(`branch`, `product_id`, daybook_taken_at) */
                            `branch`,
                            `product_id`,
                            cast(`list_date` as date) as daybook_taken_at,
                            struct(`price`) as daybook_row,
                            posted_batch_id as daybook_batch
                        from
                            (
                                select
                                    `branch`,
                                    `product_id`,
                                    `price`,
                                    `list_date`,
                                    `arrived_at`,
                                    `posted_batch_id`
                                from analytics.stg_price_lists
                                where
                                    batch_id >= 1795576780
                                    and posted_batch_id = 1795576780
                            )
                    )
                group by `branch`, `product_id`, daybook_taken_at

            ),

            daybook_rows_before as (

                select
                    `branch`,
                    `product_id`,
                    daybook_taken_at,
                    daybook_row as daybook_row_before
                from daybook_rows
                where false

            ),

            daybook_compared as (

                select *
                from daybook_rows
                full outer join
                    daybook_rows_before using (`branch`, `product_id`, daybook_taken_at)
                left join
                    (
                        select *
                        from analytics.snap_prices__snapshots
                        where daybook_part = 1795576780
                    ) using (`branch`, daybook_taken_at)

            ),

            daybook_judged as (

                select
                    *,
                    case
                        when daybook_copies is null
                        then 'unstable'
                        when daybook_count > daybook_copies
                        then 'twice'
                        when
                            not (
                                daybook_count = daybook_copies
                                and daybook_hash_of_row = daybook_hash
                                and daybook_is_one
                            )
                            or daybook_is_again
                            and daybook_differs
                        then 'other'
                        when daybook_differs
                        then 'changed'
                    end as daybook_kind
                from
                    (
                        select
                            *, not daybook_row <=> daybook_row_before as daybook_differs
                        from daybook_compared
                    )

            )

        select
            `branch`,
            `product_id`,
            daybook_row.`price`,
            daybook_taken_at,
            daybook_recorded_at,
            daybook_kind,
            daybook_row is null as daybook_is_gone,
            daybook_row_before is null as daybook_is_new,
            daybook_after_at as daybook_ends_at
        from daybook_judged
        where daybook_kind is not null
    );

-- models/snap_prices.sql
with

    arrivals as (
        select
            `branch`,
            `product_id`,
            true as daybook_is_arrival,
            cast(`daybook_recorded_at` as timestamp_ntz) - make_dt_interval(
                0,
                0,
                0,
                extract(second from cast(`daybook_recorded_at` as timestamp_ntz)) % 1
            ) as daybook_system_at,
            cast(`daybook_taken_at` as date) as daybook_event_at,
            cast(null as date) as daybook_ends_at,
            struct(`daybook_recorded_at`, `daybook_taken_at`) as daybook_order,
            `daybook_is_gone` as daybook_is_end,
            if(`daybook_is_gone`, null, struct(`price`)) as daybook_belief,
            if(`daybook_is_gone`, null, cast(null as int)) as daybook_type_1
        from
            (
                select  /*+ repartition(`branch`, `product_id`) */
                    *
                from
                    (
                        select *
                        from
                            (
                                select *
                                from analytics.snap_prices__changes
                                where daybook_part = 1795576780
                            )
                        where daybook_kind = 'changed'
                    )
            )
    ),

    stream as (select * from arrivals),

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
                        partition by `branch`, `product_id`
                        order by daybook_is_arrival, daybook_system_at, daybook_event_at
                    )
            )
        where daybook_is_change
        window
            in_sequence as (
                partition by `branch`, `product_id`
                order by daybook_is_arrival, daybook_system_at, daybook_event_at
            )
    ),

    in_order as (

        select
            `branch`,
            `product_id`,
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
    `branch`,
    `product_id`,
    daybook_belief.`price` as `price`,
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
    `branch` as `branch`,
    null as `product_id`,
    null as `price`,
    daybook_taken_at as `valid_from`,
    null as `valid_to`,
    null as `known_from`,
    null as `known_to`,
    null as `current_flag`,
    'snapshot' as history_part,
    '9999-12' as ended_month

from (select * from analytics.snap_prices__snapshots where daybook_part = 1795576780)
where not daybook_is_again
