"""The same update by hand: what changes is worked out, then merged into a Delta table.

Of each arrival, from the believed rows of its key: the row that it falls in is closed,
and put in again up to the day before if it had begun by then; the arrival holds to the
end of that row, or up to the key's first day if it is before that. This is all there is
to it where a key has one arrival a batch, is never deleted, and was there before.
"""

from bench.parts.sql import sql
from bench.parts.steps import Measured, Step
from bench.parts.versions import FAR, FAR_MOMENT, KNOWN, Versions


class Merge:
    """In parts: partitioned by history_part. Only those with rows to close are read."""

    def __init__(self, versions: Versions, in_parts: bool, has_vectors: bool):
        self.versions, self.in_parts = versions, in_parts
        self.query, self.schema = versions.project.query, versions.schema
        self.name = "MERGE" + (" by part" if in_parts else "")
        self.name += ", vectors" if has_vectors else ""
        self.columns = KNOWN + (", history_part" if in_parts else "")
        table = f"merged_{in_parts}_{has_vectors}".lower()
        self.table = f"{self.schema}.{table}"
        partitions = "partitioned by (history_part)" if in_parts else ""
        hint = "/*+ rebalance(history_part) */" if in_parts else ""
        has_vectors = str(has_vectors).lower()
        self.query(
            f"create table {self.table} using delta {partitions}"
            f" tblproperties ('delta.enableDeletionVectors' = '{has_vectors}')"
            f" as select {hint} {self.columns} from {self.schema}.history"
        )
        self.folder = versions.project.folder(table)
        self.values = {
            "table": self.table,
            "arrivals": f"{self.schema}.arrivals_in",
            "in_parts": in_parts,
            "columns": self.columns,
            "far": FAR,
            "far_moment": FAR_MOMENT,
        }

    def take(self) -> Step:
        """The statement alone is the MERGE; the bytes are those of the table."""
        changes, values = f"{self.schema}.changes", self.values
        with Measured(self.versions.process, self.folder) as measured:
            self.query(sql("changes", changes=changes, **values))
            touched = self._touched(changes) if self.in_parts else ""
            with measured.the_statement():
                self.query(sql("merge", changes=changes, touched=touched, **values))
        return measured.step

    def _touched(self, changes: str) -> str:
        """The parts in which rows are closed, as SQL lists them."""
        found = self.query(f"select distinct held_in from {changes} where closes")
        return ", ".join(f"'{part}'" for (part,) in found)

    def equal_rows(self) -> str:
        tables = (f"{self.versions.schema}.history", self.table)
        queries = (f"select {self.columns} from {table}" for table in tables)
        return self.versions.equal_rows(*queries)
