create view if not exists analytics__daybook.monthly_orders__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.expires' = '<six hours later>',
    'daybook.job' = ''
) as select 1 as locked;

alter table analytics.monthly_orders__batches
set tblproperties('daybook.log.000006.0000' = '<JSON in hexadecimal digits>');

drop view if exists analytics__daybook.monthly_orders__lock
