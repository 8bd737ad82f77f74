"""Times as texts: which forms Spark reads as they are, and the expression that reads
others. A text that may well be another time has no form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from castable_times import is_castable
from clock_formats import CLOCK, clock_pattern, letters
from digit_times import digits_form
from spark_text import quoted_text
from time_zones import letters_in, with_offsets

DAY_FIRST = ("day", "month", "year")
MONTH_FIRST = ("month", "day", "year")
YEAR_FIRST = ("year", "month", "day")
MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
# Without separators, the number of digits must be fixed.
READ_BY_A_PATTERN = (
    re.compile(
        r"(?P<first>(?:19|20)\d\d)(?P<separator>)(?P<middle>\d\d)(?P<last>\d\d)"
        rf"(?:(?P<gap>,? |T|){CLOCK})?",
        re.ASCII,
    ),
    re.compile(
        r"(?P<first>\d{4}|\d\d?)(?P<separator>[./ -])(?P<middle>\d\d?|[A-Za-z]{3,9})"
        rf"(?P=separator)(?P<last>\d{{4}}|\d\d?)(?:(?P<gap>,? |,|T){CLOCK})?",
        re.ASCII,
    ),
    re.compile(
        r"(?P<first>[A-Za-z]{3,9})(?P<separator> )(?P<middle>\d\d?)(?P<comma>, )"
        rf"(?P<last>\d{{4}})(?:(?P<gap>,? ){CLOCK})?",
        re.ASCII,
    ),
)
# What all times of one form have in common.
ALIKE = ("separator", "gap", "colon", "space", "uhr", "zone_gap")


@dataclass
class TimeForm:
    # None where Spark reads it as it is.
    pattern: str | None
    # What might as well come first in it: the day, the month or the year.
    other_firsts: tuple[str, ...] = ()
    has_clock: bool = True
    # Zones as letters, which the expression replaces by offsets.
    letters: tuple[str, ...] = ()

    def expression(self, column: str) -> str:
        if self.pattern is None:
            return column
        if self.pattern.startswith("timestamp_"):
            return f"{self.pattern}(cast({column} as bigint))"
        has_zone = self.pattern[-1] in "XV"
        function = "to_timestamp" if has_zone else "to_timestamp_ntz"
        read = with_offsets(column, self.letters)
        return f"{function}({read}, {quoted_text(self.pattern)})"

    @property
    def first(self) -> str:
        """In words, what comes first in the pattern."""
        return {"d": "the day", "M": "the month", "y": "the year"}[self.pattern[0]]

    @property
    def doubt(self) -> str:
        """In words, what might as well come first."""
        return " or ".join(f"the {name}" for name in self.other_firsts)


def form_of(values: Iterable[str]) -> TimeForm | None:
    """The one in which all of them are times; none if there is no such form."""
    texts = {value for value in values if value}
    if not texts:
        return None
    if all(map(is_castable, texts)):
        return TimeForm(None, has_clock=any(":" in text for text in texts))
    if all(re.fullmatch("[0-9]+", text) for text in texts):
        pattern = digits_form(texts)
        return pattern and TimeForm(pattern, has_clock=pattern != "yyyyMMdd")
    for known in READ_BY_A_PATTERN:
        found = [known.fullmatch(text) for text in texts]
        if all(found):
            return _form([each.groupdict() for each in found])
    return None


def _time(part: dict, order: tuple[str, ...]) -> datetime | None:
    """What the text says, if it says a time in this order."""
    date = _in_order(part, order)
    year, month, hour = date["year"], date["month"].lower(), int(part["hour"] or 0)
    # Spark reads 95 as 2095, and most people as 1995.
    if len(year) not in (2, 4) or (len(year) == 2 and int(year) >= 69):
        return None
    if part["am_pm"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (part["am_pm"].lower() == "pm")
    try:
        return datetime(
            int(year) + 2000 * (len(year) == 2),
            _month(month),
            int(date["day"]),
            *(hour, int(part["minute"] or 0), int(part["second"] or 0)),
        )
    except ValueError:
        return None


def _month(text: str) -> int:
    if not text.isalpha():
        return int(text)
    names = MONTHS if len(text) > 3 else [name[:3] for name in MONTHS]
    return names.index(text) + 1


def _in_order(part: dict, order: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(order, (part["first"], part["middle"], part["last"]), strict=True))


def _form(parts: list[dict]) -> TimeForm | None:
    if any(_differ(parts, name) for name in ALIKE):
        return None
    orders = _orders(parts)
    day = _day_pattern(parts, orders[0]) if orders else None
    clock = clock_pattern(parts)
    if day is None or clock is None:
        return None
    zones = {part["zone"] for part in parts if part["zone"]}
    return TimeForm(
        day + clock,
        tuple(order[0] for order in orders[1:]),
        has_clock=bool(clock),
        letters=letters_in(zones),
    )


def _orders(parts: list[dict]) -> list[tuple[str, ...]]:
    """In which they are times, the likeliest first: years differ less than days. With
    PM the month comes first, and with points the day."""
    years = {}
    for order in (DAY_FIRST, MONTH_FIRST, YEAR_FIRST):
        times = [_time(part, order) for part in parts]
        if all(times):
            years[order] = len({time.year for time in times})
    separator = parts[0]["separator"]
    if separator == "." and DAY_FIRST in years:
        return [DAY_FIRST]
    usual = MONTH_FIRST if parts[0]["am_pm"] else DAY_FIRST
    # A first number that all have is the year with hyphens, as in ISO 8601, and may be
    # the day of a report each month with others.
    if separator != "-" and not _differ(parts, "first"):
        return sorted(years, key=lambda order: order != usual)
    return sorted(years, key=lambda order: (years[order], order != usual))


def _day_pattern(parts: list[dict], order: tuple[str, ...]) -> str | None:
    dates = [_in_order(part, order) for part in parts]
    if len({(each["month"].isalpha(), len(each["year"])) for each in dates}) > 1:
        return None
    month = _month_pattern([each["month"] for each in dates])
    if month is None:
        return None
    named = {"day": letters(dates, "day", "d"), "month": month}
    named["year"] = letters(dates, "year", "y")
    first, *rest = (named[name] for name in order)
    separator = parts[0]["separator"]
    return separator.join([first, parts[0].get("comma", separator).join(rest)])


def _month_pattern(months: list[str]) -> str | None:
    """May is short and whole."""
    lengths = {len(month) for month in months if month.lower() != "may"}
    if months[0].isalpha() and lengths - {3}:
        return None if 3 in lengths else "MMMM"
    return "M" * min(map(len, months))


def _differ(parts: list[dict], name: str) -> bool:
    return len({part[name] for part in parts}) > 1
