"""On hand by week, month, quarter and year, against a look at every day."""

import random
from datetime import date, timedelta
from itertools import chain, combinations

import pytest

from support import oracle

FIRST, LAST = date(2015, 1, 21), date(2016, 2, 17)
DIMENSIONS = ("state", "dim")
PERIODS = ("week", "month", "quarter", "year")
SETS = list(chain.from_iterable(combinations(DIMENSIONS, n) for n in range(3)))
MODEL = """
{{ config(materialized="table") }}
select * from ({{ daybook.period_balances(
    target.schema ~ ".snap", period="%s", dimensions=%s) }})
"""
# A filtered snapshot does not say itself to which days it goes.
FILTERED = """
{{ config(materialized="table") }}
select * from ({{ daybook.period_balances(
    "(select * from " ~ target.schema ~ ".snap where state = 'Rare')", "month",
    first_day="date'2015-02-10'", last_day="date'2016-02-17'", flows=[]) }})
"""


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


def read(project, name, kept, flows="quantity_in, quantity_out, "):
    columns = "".join(f"{column}, " for column in kept)
    rows = project.rows(
        name,
        f"period_start, {columns} period_end, days, opening_on_hand, {flows}"
        "closing_on_hand, average_on_hand, maximum_on_hand",
    )
    n = len(kept)
    return {
        (oracle.as_date(start), tuple(rest[:n])): (
            oracle.as_date(rest[n]),
            *(pytest.approx(figure) for figure in rest[n + 1 :]),
        )
        for start, *rest in rows
    }


@pytest.fixture(scope="module")
def rows(project):
    rows = sorted(snapshot(), key=lambda row: row[0])
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
    for period in PERIODS:
        for kept in SETS:
            name = "_".join(("by", period, *kept))
            project.model(name, MODEL % (period, list(kept)), None)
    project.model("filtered", FILTERED, None)
    project.ok()
    return rows


@pytest.mark.parametrize("kept", SETS, ids="-".join)
@pytest.mark.parametrize("period", PERIODS)
def test_any_dimensions(project, rows, period, kept):
    name = "_".join(("by", period, *kept))
    found = expected(rows, period, kept)
    assert len(found) >= 2
    assert read(project, name, kept) == found


def test_what_comes_and_goes_is_the_difference(project, rows):
    (amiss,) = project.query(
        "select count_if(opening_on_hand + quantity_in - quantity_out"
        f" <> closing_on_hand), count(*) from {project.schema}.by_month_state_dim"
    )
    assert amiss[0] == 0
    assert amiss[1] > 50


def test_days_before_the_first_count_for_the_opening_balance(project, rows):
    rare = [row for row in rows if row[1] == "Rare"]
    found = expected(rare, "month", (), first=date(2015, 2, 10))
    without_flows = {
        key: (*figures[:3], *figures[5:]) for key, figures in found.items()
    }
    assert read(project, "filtered", (), flows="") == without_flows


def test_an_unknown_period_is_refused(project):
    project.model("by_day", MODEL % ("day", []), None)
    refused = project.run(select="by_day")["by_day"]
    said = 'period="day" can\'t be used here: use week or month or quarter or year'
    assert said in refused
