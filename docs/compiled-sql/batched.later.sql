create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '2026-11-25 03:20:02',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.monthly_orders__log
set tblproperties('daybook.log.000003.0000' = '<JSON in hexadecimal digits>');

insert overwrite analytics.monthly_orders__batches with ('partitionOverwriteMode' = 'dynamic') by name
select
    `order_id`,
    `amount`,
    `order_month`,
    1795576802l as posted_batch_id,
    1795576802l as batch_id
from
    (
        select  /*+ rebalance(`order_month`) */
            *
        from
            (
                -- models/monthly_orders.sql
                select order_id, amount, order_month from analytics.orders
            )
    );

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000003.0000' = '<JSON in hexadecimal digits>');

alter view analytics.monthly_orders as
select  /* daybook position 3 */  /* daybook event 1795576780 <JSON in hexadecimal digits> */
    `order_id`,
    `amount`,
    `order_month`,
    `posted_batch_id`,
    `batch_id` | 0y as `batch_id`
from analytics.monthly_orders__batches
where
    (
        (`order_month` = '2015-08' and batch_id = 1795576780)
        or (`order_month` = '2015-09' and batch_id = 1795576802)
        or isnan(batch_id)
    );

drop view if exists analytics__daybook.monthly_orders__lock
