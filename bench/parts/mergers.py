"""What takes a full snapshot into a table, each in its way; and a copy of it."""

from collections.abc import Iterator
from pathlib import Path

from bench.parts.equal import rows_if_equal
from bench.parts.figures import both, times
from bench.parts.full_snapshots import COLUMNS, Kind, Snapshots
from bench.parts.sql import sql
from bench.parts.steps import Step, of_dbt, of_query
from console import say
from server import Server
from support.batch_project import Project

ADOPT, ADOPT_CHANGED, WINDOW, COPY = "adopt", "adopt_changed", "window", "copy"
BY_DATE = 'partition_by="date"'
READ = "select date, count(*), sum(attr_value), max(update_id) from {} group by date"
# The file of the model, its config, and further arguments of the macro.
MODELS = {
    "merged": ("merged", BY_DATE, ""),
    "adopted": ("merged", BY_DATE, ', strategy="adopt"'),
    "kept": ("merged", BY_DATE, ', strategy="adopt_changed"'),
    "grouped": ("grouped", BY_DATE, ""),
    "dbt_merged": ("dbt_merged", None, ""),
}
# Who takes the snapshot: the name, and the table that comes of it.
TAKERS = {
    ADOPT: "adopted",
    ADOPT_CHANGED: "kept",
    WINDOW: "merged",
    "group by": "grouped",
    "dbt merge": "dbt_merged",
    "MERGE": "delta_false",
    "MERGE, vectors": "delta_true",
    COPY: "copied",
}


class Mergers:
    def __init__(self, server: Server, folder: Path, rows: int, days: int):
        self.server, self.process = server, server.process
        self.project = Project(folder / "snapshots", server.port, "snapshots")
        self.schema, self.query = self.project.schema, self.project.query
        self.project.fed_model(
            "incoming", BY_DATE + ', meta={"restate_from": "1900-01-01"}'
        )
        for name, (file, config, more) in MODELS.items():
            self.project.model(name, sql(file, more=more), config)
        self.snapshots = Snapshots(self.project, rows, days)
        self.project.ok()
        for has_vectors in ("false", "true"):
            self.query(
                f"create table {self.schema}.delta_{has_vectors} using delta"
                " partitioned by (date)"
                f" tblproperties ('delta.enableDeletionVectors' = '{has_vectors}')"
                f" as select /*+ rebalance(date) */ {', '.join(COLUMNS)}"
                f" from {self.schema}.incoming"
            )
        self.best: dict[tuple[str, str], Step] = {}
        self.reads: dict[tuple[str, str], Step] = {}
        self.equal: dict[tuple[str, str], str] = {}
        self.taken: set[str] = set()

    def take(self, kind: Kind, backwards: bool):
        self.snapshots.tell(kind)
        self.project.ok(select="incoming")
        for name, table in [*TAKERS.items()][:: -1 if backwards else 1]:
            key = str(kind), name
            step = self._step(name, table)
            self.best[key] = step.best(self.best.get(key))
            say(f"{kind}, {name}: {step.whole.elapsed:.1f} s")
        for name, table in TAKERS.items():
            key = str(kind), name
            for _ in range(2):
                question = READ.format(f"{self.schema}.{table}")
                read = of_query(self.process, self.query, question)
                self.reads[key] = read.best(self.reads.get(key))
            self.equal[key] = self._equal_rows(name, table)
        self.taken.add(str(kind))

    def _step(self, name: str, table: str) -> Step:
        if name == COPY:
            self.query(f"drop table if exists {self.schema}.{table}")
            copy = (
                f"create table {self.schema}.{table} using parquet"
                " partitioned by (date) as"
                f" select /*+ rebalance(date) */ * from {self.schema}.incoming"
            )
            folder = self.project.schema_folder() / table
            return of_query(self.process, self.query, copy, folder)
        if name.startswith("MERGE"):
            folder = self.project.folder(table)
            merge = sql("article_merge", schema=self.schema, table=table)
            return of_query(self.process, self.query, merge, folder)
        of_batches = "" if name == "dbt merge" else "__batches"
        words = "merge into" if name == "dbt merge" else "insert overwrite"
        folder = self.project.folder(table + of_batches)
        return of_dbt(
            self.process, self.project, words, folder, "run", "--select", table
        )

    def _equal_rows(self, name: str, table: str) -> str:
        """How many there are, if they are those of the first."""
        columns = COLUMNS if name != ADOPT_CHANGED else COLUMNS[:-1]
        if name == COPY:
            return ""
        if table == TAKERS[ADOPT]:
            # By all columns, and by those that do not say when a row was last told.
            self.digests = {c: self._digest(table, c) for c in (COLUMNS, COLUMNS[:-1])}
        return rows_if_equal(self.digests[columns], self._digest(table, columns))

    def _digest(self, table: str, columns: tuple[str, ...]) -> tuple:
        return self.project.digest(f"{self.schema}.{table}", ", ".join(columns))

    def rows(self) -> Iterator[tuple]:
        """A row for each snapshot and taker, as the table has it."""
        for (kind, name), step in self.best.items():
            if kind not in self.taken:
                continue
            copy, merge = self.best[kind, COPY], self.best[kind, "MERGE"]
            read, of_copy = self.reads[kind, name], self.reads[kind, COPY]
            yield (
                kind,
                name,
                times(step.whole.elapsed, copy.whole.elapsed),
                times(merge.whole.elapsed, step.whole.elapsed),
                times(merge.whole.cpu, step.whole.cpu),
                f"{step.whole.elapsed:.1f}",
                f"{step.whole.cpu:.1f}",
                f"{step.bytes / 1e6:.1f}",
                f"{step.whole.peak:,.0f}",
                both(read.whole.elapsed, of_copy.whole.elapsed),
                self.equal[kind, name],
            )
