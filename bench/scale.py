"""What a million rows cost at 1, 10 and 50 million of them, as whole dbt runs.

Each size has a fresh server, and each kind of model is warmed up by 100,000 rows. Days
stay as many; items, keys and the arrivals of a batch grow with the rows:

backlog: entries, on hand and aged, in one run, of events in 730 days, five an item.
They are staged first, which is in no figure. What is open at the end was compared.
DuckDB beside it gives the same answer from the same files, if it can be imported. It
may take as much memory as the heap, and a folder for what does not fit. All rows were
compared.

history: built of as many arrivals about keys, five each; then a batch of a fiftieth,
four in five of them later than their key's. What is believed then was compared.

aggregate: built of facts in 50 days; then a day of them. It reads the last one again.
The sums were compared.

adopt: a full snapshot of 13 days; then the next one, in which one row in a hundred is
another. They are landed first, which is in no figure. All rows were compared.

workers: the backlog but for aged, by the Thrift server of a cluster whose two workers
have a core each, beside that of one process with two. CPU is that of all processes,
the metastore's among them. What is on hand was compared.

Else CPU is that of the server's process, of a million rows and, without what each run
costs however little it takes in, of a million more than at the size before. Memory is
the most that is resident while a model runs. In one process, executor and driver share
a heap, which fills before Java cleans it: it shows what outgrows the heap. That of the
cluster is the driver's alone.

If you stop it, it prints what it has.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.parts.backlog import backlog
from bench.parts.by_size import ONE_PROCESS, TWO_WORKERS, BySize
from bench.parts.duck import duckdb
from bench.parts.figures import machine
from bench.parts.kinds import Run, adopt, aggregate, history
from bench.parts.two_workers import two_workers
from console import Missing, say
from server import Server
from temporary_server import temporary_server

NEEDS_SERVER = False
PARTS = {
    "backlog": backlog,
    "history": history,
    "aggregate": aggregate,
    "adopt": adopt,
}
WORKERS = "workers"
ONLY = (*PARTS, WORKERS)
OPTIONS = {
    "events": ([1_000_000, 10_000_000, 50_000_000], {"nargs": "+", "type": int}),
    "only": ([*ONLY], {"nargs": "+", "type": str, "choices": ONLY}),
}
WARM_UP = 100_000


def warm_runs(part, server: Server, rows: int, **options) -> Iterator[Run]:
    with TemporaryDirectory() as folder:
        for _ in part(server, Path(folder, "warming up"), WARM_UP, **options):
            pass
        yield from part(server, Path(folder, "warm"), rows, **options)


def measure_size(rows: int, only: list[str], found: BySize):
    with temporary_server() as server:
        found.machine = machine(server)
        for part in only:
            if part in PARTS:
                for run in warm_runs(PARTS[part], server, rows):
                    found.note(ONE_PROCESS, rows, run)
    if WORKERS in only:
        try:
            with two_workers() as (server, helpers):
                for run in warm_runs(backlog, server, rows, helpers=helpers):
                    found.note(TWO_WORKERS, rows, run)
        except Missing as missing:
            say(f"{missing}")


def measure(_server, _folder, options):
    found = BySize()
    with suppress(KeyboardInterrupt):
        for rows in sorted(options.events):
            measure_size(rows, options.only, found)
    yield from found.tables()
    yield found.machine
    yield f"DuckDB {duckdb.__version__}" if duckdb else "no DuckDB: it isn't installed"
