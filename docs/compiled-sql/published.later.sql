-- models/stg_customer_scores.sql
select customer_id, score, score_date, arrived_at
from analytics.customer_scores

where arrived_at > (select max(arrived_at) from analytics.stg_customer_scores)
