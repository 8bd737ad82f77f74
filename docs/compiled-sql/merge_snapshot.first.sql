-- models/stg_products.sql
select `product_id`, `name`, `snapshot_id`
from
    (
        select `product_id`, `name`, `snapshot_id`, 1 as daybook_side
        from analytics.product_snapshot

    )
qualify
    lag(1) over (
        partition by product_id
        order by
            snapshot_id desc nulls last,
            daybook_side desc,
            `product_id`,
            `name`,
            `snapshot_id`
    )
    is null
