"""Full snapshots of one source, made in Spark: each tells all rows of all days.

Changes are spread over all days, or come together in the first of them; missing keys
are always spread.
"""

from dataclasses import dataclass
from datetime import date

from bench.parts.sql import sql
from support.batch_project import Project

FIRST_DAY = date(2017, 4, 14)
STORES = 200
COLUMNS = (
    *("date", "product_id", "store_id", "attribute_id"),
    *("attr_value", "update_id"),
)
SPREAD, CLUSTERED = "spread", "clustered"


@dataclass
class Kind:
    """A share of the rows with another value, and one of keys that are not told."""

    changed: float = 0
    where: str = SPREAD
    missing: float = 0

    def __str__(self):
        changed = f"{100 * self.changed:g} % changed"
        if self.changed:
            changed += f", {self.where}"
        return changed + (f", {100 * self.missing:g} % missing" * bool(self.missing))


class Snapshots:
    """The view incoming_in has the snapshot that came last, with files of its own."""

    def __init__(self, project: Project, rows: int, days: int):
        self.project, self.rows, self.days, self.number = project, rows, days, 1
        self._show()

    def tell(self, kind: Kind):
        """The next one."""
        self.number += 1
        told = f"{self.project.schema}.told"
        self.project.query(f"drop table if exists {told}")
        self.project.query(
            f"create table {told} using parquet partitioned by (date) as"
            f" select /*+ rebalance(date) */ * from {self.project.schema}.merged"
        )
        share, clustered_in = kind.changed, 0
        if kind.where == CLUSTERED:
            clustered_in = max(1, round(kind.changed * self.days + 0.5))
            share = min(1, kind.changed * self.days / clustered_in)
        changes = {"share": share, "clustered_in": clustered_in}
        self._show(told=told, missing=kind.missing, **changes)

    def _show(self, **values):
        sizes = {"rows": self.rows, "days": self.days, "number": self.number}
        values |= {"first_day": FIRST_DAY, "stores": STORES, **sizes}
        view = f"{self.project.schema}.incoming_in"
        self.project.query(sql("full_snapshot", view=view, **values))
