"""The rows of a log as the models will read them, asked about before a run."""

from pyhive.exc import DatabaseError

import report
from arrival import Arrival
from configuration import expressions, in_sql
from console import Problem
from landing import columns_of
from lines_of_rows import places_of
from project import Target
from sentences import spark_said
from spark_text import quoted_name

ANALYSIS = "analyses/input/input_rows.sql"
# A value that cannot be cast is NULL then, and counted.
TOLERANT = "set spark.sql.ansi.enabled = false"
# What tells events apart, and when a row of one was recorded.
IDENTITY = "daybook_item, daybook_occurred_at, daybook_occurred_at_utc, daybook_order"
RECORDED = "daybook_recorded_at_utc"
# So many rows are shown, and so many values looked at.
PLACES, TEXTS = 3, 1000
# Spark compares days: as texts, those of the year 10000 come before others.
OFF_THE_CALENDAR = """
    select
        first_day,
        last_day,
        least(first_day, start_date),
        greatest(last_day, end_date)
    from (
        select
            date(min(daybook_occurred_at)) as first_day,
            date(max(daybook_occurred_at)) as last_day,
            date'{start_date}' as start_date,
            date'{end_date}' as end_date
        from ({rows})
    )
    where first_day < start_date or last_day > end_date
"""


class InputRows:
    def __init__(self, target: Target, arrival: Arrival):
        place = (target.server.port, target.schema, arrival.variables)
        compiled = report.compiled_analyses(*place, ANALYSIS, target.manifest)
        self.sql = compiled["input_rows"]
        self.server, self.origin = target.server, arrival.origin
        self.relation = arrival.variables["input"]["relation"]
        self.table = arrival.table
        # Of the file.
        self.columns = columns_of(self.server, self.table)

    @property
    def source(self) -> dict:
        return self.origin.source

    @property
    def name(self) -> str:
        return f"EVENTS {self.origin.events.name}"

    def counts(self, flaws: list[str], others: list[str] = ()) -> list[int]:
        """All rows, and those that meet each condition. The hash has Spark look at
        values that no other column here asks for."""
        met = [f"count_if({condition})" for condition in (*flaws, *others)]
        looked_at = "max(hash(daybook_order, daybook_dimensions))"
        counted = f"select count(*), {', '.join([*met, looked_at])} from ({self.sql})"
        try:
            ((*counts, _),) = self.server.query(counted)
        except DatabaseError as error:
            counts = self._counted_tolerantly(counted)
            if not any(counts[1 : 1 + len(flaws)]):
                raise self._culprit(error) from error
        return counts

    def _counted_tolerantly(self, counted: str) -> list[int]:
        """No numbers, if Spark refuses the expression itself."""
        try:
            ((*counts, _),) = self.server.query(TOLERANT, counted)
        except DatabaseError:
            return []
        return counts

    def days_off_the_calendar(self, calendar: dict) -> tuple[str, ...] | None:
        """If there are any: the first and the last day of all rows, and those of a
        calendar that has all."""
        days = OFF_THE_CALENDAR.format(rows=self.sql, **calendar)
        return next(iter(self.server.query(days)), None)

    def _culprit(self, error: DatabaseError) -> Problem:
        """The expression that Spark refuses, and why."""
        rows = f"{self.table} where true and ({self.source['where'] or 'true'})"
        used = in_sql(self.source, self.columns)
        asked = zip(expressions(self.source), expressions(used), strict=True)
        for (key, given), (_, sql) in asked:
            # Only the relation has the numbers of lines.
            asked_of = self.relation if key == "order" else rows
            if said := self._said(f"select max(hash({sql})) from {asked_of}"):
                return Problem(f"CONFIG {self.origin.config}: {key}: {given!r}: {said}")
        return Problem(f"{self.name}: {spark_said(error)}")

    def _said(self, sql: str) -> str | None:
        try:
            self.server.query(sql)
        except DatabaseError as error:
            return spark_said(error)
        return None

    def rows(self, condition: str) -> list[tuple]:
        """Some of the file that meet it."""
        names = ", ".join(map(quoted_name, self.columns))
        rows = f"select source_row.* from ({self.sql}) where {condition} limit {PLACES}"
        return self.server.query(TOLERANT, f"select {names} from ({rows})")

    def texts(self, column: str, condition: str) -> list[str | None]:
        """Of a column, those in rows that meet the condition, the most usual first."""
        rows = f"select source_row.* from ({self.sql}) where {condition}"
        found = self.server.query(
            TOLERANT,
            f"select string({column}) from ({rows}) group by 1 "
            f"order by count(*) desc, 1 limit {TEXTS}",
        )
        return [text for (text,) in found]

    def places(self, rows: list[tuple]) -> list[str | None]:
        return places_of(self.origin.events, self.source, self.columns, rows)


def in_lines(rows: InputRows, condition: str) -> str:
    """Where rows are that meet it, for a sentence."""
    found = rows.places(rows.rows(f"{condition} and not daybook_is_deleted"))
    places = [place for place in found if place]
    return f" in {' and '.join(places)}" if places else ""


def more(number: int) -> str:
    return f" There are {number:,} such cases." if number > 1 else ""
