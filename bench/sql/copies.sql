[#- A full copy of the keys, or what changed since the one before it. -#]
create or replace view [[ view ]] as
select
    id as k,
    int(1000 * [[ drawn("id", "last_change") ]]) as score,
    concat('name ', id % 1000) as name,
    date'[[ first_day ]]' + [[ number ]] as day,
    timestamp_ntz'[[ first_day ]]' + interval [[ number ]] day as arrived_at
from (
    select
        id,
        array_max(
            filter(
                sequence(0, [[ number ]]),
                each -> each = 0 or [[ drawn("id", "each") ]] < [[ share ]]
            )
        ) as last_change
    from range([[ keys ]])
)
[% if changes_only %]
where last_change = [[ number ]]
[% endif %]
