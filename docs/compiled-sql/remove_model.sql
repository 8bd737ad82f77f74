create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.monthly_orders__log
set tblproperties('daybook.log.000009.0000' = '<JSON in hexadecimal digits>');

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000009.0000' = '<JSON in hexadecimal digits>');

drop view analytics.monthly_orders;

create table if not exists analytics__daybook.monthly_orders__removed_2 (nothing int, level_1 bigint, number bigint)
using parquet partitioned by (level_1, number);

alter table analytics__daybook.monthly_orders__removed_2 add partition (level_1 = 0, number = 1) location 'file:/warehouse/analytics.db/monthly_orders__batches/1795576780';

alter table analytics__daybook.monthly_orders__removed_2 drop if exists partition (level_1 = 0, number = 1);

drop view if exists analytics__daybook.monthly_orders__log;

drop table if exists analytics.monthly_orders__batches;

drop table if exists analytics__daybook.monthly_orders__removed_1;

drop table if exists analytics__daybook.monthly_orders__removed_2;

drop view if exists analytics__daybook.monthly_orders__lock
