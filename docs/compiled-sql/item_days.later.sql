-- models/fct_issue_days.sql
with
    days as (
        with

            movements as (
                select
                    event_date as daybook_day,
                    issue_id,
                    status,
                    team,
                    date_sub(event_date, age_days) as daybook_state_since,
                    date_sub(event_date, age_days_by_item) as daybook_item_since,
                    event_count as quantity_moving,
                    event_at,
                    direction,
                    case when false then 0 else event_count end as daybook_moved
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
                            `posted_batch_id`
                        from analytics.fct_issue_entries
                        where batch_id >= 1795576802 and posted_batch_id = 1795576802
                    )

                union all

                select
                    date_add(date '2015-09-03', 1) as daybook_day,
                    issue_id,
                    status,
                    team,
                    date_sub(snapshot_date, age_days) as daybook_state_since,
                    date_sub(snapshot_date, age_days_by_item) as daybook_item_since,
                    0 as quantity_moving,
                    null as event_at,
                    null as direction,
                    quantity_on_hand as daybook_moved
                from analytics.fct_issue_days
                where
                    snapshot_date = date '2015-09-03'
                    and snapshot_month = date_format(date '2015-09-03', 'yyyy-MM')
            ),

            daily as (select * from movements where daybook_day <= date '2015-09-08'),

            balanced as (

                select
                    *,
                    case
                        when
                            lead(daybook_day) over (
                                partition by
                                    issue_id,
                                    status,
                                    team,
                                    daybook_state_since,
                                    daybook_item_since
                                order by daybook_day, event_at, direction
                            )
                            <=> daybook_day
                        then 0
                        else
                            sum(daybook_moved) over (
                                partition by
                                    issue_id,
                                    status,
                                    team,
                                    daybook_state_since,
                                    daybook_item_since
                                order by daybook_day, event_at, direction
                            )
                    end as quantity_on_hand,
                    lead(daybook_day) over (
                        partition by
                            issue_id,
                            status,
                            team,
                            daybook_state_since,
                            daybook_item_since
                        order by daybook_day, event_at, direction
                    ) as daybook_next_day
                from daily

            ),

            with_fillers as (
                select
                    snapshot_date,
                    issue_id,
                    status,
                    team,
                    daybook_state_since,
                    daybook_item_since,
                    case
                        when snapshot_date = daybook_day then quantity_moving else 0
                    end as quantity_moving,
                    case when snapshot_date = daybook_day then event_at end as event_at,
                    case
                        when snapshot_date = daybook_day then direction
                    end as direction,
                    quantity_on_hand
                from balanced
                lateral view
                    explode(
                        sequence(
                            daybook_day,
                            case
                                when quantity_on_hand <> 0
                                then
                                    coalesce(
                                        date_sub(daybook_next_day, 1), date '2015-09-08'
                                    )
                                else daybook_day
                            end
                        )
                    ) daybook_days as snapshot_date
            )

        select *
        from with_fillers
    )

select
    issue_id,
    status,
    team,
    coalesce(event_at, cast(snapshot_date as timestamp_ntz)) as event_at,
    snapshot_date,
    direction,
    quantity_moving,
    datediff(snapshot_date, daybook_state_since) as age_days,
    datediff(snapshot_date, daybook_item_since) as age_days_by_item,
    quantity_on_hand,
    date_format(snapshot_date, 'yyyy-MM') as snapshot_month
from days

where direction is not null or quantity_on_hand <> 0
