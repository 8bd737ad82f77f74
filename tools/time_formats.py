"""Times as texts: which forms Spark reads as they are, and the expression that reads
others. A text that may well be another time has no form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from castable_times import is_castable
from spark_text import quoted_text

DAY_FIRST = ("day", "month", "year")
MONTH_FIRST = ("month", "day", "year")
YEAR_FIRST = ("year", "month", "day")
MONTHS = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
CLOCK = (
    r"(?P<hour>\d\d?(?=:)|\d\d)(?P<colon>:?)(?P<minute>\d\d)"
    r"(?:(?P=colon)(?P<second>\d\d)(?:(?P<decimal_mark>[.,])(?P<fraction>\d{1,9}))?)?"
    r"(?:(?P<space> ?)(?P<am_pm>[AaPp][Mm]))?"
)
# Without separators, the number of digits must be fixed.
READ_BY_A_PATTERN = (
    re.compile(
        r"(?P<first>(?:19|20)\d\d)(?P<separator>)(?P<middle>\d\d)(?P<last>\d\d)"
        rf"(?:(?P<gap>,? |T|){CLOCK})?",
        re.ASCII,
    ),
    re.compile(
        r"(?P<first>\d{4}|\d\d?)(?P<separator>[./ -])(?P<middle>\d\d?|[A-Za-z]{3})"
        rf"(?P=separator)(?P<last>\d{{4}}|\d\d?)(?:(?P<gap>,? |,|T){CLOCK})?",
        re.ASCII,
    ),
)
# Of digits that have another form here: seconds since 1970 or yyyyMMddHHmm.
DOUBTFUL = ("%y%m%d%H%M", "%y%m%d%H%M%S", "%Y%m%d%H", "%m%d%Y%H", "%d%m%Y%H")


@dataclass
class TimeForm:
    # None where Spark reads it as it is.
    pattern: str | None
    # What might as well come first in it: the day, the month or the year.
    other_firsts: tuple[str, ...] = ()

    def expression(self, column: str) -> str:
        if self.pattern is None:
            return column
        if self.pattern.startswith("timestamp_"):
            return f"{self.pattern}(cast({column} as bigint))"
        return f"to_timestamp_ntz({column}, {quoted_text(self.pattern)})"

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
        return TimeForm(None)
    if any(all(_is_of(text, form) for text in texts) for form in DOUBTFUL):
        return None
    for digits, function in ((10, "timestamp_seconds"), (13, "timestamp_millis")):
        if all(re.fullmatch(rf"1[0-9]{{{digits - 1}}}", text) for text in texts):
            return TimeForm(function)
    for known in READ_BY_A_PATTERN:
        found = [known.fullmatch(text) for text in texts]
        if all(found):
            return _form([each.groupdict() for each in found])
    return None


def _is_of(text: str, form: str) -> bool:
    try:
        time = datetime.strptime(text, form)
    except ValueError:
        return False
    # Python takes a number with fewer digits, too.
    return 1900 <= time.year < 2100 and time.strftime(form) == text


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
            MONTHS.index(month) + 1 if month.isalpha() else int(month),
            int(date["day"]),
            *(hour, int(part["minute"] or 0), int(part["second"] or 0)),
        )
    except ValueError:
        return None


def _in_order(part: dict, order: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(order, (part["first"], part["middle"], part["last"]), strict=True))


def _form(parts: list[dict]) -> TimeForm | None:
    if any(_differ(parts, name) for name in ("separator", "gap", "colon", "space")):
        return None
    orders = _orders(parts)
    day = _day_pattern(parts, orders[0]) if orders else None
    clock = _clock_pattern(parts)
    if day is None or clock is None:
        return None
    return TimeForm(day + clock, tuple(order[0] for order in orders[1:]))


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
    letters = {"day": "d", "month": "M", "year": "y"}
    separator = parts[0]["separator"]
    return separator.join(_letters(dates, name, letters[name]) for name in order)


def _clock_pattern(parts: list[dict]) -> str | None:
    gap, colon, space = (parts[0][name] for name in ("gap", "colon", "space"))
    if gap is None:
        return ""
    timed = [part for part in parts if part["second"]]
    marks = {part["decimal_mark"] for part in timed if part["decimal_mark"]}
    if len(marks) > 1 or (not colon and 0 < len(timed) < len(parts)):
        return None
    fraction = "".join(marks) + "S" * max(
        (len(part["fraction"] or "") for part in timed), default=0
    )
    second = f"{colon}ss" + _optional(timed, "fraction", fraction)
    hour = _letters(parts, "hour", "H" if space is None else "h")
    gap = "'T'" if gap == "T" else gap
    am_pm = "" if space is None else f"{space}a"
    return f"{gap}{hour}{colon}mm{_optional(parts, 'second', second)}{am_pm}"


def _optional(parts: list[dict], name: str, pattern: str) -> str:
    """In brackets, where only some of them have it."""
    having = sum(bool(part[name]) for part in parts)
    if having in (0, len(parts)):
        return pattern if having else ""
    return f"[{pattern}]"


def _differ(parts: list[dict], name: str) -> bool:
    return len({part[name] for part in parts}) > 1


def _letters(parts: list[dict], name: str, letter: str) -> str:
    """Two letters read two digits, one reads one or two."""
    return letter * min(len(part[name]) for part in parts)
