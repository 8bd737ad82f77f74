"""Random full snapshots, by both strategies: after each, the rows of plain Python.

A row is (day, product, store, value, note, update_id); its key the first three.
"""

import random
import re
from datetime import date, timedelta

import pytest

COLUMNS = (
    "day date, product int, store string, value int, note string, update_id bigint"
)
READ = "string(day), product, store, value, note, update_id"
MERGE = """
    {{ daybook.merge_snapshot(
        incoming=ref("told"), posted=this, key=["day", "product", "store"],
        version="update_id", order_by=["value desc"], largest_loss=1,
        window={"days": 7}, strategy="%s") }}
"""
BY_DAY = 'partition_by="day"'
MODELS = {
    "by_window": "window",
    "adopted": "adopt",
    "kept": "adopt_changed",
}
FIRST_DAY = date(2017, 4, 1)
WINDOW_DAYS = 7


def merged(published, snapshot):
    """The rows that follow, sorted; of one key the latest, the snapshot's first."""
    days = [row[0] for row in [*published, *snapshot]]
    since = str(date.fromisoformat(max(days)) - timedelta(WINDOW_DAYS))
    sides = [(0, row) for row in snapshot] + [(1, row) for row in published]
    first = {}
    for _, row in sorted(sides, key=lambda s: (-s[1][5], s[0], descending(s[1][3]))):
        first.setdefault(row[:3], row)
    return in_order(row for row in first.values() if row[0] >= since)


def descending(value):
    """As a sort key: the highest first, NULL last."""
    return (value is None, 0 if value is None else -value)


def in_order(rows):
    return sorted(rows, key=lambda row: [(v is None, str(v)) for v in row])


class Source:
    """Something of which full snapshots arrive: it changes, and may lose rows."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.values, self.days, self.update_id = {}, 0, 0
        for _ in range(8):
            self.add_day()

    def add_day(self):
        """Days that are ten days old are no longer told of."""
        day, gone = (str(FIRST_DAY + timedelta(self.days - n)) for n in (0, 10))
        self.days += 1
        for product in (*range(9), None):
            for store in ("a", "b", None):
                self.values[day, product, store] = self.value()
        self.values = {k: v for k, v in self.values.items() if k[0] >= gone}

    def value(self):
        return self.random.choice([None, *range(5)])

    def snapshot(self, missing=0.0, doubled=0.0, changed=0.0):
        """All rows, but for some; some keys twice, with values that differ."""
        self.update_id += 1
        rows = []
        for key in self.values:
            if self.random.random() < changed:
                self.values[key] = self.value()
            value = self.values[key]
            if self.random.random() >= missing:
                rows.append((*key, value, f"note {value}", self.update_id))
            if self.random.random() < doubled:
                rows.append((*key, 9, "again", self.update_id))
        return rows


def arrivals(seed):
    """Snapshots one after the other: in order, twice, late, none, doubled, of a day."""
    source = Source(seed)
    for missing, changed in ((0, 0), (0, 0.3), (0.02, 0), (0.02, 0.05), (0, 0)):
        yield source.snapshot(missing, changed=changed)
        if source.random.random() < 0.5:
            source.add_day()
    late = source.snapshot(0.1)
    source.add_day()
    last = source.snapshot(0.3, changed=0.2)
    yield last
    yield last
    yield late
    yield []
    yield source.snapshot(0.05, doubled=0.05, changed=0.1)
    yield source.snapshot(0.01)
    last_day = max(key[0] for key in source.values)
    yield [row for row in source.snapshot() if row[0] == last_day]
    yield source.snapshot()


@pytest.fixture(
    scope="module",
    params=[
        # One, a late one, a doubled one, and one in order again.
        pytest.param((2017, [5, 7, 9, 10]), id="few"),
        *[
            pytest.param((seed, range(13)), id=str(seed), marks=pytest.mark.stress)
            for seed in (2017, 421)
        ],
    ],
)
def replayed(request, project):
    """After each snapshot: what each model shows, what was expected, what was said."""
    seed, numbers = request.param
    snapshots = [*arrivals(seed)]
    project.fed_model("told", BY_DAY + ', restate_from="1900-01-01"')
    for name, strategy in MODELS.items():
        project.model(name, MERGE % strategy, BY_DAY)
    found, expected, said = [], [], []
    for number in numbers:
        project.feed("told", COLUMNS, snapshots[number])
        said.clear()
        project.ok(
            full_refresh=not found, on_event=lambda event: said.append(event.info.msg)
        )
        expected = merged(expected, snapshots[number])
        shown = {name: in_order(project.rows(name, READ)) for name in MODELS}
        found.append((shown, expected, str(said)))
    return found


@pytest.mark.parametrize("name", ["by_window", "adopted"])
def test_after_each_snapshot(replayed, name):
    for number, (shown, expected, _) in enumerate(replayed):
        assert shown[name] == expected, number
    assert len(expected) > 200


def test_what_is_kept_differs_in_its_version_alone(replayed):
    for number, (shown, expected, _) in enumerate(replayed):
        found = in_order(row[:5] for row in shown["kept"])
        assert found == in_order(row[:5] for row in expected), number
    # A few arrivals leave no row with an older version.
    if len(replayed) > 5:
        assert shown["kept"] != expected


def test_a_late_an_empty_and_a_doubled_snapshot_are_merged(replayed):
    pattern = r"merged, not adopted: \d*\s*([a-z ]+)"
    whys = [{*re.findall(pattern, said)} for *_, said in replayed]
    late, *empty, doubled = [why for why in whys if why]
    assert late == {"it has versions before the last one that is published"}
    assert empty == [{"it has nothing to adopt"}] * (len(whys) > 5)
    assert doubled == {"rows of it have a key that another row has"}
