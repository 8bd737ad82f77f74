[#- For Spark and DuckDB alike: items by day, from the day on which each entered a state
    to the last on which it stayed. Exploded, or joined to all days. -#]
[%- macro days(first, last) -%]
    [%- if dialect == "spark" -%]
    explode(sequence([[ first ]], [[ last ]]))
    [%- else -%]
    unnest(generate_series([[ first ]], [[ last ]], interval 1 day))
    [%- endif -%]
[%- endmacro -%]
with
    marked as (
        select *, lag(state) over by_item as state_before
        from [[ events ]]
        window by_item as (partition by item order by changed_at, order_no)
    ),
    lasted as (
        select
            state,
            team,
            cast(changed_at as date) as held_since,
            coalesce(
                cast(lead(changed_at) over by_item as date) - 1,
                cast('[[ last_day ]]' as date)
            ) as to_day
        from marked
        where state is distinct from state_before
        window by_item as (partition by item order by changed_at, order_no)
    ),
    stays as (
        select * from lasted where state <> 'Closed' and to_day >= held_since
    ),
    [% if by_age %]
    exploded as (
        select state, team, held_since, [[ days("held_since", "to_day") ]] as day
        from stays
    )
select
    cast(day as date) as snapshot_date,
    state,
    team,
    [% if dialect == "spark" %]
    datediff(day, held_since) as age_days,
    [% else %]
    cast(cast(day as date) - held_since as int) as age_days,
    [% endif %]
    count(*) as quantity_on_hand
from exploded
    [% else %]
    spine as (
        select [[ days("date '%s'" % first_day, "date '%s'" % last_day) ]] as day
    )
select cast(day as date) as snapshot_date, state, team, count(*) as quantity_on_hand
from stays
inner join spine on day between held_since and to_day
    [% endif %]
group by all
