select snapshot_date, `status`, `team`, sum(quantity_on_hand) as difference
from
    (
        select snapshot_date, `status`, `team`, quantity_on_hand
        from analytics.snap_issues_aged
        union all
        select snapshot_date, `status`, `team`, - quantity_on_hand as quantity_on_hand
        from analytics.snap_issues_daily
    )
group by snapshot_date, `status`, `team`
having sum(quantity_on_hand) <> 0
