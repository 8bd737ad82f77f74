"""A history gets more columns: what was published before has NULL in them."""

import json
from dataclasses import replace

import pytest

from support.histories import BATCHES, answered, believed, random_arrivals
from support.told_histories import CONFIG

pytestmark = pytest.mark.stress

OPEN = 10**6
# The batches of each run; in those of the last two the history has all columns.
RUNS = [(1, 4), (5, 7), (8, BATCHES)]
FIRST_WHOLE = 5
FEWER = 'values=["text"]'
ALL = 'values=["text", "amount"], type_1=["note"]'
LESS = 'values=["amount"], type_1=["note"]'
HISTORY = """
    {{ daybook.bitemporal_history(arrivals=daybook.new_batches(ref("arrivals")),
        posted=this, key=["letter", "number"], event_time="event", %s,
        order_by=["came"], is_deleted="is_deleted", interval="half_open", %s) }}
"""
# The second takes in the batches of the last two runs at once.
TIMES = {
    "told": 'system_time="system"',
    "told_at_once": 'system_time="system"',
    "by_run": "system_time=none",
}
TAKES_COLUMNS = CONFIG + ', on_schema_change="append_new_columns"'
KEPT = """
    {{ config(materialized="table", file_format="parquet") }}
    {{ daybook.test_history_keeps_what_is_closed(ref("told")) }}
"""


@pytest.fixture(scope="module")
def arrivals():
    return random_arrivals(20250607, 300)


@pytest.fixture(scope="module")
def grown(project, arrivals, tmp_path_factory):
    """What the runs said that were refused, and what was closed and is not so now."""
    file = tmp_path_factory.mktemp("arrivals") / "arrivals.json"
    file.write_text("\n".join(json.dumps(as_row(arrival)) for arrival in arrivals))
    project.model(
        "arrivals",
        "select letter, cast(number as int), cast(event as int), system, order as came,"
        f" text, cast(amount as int), is_deleted, note from json.`{file}`"
        " where batch between {{ var('from') }} and {{ var('to') }}",
        'batch="append"',
    )
    models(project, FEWER, CONFIG)
    assert set(run(project, 0).values()) == {"success"}
    models(project, ALL, CONFIG)
    refused = run(project, 1, "arrivals told by_run")
    models(project, ALL, TAKES_COLUMNS)
    project.model("kept", KEPT, None)
    project.ok(select="told by_run kept", vars={"from": 0, "to": 0})
    project.model("kept_again", KEPT, None)
    assert set(run(project, 2).values()) == {"success"}
    kept = [project.rows("kept"), project.rows("kept_again")]
    models(project, LESS, TAKES_COLUMNS)
    return refused, run(project, 2, "told by_run"), kept


def models(project, columns, config):
    for name, time in TIMES.items():
        project.model(name, HISTORY % (time, columns), config)


def run(project, number, select=None):
    batches = dict(zip(("from", "to"), RUNS[number], strict=True))
    return project.run(select=select, vars=batches)


def as_row(arrival):
    of_key = dict(zip(("letter", "number"), arrival.key, strict=True))
    of_values = dict(zip(("text", "amount"), arrival.values, strict=True))
    return vars(arrival) | of_key | of_values | {"key": None, "values": None}


def as_known(arrivals):
    """What came before the history had the column says nothing of it."""
    return [
        replace(a, values=(a.values[0], None)) if a.batch < FIRST_WHOLE else a
        for a in arrivals
    ]


def rows_of(project, name):
    """As the oracle has them; of the times of runs, the runs' numbers."""
    found = project.query(
        "select letter, number, text, amount, valid_from, valid_to, known_from,"
        f" known_to from {project.schema}.{name}"
    )
    times = sorted({time for row in found for time in row[6:]})
    return [
        (
            row[:2],
            row[2:4],
            row[4],
            min(row[5], OPEN),
            *(
                times.index(time) if name == "by_run" else min(time, OPEN)
                for time in row[6:]
            ),
        )
        for row in found
    ]


def test_a_new_column_is_refused_where_nobody_has_allowed_it(project, grown):
    refused, _, _ = grown
    for name, way_out in (
        ("told", "rebuild it with --full-refresh"),
        ("by_run", "remove the model first: dbt run-operation daybook.remove_model"),
    ):
        assert (
            f"daybook: {project.schema}.{name}: values was ['text'] for the published"
            " versions, and is ['text', 'amount'] now: set"
            " on_schema_change='append_new_columns', and they have NULL in the new"
            f" columns; or {way_out}"
        ) in refused[name]


def test_a_column_that_goes_is_refused(grown):
    _, refused, _ = grown
    said = "values was ['text', 'amount'] for the published versions, and is ['amount']"
    assert f"{said} now: rebuild it with --full-refresh" in refused["told"]
    assert (
        f"{said} now: change it back, because its system times are those of its runs,"
        " and a rebuild would forget what was known when; or remove the model first:"
        " dbt run-operation daybook.remove_model"
    ) in refused["by_run"]


@pytest.mark.parametrize("name", ["told", "told_at_once"])
def test_every_question_of_both_times(project, grown, arrivals, name):
    known = as_known(arrivals)
    moments = sorted({arrival.system for arrival in known})
    assert answered(rows_of(project, name), moments) == believed(known)


def test_every_question_of_event_time_and_of_what_a_run_knew(project, grown, arrivals):
    number = {batch: n for n, (a, b) in enumerate(RUNS) for batch in range(a, b + 1)}
    known = [replace(a, system=number[a.batch]) for a in as_known(arrivals)]
    moments = range(len(RUNS))
    assert answered(rows_of(project, "by_run"), moments) == believed(known)


def test_the_split_into_runs_makes_no_difference(project, grown):
    columns = "* except (batch_id, posted_batch_id)"
    told = project.rows("told", columns)
    assert len(told) > 1000
    assert project.rows("told_at_once", columns) == told


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


def test_what_was_closed_is_so_in_the_columns_that_it_had(grown):
    _, _, kept = grown
    assert kept == [[], []]
