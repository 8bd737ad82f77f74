{{ config(materialized="batched") }}

{{
    daybook.accumulating_snapshot(
        entries=daybook.new_batches(ref("subscription_entries")),
        posted=this,
        through=daybook.last_event_date(ref("stg_subscriptions"), subscription_log()),
        event_log=subscription_log(),
    )
}}
