{{ config(materialized="batched") }}

{{
    daybook.aged_snapshot(
        entries=daybook.new_batches(ref("parcel_entries")),
        posted=this,
        through=daybook.last_event_date(ref("stg_scans"), "scanned_at"),
        state="state",
        dimensions=["hub"],
        calendar=ref("work_days"),
        terminal_states=["Delivered"],
    )
}}
