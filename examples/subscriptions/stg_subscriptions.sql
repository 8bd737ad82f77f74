{{ config(materialized="batched") }}

{%- set changes %}
    (
        select
            subscription,
            state,
            plan,
            monthly_fee,
            cast(effective_on as timestamp_ntz) as effective_at
        from {{ ref("subscription_events") }}
        where delivery <= {{ var("delivery") }}
    )
{%- endset %}

{{
    daybook.accept_events(
        events=changes,
        accepted=daybook.published(this),
        event_log=subscription_log(),
    )
}}
