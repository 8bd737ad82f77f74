{#- The article's other way: of each key the values with the highest number. -#}
select
    date,
    product_id,
    store_id,
    attribute_id,
    max_by(attr_value, update_id) as attr_value,
    max(update_id) as update_id
from (
    select date, product_id, store_id, attribute_id, attr_value, update_id
    from {{ ref("incoming") }}
    {% if daybook.published(this) %}
    union all
    select date, product_id, store_id, attribute_id, attr_value, update_id
    from {{ this }}
    {% endif %}
)
group by date, product_id, store_id, attribute_id
