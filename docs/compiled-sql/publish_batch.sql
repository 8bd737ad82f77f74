create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.expires' = '<six hours later>',
    'daybook.job' = ''
) as select 1 as locked;

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000005.0000' = '<JSON in hexadecimal digits>');

alter view analytics.monthly_orders as
select
    `order_id`,
    `amount`,
    `order_month`,
    `posted_batch_id`,
    `batch_id` | 0y as `batch_id`
from analytics.monthly_orders__batches
where (batch_id = 1795576780 or isnan(batch_id));

alter table analytics.monthly_orders__batches
set tblproperties('daybook.flipped' = '5');

drop view if exists analytics__daybook.monthly_orders__lock
