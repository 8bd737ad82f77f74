{#- Stands for a table from before daybook, which a script has written. -#}
{{
    config(
        enabled=var("delivery") == 0,
        materialized="table",
        file_format="parquet",
        partition_by="stock_date",
    )
}}

select warehouse, article, quantity, delivery as snapshot, stock_date
from {{ ref("stock_snapshots") }}
where delivery = 0
