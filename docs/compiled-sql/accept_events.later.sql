-- models/stg_issue_events.sql
with

    exported as (

        select
            issue_id,
            event_at,
            status,
            team,
            date_format(event_at, 'yyyy-MM') as event_month,
            false as daybook_is_accepted
        from analytics.issue_events
        where date_format(event_at, 'yyyy-MM') >= '2015-09'

        union all

        select
            issue_id, event_at, status, team, event_month, true as daybook_is_accepted
        from analytics.stg_issue_events
        where event_month >= '2015-09'

    ),

    compared as (

        select
            *,
            lag(struct(issue_id, event_at, status, team)) over recorded
            <=> struct(issue_id, event_at, status, team) as daybook_is_known,
            max(struct(1 as daybook_recorded_at, false as daybook_is_deleted)) over (
                partition by issue_id, event_at
            )
            = struct(1 as daybook_recorded_at, false as daybook_is_deleted)
            and not false
            and not (min(struct(status, team)) over at_one_time)
            <=> (max(struct(status, team)) over at_one_time) as daybook_is_tied
        from exported
        window
            recorded as (
                partition by issue_id, event_at
                order by
                    struct(1 as daybook_recorded_at, false as daybook_is_deleted),
                    struct(status, team),
                    daybook_is_accepted desc
            ),
            at_one_time as (
                partition by
                    issue_id,
                    event_at,
                    struct(1 as daybook_recorded_at, false as daybook_is_deleted)
            )

    )

select
    issue_id,
    event_at,
    status,
    team,
    if(
        daybook_is_tied,
        raise_error(
            concat(
                'daybook: analytics.stg_issue_events: issue_id ',
                issue_id,
                ' has two different events at ',
                event_at,
                ': name in order_by what tells which came first'
            )
        ),
        event_month
    ) as event_month
from compared
where not daybook_is_accepted and not daybook_is_known
