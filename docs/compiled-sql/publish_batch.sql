create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.monthly_orders__log
set tblproperties('daybook.log.000005.0000' = '<JSON in hexadecimal digits>');

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000005.0000' = '<JSON in hexadecimal digits>');

alter view analytics.monthly_orders as
select  /* daybook position 5 */
    `order_id`,
    `amount`,
    `order_month`,
    `posted_batch_id`,
    `batch_id` | 0y as `batch_id`
from analytics.monthly_orders__batches
where (batch_id = 1795576780 or isnan(batch_id));

drop view if exists analytics__daybook.monthly_orders__lock
