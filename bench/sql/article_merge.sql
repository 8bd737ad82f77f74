merge into [[ schema ]].[[ table ]] as t using [[ schema ]].incoming as s
on t.product_id = s.product_id and t.store_id = s.store_id
    and t.attribute_id = s.attribute_id and t.date = s.date
when matched and t.date >= '2017-04-14' and t.date <= '2017-04-26'
    then update set t.attr_value = s.attr_value, t.update_id = s.update_id
when not matched by target and s.date >= '2017-04-14' and s.date <= '2017-04-26'
    then insert (date, product_id, store_id, attribute_id, attr_value, update_id)
    values (s.date, s.product_id, s.store_id, s.attribute_id, s.attr_value,
        s.update_id)
