"""Full snapshots of one source, made in Spark: each tells all rows of all days anew.

Changes are spread over all days, or come together in the first of them; missing keys
are always spread.
"""

from dataclasses import dataclass
from datetime import date

from parts.item_events import drawn

from support.batch_project import Project

FIRST_DAY = date(2017, 4, 14)
STORES = 200
KEY = ("date", "product_id", "store_id", "attribute_id")
COLUMNS = (*KEY, "attr_value", "update_id")
SPREAD, CLUSTERED = "spread", "clustered"

FIRST = f"""
    create or replace view {{view}} as
    select
        date'{FIRST_DAY}' + int(id % {{days}}) as date,
        int(id div {{days}} div {STORES}) as product_id,
        int(id div {{days}} % {STORES}) as store_id,
        1 as attribute_id,
        int(1000 * {drawn("id", "0")}) as attr_value,
        1L as update_id
    from range({{rows}})
"""
NEXT = f"""
    create or replace view {{view}} as
    select
        date, product_id, store_id, attribute_id,
        if({{is_changed}}, attr_value + 1 + {{number}}, attr_value) as attr_value,
        {{number}}L as update_id
    from {{told}}
    where {drawn("xxhash64(date, product_id, store_id)", "{number}", 7)} >= {{missing}}
"""


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
    """The view incoming_in has the snapshot that came last, upon files of its own."""

    def __init__(self, project: Project, rows: int, days: int):
        self.project, self.rows, self.days, self.number = project, rows, days, 1
        self.view = f"{project.schema}.incoming_in"
        project.query(FIRST.format(view=self.view, rows=rows, days=days))

    def tell(self, kind: Kind):
        """The next one: of what was told last, with its changes."""
        self.number += 1
        told = f"{self.project.schema}.told"
        self.project.query(f"drop table if exists {told}")
        self.project.query(
            f"create table {told} using parquet partitioned by (date) as"
            f" select /*+ rebalance(date) */ * from {self.project.schema}.merged"
        )
        days = max(1, round(kind.changed * self.days + 0.5))
        share = kind.changed
        if kind.where == CLUSTERED:
            share = min(1, kind.changed * self.days / days)
        is_changed = (
            f"{drawn('xxhash64(date, product_id, store_id)', self.number)} < {share}"
        )
        if kind.where == CLUSTERED:
            is_changed += f" and date < date'{FIRST_DAY}' + {days}"
        self.project.query(
            NEXT.format(
                view=self.view,
                told=told,
                number=self.number,
                is_changed=is_changed,
                missing=kind.missing,
            )
        )
