"""The cube: what its measures say is what a look at every day says."""

import re
import xml.etree.ElementTree as ET
from datetime import date, timedelta

import pytest

import report
from spark import ROOT

CUBE = ROOT / "analyses" / "cube" / "issue_cube.xml"
MONTHS = {"month": 1, "quarter": 3}
# What `make test` asks for; each question takes its time.
ONE = (("status", "team"), date(2015, 8, 1))
YEAR = [date(2015, 1, 1) + timedelta(days=n) for n in range(365)]


@pytest.fixture(scope="module")
def cube(sample, ask):
    """The metric view of the sample."""
    compiled = report.compiled_analyses(
        sample.port, sample.schema, sample.vars, "analyses/cube"
    )
    ask(f"drop view if exists {sample.schema}.issue_cube")
    ask(compiled["issue_cube"])
    return "issue_cube"


@pytest.fixture(scope="module")
def on_hand(ask):
    """{(day, status, team): on hand}, of every row of the snapshot."""
    rows = ask(
        "select snapshot_date, status, team, sum(quantity_on_hand) as held"
        " from snap_issues_daily group by all"
    )
    return {
        (row["snapshot_date"], row["status"], row["team"]): row["held"] for row in rows
    }


def days_of(period, day):
    first = day.month if period == "month" else (day.month - 1) // 3 * 3 + 1
    months = range(first, first + MONTHS[period])
    return [str(each) for each in YEAR if each.month in months]


@pytest.mark.parametrize(
    ("kept", "period", "day"),
    [
        pytest.param(
            *(kept, period, day), marks=() if (kept, day) == ONE else pytest.mark.stress
        )
        for kept in ((), ("status",), ("team",), ("status", "team"))
        for period in MONTHS
        for day in (date(2015, 2, 1), date(2015, 8, 1), date(2015, 12, 1))
    ],
)
def test_the_end_and_the_average(ask, cube, on_hand, period, day, kept):
    days = days_of(period, day)
    balances = {}
    for (at, status, team), held in on_hand.items():
        if at in days:
            group = tuple({"status": status, "team": team}[name] for name in kept)
            balances.setdefault(group, dict.fromkeys(days, 0))[at] += held
    rows = ask(
        f"select {''.join(f'{name}, ' for name in kept)}"
        f" measure(on_hand_at_{period}_end) as closing,"
        f" measure(average_on_hand_of_{period}) as average from {cube}"
        f" where {period} = date'{days[0]}' group by all"
    )
    read = {
        tuple(row[name] for name in kept): (row["closing"], row["average"])
        for row in rows
        if row["closing"] or row["average"]
    }
    assert read == {
        group: (by_day[days[-1]], pytest.approx(sum(by_day.values()) / len(days)))
        for group, by_day in balances.items()
        if any(by_day.values())
    }
    assert read


def test_asked_over_several_days_it_is_null(ask, cube):
    measures = ["on_hand", "on_hand_at_week_end", "on_hand_at_month_end"]
    (row,) = ask(
        f"select {', '.join(f'measure({each})' for each in measures)} from {cube}"
    )
    assert set(row.values()) == {None}


def test_flow_is_in_and_out(ask, cube):
    moved = {
        row["flow"]: row["moved"]
        for row in ask(f"select flow, measure(moved) as moved from {cube} group by all")
    }
    (sums,) = ask(
        "select sum(quantity_in) as came, sum(quantity_out) as went"
        " from snap_issues_daily"
    )
    assert (moved["in"], moved["out"]) == (sums["came"], sums["went"])


def test_mondrians_columns_are_there(sample, ask):
    """No Mondrian is run: its SQL is, and its columns are in what that returns."""
    schema = ET.parse(CUBE).getroot()

    def columns(view):
        sql = re.sub(r"\bdaybook\.", f"{sample.schema}.", view.find("SQL").text)
        (row,) = ask(f"select * from ({sql}) limit 1")
        return set(row)

    hierarchy = schema.find("Dimension/Hierarchy")
    asked = {level.get("column") for level in hierarchy.iter("Level")}
    assert asked == columns(hierarchy.find("View"))
    cube = schema.find("Cube")
    asked = {
        each.get("column") for each in (*cube.iter("Level"), *cube.iter("Measure"))
    }
    asked |= {usage.get("foreignKey") for usage in cube.iter("DimensionUsage")}
    assert asked == columns(cube.find("View"))
    names = {each.get("name") for each in cube.iter() if each.tag.endswith("Measure")}
    formulas = [formula.text for formula in cube.iter("Formula")]
    assert formulas
    for formula in formulas:
        assert set(re.findall(r"\[Measures\]\.\[(.+?)\]", formula)) <= names
