"""What a history of full snapshots costs, beside one of the arrivals they make.

A run of daybook.history_of_snapshots on a full copy of all keys, of which 1 % have
changed, and one of daybook.bitemporal_history on those that have. Both are whole dbt
runs of a model, in turn; the least of the rounds counts. CPU is that of the server's
process. At the end, the rows of both are compared.
"""

from pathlib import Path

from rich.table import Table

from bench.parts.copies import MODELS, SHARE, Copies
from bench.parts.figures import both, times
from bench.parts.steps import Step
from server import Server

MOST_TIMES_THE_ARRIVALS = 1.5
OPTIONS = {"keys": (1_000_000, {}), "rounds": (3, {})}


def measure(server: Server, folder: Path, options):
    copies = Copies(server, folder, options.keys)
    best: dict[str, Step] = {}
    # One more, for the first is the one that warms up.
    for number in range(options.rounds + 1):
        copies.land()
        for model in list(MODELS)[:: -1 if number % 2 else 1]:
            step = copies.take(model)
            best[model] = step.best(best.get(model) if number > 1 else None)
    columns = ("keys", "changed", "snapshots / arrivals", "at most", "in seconds")
    more = ("statements alone", "CPU s", "seconds", "rows that differ")
    table = Table(*columns, *more, title="Full snapshots")
    ours, peer = (best[model] for model in MODELS)
    table.add_row(
        f"{options.keys:,}",
        f"{SHARE:.0%}",
        times(ours.whole.cpu, peer.whole.cpu),
        f"{MOST_TIMES_THE_ARRIVALS}",
        times(ours.whole.elapsed, peer.whole.elapsed),
        times(ours.statement.cpu, peer.statement.cpu),
        both(ours.whole.cpu, peer.whole.cpu),
        both(ours.whole.elapsed, peer.whole.elapsed),
        f"{copies.differing_rows():,}",
    )
    yield table
