-- models/fct_low_scores.sql
select customer_id, score, score_date
from
    (
        select `customer_id`, `score`, `score_date`, `arrived_at`, `posted_batch_id`
        from analytics.stg_customer_scores
        where batch_id >= 1795576802 and posted_batch_id = 1795576802
    )
where score < 600
