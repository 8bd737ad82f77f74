{{ config(materialized="batched") }}

{{
    daybook.accept_events(
        events=ref("scans"),
        accepted=daybook.published(this),
        event_log=scan_log(),
    )
}}
