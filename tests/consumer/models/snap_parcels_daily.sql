{{ config(materialized="batched") }}

{{
    daybook.accumulating_snapshot(
        entries=daybook.new_batches(ref("fct_moves")),
        posted=this,
        through=daybook.last_event_date(ref("stg_scans"), scan_log()),
        event_log=scan_log(),
    )
}}
