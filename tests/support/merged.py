"""Full snapshots in words, random ones, and what follows of them, in plain Python.

A row is (day, product, store, value, note, update_id); its key the first three.
"""

import random
from datetime import date, timedelta

COLUMNS = (
    "day date, product int, store string, value int, note string, update_id bigint"
)
KEY = ["day", "product", "store"]
FIRST_DAY = date(2017, 4, 1)
WINDOW_DAYS = 10


def first_day(published, snapshot):
    days = [row[0] for row in [*published, *snapshot]]
    return str(date.fromisoformat(max(days)) - timedelta(WINDOW_DAYS)) if days else ""


def descending(value):
    """As a sort key: the highest first, NULL last."""
    return (value is None, 0 if value is None else -value)


def merged(published, snapshot):
    """The rows that follow, sorted; of one key the latest, the snapshot's first."""
    since, first = first_day(published, snapshot), {}
    sides = [(0, row) for row in snapshot] + [(1, row) for row in published]
    ordered = sorted(sides, key=lambda s: (-s[1][5], s[0], descending(s[1][3])))
    for _, row in ordered:
        first.setdefault(row[:3], row)
    return in_order(row for row in first.values() if row[0] >= since)


def in_order(rows):
    return sorted(rows, key=lambda row: [(v is None, str(v)) for v in row])


class Source:
    """Something of which full snapshots arrive: it changes, and may lose rows."""

    def __init__(self, seed, days=8, products=30):
        self.random = random.Random(seed)
        self.days, self.products = days, products
        self.values, self.update_id = {}, 0
        self.add_days(range(days))

    def add_days(self, numbers):
        for number in numbers:
            day = str(FIRST_DAY + timedelta(number))
            for product in range(self.products):
                for store in ("a", "b", None):
                    product_or_none = None if product == 7 else product
                    self.values[day, product_or_none, store] = self.value()

    def value(self):
        return self.random.choice([None, *range(5)])

    def change(self, share):
        for key in self.values:
            if self.random.random() < share:
                self.values[key] = self.value()

    def slide(self):
        """A day more; and days that are two weeks old are no longer told of."""
        self.add_days([self.days])
        self.days += 1
        gone = str(FIRST_DAY + timedelta(self.days - 14))
        self.values = {k: v for k, v in self.values.items() if k[0] >= gone}

    def snapshot(self, missing=0.0, doubled=0.0, update_id=None):
        """All rows, but for some; some keys twice, with values that differ."""
        self.update_id += update_id is None
        number = update_id or self.update_id
        rows = []
        for key, value in self.values.items():
            if self.random.random() >= missing:
                rows.append((*key, value, f"note {value}", number))
            if self.random.random() < doubled:
                rows.append((*key, 9, "again", number))
        return rows


def arrivals(seed):
    """Snapshots one after the other: in order, twice, late, doubled, none."""
    source = Source(seed)
    for missing, changed, doubled in (
        (0, 0, 0),
        (0, 0.3, 0),
        (0.02, 0, 0),
        (0.02, 0.05, 0),
        (0, 0, 0),
    ):
        source.change(changed)
        yield source.snapshot(missing, doubled)
        if source.random.random() < 0.5:
            source.slide()
    late = source.snapshot(0.1)
    source.change(0.2)
    source.slide()
    last = source.snapshot(0.3)
    yield last
    yield last
    yield late
    yield []
    source.change(0.1)
    yield source.snapshot(0.05, doubled=0.05)
    yield source.snapshot(0.01)
    last_day = max(key[0] for key in source.values)
    yield [row for row in source.snapshot() if row[0] == last_day]
    yield source.snapshot()
