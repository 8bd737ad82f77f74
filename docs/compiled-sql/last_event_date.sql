-- analyses/last_day.sql
select
    (
        select max(cast(event_at as date))
        from analytics.stg_issue_events
        where event_month = '2015-09'
    ) as last_day
