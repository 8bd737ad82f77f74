show table extended in analytics like '*';

show table extended in analytics
like 'fct_issue_entries|fct_issue_entries__batches';

show schemas like 'analytics__daybook';

show table extended in analytics__daybook
like 'fct_issue_entries__log';

set `spark.sql.files.ignoreCorruptFiles`;

set `spark.sql.files.ignoreMissingFiles`;

set `spark.sql.files.ignoreCorruptFiles` = `true`;

set `spark.sql.files.ignoreMissingFiles` = `true`;

select
    to_json(
        struct(
            partition,
            sum(row_count) as rows,
            count(
                distinct regexp_extract(
                    substring_index(_file, '/', -1),
                    '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
                    0
                )
            ) as writers,
            unix_seconds(max(changed_at)) as changed_at,
            sort_array(collect_set(regexp_extract(_file, '^(.*)/', 1))) as folders
        )
    )
from
    (
        select
            array(
                cast(`entry_month` as string), cast(`batch_id` as string)
            ) as partition,
            _file,
            count(*) as row_count,
            max(_changed_at) as changed_at
        from
            (
                select
                    `entry_month`,
                    `batch_id`,
                    input_file_name() as _file,
                    _metadata.file_modification_time as _changed_at
                from analytics.fct_issue_entries__batches
            )
        group by `entry_month`, `batch_id`, _file
    )
group by partition;

set `spark.sql.files.ignoreCorruptFiles` = `false`;

set `spark.sql.files.ignoreMissingFiles` = `false`;

show table extended in analytics
like 'fct_issue_entries|fct_issue_entries__batches';

show schemas like 'analytics__daybook';

show table extended in analytics__daybook
like 'fct_issue_entries__log'
