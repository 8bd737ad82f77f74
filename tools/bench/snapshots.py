"""What entries and snapshots cost, as ratios to what could be done instead.

    python tools/bench/snapshots.py [--events 5000000] [--items 1000000] [--days 730]
        [--states 8] [--groups 20] [--small 500000] [--rounds 2] [--folder FOLDER]

SELECTs: a first run's, as the macros give it, and the statement beside it are each
written by the same CREATE TABLE, so that no model's bookkeeping is in either. They take
turns, and the least of each counts. What whole first runs of the batched models take,
with their looks at the data, their log and their partitions, stands in rows of its own,
taken once.

A day more: to a pipeline of batched models with ten times --small behind it, beside one
with the last tenth of its days. Both get nearly the same events a day, and have the
same items open; all that entered before come to rest. They take turns too: two days
warm up, and the least of four counts.

CPU and memory are those of the server's process, or of this one where DuckDB works in
it, which it does if it can be imported. Rows that are said to be equal were compared.
"""

import argparse
import os
import signal
import sys
import tempfile
from functools import reduce
from operator import add
from pathlib import Path

from rich.console import Console
from rich.table import Table

TOOLS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOOLS), str(TOOLS.parent / "tests")]

from parts.history import DAYS_MORE, WARMING_UP, History  # noqa: E402
from parts.item_events import Events  # noqa: E402
from parts.meter import Cost  # noqa: E402
from parts.selects import Selects, duckdb  # noqa: E402

from console import run  # noqa: E402
from server import Server, temporary_server  # noqa: E402

MODELS = ("entries", "on_hand", "aged")
ON_HAND = "snapshot_date, state, team, quantity_on_hand"
AGED = f"{ON_HAND}, age_days"
# Ours, the peer, how many times its cost we want at most, and which columns are equal.
COMPARED = (
    (("entries",), "shuffle, sort, write", 1.7, None),
    (("entries",), "copy of entries", None, None),
    (("on_hand",), "group by", 1.4, None),
    (("aged",), "copy of aged", 2, AGED),
    (("entries", "aged"), "explode events", 1 / 3, AGED),
    (("entries", "on_hand"), "range join", None, ON_HAND),
    (("entries", "on_hand"), "DuckDB, range join", None, ON_HAND),
    (("entries", "aged"), "DuckDB, explode", None, AGED),
)


def main() -> None:
    options = arguments()
    tempfile.tempdir = options.folder
    # The server of one's own is stopped then too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    columns = ("ours", "beside it", "CPU s", "ratio", "s", "ratio", "at most", "MB")
    table = Table("events", *columns, "rows equal")
    with temporary_server() as server, tempfile.TemporaryDirectory() as folder:
        for events in sorted({options.small, options.events}):
            selects = Selects(server, Path(folder, f"{events}"), shape(options, events))
            for _ in range(options.rounds):
                selects.measure()
            for row in rows_of_selects(selects):
                table.add_row(*row)
            table.add_section()
        for row in rows_of_histories(server, Path(folder), options):
            table.add_row(*row)
        about = machine(server)
    Console(width=140).print(table, about)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=5_000_000)
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--days", type=int, default=730)
    parser.add_argument("--states", type=int, default=8, help="Closed included")
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--small", type=int, default=500_000, help="events")
    parser.add_argument("--rounds", type=int, default=2, help="of each SELECT")
    parser.add_argument("--folder", help="for all that is written, and removed again")
    return parser.parse_args()


def shape(options: argparse.Namespace, events: int, days_more: int = 0) -> Events:
    days = options.days + days_more
    events = events * days // options.days
    items = events * options.items // options.events
    return Events(events, items, days, options.states, options.groups)


def rows_of_selects(selects: Selects):
    for ours, peer, goal, columns in COMPARED:
        if peer in selects.best:
            cost = reduce(add, (selects.best[step] for step in ours))
            cells = compared(cost, selects.best[peer], goal)
            equal = selects.equal_rows(ours[-1], peer, columns) if columns else ""
            yield f"{selects.rows:,}", " + ".join(ours), peer, *cells, equal


def rows_of_histories(server: Server, folder: Path, options: argparse.Namespace):
    long, short = (shape(options, 10 * options.small, DAYS_MORE) for _ in range(2))
    recent = options.days - options.days // 10
    long.closed_before = short.closed_before = recent
    histories = [
        History(server, folder / "long", long, 0),
        History(server, folder / "short", short, recent),
    ]
    for day in range(DAYS_MORE):
        for history in histories[:: 1 if day % 2 else -1]:
            history.a_day_more(counts=day >= WARMING_UP)
    long, short = histories
    events = f"{long.behind:,}"
    for model in MODELS:
        yield events, f"{model}, a first run", "", *compared(long.first[model], None)
    for what in (*MODELS, "all"):
        models = MODELS if what == "all" else (what,)
        ours, peer = (reduce(add, (h.best[m] for m in models)) for h in (long, short))
        cells = compared(ours, peer, 1.2)
        yield events, f"{what}, a day more", f"{short.behind:,} events", *cells


def compared(cost: Cost, peer: Cost | None, goal: float | None = None):
    for name in ("cpu", "elapsed"):
        ours = getattr(cost, name)
        if peer:
            theirs = getattr(peer, name)
            yield from (f"{ours:.1f} / {theirs:.1f}", f"{ours / theirs:.2f}")
        else:
            yield from (f"{ours:.1f}", "")
    yield f"{goal:.2f}" if goal else ""
    yield f"{cost.peak:,.0f}" + (f" / {peer.peak:,.0f}" if peer else "")


def machine(server: Server) -> str:
    java = "java_method('java.lang.System', 'getProperty', 'java.version')"
    spark, java = server.query(f"select version(), {java}")[0]
    heap = next(word for word in server.process.cmdline() if word.startswith("-Xmx"))
    peer = f"DuckDB {duckdb.__version__}" if duckdb else "no DuckDB: it isn't installed"
    cores = f"{os.cpu_count()} cores, heap {heap.removeprefix('-Xmx')}"
    return f"{cores}, Spark {spark.split()[0]}, Java {java}, {peer}"


if __name__ == "__main__":
    run(main)
