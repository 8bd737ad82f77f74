"""What entries and snapshots cost, as ratios to what could be done instead.

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

from functools import reduce
from operator import add
from pathlib import Path

from rich.table import Table

from bench.parts.history import DAYS_MORE, WARMING_UP, History
from bench.parts.item_events import Events
from bench.parts.meter import Cost
from bench.parts.selects import Selects, duckdb
from server import Server

OPTIONS = {
    "events": (5_000_000, {}),
    "items": (1_000_000, {}),
    "days": (730, {}),
    "states": (8, {"help": "Closed included"}),
    "groups": (20, {}),
    "small": (500_000, {"help": "events"}),
    "rounds": (2, {"help": "of each SELECT"}),
}
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


def measure(server: Server, folder: Path, options):
    columns = ("ours", "compared with", "CPU s", "ratio", "s", "ratio", "at most", "MB")
    table = Table("events", *columns, "rows equal")
    for events in sorted({options.small, options.events}):
        selects = Selects(server, folder / f"{events}", shape(options, events))
        for _ in range(options.rounds):
            selects.measure()
        for row in rows_of_selects(selects):
            table.add_row(*row)
        table.add_section()
    for row in rows_of_histories(server, folder, options):
        table.add_row(*row)
    yield table
    yield f"DuckDB {duckdb.__version__}" if duckdb else "no DuckDB: it isn't installed"


def shape(options, events: int, days_more: int = 0) -> Events:
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


def rows_of_histories(server: Server, folder: Path, options):
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
