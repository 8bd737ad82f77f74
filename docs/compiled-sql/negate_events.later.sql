-- models/fct_issue_entries.sql
with

    new_events as (
        select *
        from
            (
                select
                    `issue_id`,
                    `event_at`,
                    `status`,
                    `team`,
                    `event_month`,
                    `posted_batch_id`
                from analytics.stg_issue_events
                where batch_id >= 1795576802 and posted_batch_id = 1795576802
            )
    ),

    touched as (

        select
            issue_id,
            min(
                struct(cast(event_at as date) as event_date, event_at)
            ) as daybook_first_new
        from new_events
        group by issue_id

    ),

    present as (

        select
            issue_id,
            max_by(
                struct(
                    event_at,
                    status,
                    team,
                    event_date,
                    held_since,
                    age_days,
                    age_days_by_item
                ),
                struct(entry_month = 'open', posted_batch_id)
            ) as daybook_present
        from
            (
                select
                    `issue_id`,
                    `event_at`,
                    `status`,
                    `team`,
                    `event_date`,
                    `direction`,
                    `held_since`,
                    `age_days`,
                    `age_days_by_item`,
                    `event_count`,
                    `entry_month`,
                    `posted_batch_id`,
                    `batch_id` | 0y as `batch_id`
                from analytics.fct_issue_entries__batches
                where
                    (
                        `entry_month` = 'open'
                        and batch_id = 1795576780
                        or isnan(batch_id)
                    )
            )
        left semi join touched using (issue_id)
        group by issue_id

    ),

    items as (

        select
            issue_id,
            daybook_present,
            coalesce(
                daybook_first_new
                <= struct(daybook_present.event_date, daybook_present.event_at),
                false
            ) as daybook_is_late,
            daybook_first_new.event_date as daybook_from_day
        from touched
        left join present using (issue_id)

    ),

    in_force as (

        select issue_id, daybook_present.*
        from items
        where
            daybook_present.status is not null
            and (not daybook_is_late or daybook_present.held_since < daybook_from_day)

    ),

    stream as (

        select
            issue_id,
            event_at,
            status,
            team,
            cast(event_at as date) as event_date,
            1 as daybook_sequence,
            false as daybook_is_withdrawn,
            cast(null as timestamp_ntz) as daybook_recorded_at,
            cast(event_at as date) as daybook_held_since,
            cast(event_at as date) as daybook_state_since,
            cast(event_at as date) as daybook_item_since
        from new_events

        union all

        select
            issue_id,
            event_at,
            status,
            team,
            event_date,
            0 as daybook_sequence,
            false as daybook_is_withdrawn,
            null as daybook_recorded_at,
            held_since as daybook_held_since,
            date_sub(event_date, age_days) as daybook_state_since,
            date_sub(event_date, age_days_by_item) as daybook_item_since
        from in_force

    ),

    versions as (

        select
            *,
            lead(daybook_sequence) over recorded is null as daybook_is_last,
            lead(struct(daybook_sequence, event_date, event_at)) over recorded
            <=> struct(daybook_sequence, event_date, event_at) as daybook_is_superseded,
            not daybook_is_withdrawn
            and not (min(struct(status, team)) over at_one_time)
            <=> (max(struct(status, team)) over at_one_time) as daybook_is_tied
        from stream
        window
            recorded as (
                partition by issue_id
                order by
                    daybook_sequence,
                    event_date,
                    event_at,
                    daybook_recorded_at,
                    daybook_is_withdrawn
            ),
            at_one_time as (
                partition by issue_id
                order by
                    daybook_sequence,
                    event_date,
                    event_at,
                    daybook_recorded_at,
                    daybook_is_withdrawn
                range between current row and current row
            )

    ),

    followed as (

        select
            *,
            not (daybook_is_superseded or daybook_is_withdrawn) as daybook_is_live,
            lag(struct(status, team)) over (
                partition by issue_id order by daybook_sequence, event_date, event_at
            ) as daybook_previous
        from versions
        where
            case
                when daybook_is_tied and not daybook_is_superseded
                then
                    raise_error(
                        concat(
                            'daybook: analytics.fct_issue_entries: issue_id ',
                            issue_id,
                            ' has two different events at ',
                            event_at,
                            ': name in order_by what tells which came first'
                        )
                    )
                else
                    daybook_is_last
                    or not (daybook_is_superseded or daybook_is_withdrawn)
            end

    ),

    compared as (

        select
            *,
            daybook_is_live
            and not daybook_previous <=> struct(status, team) as daybook_is_change,
            daybook_sequence = 0
            or daybook_is_live
            and not daybook_previous.status <=> status as daybook_enters_state
        from followed

    ),

    changes as (

        select
            *,
            lag(daybook_held_since) over changed as daybook_previous_held_since,
            max(case when daybook_enters_state then daybook_state_since end) over (
                partition by issue_id
                order by daybook_sequence, event_date, event_at
                rows between unbounded preceding and 1 preceding
            ) as daybook_previous_state_since,
            first_value(daybook_item_since) over changed as daybook_first_day
        from compared
        where daybook_is_change or daybook_is_last
        window
            changed as (
                partition by issue_id order by daybook_sequence, event_date, event_at
            )

    ),

    lines as (

        select
            issue_id,
            event_at,
            event_date,
            direction,
            event_count,
            direction = 'out' or not daybook_is_change as daybook_is_of_previous,
            if(daybook_is_of_previous, daybook_previous.status, status) as status,
            if(daybook_is_of_previous, daybook_previous.team, team) as team,
            if(
                daybook_is_of_previous, daybook_previous_held_since, daybook_held_since
            ) as held_since,
            if(
                daybook_is_of_previous or not daybook_enters_state,
                daybook_previous_state_since,
                daybook_state_since
            ) as daybook_state_since,
            daybook_first_day as daybook_item_since
        from changes
        lateral view
            explode(
                map('out', -1, 'in', 1, 'present', 0)
            ) daybook_directions as direction,
            event_count
        where
            case
                direction
                when 'in'
                then daybook_is_change and daybook_sequence = 1
                when 'out'
                then daybook_is_change and daybook_previous is not null
                else daybook_is_last
            end

    ),

    expected_lines as (
        select
            issue_id,
            event_at,
            status,
            team,
            event_date,
            direction,
            event_count,
            held_since,
            datediff(event_date, daybook_state_since) as age_days,
            datediff(event_date, daybook_item_since) as age_days_by_item
        from lines

    )

select
    issue_id,
    event_at,
    status,
    team,
    event_date,
    direction,
    held_since,
    age_days,
    age_days_by_item,
    event_count,
    case
        when direction <> 'present'
        then date_format(event_date, 'yyyy-MM')
        when status is null or false
        then 'resting'
        else 'open'
    end as entry_month
from expected_lines

union all
select
    issue_id,
    event_at,
    status,
    team,
    event_date,
    direction,
    held_since,
    age_days,
    age_days_by_item,
    event_count,
    entry_month
from
    (
        select
            `issue_id`,
            `event_at`,
            `status`,
            `team`,
            `event_date`,
            `direction`,
            `held_since`,
            `age_days`,
            `age_days_by_item`,
            `event_count`,
            `entry_month`,
            `posted_batch_id`,
            `batch_id` | 0y as `batch_id`
        from analytics.fct_issue_entries__batches
        where (`entry_month` = 'open' and batch_id = 1795576780 or isnan(batch_id))
    )
left anti join touched using (issue_id)
where entry_month = 'open'
