create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '2026-11-25 03:19:40',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

create table analytics.monthly_orders__batches (
    `order_id` int, `amount` decimal(9,2), `order_month` string,
    posted_batch_id bigint
    comment 'The batch in which the row was first posted: its system time.',
    batch_id bigint comment 'The batch whose files hold the row.'
)
using parquet
partitioned by (`order_month`, `batch_id`)
location 'monthly_orders__batches/1795576780'
tblproperties('daybook.log.000001.0000' = '<JSON in hexadecimal digits>', 'daybook.born' = '1795576780', 'daybook.format' = '2');

drop view if exists analytics__daybook.monthly_orders__log;

create view analytics__daybook.monthly_orders__log comment 'A copy of a log that daybook keeps.' tblproperties('daybook.log.000001.0000' = '<JSON in hexadecimal digits>', 'daybook.born' = '1795576780', 'daybook.format' = '2') as
select 1 as log;

insert overwrite analytics.monthly_orders__batches with ('partitionOverwriteMode' = 'dynamic') by name
select
    `order_id`,
    `amount`,
    `order_month`,
    1795576780l as posted_batch_id,
    1795576780l as batch_id
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
set tblproperties('daybook.log.000001.0000' = '<JSON in hexadecimal digits>');

create view analytics.monthly_orders tblproperties('daybook.view' = 'pointer') as
select  /* daybook position 1 */  /* daybook event 1795576780 <JSON in hexadecimal digits> */
    `order_id`,
    `amount`,
    `order_month`,
    `posted_batch_id`,
    `batch_id` | 0y as `batch_id`
from analytics.monthly_orders__batches
where (batch_id = 1795576780 or isnan(batch_id));

drop view if exists analytics__daybook.monthly_orders__lock
