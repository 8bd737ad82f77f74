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
from support.history_examples import history

pytestmark = pytest.mark.stress

# The batches of each run; in those of the last two the history has all columns.
RUNS = [(1, 4), (5, 7), (8, BATCHES)]
# Its system times are those of the runs, so that it cannot be rebuilt.
GIVEN = {
    "key": '["letter", "number"]',
    "times": 'event_time="event", interval="half_open"',
}
ORDERED = 'order_by=["came"], is_deleted="is_deleted"'
KEPT = """
    {{ config(materialized="table", file_format="parquet") }}
    {{ daybook.test_history_keeps_what_is_closed(ref("grown")) }}
"""


@pytest.fixture(scope="module")
def arrivals():
    """As the history knows them: without what the first run did not read."""
    number = {batch: n for n, (a, b) in enumerate(RUNS) for batch in range(a, b + 1)}
    arrivals = []
    for a in random_arrivals(20250607, 300):
        run, (text, amount) = number[a.batch], a.values
        values, note = (text, amount if run else None), a.note if run else None
        arrivals.append(replace(a, system=run, values=values, note=note))
    return arrivals


@pytest.fixture(scope="module")
def grown(project, tmp_path_factory):
    arrivals = random_arrivals(20250607, 300)
    feed_random(project, arrivals, tmp_path_factory.mktemp("arrivals"))
    project.model("grown", history(ORDERED, values='["text"]', **GIVEN))
    for number, (first, last) in enumerate(RUNS):
        project.ok(vars={"from": first, "to": last})
        if number:
            assert project.rows(f"kept_{number}") == []
        more, values = f'{ORDERED}, type_1=["note"]', '["text", "amount"]'
        takes_columns = 'on_schema_change="append_new_columns"'
        project.model("grown", history(more, values=values, **GIVEN), takes_columns)
        project.model(f"kept_{number + 1}", KEPT, None)


def test_every_question_of_event_time_and_of_what_a_run_knew(project, grown, arrivals):
    known = project.rows("grown", "known_from, known_to")
    numbers = " ".join(
        f"when timestamp_ntz'{time}' then {n}"
        for n, time in enumerate(sorted({time for row in known for time in row}))
    )
    in_numbers = f"case known_from {numbers} end, case known_to {numbers} end"
    rows = rows_of(project, "grown", system=in_numbers)
    assert len(rows) > 1000
    assert answered(rows, range(len(RUNS))) == believed(arrivals)


def test_a_note_is_the_last_one_since_there_are_notes(project, grown, arrivals):
    current = project.rows(
        "grown", "letter, number, valid_from, note", "current_flag = 'Y'"
    )
    ordered = sorted(arrivals, key=lambda a: (a.system, a.event, a.order))
    for letter, number, valid_from, note in current:
        notes = [
            a.note
            for a in ordered
            if a.key == (letter, number) and a.event >= valid_from and not a.is_deleted
        ]
        assert note == notes[-1]
    assert {note is None for *_, note in current} == {True, False}
