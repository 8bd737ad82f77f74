{{
    config(
        materialized="batched",
        batch="append",
        partition_by="entry_month",
        replace_where="entry_month = 'open'",
        private=["open", "resting"],
    )
}}

{{
    daybook.negate_events(
        events=daybook.new_batches(ref("stg_scans")),
        history=ref("stg_scans"),
        posted=this,
        item="parcel",
        state="place",
        occurred_at="scanned_at",
        dimensions=["hub"],
    )
}}
