{{ config(materialized="batched") }}

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
