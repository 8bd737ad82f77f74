[#- With corrections: all versions at once, and corrections of the last one over the
    years, which do nothing but close a row each. -#]
create table [[ table ]] using parquet partitioned by (batch) as
with
    numbered as (
        select id as k, explode(sequence(0, [[ last + corrections ]])) as n
        from range([[ keys ]])
    ),
    dated as (
        select
            *,
            date'[[ first_day ]]' + int(
                [[ days // versions ]] * (
                    least(n, [[ last ]]) + [[ drawn("k", "least(n, %s)" % last) ]]
                )
            ) as day
        from numbered
    )
select
    k,
    day,
    int(1000 * [[ drawn("k", "n", 1) ]]) as score,
    concat('name ', k % 1000) as name,
    [% if corrections %]
    timestampadd(
        second,
        if(n <= [[ last ]], 0, int(
            [[ days ]] * 86400D
            * (n - [[ last ]] - [[ drawn("k", "n", 2) ]]) / [[ corrections ]]
        )),
        timestamp_ntz'[[ first_day ]] 00:00:00'
    ) as arrived_at,
    [% else %]
    timestampadd(
        second,
        int(86400 * [[ drawn("k", "n", 2) ]]),
        cast(day + 1 as timestamp_ntz)
    ) as arrived_at,
    [% endif %]
    0 as batch
from dated
