create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '2026-11-25 03:19:40',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.monthly_orders__log
set tblproperties('daybook.log.000001.0000' = '<JSON in hexadecimal digits>', 'daybook.log.000002.0000' = '<JSON in hexadecimal digits>');

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000002.0000' = '<JSON in hexadecimal digits>');

create view analytics.orders_audited tblproperties('daybook.view' = 'clone', 'daybook.source' = '<JSON in hexadecimal digits>') as
select  /* daybook position 1 */
    `order_id`,
    `amount`,
    `order_month`,
    `posted_batch_id`,
    `batch_id` | 0y as `batch_id`
from analytics.monthly_orders__batches
where (batch_id = 1795576780 or isnan(batch_id));

alter view analytics__daybook.monthly_orders__log
set tblproperties('daybook.log.000002.0000' = '<JSON in hexadecimal digits>');

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000002.0000' = '<JSON in hexadecimal digits>');

drop view if exists analytics__daybook.monthly_orders__lock
