{{ config(
    materialized="incremental", incremental_strategy="merge", file_format="delta",
    unique_key=["date", "product_id", "store_id", "attribute_id"],
    partition_by="date") }}
select date, product_id, store_id, attribute_id, attr_value, update_id
from {{ ref("incoming") }}
