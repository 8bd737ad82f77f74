-- models/snap_all_milestones.sql
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
            min_by(
                cast(date_format(event_at, 'yyyyMMdd') as int), struct(event_at)
            ) filter (where status = 'In Progress') as `in_progress_date_tk`,
            min_by(
                cast(date_format(event_at, 'yyyyMMdd') as int), struct(event_at)
            ) filter (where status = 'Opened') as `opened_date_tk`,
            min_by(
                cast(date_format(event_at, 'yyyyMMdd') as int), struct(event_at)
            ) filter (where status = 'Closed') as `closed_date_tk`,
            cast(min(event_at) as date) as daybook_from_day,
            date_format(
                min_by(event_at, struct(event_at)) filter (where not false), 'yyyy-MM'
            ) as first_month
        from new_events
        where not false
        group by issue_id

    ),

    merged as (

        with

            published as (select * from analytics.snap_all_milestones),

            months as (

                select published.first_month
                from published
                left semi join touched using (issue_id)
                union
                select first_month
                from touched

            ),

            carried as (

                select *, cast(null as int) as `closed_date_tk`
                from published
                left semi join months using (first_month)

            )

        select
            coalesce(carried.issue_id, touched.issue_id) as issue_id,
            coalesce(
                carried.`in_progress_date_tk`, touched.`in_progress_date_tk`
            ) as `in_progress_date_tk`,
            coalesce(
                carried.`opened_date_tk`, touched.`opened_date_tk`
            ) as `opened_date_tk`,
            coalesce(
                carried.`closed_date_tk`, touched.`closed_date_tk`
            ) as `closed_date_tk`,
            coalesce(carried.first_month, touched.first_month) as first_month
        from carried
        full outer join touched on carried.issue_id = touched.issue_id

    )

select
    issue_id,
    `in_progress_date_tk`,
    case when `in_progress_date_tk` is not null then 1 end as `in_progress_count`,
    `opened_date_tk`,
    case when `opened_date_tk` is not null then 1 end as `opened_count`,
    `closed_date_tk`,
    case when `closed_date_tk` is not null then 1 end as `closed_count`,
    first_month
from merged
where first_month is not null
