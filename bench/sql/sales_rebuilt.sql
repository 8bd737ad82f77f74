{{ config(materialized="table", file_format="parquet") }}
select
    product_id,
    store_id,
    date_format(sold_at, 'yyyy-MM') as sale_month,
    [% if distinct %]
    hll_sketch_estimate(hll_sketch_agg(xxhash64(customer_id))) as customers,
    [% endif %]
    sum(amount) as amount,
    count(*) as sales,
    max(amount) as most
from {{ source("shop", "sales") }}
group by product_id, store_id, date_format(sold_at, 'yyyy-MM')
