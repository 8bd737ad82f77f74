create table [[ schema ]].facts using parquet as
select
    *,
    timestampadd(
        hour, int(24 * 30 * [[ drawn("fact_id", 13) ]]), cast(day as timestamp_ntz)
    ) as seen_at
from (
    select
        id as fact_id,
        bigint([[ keys ]] * [[ drawn("id", 11) ]]) as k,
        date'[[ first_day ]]' + int([[ days ]] * [[ drawn("id", 12) ]]) as day
    from range([[ facts ]])
)
