"""What a full snapshot costs: by adoption, by a window, and by what others do.

A table of so many rows in day partitions takes full snapshots, one after the other.
Each tells all rows: none changed, or a share of them, spread over the days or together
in a few; or with a share of the keys missing. It is landed as a batch first, which is
in no figure; then those that take it take turns.

copy is a CREATE TABLE of the snapshot; MERGE is that of the article, on Delta, dbt
merge that of dbt-spark, group by the article's other way to deduplicate. Seconds are
those of the clock, CPU that of the server's process, MB what goes into the table. After
each the rows of all are compared; where partitions are kept, all but update_id. Ended
before its time, it prints what it has.
"""

from contextlib import suppress
from pathlib import Path

from rich.table import Table

from bench.parts import delta
from bench.parts.full_snapshots import CLUSTERED, SPREAD, Kind
from bench.parts.mergers import Mergers
from server import Server

SETTINGS = delta.settings
KINDS = {
    "few": [Kind(0), Kind(0.0004, SPREAD), Kind(0.0004, CLUSTERED)],
    "many": [
        Kind(share, where)
        for share in (0.01, 0.1, 0.5)
        for where in (SPREAD, CLUSTERED)
    ],
    # Last, for a snapshot after one that lacked keys brings them again.
    "missing": [Kind(0.0004, SPREAD, missing) for missing in (0.0001, 0.01, 0.2)],
}
OPTIONS = {
    "rows": (13_000_000, {}),
    "days": (13, {}),
    "rounds": (1, {}),
    "only": ([*KINDS], {"nargs": "+", "type": str, "choices": KINDS}),
}


def measure(server: Server, folder: Path, options):
    mergers = Mergers(server, folder, options.rows, options.days)
    # The first warms up.
    kinds = [kind for part in options.only for kind in KINDS[part]]
    with suppress(KeyboardInterrupt):
        for number in range(options.rounds):
            for kind in kinds:
                mergers.take(kind, backwards=number % 2)
    columns = ("snapshot", "taken by", "times a copy", "of MERGE", "CPU of MERGE")
    more = ("seconds", "CPU s", "MB written", "peak MB", "read, s", "rows equal")
    table = Table(*columns, *more, title="A full snapshot")
    for row in mergers.rows():
        table.add_row(*row)
    yield table
    yield delta.JARS[0]
