[#- dbt-spark's: the months that a day of look-back reaches, from all of their rows. -#]
{{ config(materialized="incremental", incremental_strategy="insert_overwrite",
    file_format="parquet", partition_by="sale_month") }}
select
    product_id,
    store_id,
    sum(amount) as amount,
    count(*) as sales,
    max(amount) as most,
    date_format(sold_at, 'yyyy-MM') as sale_month
from {{ source("shop", "sales") }}
{% if is_incremental() %}
where sale_day >= (select trunc(max(sale_day) - interval 1 day, 'MM')
    from {{ source("shop", "sales") }})
{% endif %}
group by product_id, store_id, date_format(sold_at, 'yyyy-MM')
