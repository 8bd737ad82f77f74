select
    `customer_id`,
    `score`,
    `valid_from`,
    `valid_to`,
    `known_from`,
    `known_to`,
    `current_flag`,
    `history_part`,
    `ended_month`
from
    (
        select
            `customer_id`,
            `score`,
            `valid_from`,
            `valid_to`,
            `known_from`,
            `known_to`,
            `current_flag`,
            `history_part`,
            `ended_month`,
            `posted_batch_id`,
            `batch_id` | 0y as `batch_id`
        from analytics.snap_customer_scores__batches
        where (batch_id = 1795576780 or isnan(batch_id))
    )
where history_part = 'closed'
except all
select
    `customer_id`,
    `score`,
    `valid_from`,
    `valid_to`,
    `known_from`,
    `known_to`,
    `current_flag`,
    `history_part`,
    `ended_month`
from analytics.snap_customer_scores
where history_part = 'closed'
