{{ config(materialized="batched", partition_by="stock_date") }}

{{
    daybook.merge_snapshot(
        incoming=ref("stock_snapshot"),
        posted=this,
        key=["stock_date", "warehouse", "article"],
        version="snapshot",
        strategy="adopt",
    )
}}
