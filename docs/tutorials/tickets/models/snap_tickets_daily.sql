{{ config(materialized="batched") }}

{{
    daybook.accumulating_snapshot(
        entries=daybook.new_batches(ref("fct_ticket_entries")),
        posted=this,
        through=daybook.last_event_date(ref("stg_tickets"), ticket_log()),
        event_log=ticket_log(),
    )
}}
