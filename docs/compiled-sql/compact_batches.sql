create view if not exists analytics__daybook.fct_issue_entries__lock tblproperties (
    'daybook.holder' = '<invocation>',
    'daybook.since' = '<now>',
    'daybook.hours' = '6',
    'daybook.job' = ''
) as select 1 as locked;

alter view analytics__daybook.fct_issue_entries__log
set tblproperties('daybook.log.000004.0000' = '<JSON in hexadecimal digits>');

insert overwrite analytics.fct_issue_entries__batches with ('partitionOverwriteMode' = 'dynamic') by name
select
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
    coalesce(posted_batch_id, 1795576851l) as posted_batch_id,
    1795576851l as batch_id
from
    (
        select  /*+ rebalance(`entry_month`) */
            *
        from
            (
                select *
                from analytics.fct_issue_entries__batches
                where
                    (
                        `entry_month` = '2015-09'
                        and batch_id between 1795576780 and 1795576835
                        or isnan(batch_id)
                    )
            )
    );

alter table analytics.fct_issue_entries__batches
set tblproperties('daybook.log.000004.0000' = '<JSON in hexadecimal digits>');

alter view analytics.fct_issue_entries as
select  /* daybook position 4 */  /* daybook event 1795576780 <JSON in hexadecimal digits> */
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
where (batch_id = 1795576851 or isnan(batch_id));

drop view if exists analytics__daybook.fct_issue_entries__lock
