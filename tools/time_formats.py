"""Times as texts: which forms Spark reads as they are, and the expression that reads
others."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from spark_text import quoted_text

# As local_timestamp takes them: a year, a month and a day, and perhaps a time.
READ_AS_IT_IS = re.compile(r"\d{4}-\d{1,2}-\d{1,2}([ T]\d{1,2}(:\d{1,2}){0,2}.*)?")
DAYS = re.compile(
    r"(?P<year>\d{4})(?P<a>[./-]?)(?P<month>\d\d?)(?P=a)(?P<day>\d\d?)"
    r"|(?P<one>\d\d?)(?P<b>[./-])(?P<two>\d\d?)(?P=b)(?P<years>\d{4}|\d\d)"
    r"|(?P<of>\d\d?)(?P<c>[ -])(?P<name>[A-Za-z]{3})(?P=c)(?P<in>\d{4})"
)
CLOCK = re.compile(
    r"(?P<gap>,? ?|T)(?P<hour>\d\d?)(?P<d>:?)(?P<minute>\d\d)"
    r"(?:(?P=d)(?P<second>\d\d)(?:(?P<point>[.,])(?P<fraction>\d{1,9}))?)?"
    r"(?P<half> ?[AaPp][Mm])?"
)


@dataclass
class TimeForm:
    # None where Spark reads it as it is.
    pattern: str | None
    # Whether it might as well be the month that comes first.
    is_ambiguous: bool = False

    def expression(self, column: str) -> str:
        if self.pattern is None:
            return column
        if self.pattern.startswith("timestamp_"):
            return f"{self.pattern}(cast({column} as bigint))"
        return f"to_timestamp_ntz({column}, {quoted_text(self.pattern)})"


def form_of(values: Iterable[str]) -> TimeForm | None:
    """The one in which all of them are times; none if there is no such form."""
    texts = {value for value in values if value}
    if not texts:
        return None
    if all(READ_AS_IT_IS.fullmatch(text) for text in texts):
        return TimeForm(None)
    for digits, function in ((10, "timestamp_seconds"), (13, "timestamp_millis")):
        if all(re.fullmatch(rf"1\d{{{digits - 1}}}", text) for text in texts):
            return TimeForm(function)
    parts = [_parts(text) for text in texts]
    if None in parts:
        return None
    return _form(parts)


def _parts(text: str) -> dict | None:
    day = DAYS.match(text)
    if day is None:
        return None
    rest = text[day.end() :]
    clock = CLOCK.fullmatch(rest)
    if rest and clock is None:
        return None
    return day.groupdict() | (clock.groupdict() if clock else {"hour": None})


def _form(parts: list[dict]) -> TimeForm | None:
    day, is_ambiguous = _day_pattern(parts)
    clock = _clock_pattern(parts)
    if day is None or clock is None:
        return None
    return TimeForm(day + clock, is_ambiguous)


def _day_pattern(parts: list[dict]) -> tuple[str | None, bool]:
    if between := _only(parts, "a"):
        day, month = _digits(parts, "day", "d"), _digits(parts, "month", "M")
        return f"yyyy{between}{month}{between}{day}", False
    if between == "":
        fits = all(int(p["month"]) <= 12 and int(p["day"]) <= 31 for p in parts)
        return "yyyyMMdd" if fits else None, False
    if between := _only(parts, "c"):
        return f"{_digits(parts, 'of', 'd')}{between}MMM{between}yyyy", False
    between = _only(parts, "b")
    years = {len(part["years"] or "") for part in parts}
    if not between or len(years) != 1:
        return None, False
    first, second = (max(int(p[name]) for p in parts) for name in ("one", "two"))
    if first > 12 and second > 12:
        return None, False
    is_ambiguous = between != "." and first <= 12 and second <= 12
    month_first = second > 12 or (is_ambiguous and any(p.get("half") for p in parts))
    letters = "Md" if month_first else "dM"
    one, two = (
        _digits(parts, name, letter)
        for name, letter in zip(("one", "two"), letters, strict=True)
    )
    return f"{one}{between}{two}{between}{'y' * years.pop()}", is_ambiguous


def _clock_pattern(parts: list[dict]) -> str | None:
    if all(part["hour"] is None for part in parts):
        return ""
    gap, colon = _only(parts, "gap"), _only(parts, "d")
    halves = {bool(part.get("half")) for part in parts}
    gaps = {part.get("half", "")[:1] == " " for part in parts if part.get("half")}
    if gap is None or colon is None or len(halves) > 1 or len(gaps) > 1:
        return None
    letter = "h" if True in halves else "H"
    seconds = {bool(part.get("second")) for part in parts}
    second = f"{colon}ss" + _fraction(parts)
    return "".join(
        (
            gap if gap != "T" else "'T'",
            _digits(parts, "hour", letter),
            f"{colon}mm",
            ""
            if True not in seconds
            else second
            if len(seconds) == 1
            else f"[{second}]",
            f"{' ' if True in gaps else ''}a" if True in halves else "",
        )
    )


def _fraction(parts: list[dict]) -> str:
    lengths = [len(part.get("fraction") or "") for part in parts]
    if not max(lengths):
        return ""
    point = next(part["point"] for part in parts if part.get("point"))
    fraction = point + "S" * max(lengths)
    return fraction if min(lengths) else f"[{fraction}]"


def _only(parts: list[dict], name: str) -> str | None:
    """What all of them have there; none if they differ or lack it."""
    found = {part.get(name) for part in parts}
    return found.pop() if len(found) == 1 else None


def _digits(parts: list[dict], name: str, letter: str) -> str:
    """Two letters read two digits, one reads one or two."""
    return letter * min(len(part[name]) for part in parts)
