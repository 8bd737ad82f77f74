{{ config(materialized="batched") }}

{{
    daybook.negate_events(
        events=daybook.new_batches(ref("stg_tickets")),
        history=ref("stg_tickets"),
        posted=this,
        event_log=ticket_log(),
    )
}}
