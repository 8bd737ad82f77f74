create view if not exists analytics__daybook.fct_issue_entries__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.fct_issue_entries__lock rename to analytics__daybook.fct_issue_entries__lock_dead_<digits>;

create view if not exists analytics__daybook.fct_issue_entries__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.fct_issue_entries__log
set tblproperties('daybook.log.000003.0000' = '<JSON in hexadecimal digits>');

alter view analytics__daybook.fct_issue_entries__log
set tblproperties('daybook.log.000003.0000' = '<JSON in hexadecimal digits>');

alter table analytics.fct_issue_entries__batches
set tblproperties('daybook.log.000003.0000' = '<JSON in hexadecimal digits>');

alter view analytics.fct_issue_entries as
select  /* daybook position 3 */
    `issue_id`,
    `event_at`,
    `status`,
    `team`,
    `event_date`,
    `direction`,
    `held_since`,
    `age_days`,
    `age_days_by_item`,
    `event_count`,
    `entry_month`,
    `posted_batch_id`,
    `batch_id` | 0y as `batch_id`
from analytics.fct_issue_entries__batches
where
    (
        `entry_month` = '2015-09'
        and batch_id between 1795576780 and 1795576835
        or isnan(batch_id)
    );

drop view if exists analytics__daybook.fct_issue_entries__lock;

drop view if exists analytics__daybook.fct_issue_entries__lock_dead_<digits>
