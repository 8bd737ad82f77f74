create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.monthly_orders__log
set tblproperties('daybook.log.000006.0000' = '<JSON in hexadecimal digits>');

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000006.0000' = '<JSON in hexadecimal digits>');

drop view if exists analytics__daybook.monthly_orders__lock
