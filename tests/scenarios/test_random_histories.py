"""Random arrivals, out of order in event time: every as-of answer, by brute force."""

import json
from datetime import date, datetime, timedelta

import pytest

from support.histories import BATCHES, EVENT_TIMES, answered, believed, random_arrivals
from support.told_histories import CONFIG

# Of how many keys the arrivals are, by which command.
FEW = 200
KEYS = [
    pytest.param((), FEW, id="few"),
    pytest.param((), 2_000, id="many", marks=pytest.mark.stress),
]
pytestmark = pytest.mark.parametrize(
    ("project", "keys"), KEYS, indirect=True, scope="module"
)
FIRST_DAY = date(2020, 1, 28)
FIRST_HOUR = datetime(2021, 1, 31, 20)
OPEN = 10**6
HISTORY = """
    {{
        daybook.bitemporal_history(
            arrivals=daybook.new_batches(ref("arrivals")),
            posted=this,
            key=["letter", "number"],
            values=["text", "amount"],
            order_by=["came"],
            is_deleted="is_deleted",
            %s
        )
    }}
"""
DATES = 'event_time="day", system_time="hour"'
# Of each history its arguments, and the rules of the oracle.
HISTORIES = {
    "by_dates": (f'{DATES}, type_1=["note"]', {}),
    "half_open_numbers": (
        'event_time="event", system_time="system", interval="half_open",'
        ' columns={"valid_from": "starts", "valid_to": "ends"},'
        " flag_values=[true, false]",
        {},
    ),
    "carried": (f"{DATES}, carry_forward=true", {"carry_forward": True}),
    "with_ends": (f'{DATES}, valid_until="until"', {"has_ends": True}),
    "event_time_alone": ('event_time="day", system_time=false', {}),
    "carried_alone": (
        'event_time="day", system_time=false, carry_forward=true',
        {"carry_forward": True},
    ),
}
ALONE = ["event_time_alone", "carried_alone"]
# The batches of each run where there are many keys, and of those in which all histories
# take part; what they have not taken in comes with the next.
SPLIT = [(1, 1), (2, 3), (4, 4), (5, 7), (8, BATCHES)]
RUNS_OF_ALL = [(1, 3), (4, BATCHES)]


@pytest.fixture(scope="module")
def keys(request):
    return request.param


@pytest.fixture(scope="module")
def arrivals(keys):
    return random_arrivals(20161119, keys)


@pytest.fixture(scope="module")
def replayed(project, arrivals, keys, tmp_path_factory):
    """The rows of each history after all batches, and those of by_dates in between."""
    file = tmp_path_factory.mktemp("arrivals") / "arrivals.json"
    file.write_text("\n".join(json.dumps(as_row(arrival)) for arrival in arrivals))
    project.query(
        f"create table {project.schema}.all_arrivals using parquet as select letter,"
        " cast(number as int), batch, cast(day as date), cast(hour as timestamp_ntz),"
        " cast(event as int), cast(system as bigint), came, text,"
        " cast(amount as decimal(9, 2)), is_deleted, cast(until as date), note"
        f" from json.`{file}`"
    )
    project.model(
        "arrivals",
        "select * except (batch) from {{ target.schema }}.all_arrivals"
        " where batch between {{ var('from') }} and {{ var('to') }}",
        'batch="append"',
    )
    for name, (arguments, _) in HISTORIES.items():
        project.model(name, HISTORY % arguments, CONFIG)
    after = {}
    for first, last in RUNS_OF_ALL if keys == FEW else SPLIT:
        is_of_all = last in [end for _, end in RUNS_OF_ALL]
        select = "*" if is_of_all else "arrivals by_dates"
        project.ok(select=select, vars={"from": first, "to": last})
        after[last] = rows_of(project, "by_dates")
    return {name: rows_of(project, name) for name in HISTORIES}, after


def as_row(arrival):
    until = None if arrival.until is None else FIRST_DAY + timedelta(arrival.until - 1)
    return {
        "letter": arrival.key[0],
        "number": arrival.key[1],
        "batch": arrival.batch,
        "day": str(FIRST_DAY + timedelta(arrival.event)),
        "hour": str(FIRST_HOUR + timedelta(hours=arrival.system)),
        "event": arrival.event,
        "system": arrival.system,
        "came": arrival.order,
        "text": arrival.values[0],
        "amount": arrival.values[1],
        "is_deleted": arrival.is_deleted,
        "until": until and str(until),
        "note": arrival.note,
    }


def rows_of(project, name):
    """The rows as the oracle has them: half-open, in numbers."""
    times = "known_from, known_to" if name not in ALONE else "0, null"
    starts = "starts, ends" if name == "half_open_numbers" else "valid_from, valid_to"
    step = 0 if name == "half_open_numbers" else 1
    rows = project.query(
        f"select letter, number, text, amount, {starts}, {times}"
        f" from {project.schema}.{name}"
    )
    return [
        (
            row[:2],
            (row[2], row[3] if row[3] is None else int(row[3])),
            event(row[4]),
            event(row[5], step),
            system(row[6]),
            system(row[7], step),
        )
        for row in rows
    ]


def event(value, step=0):
    if isinstance(value, int):
        return OPEN if value == 2**31 - 1 else value + step
    if value == "9999-12-31":
        return OPEN
    return (date.fromisoformat(value) - FIRST_DAY).days + step


def system(value, step=0):
    if value is None or value == 2**63 - 1:
        return OPEN
    if isinstance(value, int):
        return value + step
    if value.year == 9999:
        return OPEN
    hours = (value + timedelta(seconds=step) - FIRST_HOUR) / timedelta(hours=1)
    assert hours == int(hours)
    return int(hours)


def moments(arrivals):
    return sorted({arrival.system for arrival in arrivals})


@pytest.mark.parametrize("name", [name for name in HISTORIES if name not in ALONE])
def test_every_question_of_both_times(replayed, arrivals, keys, name):
    rows, _ = replayed
    expected = believed(arrivals, **HISTORIES[name][1])
    assert len(expected) > 50 * keys
    assert answered(rows[name], moments(arrivals)) == expected


def test_what_is_closed_stays_and_the_past_is_as_it_was(replayed, arrivals):
    _, after = replayed
    closed = set()
    for last, rows in after.items():
        assert closed <= set(rows)
        closed = {row for row in rows if row[5] != OPEN}
        arrived = [arrival for arrival in arrivals if arrival.batch <= last]
        assert answered(rows, moments(arrived)) == believed(arrived)


def believed_last(arrivals, runs, rules):
    """{(key, event time): values} after these runs, each one moment of system time."""
    number = {batch: n for n, (a, b) in enumerate(runs) for batch in range(a, b + 1)}
    in_runs = [
        type(a)(**{**vars(a), "system": number[a.batch], "order": (a.order,)})
        for a in arrivals
    ]
    return {
        (key, at): values
        for (key, moment, at), values in believed(in_runs, **rules).items()
        if moment == len(runs) - 1
    }


def answered_last(rows):
    assert all(row[5] == OPEN for row in rows)
    return {(key, at): values for (key, _, at), values in answered(rows, [0]).items()}


@pytest.mark.parametrize("name", ALONE)
def test_event_time_alone_is_what_is_believed_last(replayed, arrivals, name):
    """In a run without system time an arrival's event time comes first."""
    rows, _ = replayed
    expected = believed_last(arrivals, RUNS_OF_ALL, HISTORIES[name][1])
    assert answered_last(rows[name]) == expected


@pytest.fixture(scope="module")
def rebuilt(project, replayed):
    """The rows of each history, made of all arrivals in one run."""
    project.ok(select=" ".join(HISTORIES), full_refresh=True, vars={"from": 1, "to": 1})
    return {name: rows_of(project, name) for name in HISTORIES}


@pytest.mark.stress
@pytest.mark.parametrize("name", [name for name in HISTORIES if name not in ALONE])
def test_all_at_once_is_the_same_as_batch_by_batch(replayed, rebuilt, name):
    """Row by row, and so is every other split between two system times."""
    rows, _ = replayed
    assert sorted(rebuilt[name], key=str) == sorted(rows[name], key=str)


@pytest.mark.stress
@pytest.mark.parametrize("name", ALONE)
def test_where_a_run_is_one_moment_the_split_matters(rebuilt, arrivals, name):
    """All at once they come in order of event time, and not run by run."""
    rules = HISTORIES[name][1]
    at_once = believed_last(arrivals, [(1, BATCHES)], rules)
    assert answered_last(rebuilt[name]) == at_once
    assert at_once != believed_last(arrivals, RUNS_OF_ALL, rules)


@pytest.mark.stress
def test_type_1_of_current_rows_is_the_latest(project, replayed, arrivals, keys):
    """What arrived last of what falls in the current version."""
    found = project.query(
        "select letter, number, valid_from, note"
        f" from {project.schema}.by_dates where current_flag = 'Y'"
    )
    assert len(found) > keys / 2
    by_key = {}
    for arrival in sorted(arrivals, key=lambda a: (a.system, a.event, a.order)):
        if not arrival.is_deleted:
            by_key.setdefault(arrival.key, []).append(arrival)
    for letter, number, valid_from, note in found:
        falls_in = [a for a in by_key[letter, number] if a.event >= event(valid_from)]
        assert note == falls_in[-1].note


@pytest.mark.stress
def test_a_filter_finds_what_known_finds(project, replayed):
    """In the months that can hold an answer, and by a plain filter on all of them."""
    questions = [
        (FIRST_DAY + timedelta(days), FIRST_HOUR + timedelta(hours=hours))
        for days in range(0, EVENT_TIMES, 3)
        for hours in (0, 5, 17, 40)
    ]
    selects = [
        f"select '{day} {hour}' as question, letter, number, text, amount from"
        f' {{{{ daybook.known(ref("by_dates"), "{day}", "{hour}") }}}}'
        for day, hour in questions
    ]
    table = '{{ config(materialized="table", file_format="parquet") }}\n'
    project.model("asked", table + "\nunion all\n".join(selects), None)
    project.ok(select="asked", vars={"from": 1, "to": 1})
    plain = " union all ".join(
        f"select '{day} {hour}' as question, letter, number, text, amount"
        f" from {project.schema}.by_dates where '{day}' between valid_from and valid_to"
        f" and '{hour}' between known_from and known_to"
        for day, hour in questions
    )
    (differing,) = project.query(
        f"select count(*) from (select * from {project.schema}.asked"
        f" except all ({plain}))"
    )
    (asked,) = project.query(f"select count(*) from {project.schema}.asked")
    (found,) = project.query(f"select count(*) from ({plain})")
    assert differing == (0,)
    assert asked == found
    assert found > (5 * keys,)
