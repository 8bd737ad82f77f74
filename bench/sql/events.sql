create table [[ table ]] using parquet as
with
    items as (
        select
            id,
            concat('item ', id) as item,
            concat('team ', int([[ groups ]] * pow([[ drawn("id", 1) ]], 2))) as team,
            int([[ days ]] * [[ drawn("id", 2) ]]) as entered,
            1 + int(ln(1 - [[ drawn("id", 3) ]]) / [[ log_of_more ]]) as steps,
            [[ drawn("id", 4) ]] < 0.8 as is_closed
        from range([[ items ]])
    ),
    stepped as (
        select *, explode(sequence(1, steps)) as step
        from items
        where entered >= [[ entered_from ]]
    ),
    waited as (
        select
            *,
            case
                when step = 1 then entered + [[ drawn("id", 5) ]]
                when [[ drawn("id", "step", 6) ]] < 0.3
                then 0.1 * [[ drawn("id", "step", 7) ]]
                else -7 * ln(1 - [[ drawn("id", "step", 7) ]])
            end as days_waited
        from stepped
    ),
    timed as (
        select
            *,
            timestampadd(
                second,
                int(86400 * sum(days_waited) over (partition by id order by step)),
                timestamp_ntz'[[ first_day ]] 00:00:00'
            ) as changed_at
        from waited
    )
select
    item,
    case
        when step = steps and (is_closed or entered < [[ closed_before ]])
        then 'Closed'
        else concat('state ', pmod(
            step + int([[ drawn("id", "step", 8) ]] < 0.05), [[ states ]] - 1
        ))
    end as state,
    changed_at,
    step as order_no,
    team
from timed
where changed_at
    < timestampadd(day, [[ days ]], timestamp_ntz'[[ first_day ]] 00:00:00')
order by changed_at
