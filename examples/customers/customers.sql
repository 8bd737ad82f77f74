{{ config(materialized="batched") }}

{{
    daybook.bitemporal_history(
        arrivals=daybook.new_batches(ref("stg_customers")),
        posted=this,
        key=["customer"],
        values=["segment"],
        event_time="valid_on",
        system_time="recorded_at",
    )
}}
