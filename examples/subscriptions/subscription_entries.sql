{{ config(materialized="batched") }}

{{
    daybook.negate_events(
        events=daybook.new_batches(ref("stg_subscriptions")),
        history=ref("stg_subscriptions"),
        posted=this,
        event_log=subscription_log(),
    )
}}
