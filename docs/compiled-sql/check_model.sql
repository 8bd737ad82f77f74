show schemas like 'analytics';

show table extended in analytics like '*';

show schemas like 'analytics';

show tblproperties analytics.fct_issue_entries__batches;

select
    to_json(
        struct(
            array(cast(`entry_month` as string)) as partition,
            batch_id as id,
            sum(daybook_rows) as rows,
            count(
                distinct regexp_extract(
                    substring_index(daybook_file, '/', -1),
                    '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
                    0
                )
            ) as writers,
            unix_seconds(max(daybook_time)) as changed_at,
            max(regexp_extract(daybook_file, '^(.*)/', 1)) as folder
        )
    )
from
    (
        select
            `entry_month`,
            batch_id,
            daybook_file,
            count(*) as daybook_rows,
            max(daybook_time) as daybook_time
        from
            (
                select
                    `entry_month`,
                    batch_id,
                    input_file_name() as daybook_file,
                    _metadata.file_modification_time as daybook_time
                from analytics.fct_issue_entries__batches
            )
        group by all
    )
group by `entry_month`, batch_id;

show table extended in analytics
like 'fct_issue_entries';

show create table analytics.fct_issue_entries;

show tblproperties analytics.fct_issue_entries__batches
