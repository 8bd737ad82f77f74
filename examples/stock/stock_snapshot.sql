{{
    config(
        materialized="batched",
        partition_by="stock_date",
        meta={"restate_from": "1900-01-01"},
    )
}}

select warehouse, article, quantity, delivery as snapshot, stock_date
from {{ ref("stock_snapshots") }}
where delivery = {{ var("delivery") }}
