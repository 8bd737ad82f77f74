"""On hand by week, month, quarter and year, against a look at every day."""

import random
from datetime import date, timedelta

import pytest

from support import oracle

FIRST, LAST = date(2015, 1, 21), date(2016, 2, 17)
CASES = [
    ("week", ("state", "dim")),
    ("week", ()),
    ("month", ("state",)),
    ("month", ("state", "dim")),
    ("quarter", ("dim",)),
    ("year", ()),
    ("year", ("state",)),
]
MODEL = """{{ daybook.period_balances(
    target.schema ~ ".snap", period="%s", dimensions=%s) }}"""
# A filtered snapshot does not say itself to which days it goes.
FILTERED = """{{ daybook.period_balances(
    "(select * from " ~ target.schema ~ ".snap where state = 'Rare')", "month",
    first_day="date'2015-02-10'", last_day="date'2016-02-17'", flows=[]) }}"""


def snapshot():
    """Rows as of accumulating_snapshot: none at zero, fillers, and corrections."""
    rng = random.Random(5)
    for state in ("A", "B", "Rare"):
        for dim in ("x", "y", None):
            balance, day = 0, FIRST
            while day <= LAST:
                moves = rng.random() < (0.01 if state == "Rare" else 0.2)
                came = rng.randint(0, 5) if moves else 0
                went = rng.choice([0, balance, rng.randint(0, balance)]) if moves else 0
                balance += came - went
                if came or went or balance:
                    wrong = rng.choice([0, 0, 1])
                    yield day, state, dim, came + wrong, went, balance + wrong
                    if wrong:
                        yield day, state, dim, -wrong, 0, -wrong
                day += timedelta(days=1)
    # What was withdrawn is there with its correction.
    for sign in (1, -1):
        yield date(2015, 5, 9), "Withdrawn", "x", sign, 0, sign


def starts(period, day):
    if period == "week":
        return day - timedelta(days=day.weekday())
    month = {"month": day.month, "quarter": (day.month - 1) // 3 * 3 + 1, "year": 1}
    return day.replace(day=1, month=month[period])


def expected(rows, period, kept, first=None):
    """{(start, dimensions): end, days, opening, in, out, closing, average, highest}."""
    at_the_end, moves, found = {}, {}, {}
    for day, state, dim, came, went, on_hand in rows:
        values = {"state": state, "dim": dim}
        key = day, tuple(values[name] for name in kept)
        at_the_end[key] = at_the_end.get(key, 0) + on_hand
        before = moves.get(key, (0, 0))
        moves[key] = before[0] + came, before[1] + went
    for group in {group for _, group in at_the_end}:
        day = first or rows[0][0]
        while day <= LAST:
            start = starts(period, day)
            days = []
            opening = at_the_end.get((day - timedelta(days=1), group), 0)
            while day <= LAST and starts(period, day) == start:
                days.append(day)
                day += timedelta(days=1)
            balances = [at_the_end.get((d, group), 0) for d in days]
            came = [moves.get((d, group), (0, 0)) for d in days]
            if opening or any(balances) or any(map(any, came)):
                found[start, group] = (
                    *(days[-1], len(days), opening),
                    *(sum(figures) for figures in zip(*came, strict=True)),
                    *(balances[-1], sum(balances) / len(days), max(balances)),
                )
    return found


@pytest.fixture(scope="module")
def rows():
    return sorted(snapshot(), key=lambda row: row[0])


@pytest.fixture(scope="module")
def read(project, rows):
    """The rows of a query, by period and dimensions."""
    table = f"{project.schema}.snap"
    project.query(
        f"create table {table} (snapshot_date date, state string, dim string,"
        " quantity_in bigint, quantity_out bigint, quantity_on_hand bigint)"
    )
    values = ", ".join(
        f"(date'{day}', '{state}', {repr(dim) if dim else 'null'}, {c}, {w}, {held})"
        for day, state, dim, c, w, held in rows
    )
    project.query(f"insert into {table} values {values}")
    for period, kept in CASES:
        sql = MODEL % (period, list(kept))
        project.model("_".join(("by", period, *kept)), sql, None)
    project.model("filtered", FILTERED, None)
    compiled = project.compiled({})

    def read(name, kept, flows="quantity_in, quantity_out, "):
        columns = "".join(f"{column}, " for column in kept)
        found = project.query(
            f"select period_start, {columns} period_end, days, opening_on_hand, {flows}"
            "closing_on_hand, average_on_hand, maximum_on_hand"
            f" from ({compiled[name]})"
        )
        n = len(kept)
        return {
            (oracle.as_date(start), tuple(rest[:n])): (
                oracle.as_date(rest[n]),
                *(pytest.approx(figure) for figure in rest[n + 1 :]),
            )
            for start, *rest in found
        }

    return read


@pytest.mark.parametrize(("period", "kept"), CASES)
def test_any_dimensions(read, rows, period, kept):
    found = expected(rows, period, kept)
    assert len(found) >= 2
    assert read("_".join(("by", period, *kept)), kept) == found


def test_days_before_the_first_count_for_the_opening_balance(read, rows):
    rare = [row for row in rows if row[1] == "Rare"]
    found = expected(rare, "month", (), first=date(2015, 2, 10))
    without_flows = {
        key: (*figures[:3], *figures[5:]) for key, figures in found.items()
    }
    assert read("filtered", (), flows="") == without_flows
