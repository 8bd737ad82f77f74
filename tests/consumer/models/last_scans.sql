{{ config(materialized="batched") }}

{{
    latest_rows(
        rows=daybook.new_batches(ref("stg_scans")),
        posted=this,
        key=["parcel"],
        version="scanned_at",
    )
}}
