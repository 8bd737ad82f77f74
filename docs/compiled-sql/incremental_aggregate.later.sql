-- models/agg_product_sales.sql
select
    `product_id` as `product_id`,
    date_format(sold_at, 'yyyy-MM') as `sale_month`,
    sum(amount) as `amount`,
    count(*) as `sales`,
    count(*) as daybook_rows,
    case
        when `sold_at` is null or `sold_at` >= daybook_open then 0 else daybook_number
    end as daybook_segment
from
    (
        select *
        from analytics.product_sales
        cross join
            (values (timestamp_ntz '2015-09-05 17:30:00.000000', 2)) as daybook_places(
                daybook_open, daybook_number
            )
        where
            (
                `sold_at` >= timestamp_ntz '2015-08-26 09:00:00.000000'
                and `sold_at` <= timestamp_ntz '2015-09-12 17:30:00'
            )
    )

group by
    `product_id`,
    date_format(sold_at, 'yyyy-MM'),
    case
        when `sold_at` is null or `sold_at` >= daybook_open then 0 else daybook_number
    end;

alter view analytics__daybook.agg_product_sales__log
set tblproperties('daybook.log.000001.0000' = '<JSON in hexadecimal digits>', 'daybook.log.000002.0000' = '<JSON in hexadecimal digits>');

alter view analytics.agg_product_sales as
select  /* daybook position 2 */  /* daybook event 1795576780 <JSON in hexadecimal digits> */
    `product_id`,
    `sale_month`,
    `amount`,
    `sales`,
    `posted_batch_id`,
    `batch_id` | 0y as `batch_id`
from
    (
        select
            `product_id`,
            `sale_month`,
            cast(sum(`amount`) as decimal(19, 2)) as `amount`,
            cast(ifnull(sum(`sales`), 0) as bigint) as `sales`,
            max(posted_batch_id) as posted_batch_id,
            max(batch_id) as batch_id
        from analytics.agg_product_sales__batches
        where (batch_id = 1795576802 or isnan(batch_id))
        group by `product_id`, `sale_month`
    )
