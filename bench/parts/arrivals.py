"""Arrivals about keys, made in Spark: versions in order, then batches at random keys.

A key's versions are spread over five years of days, each recorded on the day after. A
batch is a week later than the one before it, and has one arrival of a key at most.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from bench.parts.item_events import FIRST_DAY
from bench.parts.sql import sql
from support.batch_project import Project

DAYS = 5 * 365
SPAN = {"first_day": FIRST_DAY, "days": DAYS}
# The event times of a batch's arrivals: later than all of the key; some of them in the
# last 30 days, where most keys have nothing; all at random over the years.
LATER, MIXED, ANYWHERE = "later", "80 % later", "at random"


@dataclass
class Sizes:
    """With corrections, what is closed is as many rows of each key, and no others."""

    keys: int
    versions: int
    arrivals: int
    corrections: int = 0


class Arrivals:
    """Batch 0 has the versions. The view arrivals_in has the batch that came last."""

    def __init__(self, project: Project, sizes: Sizes):
        self.project, self.sizes, self.batch = project, sizes, 0
        self.table = f"{project.schema}.landed"
        self._write("arrivals", last=sizes.versions - 1)

    def land(self, kind: str):
        self.batch += 1
        self._write("arrivals_batch", kind=kind, week=self.week, batch=self.batch)

    @property
    def week(self) -> date:
        """The first day of the batch that came last."""
        return FIRST_DAY + timedelta(DAYS + 7 * self.batch)

    def _write(self, file: str, **values):
        values |= SPAN | vars(self.sizes)
        self.project.query(sql(file, table=self.table, **values))
        self.project.query(
            f"create or replace view {self.project.schema}.arrivals_in as"
            " select k, day, score, name, arrived_at"
            f" from {self.table} where batch = {self.batch}"
        )
