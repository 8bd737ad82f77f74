"""Small event logs in two arrivals, and by hand who was where, as known after each.

"Doing 4 @8 /y #2 *2": item 2 of the dimension y came into Doing on 4 March, which was
recorded on the 8th, as the second event of its moment; "-Doing 4" withdraws that.
"Open 2..4": it came into Open on the 2nd and left on the 4th. Other days are 02-03.
"""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

DAY = r"[\d-]+"
EVENT = rf"(-?)(\w+) ({DAY})(?: @({DAY}))?(?: /(\w+))?(?: #(\d))?(?: \*(\d))?"
STAY = rf"(\w+) ({DAY})\.\.({DAY})?(?: /(\w+))?"


@dataclass(frozen=True)
class Log:
    first: str
    second: str
    # The stays as known after each.
    known_first: str
    known_last: str
    # What late="keep" has as milestones, if not the first day of each state's stays.
    by_arrival: str | None = None


LOGS = {
    "before the first": Log(
        *("Doing 3", "Open 1"),
        *("Doing 3..", "Open 1..3, Doing 3.."),
    ),
    "two years late": Log(
        *("Open 3", "Doing 2013-03-03"),
        *("Open 3..", "Doing 2013-03-03..3, Open 3.."),
    ),
    "late for what was reached": Log(
        *("Open 5, Held 6", "Open 02-03"),
        *("Open 5..6, Held 6..", "Open 02-03..6, Held 6.."),
        by_arrival="Open 5, Held 6",
    ),
    "again long after": Log(
        *("Open 02-01, Held 1", "Open 05-01, Closed 06-01"),
        "Open 02-01..1, Held 1..",
        "Open 02-01..1, Held 1..05-01, Open 05-01..06-01, Closed 06-01..",
    ),
    "duplicates": Log(
        *("Open 2, Open 2", "Open 2, Open 4 #2"),
        *("Open 2..", "Open 2.."),
    ),
    "withdrawn": Log(
        *("Open 2, Doing 4", "-Doing 4 @8"),
        *("Open 2..4, Doing 4..", "Open 2.."),
        by_arrival="Open 2, Doing 4",
    ),
    "withdrawn before it came": Log(
        *("Open 1, -Doing 2 @4", "Doing 2"),
        *("Open 1..", "Open 1.."),
        by_arrival="Open 1, Doing 2",
    ),
    "an older recording of what was withdrawn": Log(
        *("Open 1, Doing 2, -Doing 2 @4", "Doing 2 @3"),
        *("Open 1..", "Open 1.."),
        by_arrival="Open 1, Doing 2",
    ),
    "withdrawn at the moment of the record": Log(
        *("Open 1", "Doing 2, -Doing 2"),
        *("Open 1..", "Open 1.."),
        by_arrival="Open 1, Doing 2",
    ),
    "withdrawn and put in again": Log(
        *("Open 2, Doing 4", "-Doing 4 @5, Doing 4 @6"),
        *("Open 2..4, Doing 4..", "Open 2..4, Doing 4.."),
    ),
    "withdrawn, and there is a later one": Log(
        *("Open 2, Doing 4, Doing 9", "-Doing 4 @5"),
        *("Open 2..4, Doing 4..", "Open 2..9, Doing 9.."),
        by_arrival="Open 2, Doing 4",
    ),
    "all of an item withdrawn": Log(
        *("Open 2", "-Open 2 @8"),
        *("Open 2..", ""),
        by_arrival="Open 2",
    ),
    "withdrawals alone": Log("-Open 1 @2", "", "", ""),
    "withdrawals, then another": Log("-Open 1 @2", "Open 3", "", "Open 3.."),
    # These say where the days end, if what was withdrawn does not count.
    "far ahead, and withdrawn at once": Log(
        *("Open 1, Closed 08-31, -Closed 08-31 @09-01", ""),
        *("Open 1..", "Open 1.."),
        by_arrival="Open 1, Closed 08-31",
    ),
    "the last day of all, withdrawn later": Log(
        *("Open 1, Doing 08-10", "-Doing 08-10 @08-11"),
        *("Open 1..08-10, Doing 08-10..", "Open 1.."),
        by_arrival="Open 1, Doing 08-10",
    ),
    "a status renamed": Log(
        *("Open 2, Doing 4", "Offen 2 @8, Doing 4"),
        *("Open 2..4, Doing 4..", "Offen 2..4, Doing 4.."),
        by_arrival="Open 2, Doing 4",
    ),
    "corrected before it came": Log(
        *("Open 1, Held 2 @5", "Doing 2"),
        *("Open 1..2, Held 2..", "Open 1..2, Held 2.."),
        by_arrival="Open 1, Held 2, Doing 2",
    ),
    "days without data": Log(
        *("Open 2", "Doing 9"),
        *("Open 2..", "Open 2..9, Doing 9.."),
    ),
    "all leave, and one comes back": Log(
        *("Open 2, Closed 4, Open 2 *2, Closed 4 *2", "Doing 8"),
        "Open 2..4, Closed 4.., Open 2..4, Closed 4..",
        "Open 2..4, Closed 4..8, Doing 8.., Open 2..4, Closed 4..",
    ),
    "a dimension changes in a state": Log(
        *("Open 2", "Open 5 /none"),
        *("Open 2..", "Open 2..5, Open 5.. /none"),
    ),
}


def parts(text, pattern):
    each = text.split(", ") if text else []
    return [re.fullmatch(pattern, one).groups() for one in each]


def day_of(text):
    """A day of 2015: "4" is 4 March, "02-03" is 3 February."""
    text = text.zfill(2)
    return date.fromisoformat("2015-03-00"[: -len(text)] + text)


def dim_of(text):
    return {None: "x", "none": None}.get(text, text)


def rows(last_arrival):
    """The events, each with its log and the arrival that brings it."""
    for name, log in LOGS.items():
        for arrival, text in ((1, log.first), (last_arrival, log.second)):
            for gone, state, day, recorded, dim, order, item in parts(text, EVENT):
                day = day_of(day)
                recorded = day_of(recorded) if recorded else day
                yield {
                    "log": name,
                    "arrival": arrival,
                    "item": f"{name} {item or 1}",
                    "state": state,
                    "at": datetime.combine(day, time(9)),
                    "order": int(order or 1),
                    "dim": dim_of(dim),
                    "is_deleted": bool(gone),
                    "recorded_at": datetime.combine(recorded, time()),
                }


def days(is_last, last_day, terminal=()):
    """{(day, state, log, dim): (in, out, on hand)} as known after an arrival."""
    came, went, held = Counter(), Counter(), Counter()
    for name, log in LOGS.items():
        stays = log.known_last if is_last else log.known_first
        for state, since, until, dim in parts(stays, STAY):
            day, combination = day_of(since), (state, name, dim_of(dim))
            end = day_of(until) if until else None
            came[day, combination] += 1
            if end:
                went[end, combination] += 1
            while state not in terminal and day < (end or last_day + timedelta(days=1)):
                held[day, combination] += 1
                day += timedelta(days=1)
    return {
        (day, *combination): tuple(c[day, combination] for c in (came, went, held))
        for day, combination in {*came, *went, *held}
    }


def milestones(by_time):
    """{(log, state): day}, by the time of the events that stand or by arrival."""
    reached = {}
    for name, log in LOGS.items():
        if log.by_arrival is None or by_time:
            stays = parts(log.known_last, STAY)
        else:
            stays = [each[1:] for each in parts(log.by_arrival, EVENT)]
        for state, day, *_ in stays:
            key, day = (name, state), day_of(day)
            reached[key] = min(day, reached.get(key, day))
    return reached
