[#- dbt-spark's: the days of a look-back, from all of their rows. -#]
{{ config(materialized="incremental", incremental_strategy="microbatch",
    file_format="parquet", partition_by="sale_day", event_time="sold_at",
    batch_size="day", begin="[[ first_day ]]", lookback=1) }}
select
    product_id,
    store_id,
    sum(amount) as amount,
    count(*) as sales,
    max(amount) as most,
    sale_day
from {{ source("shop", "sales") }}
group by product_id, store_id, sale_day
