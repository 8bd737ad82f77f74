{{ config(materialized="batched") }}

{{
    daybook.accumulating_snapshot(
        entries=daybook.new_batches(ref("subscription_entries")),
        posted=this,
        through=daybook.last_event_date(ref("stg_subscriptions"), "effective_at"),
        state="state",
        dimensions=["plan", "monthly_fee"],
        terminal_states=["Cancelled"],
    )
}}
