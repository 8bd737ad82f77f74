[#- The first, or the next one: of what was told last, with its changes. -#]
[%- set key = "xxhash64(date, product_id, store_id)" -%]
create or replace view [[ view ]] as
[% if number == 1 %]
select
    date'[[ first_day ]]' + int(id % [[ days ]]) as date,
    int(id div [[ days ]] div [[ stores ]]) as product_id,
    int(id div [[ days ]] % [[ stores ]]) as store_id,
    1 as attribute_id,
    int(1000 * [[ drawn("id", "0") ]]) as attr_value,
    1L as update_id
from range([[ rows ]])
[% else %]
select
    date,
    product_id,
    store_id,
    attribute_id,
    if(
        [% if clustered_in %]
        date < date'[[ first_day ]]' + [[ clustered_in ]] and
        [% endif %]
        [[ drawn(key, number) ]] < [[ share ]],
        attr_value + 1 + [[ number ]],
        attr_value
    ) as attr_value,
    [[ number ]]L as update_id
from [[ told ]]
where [[ drawn(key, number, 7) ]] >= [[ missing ]]
[% endif %]
