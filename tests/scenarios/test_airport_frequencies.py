"""Thirty daily full snapshots of real data: after each, the rows that came last.

Radio frequencies of airports, from OurAirports; in the folder of DAYBOOK_DATA.
"""

import os
from pathlib import Path

import pytest

DATA = os.environ.get("DAYBOOK_DATA")
pytestmark = [
    pytest.mark.stress,
    pytest.mark.skipif(
        not DATA,
        reason="DAYBOOK_DATA is not set: the airport frequencies are not there",
    ),
]
SNAPSHOTS, ROWS = 30, 891_072
# What came and went in 29 days, as the data's own description has it.
INSERTED, DELETED = 304, 11
COLUMNS = (
    "id, snapshot_ts, update_id, airport_ref, airport_ident, type, description,"
    " frequency_mhz"
)
MERGE = """
    {{ daybook.merge_snapshot(
        incoming=ref("told"), posted=this, key=["id"], version="snapshot_ts" %s) }}
"""
MODELS = {"merged": "", "adopted": ', strategy="adopt"'}
# Of each key, the row of the last snapshot that has it.
LAST = """
    select {columns} from {schema}.frequencies
    inner join (
        select id, max(snapshot_ts) as snapshot_ts
        from {schema}.frequencies where snapshot_ts <= timestamp_ntz'{moment}'
        group by id
    ) using (id, snapshot_ts)
"""


def test_the_table_after_each_snapshot(project):
    file = Path(DATA) / "airport_frequencies" / "frequencies_30days_long.parquet"
    project.query(
        f"create table {project.schema}.frequencies using parquet"
        f" as select {COLUMNS} from parquet.`{file}`"
    )
    project.fed_model("told")
    for name, more in MODELS.items():
        project.model(name, MERGE % more)
    moments = project.query(
        f"select snapshot_ts, count(*) from {project.schema}.frequencies"
        " group by snapshot_ts order by snapshot_ts"
    )
    assert len(moments) == SNAPSHOTS
    assert sum(rows for _, rows in moments) == ROWS
    said = []
    for moment, _ in moments:
        project.query(
            f"create or replace view {project.schema}.told_in as select {COLUMNS}"
            f" from {project.schema}.frequencies"
            f" where snapshot_ts = timestamp_ntz'{moment}'"
        )
        project.ok(on_event=lambda event: said.append(event.info.msg))
        last = LAST.format(columns=COLUMNS, schema=project.schema, moment=moment)
        expected = project.digest(f"({last})", COLUMNS)
        for name in MODELS:
            shown = project.digest(f"{project.schema}.{name}", COLUMNS)
            assert shown == expected, (name, moment)
    # All were adopted, and of what was told, nothing is gone.
    assert [line for line in said if line.startswith("daybook:")] == []
    assert expected[0] == moments[0][1] + INSERTED
    written = project.folder("adopted__batches").rglob("*.parquet")
    missing = project.query(
        f"select count(*) from {project.schema}.adopted"
        f" where snapshot_ts < timestamp_ntz'{moments[-1][0]}'"
    )
    assert missing == [(DELETED,)]
    told = project.folder("told__batches").rglob("*.parquet")
    size = sum(file.stat().st_size for file in written)
    assert size < sum(file.stat().st_size for file in told) / 50
