{{ config(materialized="batched") }}

{{
    daybook.aged_snapshot(
        entries=daybook.new_batches(ref("parcel_entries")),
        posted=this,
        through=daybook.last_event_date(ref("stg_scans"), parcel_log()),
        event_log=parcel_log(),
        calendar=ref("work_days"),
    )
}}
