[%- set week = "date'%s'" % week -%]
[%- set a, b = drawn("id", batch, 5), drawn("id", batch, 6) -%]
insert into [[ table ]]
select
    id,
    [% if kind == "later" %]
    [[ week ]] + int(7 * [[ a ]]),
    [% elif kind == "80 % later" %]
    if([[ b ]] < 0.8, [[ week ]] + int(7 * [[ a ]]), [[ week ]] + 6 - int(30 * [[ a ]])),
    [% else %]
    date'[[ first_day ]]' + int([[ days ]] * [[ a ]]),
    [% endif %]
    int(1000 * [[ drawn("id", batch, 3) ]]),
    concat('name ', id % 1000),
    timestampadd(
        second,
        int(86400 * [[ drawn("id", batch, 4) ]]),
        cast([[ week ]] + 7 as timestamp_ntz)
    ),
    [[ batch ]]
from (
    select id
    from range([[ keys ]])
    order by xxhash64(id, [[ batch ]])
    limit [[ arrivals ]]
)
