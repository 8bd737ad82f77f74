-- analyses/backlog_as_it_was.sql
select *
from
    (
        select
            `snapshot_date`,
            `status`,
            `team`,
            `quantity_in`,
            `quantity_out`,
            `quantity_on_hand`,
            `snapshot_month`,
            `posted_batch_id`,
            `batch_id` | 0y as `batch_id`
        from analytics.snap_issues_daily__batches
        where (batch_id = 1795576780 or isnan(batch_id))
    )
