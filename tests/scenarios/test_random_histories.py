"""Random arrivals, out of order in event time: every as-of answer, by brute force."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

import pytest

from support.histories import (
    BATCHES,
    EVENT_TIMES,
    FIRST_DAY,
    FIRST_HOUR,
    OPEN,
    answered,
    believed,
    feed_random,
    number_of,
    random_arrivals,
    rows_of,
)
from support.history_examples import history

GIVEN = 'order_by=["came"], is_deleted="is_deleted"'
DATES, DAYS = 'event_time="day", system_time="hour"', 'event_time="day"'
NUMBERS = 'event_time="event", system_time="system", interval="half_open"'
OWN = 'columns={"valid_from": "starts", "valid_to": "ends"}, flag_values=[true, false]'
# Of each history its arguments, and the rules of the oracle.
HISTORIES = {
    "by_dates": (f'{DATES}, type_1=["note"]', {}),
    "half_open_numbers": (f"{NUMBERS}, {OWN}", {}),
    "carried": (f"{DATES}, carry_forward=true", {"carry_forward": True}),
    "with_ends": (f'{DATES}, valid_until="until"', {"has_ends": True}),
}
ALONE = {
    "alone": (f"{DAYS}, system_time=false", {}),
    "alone_carried": (
        f"{DAYS}, system_time=false, carry_forward=true",
        {"carry_forward": True},
    ),
}


class Size(NamedTuple):
    keys: int
    # The batches of each run.
    runs: list
    names: list


# Without system time: test_histories.
FEW = Size(200, [(1, 3), (4, BATCHES)], ["by_dates", "with_ends"])
MANY_RUNS = [(1, 1), (2, 3), (4, 4), (5, 7), (8, BATCHES)]
MANY = Size(2_000, MANY_RUNS, [*HISTORIES, *ALONE])
# pytest makes another project only if its settings differ: this one is Spark's default.
LARGE = pytest.param(
    ("spark.sql.ansi.enabled = true",), MANY, id="many", marks=pytest.mark.stress
)
PARAMETERS = {"argnames": ("project", "size"), "indirect": True, "scope": "module"}
of_many = pytest.mark.parametrize(argvalues=[LARGE], **PARAMETERS)
of_each_size = pytest.mark.parametrize(
    argvalues=[pytest.param((), FEW, id="few"), LARGE], **PARAMETERS
)


@pytest.fixture(scope="module")
def size(request):
    return request.param


@pytest.fixture(scope="module")
def arrivals(size):
    return random_arrivals(20161119, size.keys)


def all_rows(project, size):
    """The rows of each history, as the oracle has them."""
    starts, always = {"event": "starts, ends"}, {"system": f"0, {OPEN}"}
    return {
        name: rows_of(
            project,
            name,
            **(starts if name == "half_open_numbers" else {}),
            **(always if name in ALONE else {}),
        )
        for name in size.names
    }


@pytest.fixture(scope="module")
def after(project, size, arrivals, tmp_path_factory):
    """The rows after each run, by its last batch."""
    feed_random(project, arrivals, tmp_path_factory.mktemp("arrivals"))
    for name in size.names:
        times, _ = (HISTORIES | ALONE)[name]
        project.model(name, history(GIVEN, key='["letter", "number"]', times=times))
    after = {}
    for first, last in size.runs:
        project.ok(vars={"from": first, "to": last})
        after[last] = all_rows(project, size)
    return after


def moments(arrivals):
    return sorted({arrival.system for arrival in arrivals})


@of_each_size
def test_every_question_of_both_times(size, arrivals, after):
    for name in size.names:
        if name in HISTORIES:
            expected = believed(arrivals, **HISTORIES[name][1])
            assert len(expected) > 50 * size.keys
            assert answered(after[BATCHES][name], moments(arrivals)) == expected, name


@of_each_size
def test_what_is_closed_stays_and_the_past_is_as_it_was(arrivals, after):
    closed = set()
    for last, rows in after.items():
        rows = rows["by_dates"]
        assert closed <= set(rows)
        closed = {row for row in rows if row[5] != OPEN}
        arrived = [arrival for arrival in arrivals if arrival.batch <= last]
        assert answered(rows, moments(arrived)) == believed(arrived)


def believed_last(arrivals, runs, rules):
    """{(key, event time): values} after these runs, each one moment of system time, in
    which an arrival's event time comes first."""
    number = {batch: n for n, (a, b) in enumerate(runs) for batch in range(a, b + 1)}
    in_runs = [replace(a, system=number[a.batch]) for a in arrivals]
    return {
        (key, at): values
        for (key, moment, at), values in believed(in_runs, **rules).items()
        if moment == len(runs) - 1
    }


def answered_last(rows):
    assert all(row[5] == OPEN for row in rows)
    return {(key, at): values for (key, _, at), values in answered(rows, [0]).items()}


@of_many
def test_event_time_alone_is_what_is_believed_last(size, arrivals, after):
    for name in size.names:
        if name in ALONE:
            expected = believed_last(arrivals, size.runs, ALONE[name][1])
            assert answered_last(after[BATCHES][name]) == expected, name


@of_many
def test_all_at_once(project, size, arrivals, after):
    """Row by row as batch by batch, and so is every other split between two system
    times. Where a run is one moment, the split matters."""
    select, runs = " ".join(size.names), [(1, BATCHES)]
    project.ok(select=select, full_refresh=True, vars={"from": 1, "to": 1})
    for name, rows in all_rows(project, size).items():
        if name in HISTORIES:
            assert Counter(rows) == Counter(after[BATCHES][name]), name
        else:
            rules = ALONE[name][1]
            at_once = believed_last(arrivals, runs, rules)
            assert answered_last(rows) == at_once, name
            assert at_once != believed_last(arrivals, size.runs, rules)


@of_many
def test_type_1_of_current_rows_is_the_latest(project, size, arrivals, after):
    """What arrived last of what falls in the current version."""
    found = project.query(
        "select letter, number, valid_from, note"
        f" from {project.schema}.by_dates where current_flag = 'Y'"
    )
    assert len(found) > size.keys / 2
    by_key = {}
    for arrival in sorted(arrivals, key=lambda a: (a.system, a.event, a.order)):
        if not arrival.is_deleted:
            by_key.setdefault(arrival.key, []).append(arrival)
    for letter, number, valid_from, note in found:
        starts_at = number_of(valid_from)
        falls_in = [a for a in by_key[letter, number] if a.event >= starts_at]
        assert note == falls_in[-1].note


@of_many
def test_a_filter_finds_what_known_finds(project, size, after):
    """In the months that can hold an answer, and by a plain filter on all of them."""
    questions = [
        (FIRST_DAY + timedelta(days), FIRST_HOUR + timedelta(hours=hours))
        for days in range(0, EVENT_TIMES, 3)
        for hours in (0, 5, 17, 40)
    ]
    answer = "select '{0} {1}' as question, letter, number, text, amount from {2}"
    known = '{{ daybook.known(ref("by_dates"), "%s", "%s") }}'
    plain = (
        f"{project.schema}.by_dates where '%s' between valid_from and valid_to"
        " and '%s' between known_from and known_to"
    )
    by_known, by_filter = (
        "\nunion all\n".join(answer.format(*each, way % each) for each in questions)
        for way in (known, plain)
    )
    project.model("asked", by_known)
    project.ok(select="asked", vars={"from": 1, "to": 1})
    columns = "question, letter, number, text, amount"
    found = project.rows("asked", columns)
    assert len(found) > 5 * size.keys
    assert found == sorted(
        project.query(by_filter), key=lambda row: [(v is None, v) for v in row]
    )
