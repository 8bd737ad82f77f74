{{ config(materialized="batched") }}

{{
    daybook.negate_events(
        events=daybook.new_batches(ref("stg_subscriptions")),
        history=ref("stg_subscriptions"),
        posted=this,
        item="subscription",
        state="state",
        occurred_at="effective_at",
        dimensions=["plan", "monthly_fee"],
        terminal_states=["Cancelled"],
    )
}}
