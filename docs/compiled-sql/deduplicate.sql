-- analyses/latest_products.sql
select *
from
    (
        select *
        from (select * from analytics.product_snapshot)
        qualify
            row_number() over (
                partition by `product_id`
                order by `snapshot_id` desc, `product_id`, `name`, `snapshot_id`
            )
            = 1
    )
