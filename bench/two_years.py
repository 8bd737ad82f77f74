"""What a daily run costs after two years of them, with late data every day.

A few tiny rows a day, so that it is all about metadata: some of today, the others late,
by days mostly and by a year at most. After each run the same rows are inserted into a
plain table, to compare with. dbt runs again and again in this one process.
"""

import time
from datetime import date, timedelta
from pathlib import Path
from random import Random
from statistics import mean, median

from dbt.cli.main import dbtRunner
from rich.table import Table

from console import say
from server import Server
from support.batch_project import Project

POINTS = (1, 10, 100, 365, 730)
CASES = {
    "month": 'partition_by="at", meta={"batch": "append"}',
    "day": 'partition_by="at", meta={"batch": "append"}',
    "day_uncompacted": (
        'partition_by="at", meta={"batch": "append", "compact_after": 100000}'
    ),
    "day_restated": 'partition_by="at"',
}
OPTIONS = {
    "days": (730, {}),
    "minutes": (25.0, {"help": "at most, of a case"}),
    "cases": ([*CASES], {"nargs": "+", "type": str, "choices": CASES}),
}


class Run:
    """The seconds of a dbt run, and what it tells of its statements as they begin."""

    def __init__(self, manifest, arguments: list[str]):
        self.locked = self.planning = self.compactions = 0
        started = time.monotonic()
        result = dbtRunner(manifest, [self.note]).invoke(arguments)
        self.seconds = time.monotonic() - started
        if result.exception:
            raise result.exception
        assert result.success, [each.message for each in result.result.results]

    def note(self, event):
        sql = event.data.sql if event.info.name == "SQLQuery" else ""
        if "create view if not exists" in sql:
            self.locked = time.monotonic()
        elif "insert " in sql and sql.count("__batches") > 1:
            # It reads the table that it writes.
            self.compactions += 1
        elif "insert " in sql:
            self.planning = time.monotonic() - self.locked


class Case:
    """A model, the plain table beside it, and what both were fed."""

    def __init__(self, name: str, folder: Path, server: Server):
        self.name, self.random, self.fed = name, Random(name), {}
        self.appends = "append" in CASES[name]
        self.runs, self.inserts, self.measured = [], [], {}
        self.project = Project(folder, server.port, f"years_{name}")
        self.files = server.home / "warehouse" / f"{self.project.schema}.db"
        self.project.fed_model(name, CASES[name])
        self.view, self.plain = (f"{self.project.schema}.{n}" for n in (name, "plain"))
        self.project.query(
            f"create table {self.plain} (id int, amount int, at string) using parquet"
            " partitioned by (at)"
        )
        self.project.query("set spark.sql.sources.partitionOverwriteMode = dynamic")
        self.manifest = dbtRunner().invoke(self.project.arguments(["parse"])).result

    def arrivals(self, day: int) -> list[tuple]:
        """(id, amount, at): of today, and of 15 late days or 1 to 3 late months."""
        monthly = self.name == "month"
        today = date(2015, 1, 1) + timedelta(day)
        partitions = {f"{today:%Y-%m}" if monthly else f"{today}"}
        late = self.random.randint(1, 3) if monthly else 15
        while len(partitions) <= late:
            age = timedelta(min(365, int(self.random.paretovariate(0.8))))
            before = today.replace(day=1) - age if monthly else today - age
            partitions.add(f"{before:%Y-%m}" if monthly else f"{before}")
        return [
            (day, self.random.randint(1, 100), at)
            for at in sorted(partitions)
            for _ in range(self.random.randint(1, 3))
        ]

    def live(self, day: int):
        rows = self.arrivals(day)
        self.project.feed(self.name, "id int, amount int, at string", rows)
        if not self.appends:
            self.fed.update({at: [] for _, _, at in rows})
        for _, amount, at in rows:
            self.fed.setdefault(at, []).append(amount)
        arguments = self.project.arguments(["run", "--select", self.name])
        self.runs.append(Run(self.manifest, arguments))
        verb = "into" if self.appends else "overwrite"
        insert = f"insert {verb} {self.plain} select * from {self.view}_in"
        self.inserts.append(self.seconds(insert))

    def seconds(self, sql: str) -> float:
        started = time.monotonic()
        self.project.query(sql)
        return time.monotonic() - started

    def planning(self, table: str, files: str, where: str) -> float:
        """Of a read that names partitions, so that their files are listed each time."""
        found = []
        for _ in range(3):
            self.project.query(f"refresh table {files}")
            sql = f"explain select sum(amount) from {table} where {where}"
            found.append(self.seconds(sql))
        return median(found)

    def measure(self, day: int):
        last, since = self.runs[-10:], self.runs[max(self.measured, default=0) :]
        run, insert = median(r.seconds for r in last), median(self.inserts[-10:])
        batches, every = f"{self.view}__batches", "at > ''"
        one = f"at = '{max(self.fed)}'"
        of_batches = f"select count(distinct at, batch_id) from {self.view}"
        log = self.project.query(f"show tblproperties {batches}")
        files = [*self.files.glob(f"{self.name}__batches/**/*.parquet")]
        self.measured[day] = {
            "a run, s": f"{run:.2f}",
            "- from lock to INSERT": f"{median(r.planning for r in last):.2f}",
            "- mean since the column before": f"{mean(r.seconds for r in since):.2f}",
            "- longest since": f"{max(r.seconds for r in since):.2f}",
            "bare INSERT, s": f"{insert:.2f}",
            "a run / bare INSERT": f"{run / insert:.1f}",
            "plan a read of all, s": f"{self.planning(self.view, batches, every):.2f}",
            "- of the plain table": f"{self.planning(*[self.plain] * 2, every):.2f}",
            "- of a partition": f"{self.planning(self.view, batches, one):.2f}",
            "- of the plain table's": f"{self.planning(*[self.plain] * 2, one):.2f}",
            "partition-batches seen": f"{self.project.query(of_batches)[0][0]:,}",
            "characters of the view": f"{len(self.text()):,}",
            "files on disk": f"{len(files):,}",
            "compactions so far": f"{sum(r.compactions for r in self.runs):,}",
            "characters of the log": f"{sum(len(v) for _, v in log):,}",
        }

    def text(self) -> str:
        rows = self.project.query(f"describe extended {self.view}")
        return next(row[1] for row in rows if row[0] == "View Text")

    def check(self):
        """Rows are right: by partition, count and sum are those of what was fed."""
        expected = sorted((at, len(v), sum(v)) for at, v in self.fed.items())
        for table in (self.view, self.plain):
            sql = f"select at, count(*), sum(amount) from {table} group by at"
            assert sorted(self.project.query(sql)) == expected, table

    def table(self) -> Table:
        days = list(self.measured)
        heads = (f"day {day}" for day in days)
        table = Table(self.name, *heads, title=CASES[self.name])
        for measure in self.measured[days[0]]:
            table.add_row(measure, *(self.measured[day][measure] for day in days))
        return table


def measure(server: Server, folder: Path, options):
    for name in options.cases:
        case = Case(name, folder / name, server)
        end = time.monotonic() + options.minutes * 60
        for day in range(1, options.days + 1):
            case.live(day)
            last = day == options.days or time.monotonic() > end
            if day in POINTS or last:
                case.measure(day)
                say(f"{name}, day {day}: {case.measured[day]}")
            if last:
                break
        case.check()
        yield case.table()
