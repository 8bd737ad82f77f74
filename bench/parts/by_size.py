"""What was measured at each size, as tables."""

from collections.abc import Iterator
from functools import reduce
from operator import add

from rich.table import Table

from bench.parts.equal import rows_if_equal
from bench.parts.figures import both, times
from bench.parts.kinds import Run
from bench.parts.meter import Cost
from console import say

MOST_TIMES_THE_SMALLEST = 1.2
ONE_PROCESS, TWO_WORKERS = "one process", "two workers"


class BySize:
    def __init__(self):
        # Where, the size and the model.
        self.runs: dict[str, dict[int, dict[str, Run]]] = {}
        self.machine = ""

    def note(self, place: str, size: int, run: Run):
        sizes = self.runs.setdefault(place, {})
        sizes.setdefault(size, {})[run.model] = run
        say(f"{size:,}, {place}, {run.model}: {run.cost}, {run.right}")

    def tables(self) -> Iterator[Table]:
        by_one, by_two = (self.runs.get(p, {}) for p in (ONE_PROCESS, TWO_WORKERS))
        tables = (self._scale(by_one), self._workers(by_one, by_two))
        for table in (*tables, self._duckdb(by_one)):
            if table.row_count:
                yield table

    def _scale(self, sizes: dict) -> Table:
        columns = ("model", "rows", "CPU s", "of a million", "of the smallest's")
        more = ("of a million more", "peak MB", "of the smallest's")
        title = f"Scale: at most {MOST_TIMES_THE_SMALLEST} times the smallest's"
        table = Table(*columns, *more, "seconds", "rows right", title=title)
        for model, smallest in _ours(next(iter(sizes.values()), {})).items():
            before = None
            for run in (runs[model] for runs in sizes.values() if model in runs):
                ours, theirs = (each.cost.cpu / each.rows for each in (run, smallest))
                table.add_row(
                    model,
                    f"{run.rows:,} {run.of}",
                    f"{run.cost.cpu:.1f}",
                    f"{1e6 * ours:.2f}",
                    times(ours, theirs),
                    _of_a_million_more(before, run),
                    f"{run.cost.peak:,.0f}",
                    times(run.cost.peak, smallest.cost.peak),
                    f"{run.cost.elapsed:.1f}",
                    run.right,
                )
                before = run
            table.add_section()
        return table

    def _workers(self, sizes: dict, by_workers: dict) -> Table:
        columns = ("events", "model", "seconds, one process / two workers", "ratio")
        more = ("CPU s", "ratio", "driver's peak MB", "of the smallest's", "rows equal")
        table = Table(*columns, *more, title="Two workers")
        smallest = next(iter(by_workers.values()), {})
        for size, runs in by_workers.items():
            for model, run in runs.items():
                alone = sizes.get(size, {}).get(model)
                table.add_row(
                    f"{run.rows:,}",
                    model,
                    *_compared(alone and alone.cost, run.cost),
                    f"{run.cost.peak:,.0f}",
                    times(run.cost.peak, smallest[model].cost.peak),
                    rows_if_equal(alone.digest, run.digest)
                    if alone and run.digest
                    else "",
                )
        return table

    def _duckdb(self, sizes: dict) -> Table:
        columns = ("events", "model", "seconds, Spark / DuckDB", "ratio")
        table = Table(*columns, "CPU s", "ratio", "MB", "rows equal", title="DuckDB")
        for runs in sizes.values():
            for run in runs.values():
                if run.model not in _ours(runs):
                    model = run.model.removesuffix("_duckdb")
                    models = ("entries", model)
                    ours = reduce(add, (runs[each].cost for each in models))
                    memory = f"{run.cost.peak:,.0f}" if run.cost else ""
                    compared = _compared(ours, run.cost)
                    about = (f"{run.rows:,}", " + ".join(models))
                    table.add_row(*about, *compared, memory, run.right)
        return table


def _of_a_million_more(before: Run | None, run: Run) -> str:
    """Without what each run costs, however little it takes in."""
    if not before:
        return ""
    more = run.cost.cpu - before.cost.cpu
    return f"{1e6 * more / (run.rows - before.rows):.2f}"


def _ours(runs: dict[str, Run]) -> dict[str, Run]:
    return {model: run for model, run in runs.items() if "duckdb" not in model}


def _compared(ours: Cost | None, theirs: Cost | None) -> Iterator[str]:
    for name in ("elapsed", "cpu"):
        if ours and theirs:
            pair = (getattr(ours, name), getattr(theirs, name))
            yield from (both(*pair), times(*pair))
        else:
            yield from ("", "")
