-- analyses/backlog_by_month.sql
with

    snapshot as (select * from analytics.snap_issues_daily),

    span as (

        select
            min(snapshot_date) as daybook_first_day,
            max(snapshot_date) as daybook_last_day
        from snapshot

    ),

    daily as (

        select
            snapshot_date,
            status,
            sum(quantity_in) as quantity_in,
            sum(quantity_out) as quantity_out,
            sum(quantity_on_hand) as quantity_on_hand
        from snapshot
        group by snapshot_date, status

    ),
    known as (

        select
            snapshot_date,
            status,
            quantity_in,
            quantity_out,
            quantity_on_hand,
            0 as daybook_brought_forward
        from daily

        union all

        select
            date_add(snapshot_date, 1) as snapshot_date,
            status,
            0 as quantity_in,
            0 as quantity_out,
            null as quantity_on_hand,
            quantity_on_hand as daybook_brought_forward
        from daily
        where quantity_on_hand <> 0

    ),

    limited as (

        select
            *,
            cast(date_trunc('month', snapshot_date) as date) as daybook_period_start,
            greatest(daybook_period_start, daybook_first_day) as daybook_from_day,
            least(last_day(daybook_period_start), daybook_last_day) as daybook_to_day
        from known
        cross join span
        where snapshot_date between daybook_first_day and daybook_last_day

    )

select
    daybook_period_start as period_start,
    status,
    daybook_to_day as period_end,
    datediff(daybook_to_day, daybook_from_day) + 1 as days,
    sum(
        if(snapshot_date = daybook_from_day, daybook_brought_forward, 0)
    ) as opening_on_hand,
    sum(quantity_in) as quantity_in,
    sum(quantity_out) as quantity_out,
    coalesce(
        sum(if(snapshot_date = daybook_to_day, quantity_on_hand, 0)), 0
    ) as closing_on_hand,
    coalesce(sum(quantity_on_hand), 0)
    / (datediff(daybook_to_day, daybook_from_day) + 1) as average_on_hand,
    coalesce(max(quantity_on_hand), 0) as maximum_on_hand
from limited
group by daybook_period_start, status, daybook_from_day, daybook_to_day
having
    opening_on_hand <> 0
    or max(abs(quantity_on_hand)) <> 0
    or sum(quantity_in) <> 0
    or sum(quantity_out) <> 0
