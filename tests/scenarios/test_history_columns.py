"""A history gets more columns: what was published before has NULL in them."""

from dataclasses import replace

import pytest

from support.histories import (
    BATCHES,
    answered,
    believed,
    feed_random,
    random_arrivals,
    rows_of,
)
from support.told_histories import history

pytestmark = pytest.mark.stress

# The batches of each run; in those of the last two the histories have all columns.
RUNS = [(1, 4), (5, 7), (8, BATCHES)]
FIRST_WHOLE = 5
GIVEN = 'order_by=["came"], is_deleted="is_deleted", interval="half_open"'
TIMES = {
    "told": 'event_time="event", system_time="system"',
    "by_run": 'event_time="event"',
}
KEPT = """
    {{ config(materialized="table", file_format="parquet") }}
    {{ daybook.test_history_keeps_what_is_closed(ref("told")) }}
"""


@pytest.fixture(scope="module")
def arrivals():
    return random_arrivals(20250607, 300)


@pytest.fixture(scope="module")
def known(arrivals):
    """What came before the histories had the column says nothing of it."""
    return [
        replace(a, values=(a.values[0], None)) if a.batch < FIRST_WHOLE else a
        for a in arrivals
    ]


@pytest.fixture(scope="module")
def grown(project, arrivals, tmp_path_factory):
    feed_random(project, arrivals, tmp_path_factory.mktemp("arrivals"))
    models(project, GIVEN, '["text"]', "")
    run(project, 0)
    more = f'{GIVEN}, type_1=["note"]'
    takes_columns = 'on_schema_change="append_new_columns"'
    models(project, more, '["text", "amount"]', takes_columns)
    project.model("kept", KEPT, None)
    run(project, 1)
    run(project, 2)


def models(project, more, values, config):
    for name, times in TIMES.items():
        call = history(more, key='["letter", "number"]', values=values, times=times)
        project.model(name, call, config)


def run(project, number):
    first, last = RUNS[number]
    project.ok(vars={"from": first, "to": last})
    if number:
        assert project.rows("kept") == []


def test_every_question_of_both_times(project, grown, known):
    moments = sorted({arrival.system for arrival in known})
    rows = rows_of(project, "told")
    assert len(rows) > 1000
    assert answered(rows, moments) == believed(known)


def test_every_question_of_event_time_and_of_what_a_run_knew(project, grown, known):
    columns = "known_from, known_to"
    times = {time for row in project.rows("by_run", columns) for time in row}
    numbers = " ".join(
        f"when timestamp_ntz'{time}' then {n}" for n, time in enumerate(sorted(times))
    )
    in_numbers = f"case known_from {numbers} end, case known_to {numbers} end"
    number = {batch: n for n, (a, b) in enumerate(RUNS) for batch in range(a, b + 1)}
    in_runs = [replace(a, system=number[a.batch]) for a in known]
    rows = rows_of(project, "by_run", system=in_numbers)
    assert answered(rows, range(len(RUNS))) == believed(in_runs)


def test_a_note_is_the_last_one_since_there_are_notes(project, grown, arrivals):
    current = project.rows(
        "told", "letter, number, valid_from, note", "current_flag = 'Y'"
    )
    ordered = sorted(arrivals, key=lambda a: (a.system, a.event, a.order))
    lengths = set()
    for letter, number, valid_from, note in current:
        notes = [
            a.note
            for a in ordered
            if a.key == (letter, number)
            and a.event >= valid_from
            and a.batch >= FIRST_WHOLE
            and not a.is_deleted
        ]
        assert note == (notes[-1] if notes else None)
        lengths.add(len(notes))
    assert min(lengths) == 0 < max(lengths)
