-- models/snap_issue_milestones.sql
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
                where batch_id >= 1795576780 and posted_batch_id = 1795576780
            )
    ),

    touched as (

        select
            issue_id,
            min_by(team, struct(event_at)) filter (where not false) as team,
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

    merged as (select * from touched)

select
    issue_id,
    team,
    `opened_date_tk`,
    case when `opened_date_tk` is not null then 1 end as `opened_count`,
    `closed_date_tk`,
    case when `closed_date_tk` is not null then 1 end as `closed_count`,
    first_month
from merged
where first_month is not null
