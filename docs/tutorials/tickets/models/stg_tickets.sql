{{ config(materialized="batched") }}

{{
    daybook.accept_events(
        events=ref("ticket_log"),
        accepted=daybook.published(this),
        event_log=ticket_log(),
    )
}}
