"""What a full snapshot costs: by adoption, by a window, and by what others do.

    python tools/bench/dedup.py [--rows 13000000] [--days 13] [--rounds 1]
        [--only few many missing] [--folder FOLDER]

A table of so many rows in day partitions takes full snapshots, one after the other.
Each tells all rows anew: none changed, or a share of them, spread over the days or
together in a few; or with a share of the keys missing. It is landed as a batch first,
which is in no figure; then those that take it take turns.

copy is a CREATE TABLE of the snapshot; MERGE is that of the article, upon Delta, dbt
merge that of dbt-spark, group by the article's other way to deduplicate. Seconds are
those of the clock, CPU that of the server's process, MB what goes into the table. After
each the rows of all are compared; where partitions are kept, all but update_id. Ended
before its time, it prints what it has.
"""

import argparse
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table

TOOLS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOOLS), str(TOOLS.parent / "tests")]

from parts import delta  # noqa: E402
from parts.figures import machine  # noqa: E402
from parts.full_snapshots import CLUSTERED, SPREAD, Kind  # noqa: E402
from parts.mergers import Mergers  # noqa: E402

from console import run  # noqa: E402
from server import temporary_server  # noqa: E402

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


def main() -> None:
    options = arguments()
    tempfile.tempdir = options.folder
    # The server of one's own is stopped then too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        temporary_server(delta.settings()) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        mergers = Mergers(server, Path(folder), options.rows, options.days)
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
        Console(width=170).print(table)
        about = machine(server, delta.JARS[0])
    Console(width=170).print(about)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=13_000_000)
    parser.add_argument("--days", type=int, default=13)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=[*KINDS])
    parser.add_argument("--folder", help="for all that is written, and removed again")
    return parser.parse_args()


if __name__ == "__main__":
    run(main)
