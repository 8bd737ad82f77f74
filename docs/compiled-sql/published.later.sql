-- models/stg_customer_scores.sql
select customer_id, score, score_date, arrived_at
from analytics.customer_scores

left anti join
    (select distinct arrived_at from analytics.stg_customer_scores) using (arrived_at)
