select `customer_id`, count(*) as current_rows
from analytics.snap_customer_scores
where `current_flag` = 'Y'
group by `customer_id`
having count(*) > 1
