{{ config(materialized="batched") }}

{%- set scans %}
    (
        select
            parcel,
            state,
            hub,
            {{ daybook.local_timestamp("scanned_at") }} as scanned_at
        from {{ ref("parcel_scans") }}
        where delivery <= {{ var("delivery") }}
    )
{%- endset %}

{{
    daybook.accept_events(
        events=scans,
        accepted=daybook.published(this),
        event_log=parcel_log(),
    )
}}
