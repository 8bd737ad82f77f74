with

    moments as (

        select
            `issue_id`,
            `status`,
            `team`,
            event_at as daybook_at,
            direction as daybook_direction,
            sum(event_count) as daybook_count
        from analytics.fct_issue_entries
        group by `issue_id`, `status`, `team`, event_at, direction

    ),

    balances as (

        select
            `issue_id`,
            `status`,
            `team`,
            sum(daybook_count) as daybook_balance,
            max(
                if(daybook_direction = 'in' and daybook_count > 0, daybook_at, null)
            ) as daybook_entered_at,
            max(
                max(
                    if(daybook_direction = 'in' and daybook_count > 0, daybook_at, null)
                )
            ) over (partition by `issue_id`) as daybook_last_entered_at
        from moments
        group by `issue_id`, `status`, `team`

    )

select `issue_id`, `status`, `team`, daybook_balance as balance
from balances
where
    daybook_balance <> 0
    and (
        daybook_balance <> 1
        or `issue_id` is null
        or not coalesce(daybook_entered_at = daybook_last_entered_at, false)
    )
