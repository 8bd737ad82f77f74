[#- As dbt would have made it of the versions, one after the other. -#]
create table [[ schema ]].snapshotted using delta as
select
    k,
    score,
    name,
    valid_from as day,
    md5(k || '|' || valid_from) as dbt_scd_id,
    valid_from as dbt_updated_at,
    valid_from as dbt_valid_from,
    if(valid_to < [[ far ]], valid_to + 1, null) as dbt_valid_to
from [[ schema ]].on_one_axis
