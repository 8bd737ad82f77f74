"""What takes a full snapshot into a table, each in its way; and a copy of it."""

from collections.abc import Iterator
from pathlib import Path

from parts.figures import both, times
from parts.full_snapshots import COLUMNS, KEY, Kind, Snapshots
from parts.steps import Step, of_dbt, of_query

from console import say
from server import Server
from support.batch_project import Project

ADOPT, WINDOW, COPY = "adopt", "window", "copy"
BY_DATE = 'partition_by="date"'
MERGED = """
    {{{{ daybook.merge_snapshot(
        incoming=ref("incoming"), posted=this, key={key}, version="update_id",
        window_days=730{more}) }}}}
"""
# The article's other way: of each key the values with the highest number.
GROUPED = f"""
    select {", ".join(KEY)}, max_by(attr_value, update_id) as attr_value,
        max(update_id) as update_id
    from (
        select {", ".join(COLUMNS)} from {{{{ ref("incoming") }}}}
        {{% if daybook.published(this) %}}
        union all select {", ".join(COLUMNS)} from {{{{ this }}}}
        {{% endif %}}
    )
    group by {", ".join(KEY)}
"""
DBT_MERGE = f"""
    {{{{ config(
        materialized="incremental", incremental_strategy="merge", file_format="delta",
        unique_key={[*KEY]}, partition_by="date") }}}}
    select {", ".join(COLUMNS)} from {{{{ ref("incoming") }}}}
"""
MERGE = """
    merge into {table} as t using {source} as s
    on t.product_id = s.product_id and t.store_id = s.store_id
        and t.attribute_id = s.attribute_id and t.date = s.date
    when matched and t.date >= '2017-04-14' and t.date <= '2017-04-26'
        then update set t.attr_value = s.attr_value, t.update_id = s.update_id
    when not matched by target and s.date >= '2017-04-14' and s.date <= '2017-04-26'
        then insert (date, product_id, store_id, attribute_id, attr_value, update_id)
        values (s.date, s.product_id, s.store_id, s.attribute_id, s.attr_value,
            s.update_id)
"""
COPIED = """
    create table {schema}.{table} using parquet partitioned by (date) as
    select /*+ rebalance(date) */ * from {schema}.incoming
"""
READ = "select date, count(*), sum(attr_value), max(update_id) from {} group by date"
MODELS = {
    "merged": (MERGED, BY_DATE, ""),
    "adopted": (MERGED, BY_DATE, ', strategy="adopt"'),
    "kept": (MERGED, BY_DATE, ', strategy="adopt", unchanged="keep"'),
    "grouped": (GROUPED, BY_DATE, None),
    "dbt_merged": (DBT_MERGE, None, None),
}
# Who takes the snapshot: the name, and the table that comes of it.
TAKERS = {
    ADOPT: "adopted",
    "adopt, keep": "kept",
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
        self.project.fed_model("incoming", BY_DATE + ', restate_from="1900-01-01"')
        for name, (sql, config, more) in MODELS.items():
            if more is not None:
                sql = sql.format(key=[*KEY], more=more)
            self.project.model(name, sql, config)
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
            for _ in range(2):
                sql = READ.format(f"{self.schema}.{table}")
                read = of_query(self.process, self.query, sql)
                self.reads[str(kind), name] = read.best(
                    self.reads.get((str(kind), name))
                )
            self.equal[str(kind), name] = self._equal_rows(name, table)
        self.taken.add(str(kind))

    def _step(self, name: str, table: str) -> Step:
        if name == COPY:
            self.query(f"drop table if exists {self.schema}.{table}")
            sql = COPIED.format(schema=self.schema, table=table)
            folder = self.project.folder("incoming__batches").parent / table
            return of_query(self.process, self.query, sql, folder)
        if name.startswith("MERGE"):
            source = f"{self.schema}.incoming"
            sql = MERGE.format(table=f"{self.schema}.{table}", source=source)
            return of_query(self.process, self.query, sql, self.project.folder(table))
        of_batches = "" if name == "dbt merge" else "__batches"
        words = "merge into" if name == "dbt merge" else "insert overwrite"
        folder = self.project.folder(table + of_batches)
        return of_dbt(
            self.process, self.project, words, folder, "run", "--select", table
        )

    def _equal_rows(self, name: str, table: str) -> str:
        """How many there are, if they are those of the first."""
        columns = COLUMNS if name != "adopt, keep" else COLUMNS[:-1]
        if name == COPY:
            return ""
        if table == TAKERS[ADOPT]:
            # By all columns, and by those that do not say when a row was last told.
            self.hashes = {c: self._hash(table, c) for c in (COLUMNS, COLUMNS[:-1])}
        found = [self.hashes[columns], self._hash(table, columns)]
        return f"{found[0][0]:,}" if found[0] == found[1] else f"DIFFER: {found}"

    def _hash(self, table: str, columns: tuple[str, ...]) -> tuple:
        return self.query(
            "select count(*), bit_xor(hash), sum(cast(hash as decimal(38))) from"
            f" (select xxhash64({', '.join(columns)}) as hash"
            f" from {self.schema}.{table})"
        )[0]

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
