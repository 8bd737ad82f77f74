-- analyses/batches_of_the_entries.sql
select *
from
    (
        select
            'analytics.fct_issue_entries' as model,
            inline(
                from_json(
                    '[{"at": "2026-11-25 03:19:40", "batch_id": 1795576780, "notes": "2 of the rows are private", "on_disk": 2, "rows": 6, "seen": 1, "what": "committed", "written": 2}, {"at": "2026-11-25 03:20:02", "batch_id": 1795576802, "notes": "2 of the rows are private", "on_disk": 2, "rows": 6, "seen": 2, "what": "committed", "written": 2}]',
                    'array<struct<batch_id: bigint, at: timestamp, what: string, rows: bigint, written: bigint, seen: bigint, on_disk: bigint, notes: string>>',
                    map('timeZone', 'UTC')
                )
            )
    )
