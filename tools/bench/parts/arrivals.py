"""Arrivals about keys, made in Spark: versions in order, then batches at random keys.

A key's versions are spread over five years of days, each recorded on the day after. A
batch is a week later than the one before it, and has one arrival of a key at most.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from parts.item_events import FIRST_DAY, drawn

from support.batch_project import Project

YEARS = 5
DAYS = YEARS * 365
# The event times of a batch's arrivals: later than all of the key; some of them in the
# last 30 days, where most keys have nothing; all at random over the years.
LATER, MIXED, ANYWHERE = "later", "80 % later", "at random"
EVENT_DAYS = {
    LATER: "{week} + int(7 * {a})",
    MIXED: "if({b} < 0.8, {week} + int(7 * {a}), {week} + 6 - int(30 * {a}))",
    ANYWHERE: f"date'{FIRST_DAY}' + int({DAYS} * {{a}})",
}

VERSIONS = f"""
    create table {{table}} using parquet partitioned by (batch) as
    with
        numbered as (
            select id as k, explode(sequence(0, {{last}} + {{corrections}})) as n
            from range({{keys}})
        ),
        dated as (
            select
                *,
                date'{FIRST_DAY}' + int(
                    {{width}} * (least(n, {{last}}) + {drawn("k", "least(n, {last})")})
                ) as day
            from numbered
        )
    select
        k,
        day,
        int(1000 * {drawn("k", "n", 1)}) as score,
        concat('name ', k % 1000) as name,
        {{recorded_at}} as arrived_at,
        0 as batch
    from dated
"""
ON_THE_DAY_AFTER = f"""
    timestampadd(
        second, int(86400 * {drawn("k", "n", 2)}), cast(day + 1 as timestamp_ntz)
    )
"""
# All versions at once, and corrections of the last one over the years, which do nothing
# but close a row each.
CORRECTED = f"""
    timestampadd(
        second,
        if(n <= {{last}}, 0, int(
            {DAYS} * 86400D * (n - {{last}} - {drawn("k", "n", 2)}) / {{corrections}}
        )),
        timestamp_ntz'{FIRST_DAY} 00:00:00'
    )
"""
BATCH = f"""
    insert into {{table}}
    select
        id,
        {{day}},
        int(1000 * {drawn("id", "{batch}", 3)}),
        concat('name ', id % 1000),
        timestampadd(
            second,
            int(86400 * {drawn("id", "{batch}", 4)}),
            cast({{week}} + 7 as timestamp_ntz)
        ),
        {{batch}}
    from (
        select id
        from range({{keys}})
        order by xxhash64(id, {{batch}})
        limit {{arrivals}}
    )
"""


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
        last = sizes.versions - 1
        recorded_at = CORRECTED if sizes.corrections else ON_THE_DAY_AFTER
        of_versions = {"last": last, "corrections": sizes.corrections}
        project.query(
            VERSIONS.format(
                table=self.table,
                keys=sizes.keys,
                width=DAYS // sizes.versions,
                recorded_at=recorded_at.format(**of_versions),
                **of_versions,
            )
        )
        self._show()

    def land(self, kind: str):
        self.batch += 1
        week = f"date'{self.week}'"
        a, b = (drawn("id", self.batch, salt) for salt in (5, 6))
        self.project.query(
            BATCH.format(
                table=self.table,
                day=EVENT_DAYS[kind].format(week=week, a=a, b=b),
                week=week,
                batch=self.batch,
                **vars(self.sizes),
            )
        )
        self._show()

    @property
    def week(self) -> date:
        """The first day of the batch that came last."""
        return FIRST_DAY + timedelta(DAYS + 7 * self.batch)

    def _show(self):
        self.project.query(
            f"create or replace view {self.project.schema}.arrivals_in as"
            " select k, day, score, name, arrived_at"
            f" from {self.table} where batch = {self.batch}"
        )
