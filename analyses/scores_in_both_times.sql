{#-
    What was a customer's score, and when did we believe it: one row per version, which is a
    rectangle in the plane of event time and system time. Its ends belong to it; what is open
    ends in 9999.
-#}
{{ config(enabled=project_name == "daybook" and var("input").relation is none) }}

with history as (select * from {{ ref("snap_customer_scores") }})

select
    customer_id,
    name,
    score,
    as_of_start_date,
    as_of_end_date,
    system_start_ts,
    system_end_ts
from history
order by customer_id, system_start_ts, as_of_start_date
