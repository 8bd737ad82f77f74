-- analyses/batches_of_the_entries.sql
select *
from
    (
        select
            'analytics.fct_issue_entries' as model,
            cast(batch_id as bigint) as batch_id,
            cast(at as timestamp) as at,
            cast(what as string) as what,
            cast(rows as bigint) as rows,
            cast(written as bigint) as written,
            cast(seen as bigint) as seen,
            cast(on_disk as bigint) as on_disk,
            cast(notes as string) as notes
        from
        values
            (
                1795576780,
                '2026-11-25 03:19:40 UTC',
                'committed',
                6,
                2,
                1,
                2,
                '2 of the rows are private'
            ),
            (
                1795576802,
                '2026-11-25 03:20:02 UTC',
                'committed',
                6,
                2,
                2,
                2,
                '2 of the rows are private'
            ) as listed(batch_id, at, what, rows, written, seen, on_disk, notes)
        where what is not null
    )
