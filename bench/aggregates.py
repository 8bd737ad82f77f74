"""What it costs to keep an aggregate up, and to read it, as its fact grows.

A fact of so many rows comes day by day. After each day the aggregates run; dbt-spark's
insert_overwrite (of the months that a day of look-back reaches) and microbatch (of two
days, by day) beside them in the last five. Then all is rebuilt, by dbt's table, and one
more day has the segments put together. Seconds are the model's in a dbt run, the median
of the last five days. A question, sums by product, is asked of the aggregates after 1,
10 and all days, and of a plain copy of their rows. At the end the sums of all are those
of the fact.
"""

from datetime import timedelta
from pathlib import Path
from statistics import median

from rich.table import Table

from bench.parts.figures import times
from bench.parts.sales import AGGREGATES, PEERS, REBUILDS, Sales
from bench.parts.steps import of_query, seconds_of
from console import say
from server import Server
from support.batch_project import Project

OPTIONS = {"rows": (20_000_000, {}), "days": (60, {})}
LAST = 5
DAILY, CONSOLIDATING = "a day", "putting together"
QUESTION = "select product_id, sum(amount), sum(sales), max(most) from {} group by 1"


class Bench:
    def __init__(self, server, folder: Path, rows: int, days: int):
        self.process, self.days = server.process, days
        self.project = Project(folder, server.port, "bench_aggregates")
        self.sales = Sales(self.project, rows, days)
        # {model: seconds of its runs}, {(model, segments): seconds of the question}
        self.taken, self.read = {}, {}

    def run_all(self):
        for number in range(self.days):
            day = self.sales.arrive(number)
            self.dbt([*AGGREGATES])
            if number >= self.days - LAST:
                self.dbt(["insert_overwrite"])
                window = ("--event-time-start", str(day - timedelta(1)))
                self.dbt(["microbatch"], *window, "--event-time-end", f"{day} 23:59:59")
            if number + 1 in (1, 10, self.days):
                for name in AGGREGATES:
                    self.ask(name, number + 1)
                say(f"{number + 1} days")
        for _ in range(3):
            self.dbt([*REBUILDS])
        self.sales.compare([*AGGREGATES, *REBUILDS, "insert_overwrite"])
        self.sales.arrive(self.days)
        self.dbt([*AGGREGATES], kind=CONSOLIDATING)
        self.sales.compare([*AGGREGATES])

    def dbt(self, models: list[str], *options: str, kind: str = DAILY):
        command = ("--threads", "1", *options)
        seconds = seconds_of(self.project, *command, select=" ".join(models))
        for model, each in seconds.items():
            self.taken.setdefault((kind, model), []).append(each)

    def ask(self, model: str, segments: int):
        query, schema = self.project.query, self.project.schema
        plain = f"{schema}.plain"
        query(f"drop table if exists {plain}")
        query(f"create table {plain} using parquet as select * from {schema}.{model}")
        best = {}
        for _ in range(3):
            for source in (f"{schema}.{model}", plain):
                step = of_query(self.process, query, QUESTION.format(source))
                best[source] = step.best(best.get(source))
        seconds = [step.whole.elapsed for step in best.values()]
        self.read[model, segments] = seconds

    def seconds(self, model: str, kind: str = DAILY) -> float:
        return median(self.taken[kind, model][-LAST:])


def measure(server: Server, folder: Path, options):
    bench = Bench(server, folder, options.rows, options.days)
    bench.run_all()
    runs = Table("run", "seconds", "of a rebuild", title="Keeping an aggregate up")
    for name in [*AGGREGATES, *PEERS]:
        row_of(runs, bench, name, DAILY)
    for name, options_of in AGGREGATES.items():
        if "max_segments" in options_of:
            row_of(runs, bench, name, CONSOLIDATING)
    for name in REBUILDS:
        row_of(runs, bench, name, DAILY)
    yield runs
    reads = Table(
        "aggregate", "days", "seconds", "of a plain table", title="A question"
    )
    for (model, days), (ours, plain) in bench.read.items():
        reads.add_row(model, str(days), f"{ours:.2f}", times(ours, plain))
    yield reads


def row_of(table: Table, bench: Bench, name: str, kind: str):
    """Compared with a rebuild that has the same measures."""
    rebuilt = bench.seconds([*REBUILDS]["distinct" in name])
    taken = bench.seconds(name, kind)
    about = "" if kind == DAILY else f", {kind}"
    table.add_row(name + about, f"{taken:.2f}", times(taken, rebuilt))
