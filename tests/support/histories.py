"""Random arrivals about many keys, and what was believed of them, by brute force."""

import json
import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta

# Moments of event time and of system time, as numbers; tests make dates of them.
EVENT_TIMES = 14
BATCHES = 10
TIMES_A_BATCH = 3
FIRST_DAY, FIRST_HOUR = date(2020, 1, 28), datetime(2021, 1, 31, 20)
# The end of what has not ended.
OPEN = 10**6


@dataclass(frozen=True)
class Arrival:
    key: tuple
    batch: int
    system: int
    event: int
    order: int
    values: tuple
    is_deleted: bool
    until: int | None
    note: str


def random_arrivals(seed, keys):
    """Out of order in event time, never in system time; corrections, repetitions, ends
    and returns. Of one key and moment of both times, order tells which came last."""
    rng = random.Random(seed)
    arrivals = []
    for number in range(keys):
        key = (f"k{number % 97}", number // 97)
        event = rng.randrange(EVENT_TIMES)
        batches = sorted(rng.randint(1, BATCHES) for _ in range(rng.randint(1, 12)))
        for order, batch in enumerate(batches, 1):
            system = batch * TIMES_A_BATCH + rng.randrange(TIMES_A_BATCH)
            if rng.random() < 0.5:
                event = rng.randrange(EVENT_TIMES)
            elif rng.random() < 0.5:
                event = min(EVENT_TIMES - 1, event + 1)
            arrivals.append(
                Arrival(
                    key,
                    batch,
                    system,
                    event,
                    order,
                    (rng.choice(["x", "x", "y", None]), rng.choice([1, 1, 2, None])),
                    rng.random() < 0.15,
                    rng.choice([None, event + rng.randint(1, EVENT_TIMES - event)]),
                    f"note {system} {order}",
                )
            )
    return arrivals


def in_order(arrivals):
    """Those that count: of a key's at one moment of both times the last."""
    ordered = sorted(arrivals, key=lambda a: (a.system, a.event, a.order))
    return list({(a.key, a.system, a.event): a for a in ordered}.values())


UNKNOWN, ENDED = None, ()


class Belief:
    """What is believed of one key at each moment of event time, a cell each."""

    def __init__(self, carry_forward=False, has_ends=False):
        self.carry_forward, self.has_ends = carry_forward, has_ends
        self.cells = [UNKNOWN] * EVENT_TIMES
        # The moments from which something is known: values, or that it ended.
        self.starts, self.ends = set(), set()

    def take(self, arrival):
        at, belief = arrival.event, self._said_by(arrival)
        held = self.cells[at]
        next_start = min((s for s in self.starts if s > at), default=EVENT_TIMES)
        next_end = min((e for e in self.ends if e > at), default=EVENT_TIMES)
        until = min(next_start, next_end)
        if self.has_ends and belief:
            until = min(next_start, arrival.until or EVENT_TIMES)
        if held == belief and until == min(next_start, next_end):
            return
        if self.has_ends:
            self.ends -= set(range(at + 1, next_start)) if belief else set()
            if until < next_start and belief:
                self.ends.add(until)
                self.cells[until:next_start] = [ENDED] * (next_start - until)
        self.cells[at:until] = [belief] * (until - at)
        if held != belief:
            self.starts.discard(at)
            self.ends.discard(at)
            (self.starts if belief else self.ends).add(at)

    def _said_by(self, arrival):
        if arrival.is_deleted:
            return ENDED
        held = self.cells[arrival.event] or arrival.values
        if not self.carry_forward:
            return arrival.values
        return tuple(
            old if new is None else new
            for new, old in zip(arrival.values, held, strict=True)
        )


def believed(arrivals, **rules):
    """{(key, system time, event time): values}, for each system time of an arrival."""
    moments = sorted({arrival.system for arrival in arrivals})
    by_key = {}
    for arrival in in_order(arrivals):
        by_key.setdefault(arrival.key, []).append(arrival)
    answers = {}
    for key, own in by_key.items():
        belief, waiting = Belief(**rules), list(own)
        for moment in moments:
            while waiting and waiting[0].system <= moment:
                belief.take(waiting.pop(0))
            for at, values in enumerate(belief.cells):
                if values:
                    answers[key, moment, at] = values
    return answers


def answered(rows, moments):
    """The same of rows: key, values, event and system from and to; half-open."""
    answers = {}
    for key, values, starts, ends, known_from, known_to in rows:
        for moment in moments:
            if known_from <= moment < known_to:
                for at in range(starts, min(ends, EVENT_TIMES)):
                    assert (key, moment, at) not in answers, "two versions at once"
                    answers[key, moment, at] = values
    return answers


def feed_random(project, arrivals, folder):
    """The model arrivals: those of the batches between the variables from and to. Times
    are there as numbers, and as a day and an hour."""
    file = folder / "arrivals.json"
    file.write_text("\n".join(json.dumps(vars(arrival)) for arrival in arrivals))
    day = f"date'{FIRST_DAY}'"
    project.query(
        f"create table {project.schema}.all_arrivals using parquet as select batch,"
        " key[0] as letter, cast(key[1] as int) as number, `values`[0] as text,"
        " cast(`values`[1] as decimal(9, 2)) as amount, is_deleted, note,"
        " order as came, cast(event as int), cast(system as bigint),"
        f" date_add({day}, cast(event as int)) as day, timestamp_ntz'{FIRST_HOUR}'"
        " + make_dt_interval(0, cast(system as int)) as hour,"
        f" date_add({day}, cast(until - 1 as int)) as until from json.`{file}`"
    )
    project.model(
        "arrivals",
        "select * except (batch) from {{ target.schema }}.all_arrivals"
        " where batch between {{ var('from') }} and {{ var('to') }}",
        'batch="append"',
    )


def rows_of(project, name, event="valid_from, valid_to", system="known_from, known_to"):
    """Rows as `answered` takes them: half-open, in numbers."""
    rows = project.query(
        f"select letter, number, text, cast(amount as int), {event}, {system}"
        f" from {project.schema}.{name}"
    )
    return [
        (
            row[:2],
            row[2:4],
            number_of(row[4]),
            number_of(row[5], step=1),
            number_of(row[6]),
            number_of(row[7], step=1),
        )
        for row in rows
    ]


def number_of(time, step=0):
    """A number is of a half-open interval. The end of a closed one is a step before."""
    if isinstance(time, int):
        return min(time, OPEN)
    if str(time).startswith("9999"):
        return OPEN
    if isinstance(time, str):
        return (date.fromisoformat(time) - FIRST_DAY).days + step
    hours = (time + timedelta(seconds=step) - FIRST_HOUR) / timedelta(hours=1)
    assert hours == int(hours)
    return int(hours)
