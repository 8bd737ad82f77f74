insert into [[ table ]] by name
select
    timestamp_ntz'[[ day ]] 00:00:00'
        + make_dt_interval(0, 0, 0, id * 86400 / [[ rows ]]) as sold_at,
    int(1000 * [[ drawn("id", number) ]]) as product_id,
    int(20 * [[ drawn("id", number, 3) ]]) as store_id,
    int(100000 * [[ drawn("id", number, 5) ]]) as customer_id,
    cast(100 * [[ drawn("id", number, 9) ]] as decimal(9, 2)) as amount,
    date'[[ day ]]' as sale_day
from range([[ rows ]])
