with

    movements as (

        select
            event_date as snapshot_date,
            `status`,
            `team`,
            if(direction = 'in', event_count, 0) as daybook_in,
            if(direction = 'out', - event_count, 0) as daybook_out
        from analytics.fct_issue_entries
        union all
        select snapshot_date, `status`, `team`, - quantity_in, - quantity_out
        from analytics.snap_issues_daily

    ),

    moved_otherwise as (

        select
            snapshot_date,
            `status`,
            `team`,
            sum(daybook_in) as daybook_missing_in,
            sum(daybook_out) as daybook_missing_out
        from movements
        group by snapshot_date, `status`, `team`
        having daybook_missing_in <> 0 or daybook_missing_out <> 0

    ),

    neighbours as (

        select
            snapshot_date,
            `status`,
            `team`,
            sum(quantity_in) - sum(quantity_out) as daybook_moved,
            sum(quantity_on_hand) as daybook_on_hand,
            coalesce(
                case
                    when lag(snapshot_date) over by_day = date_sub(snapshot_date, 1)
                    then lag(sum(quantity_on_hand)) over by_day
                end,
                0
            ) as daybook_on_hand_before,
            lead(snapshot_date) over by_day as daybook_next_date,
            max(snapshot_date) over () as daybook_last_date
        from analytics.snap_issues_daily
        group by snapshot_date, `status`, `team`
        window by_day as (partition by `status`, `team` order by snapshot_date)

    )

select *
from moved_otherwise
union all
select snapshot_date, `status`, `team`, daybook_on_hand, daybook_on_hand_before
from neighbours
where
    case
        when false
        then not daybook_on_hand <=> 0
        else
            not daybook_on_hand <=> daybook_on_hand_before + daybook_moved
            or (
                daybook_on_hand <> 0
                and snapshot_date < daybook_last_date
                and not daybook_next_date <=> date_add(snapshot_date, 1)
            )
    end
