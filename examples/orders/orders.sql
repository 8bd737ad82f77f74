{{ config(materialized="batched", partition_by="order_month") }}

select
    order_id,
    customer,
    ordered_on,
    amount,
    date_format(ordered_on, 'yyyy-MM') as order_month
from {{ ref("order_exports") }}
where delivery = {{ var("delivery") }}
