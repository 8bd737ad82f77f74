-- analyses/present_entries.sql
select issue_id, status, held_since
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
            `posted_batch_id`,
            `batch_id` | 0y as `batch_id`
        from analytics.fct_issue_entries__batches
        where (`entry_month` = 'open' and batch_id = 1795576802 or isnan(batch_id))
    )
