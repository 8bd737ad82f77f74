-- models/snap_issues_daily.sql
with
    days as (
        with

            movements as (
                select
                    event_date as daybook_day,
                    status,
                    team,
                    case
                        when direction = 'in' then event_count else 0
                    end as quantity_in,
                    case
                        when direction = 'out' then - event_count else 0
                    end as quantity_out,
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
                    status,
                    team,
                    0 as quantity_in,
                    0 as quantity_out,
                    quantity_on_hand as daybook_moved
                from analytics.snap_issues_daily
                where
                    snapshot_date = date '2015-09-03'
                    and snapshot_month = date_format(date '2015-09-03', 'yyyy-MM')
            ),

            daily as (

                select
                    daybook_day,
                    status,
                    team,
                    sum(quantity_in) as quantity_in,
                    sum(quantity_out) as quantity_out,
                    sum(daybook_moved) as daybook_moved
                from movements
                where daybook_day <= date '2015-09-08'
                group by daybook_day, status, team

            ),

            balanced as (

                select
                    *,
                    sum(daybook_moved) over (
                        partition by status, team order by daybook_day
                    ) as quantity_on_hand,
                    lead(daybook_day) over (
                        partition by status, team order by daybook_day
                    ) as daybook_next_day
                from daily

            ),

            with_fillers as (
                select
                    snapshot_date,
                    status,
                    team,
                    case
                        when snapshot_date = daybook_day then quantity_in else 0
                    end as quantity_in,
                    case
                        when snapshot_date = daybook_day then quantity_out else 0
                    end as quantity_out,
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
    snapshot_date,
    status,
    team,
    quantity_in,
    quantity_out,
    quantity_on_hand,
    date_format(snapshot_date, 'yyyy-MM') as snapshot_month
from days

where quantity_on_hand <> 0 or quantity_in <> 0 or quantity_out <> 0
