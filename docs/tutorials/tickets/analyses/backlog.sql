select
    snapshot_date,
    state,
    sum(quantity_in) as came_in,
    sum(quantity_out) as went_out,
    sum(quantity_on_hand) as on_hand
from {{ ref("snap_tickets_daily") }}
group by snapshot_date, state
order by snapshot_date, state
