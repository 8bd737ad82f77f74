-- analyses/sales_by_product.sql
select product_id, amount
from
    (
        select `product_id`, `amount` as `amount`

        from
            (
                select
                    `product_id` as `product_id`,
                    sum(`amount`) as `amount`,
                    count(*) as daybook_rows

                from analytics.agg_product_sales
                group by `product_id`
            )
    )
