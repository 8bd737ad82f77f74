{{
    config(
        materialized="batched",
    )
}}

{{
    daybook.negate_events(
        events=daybook.new_batches(ref("stg_scans")),
        history=ref("stg_scans"),
        posted=this,
        event_log=scan_log(),
    )
}}
