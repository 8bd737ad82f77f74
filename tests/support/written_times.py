"""Times as programs write them: a column in one form that Python knows, and now and
then in two."""

import random
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

DAYS = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%d.%m.%Y",
    "%d.%m.%y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%m/%d/%y",
    "%y-%m-%d",
    "%d-%m-%y",
    "%d-%b-%Y",
    "%d %b %Y",
    "%d %B %Y",
    "%b %d, %Y",
    "%Y%m",
    "%d%m%Y",
    "%y%m%d",
    "%m%d%Y",
]
GAPS = (" ", "T", ", ", ",", "")
CLOCKS = [
    "",
    "",
    "%H:%M",
    "%H:%M:%S",
    "%H:%M:%S.%f",
    "%H:%M:%S,%f",
    "%H%M",
    "%H%M%S",
    "%H",
    "%H%M%S.%f",
    "%I:%M %p",
    "%I:%M:%S%p",
    "%I:%M:%S.%f %p",
    "%H.%M",
    "%H.%M.%S.%f",
    "%H:%M Uhr",
    "%H:%M.%f",
]


@dataclass
class WrittenTimes:
    forms: set[str]
    texts: list[str]
    times: list[datetime]

    @property
    def firsts(self) -> set[str]:
        """What comes first: a day, a month or a year of two digits."""
        names = {"d": "day", "m": "month", "y": "year"}
        letters = {form.replace("-", "")[1] for form in self.forms}
        return {names[letter] for letter in letters & names.keys()}


def written_times(seed: int, number: int):
    chance = random.Random(seed)
    for _ in range(number):
        form = _form(chance)
        other = _form(chance) if chance.random() < 0.1 else form
        times = _times(chance)
        forms = [form, *chance.choices([form, other], k=len(times) - 1)]
        # The form may leave out what the time has.
        written = [
            (time, it, chance.randint(1, 6))
            for time, it in zip(times, forms, strict=True)
        ]
        read = [_as_written(*each) for each in written]
        texts = [_text(*each) for each in written]
        # As in 01-SEP-2025.
        case = chance.choice((str, str, str.upper, str.lower))
        yield WrittenTimes(set(forms), [case(text) for text in texts], read)


def _form(chance: random.Random) -> str:
    clock = chance.choice(CLOCKS)
    day = chance.choice(DAYS)
    # yyyyMMHHmm and yyMMddHH cannot be told from other digits.
    is_clear = day != "%Y%m" and (day, clock) != ("%y%m%d", "%H")
    is_of_digits = day.replace("%", "").isalpha()
    gap = chance.choice(GAPS if is_of_digits and is_clear else GAPS[:-1])
    form = day + (gap + clock if clock else "")
    # No program writes numbers of any width without a separator.
    if gap and chance.random() < 0.4:
        form = re.sub("%([dmHI])", r"%-\1", form)
    return form


def _times(chance: random.Random) -> list[datetime]:
    start = datetime(chance.randrange(1990, 2035), 1, 1)
    days = chance.choice((3, 40, 4000))
    return [
        start
        + timedelta(chance.randrange(days), chance.randrange(86_400))
        + timedelta(milliseconds=chance.choice((0, 5, 120, 987.654)))
        for _ in range(chance.randrange(1, 9))
    ]


def _as_written(time: datetime, form: str, digits: int) -> datetime:
    parts = {"d": "day", "f": "microsecond", "S": "second", "M": "minute"}
    left_out = {name: 0 for letter, name in parts.items() if letter not in form}
    if "f" in form:
        left_out["microsecond"] = int(_fraction(time, digits).ljust(6, "0"))
    if "day" in left_out:
        left_out["day"] = 1
    if "H" not in form and "I" not in form:
        left_out["hour"] = 0
    return time.replace(**left_out)


def _text(time: datetime, form: str, digits: int) -> str:
    return time.strftime(form.replace("%f", _fraction(time, digits)))


def _fraction(time: datetime, digits: int) -> str:
    return f"{time.microsecond:06}"[:digits]
