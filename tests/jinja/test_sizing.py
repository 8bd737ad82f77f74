"""The tables of docs/sizing.md are what the macros make of the runs that it tells."""

import pytest

from bench import sizing

QUICK = "append by month, the first 100 days"
SLOW = [pytest.param(n, marks=pytest.mark.stress) for n in sizing.CASES if n != QUICK]
TO_DO = "run .venv/bin/python -m bench sizing"


@pytest.mark.parametrize("name", [QUICK, *SLOW])
def test_a_line_is_what_the_macros_compute(name):
    line = sizing.case_line(name, sizing.play(name))
    assert line in sizing.PAGE.read_text().splitlines(), TO_DO


def test_volumes_are_as_told():
    lines = sizing.PAGE.read_text().splitlines()
    assert {sizing.volume_line(n) for n in (1, 10, 100)} <= {*lines}, TO_DO


def test_volume_changes_neither_batches_nor_compactions():
    """But for the log, whose numbers of rows are longer, and the copy in the view."""
    few, many = (sizing.play(QUICK, rows) for rows in (10**7, 10**9))
    assert few.kept["state"]["pointer"] == many.kept["state"]["pointer"]
    assert many.count["log"] < few.count["log"] * 1.02
    assert many.count["view"] < few.count["view"] * 1.02
    same = few.count.keys() - {"arrived", "written", "log", "view"}
    assert {n: few.count[n] for n in same} == {n: many.count[n] for n in same}
