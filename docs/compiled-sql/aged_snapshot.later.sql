-- models/snap_issues_aged.sql
with
    days as (
        with

            movements as (
                select
                    event_date as daybook_day,
                    status,
                    team,
                    date_sub(event_date, age_days) as daybook_state_since,
                    event_count as daybook_moved
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
                where not false

                union all

                select
                    date_add(date '2015-09-03', 1) as daybook_day,
                    status,
                    team,
                    date_sub(snapshot_date, age_days) as daybook_state_since,
                    quantity_on_hand as daybook_moved
                from analytics.snap_issues_aged
                where
                    snapshot_date = date '2015-09-03'
                    and snapshot_month = date_format(date '2015-09-03', 'yyyy-MM')
            ),

            daily as (

                select
                    daybook_day,
                    status,
                    team,
                    daybook_state_since,
                    sum(daybook_moved) as daybook_moved
                from movements
                where daybook_day <= date '2015-09-08'
                group by daybook_day, status, team, daybook_state_since
                having sum(daybook_moved) <> 0

            ),

            balanced as (

                select
                    *,
                    sum(daybook_moved) over (
                        partition by status, team, daybook_state_since
                        order by daybook_day
                    ) as quantity_on_hand,
                    lead(daybook_day) over (
                        partition by status, team, daybook_state_since
                        order by daybook_day
                    ) as daybook_next_day
                from daily

            ),

            with_fillers as (
                select
                    snapshot_date, status, team, daybook_state_since, quantity_on_hand
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
    datediff(snapshot_date, daybook_state_since) as age_days,
    age_working_days,
    quantity_on_hand,
    date_format(snapshot_date, 'yyyy-MM') as snapshot_month
from
    (
        select
            days.*,
            coalesce(
                daybook_to.working_days - daybook_from.working_days,
                if(
                    false,
                    0,
                    raise_error(
                        concat(
                            'daybook: analytics.snap_issues_aged: analytics.dim_date has no row for one of ',
                            daybook_state_since,
                            ' and ',
                            snapshot_date,
                            ': let it begin earlier or end later'
                        )
                    )
                )
            ) as age_working_days
        from days
        left join
            (
                select
                    date_day,
                    if(
                        count(*) > 1,
                        raise_error(
                            concat(
                                'daybook: analytics.snap_issues_aged: analytics.dim_date has several rows for ',
                                date_day,
                                ': leave one for each day, or name in calendar_name the column that tells'
                                ' several calendars apart'
                            )
                        ),
                        max(working_days)
                    ) as working_days
                from analytics.dim_date
                group by date_day
            ) as daybook_from
            on days.daybook_state_since = daybook_from.date_day
        left join
            (
                select
                    date_day,
                    if(
                        count(*) > 1,
                        raise_error(
                            concat(
                                'daybook: analytics.snap_issues_aged: analytics.dim_date has several rows for ',
                                date_day,
                                ': leave one for each day, or name in calendar_name the column that tells'
                                ' several calendars apart'
                            )
                        ),
                        max(working_days)
                    ) as working_days
                from analytics.dim_date
                group by date_day
            ) as daybook_to
            on days.snapshot_date = daybook_to.date_day
    )

where quantity_on_hand <> 0
