"""Small event logs in two arrivals, and by hand who was where, as known after each."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta

YEARS_AGO = date(2013, 3, 3)


@dataclass(frozen=True)
class Log:
    """What two arrivals bring, and the stays as known after each.

    A stay is a state, the day on which an item came, that on which it left or none, and
    its dimension, if it is not x.
    """

    first: list
    second: list
    known_first: list
    known_last: list
    # The day of each milestone where late="keep" has another than the first of a stay.
    by_arrival: dict | None = None


def event(state, day, recorded=None, gone=False, dim="x", order=1, item="1"):
    """Of a day of March 2015, on which it was recorded too if nothing else is said."""
    at, recorded_at = day_of(day), day_of(recorded or day)
    return {
        "item": item,
        "state": state,
        "at": datetime(at.year, at.month, at.day, 9),
        "order": order,
        "dim": dim,
        "is_deleted": gone,
        "recorded_at": datetime(recorded_at.year, recorded_at.month, recorded_at.day),
    }


def day_of(day):
    return day if isinstance(day, date) else date(2015, 3, day)


OPEN_FROM_1, OPEN_FROM_2 = ("Open", 1, None), ("Open", 2, None)
OPEN_THEN_DOING = [("Open", 2, 4), ("Doing", 4, None)]
LOGS = {
    "before the first": Log(
        [event("Doing", 3)],
        [event("Open", 1)],
        [("Doing", 3, None)],
        [("Open", 1, 3), ("Doing", 3, None)],
    ),
    "two years late": Log(
        [event("Open", 3)],
        [event("Doing", YEARS_AGO)],
        [("Open", 3, None)],
        [("Doing", YEARS_AGO, 3), ("Open", 3, None)],
    ),
    "late for what was reached": Log(
        [event("Open", 5), event("Held", 6)],
        [event("Open", date(2015, 2, 3))],
        [("Open", 5, 6), ("Held", 6, None)],
        [("Open", date(2015, 2, 3), 6), ("Held", 6, None)],
        by_arrival={"Open": 5, "Held": 6},
    ),
    "again long after": Log(
        [event("Open", date(2015, 2, 1)), event("Held", 1)],
        [event("Open", date(2015, 5, 1)), event("Closed", date(2015, 6, 1))],
        [("Open", date(2015, 2, 1), 1), ("Held", 1, None)],
        [
            ("Open", date(2015, 2, 1), 1),
            ("Held", 1, date(2015, 5, 1)),
            ("Open", date(2015, 5, 1), date(2015, 6, 1)),
            ("Closed", date(2015, 6, 1), None),
        ],
    ),
    "duplicates": Log(
        [event("Open", 2), event("Open", 2)],
        [event("Open", 2), event("Open", 4, order=2)],
        [OPEN_FROM_2],
        [OPEN_FROM_2],
    ),
    "withdrawn": Log(
        [event("Open", 2), event("Doing", 4)],
        [event("Doing", 4, recorded=8, gone=True)],
        OPEN_THEN_DOING,
        [OPEN_FROM_2],
        by_arrival={"Open": 2, "Doing": 4},
    ),
    "withdrawn before it came": Log(
        [event("Open", 1), event("Doing", 2, recorded=4, gone=True)],
        [event("Doing", 2)],
        [OPEN_FROM_1],
        [OPEN_FROM_1],
        by_arrival={"Open": 1, "Doing": 2},
    ),
    "an older recording of what was withdrawn": Log(
        [
            event("Open", 1),
            event("Doing", 2),
            event("Doing", 2, recorded=4, gone=True),
        ],
        [event("Doing", 2, recorded=3)],
        [OPEN_FROM_1],
        [OPEN_FROM_1],
        by_arrival={"Open": 1, "Doing": 2},
    ),
    "withdrawn at the moment of the record": Log(
        [event("Open", 1)],
        [event("Doing", 2), event("Doing", 2, gone=True)],
        [OPEN_FROM_1],
        [OPEN_FROM_1],
        by_arrival={"Open": 1, "Doing": 2},
    ),
    "withdrawn and put in again": Log(
        [event("Open", 2), event("Doing", 4)],
        [event("Doing", 4, recorded=5, gone=True), event("Doing", 4, recorded=6)],
        OPEN_THEN_DOING,
        OPEN_THEN_DOING,
    ),
    "withdrawn, and there is a later one": Log(
        [event("Open", 2), event("Doing", 4), event("Doing", 9)],
        [event("Doing", 4, recorded=5, gone=True)],
        OPEN_THEN_DOING,
        [("Open", 2, 9), ("Doing", 9, None)],
        by_arrival={"Open": 2, "Doing": 4},
    ),
    "all of an item withdrawn": Log(
        [event("Open", 2)],
        [event("Open", 2, recorded=8, gone=True)],
        [OPEN_FROM_2],
        [],
        by_arrival={"Open": 2},
    ),
    "withdrawals alone": Log([event("Open", 1, recorded=2, gone=True)], [], [], []),
    "withdrawals, then another": Log(
        [event("Open", 1, recorded=2, gone=True)],
        [event("Open", 3)],
        [],
        [("Open", 3, None)],
    ),
    "a status renamed": Log(
        [event("Open", 2), event("Doing", 4)],
        [event("Offen", 2, recorded=8), event("Doing", 4)],
        OPEN_THEN_DOING,
        [("Offen", 2, 4), ("Doing", 4, None)],
        by_arrival={"Open": 2, "Doing": 4},
    ),
    "corrected before it came": Log(
        [event("Open", 1), event("Held", 2, recorded=5)],
        [event("Doing", 2)],
        [("Open", 1, 2), ("Held", 2, None)],
        [("Open", 1, 2), ("Held", 2, None)],
        by_arrival={"Open": 1, "Held": 2, "Doing": 2},
    ),
    "days without data": Log(
        [event("Open", 2)],
        [event("Doing", 9)],
        [OPEN_FROM_2],
        [("Open", 2, 9), ("Doing", 9, None)],
    ),
    "all leave, and one comes back": Log(
        [
            *(event("Open", 2), event("Closed", 4)),
            *(event("Open", 2, item="2"), event("Closed", 4, item="2")),
        ],
        [event("Doing", 8)],
        [("Open", 2, 4), ("Open", 2, 4), ("Closed", 4, None), ("Closed", 4, None)],
        [
            *(("Open", 2, 4), ("Open", 2, 4)),
            *(("Closed", 4, 8), ("Closed", 4, None), ("Doing", 8, None)),
        ],
    ),
    "a dimension changes in a state": Log(
        [event("Open", 2)],
        [event("Open", 5, dim=None)],
        [OPEN_FROM_2],
        [("Open", 2, 5), ("Open", 5, None, None)],
    ),
}


def rows(last_arrival):
    """The events, each with its log and the arrival that brings it."""
    for name, log in LOGS.items():
        for arrival, events in ((1, log.first), (last_arrival, log.second)):
            for each in events:
                item = f"{name} {each['item']}"
                yield each | {"log": name, "item": item, "arrival": arrival}


def days(is_last, last_day, terminal=()):
    """{(day, state, log, dim): (in, out, on hand)} as known after an arrival."""
    came, went, held = Counter(), Counter(), Counter()
    for name, log in LOGS.items():
        for state, since, until, *dim in log.known_last if is_last else log.known_first:
            day, end = day_of(since), until and day_of(until)
            combination = state, name, *(dim or "x")
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
        days = {}
        for state, came, *_ in log.known_last:
            days[state] = min(day_of(came), days.get(state, date.max))
        if log.by_arrival is not None and not by_time:
            days = {state: day_of(day) for state, day in log.by_arrival.items()}
        reached |= {(name, state): day for state, day in days.items()}
    return reached
