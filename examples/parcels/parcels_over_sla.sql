{{ config(materialized="view") }}

select
    snapshot_date,
    hub,
    sum(quantity_on_hand) as on_hand,
    sum(case when age_working_days > 2 then quantity_on_hand else 0 end) as over_sla
from {{ ref("parcels_by_age") }}
group by snapshot_date, hub
