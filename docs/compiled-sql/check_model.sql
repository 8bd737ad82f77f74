show schemas like 'analytics';

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
            array(cast(`key_1` as string)) as partition,
            batch_id as id,
            sum(row_count) as rows,
            count(
                distinct regexp_extract(
                    substring_index(file, '/', -1),
                    '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
                    0
                )
            ) as writers,
            unix_seconds(max(changed_at)) as changed_at,
            max(regexp_extract(file, '^(.*)/', 1)) as folder
        )
    )
from
    (
        select
            `key_1`,
            batch_id,
            file,
            count(*) as row_count,
            max(changed_at) as changed_at
        from
            (
                select
                    `entry_month`,
                    batch_id,
                    input_file_name(),
                    _metadata.file_modification_time
                from analytics.fct_issue_entries__batches
            ) as files(`key_1`, batch_id, file, changed_at)
        group by all
    )
group by `key_1`, batch_id;

set `spark.sql.files.ignoreCorruptFiles` = `false`;

set `spark.sql.files.ignoreMissingFiles` = `false`;

show table extended in analytics
like 'fct_issue_entries|fct_issue_entries__batches';

show schemas like 'analytics__daybook';

show table extended in analytics__daybook
like 'fct_issue_entries__log';

show schemas like 'analytics'
