create table [[ schema ]].landed using parquet as
select
    cast(item as string) as item,
    array('Opened', 'Assigned', 'Resolved', 'Closed')[step] as state,
    timestamp_ntz'2015-01-01 08:00:00'
        + make_dt_interval(cast(item / [[ per_day ]] as int) + step, step) as at,
    step as order_no,
    concat('team ', item % 20) as team,
    pmod(hash(item, step), 100) = 0 as is_late,
    cast(item / [[ per_day ]] as int) + step
        + if(pmod(hash(item, step), 100) = 0, pmod(hash(step, item), 30) + 1, 0)
        as arrives_on
from range([[ items ]]) as items (item)
lateral view explode(array(0, 1, 2, 3)) as step
