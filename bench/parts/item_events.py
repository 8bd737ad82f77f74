"""Events of items, made in Spark, the models of them, and the naive way to count.

Items enter on any day, most of them in a few of the groups. They have as many events as
asked for on average, some within minutes; one in twenty is out of turn, and may change
nothing; four in five items are closed in the end.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from math import log

from bench.parts.sql import sql
from support.batch_project import Project

FIRST_DAY = date(2015, 1, 1)
CONFIGS = {
    "stg": 'partition_by="event_month", meta={"batch": "append"}',
    "entries": 'partition_by="entry_month", meta={"batch": "append", '
    "'replace_where': \"entry_month = 'open'\", 'private': ['open', 'resting']}",
    "on_hand": 'partition_by="snapshot_month", meta={"batch": "append"}',
    "aged": 'partition_by="snapshot_month", meta={"batch": "append"}',
}


@dataclass
class Events:
    """How many; closed_before is the day before which items entered that all close."""

    events: int
    items: int
    days: int
    states: int
    groups: int
    closed_before: int = 0

    @property
    def last_day(self) -> date:
        return FIRST_DAY + timedelta(self.days - 1)

    def write(self, project: Project, name: str, entered_from: int = 0):
        sizes = vars(self) | {"log_of_more": log(1 - self.items / self.events)}
        table = f"{project.schema}.{name}"
        sizes |= {"first_day": FIRST_DAY, "entered_from": entered_from}
        project.query(sql("events", table=table, **sizes))


def write_models(project: Project, events: str, entries: str, through: str):
    """What they read is Jinja."""
    reads = {"entries": entries, "through": through}
    models = {
        "stg": sql("events_stg"),
        "entries": sql("events_entries", events=events),
        "on_hand": sql("events_snapshot", macro="accumulating_snapshot", **reads),
        "aged": sql("events_snapshot", macro="aged_snapshot", **reads),
    }
    for name, text in models.items():
        project.model(name, text, CONFIGS[name])


def naive(dialect: str, events: str, last_day: date, by_age: bool) -> str:
    ends = {"first_day": FIRST_DAY, "last_day": last_day}
    return sql("naive", dialect=dialect, events=events, by_age=by_age, **ends)
