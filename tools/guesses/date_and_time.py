"""A day in one column and the time of day in another, taken together as one time."""

import re

from clock_formats import CLOCK
from guesses.columns import MOSTLY, Column

# 8.50 may also be a number of hours, and mean half past eight.
CLOCK_TEXT = re.compile(rf"(?! *\d+\.\d+ *$) *{CLOCK} *", re.ASCII)
# A day as databases write it. Spark's left() takes times that are no texts, too.
MIDNIGHT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}) 00:00:00(?:\.0+)?")
# What is left of a name says which day and which time of day belong together.
KINDS = {
    *("date", "day", "time", "hour", "clock", "event"),
    *("of", "the", "at", "on", "local"),
    *("datum", "tag", "zeit", "uhr", "uhrzeit"),
    *("fecha", "hora", "heure", "data", "ora"),
}
ENDS = re.compile("(date|time|datum|uhrzeit|zeit)$")


class DateAndTime(Column):
    """Its values and its SQL are those of both columns."""

    def __init__(self, day: Column, clock: Column):
        self.day, self.clock = day, clock
        self.is_midnight = _is_midnight(day)
        values = zip(day.values, clock.values, strict=True)
        super().__init__(
            f"{day.name} and {clock.name}",
            [self._joined(*each) if all(each) else None for each in values],
        )

    def _joined(self, day: str, clock: str) -> str:
        return f"{day[:10] if self.is_midnight else day} {clock}"

    @property
    def parts(self) -> tuple[Column, ...]:
        return (self.day, self.clock)

    @property
    def sql(self) -> str:
        day = f"left({self.day.sql}, 10)" if self.is_midnight else self.day.sql
        return f"concat({day}, ' ', {self.clock.sql})"


def dates_with_times(times: list[Column], columns: list[Column]) -> list[Column]:
    """The times, where a day that has its time of day in another column has both."""
    clocks = [column for column in columns if not column.form and _is_clock(column)]
    days = [
        column for column in times if not column.form.has_clock or _is_midnight(column)
    ]
    joined = []
    for column in times:
        clock = _clock_of(column, days, clocks) if column in days else None
        both = DateAndTime(column, clock) if clock else column
        joined.append(both if both.form else column)
    return joined


def _clock_of(day: Column, days: list[Column], clocks: list[Column]) -> Column | None:
    of_its_name = [clock for clock in clocks if _about(clock) == _about(day)]
    # Of any day, if there is one only.
    of_any = [clock for clock in clocks if not _about(clock) and len(days) == 1]
    return next(iter(of_its_name or of_any), None)


def _about(column: Column) -> set[str]:
    return {ENDS.sub("", word) for word in column.words - KINDS} - {""}


def _is_midnight(day: Column) -> bool:
    return all(MIDNIGHT.fullmatch(value) for value in day.counts)


def _is_clock(column: Column) -> bool:
    """Four digits, which may be anything, must be called a time."""
    texts = [*column.counts]
    fitting = [text for text in texts if CLOCK_TEXT.fullmatch(text)]
    is_called = any(word in KINDS or ENDS.search(word) for word in column.words)
    return bool(fitting) and len(fitting) >= MOSTLY * len(texts) and is_called
