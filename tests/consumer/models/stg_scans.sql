{{ config(materialized="batched", batch="append", partition_by="event_month") }}

{{
    daybook.accept_events(
        events=ref("scans"),
        accepted=daybook.published(this),
        item="parcel",
        state="place",
        occurred_at="scanned_at",
        dimensions=["hub"],
    )
}}
