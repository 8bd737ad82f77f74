"""List, publish back and forth, protect, clean, compact; and what the past says."""

import json

import pytest

from support import statements
from support.doomed import run

COLUMNS = "id int, month string"
APPEND = 'batch="append", partition_by="month"'
MONTHS = ["a", "b"]
RETRACT = ", retract='negate', measures=['id']"


@pytest.fixture(scope="module")
def ids(project):
    """Three batches of `rows`: `sums` has consumed them, `late_sums` the first."""
    project.fed_model("rows", APPEND)
    project.fed_model("days", 'partition_by="month"')
    for name, more in (("sums", ""), ("late_sums", ""), ("net", RETRACT)):
        project.model(
            name,
            "select sum(id) as id from"
            f" {{{{ daybook.new_batches(ref('rows'){more}) }}}}",
            'batch="append"',
        )
    for number in range(3):
        project.feed("rows", COLUMNS, [(10**number, MONTHS[number % 2])])
        project.feed("days", COLUMNS, [(number, m) for m in MONTHS[: 2 - number % 2]])
        project.ok(*(["--exclude", "late_sums"] if number else []))
    return project.published("rows")


def as_of(project, name, **asked):
    """The rows as they were, or why that can't be said."""
    question = ", ".join(f"{key}={value!r}" for key, value in asked.items())
    project.model(
        "asked",
        "{{ config(materialized='table') }} select id, month from"
        f" {{{{ daybook.as_of(ref('{name}'), {question}) }}}}",
        config=None,
    )
    outcome = project.run(select="asked")["asked"]
    if outcome != "success":
        return outcome
    # This session may know the files of the question before.
    project.query(f"refresh table {project.schema}.asked")
    return project.rows("asked")


def directories(project, name):
    """The batch of each directory that the metastore knows."""
    rows = project.query(f"show partitions {project.schema}.{name}__batches")
    return sorted(int(row[0].rpartition("=")[2]) for row in rows)


def test_listing_says_what_is_seen(project, ids):
    said = project.operate("list_batches", model="days")
    rows = [line.split() for line in said.splitlines() if "committed" in line]
    # batch_id, day, time, what, rows, partitions written, seen, on disk
    assert [row[4:] for row in rows] == [
        ["2", "2", "0", "2"],
        ["1", "1", "0", "1"],
        ["2", "2", "2", "2"],
    ]


def test_back_and_forth(project, ids):
    project.operate("publish_batch", model="rows", batch_id=ids[0])
    assert project.rows("rows", "id") == [(1,)]
    assert "rolled back" in project.operate("list_batches", model="rows")
    # What was seen in between is answered as it was.
    assert as_of(project, "rows", batch_id=ids[1]) == [(1, "a"), (10, "b")]
    # One that had consumed no more than that goes on; the others have to take back.
    outcome = project.run(select="late_sums sums net")
    assert outcome["late_sums"] == outcome["net"] == "success"
    assert "has replaced rows that this model has consumed" in outcome["sums"]
    assert project.rows("late_sums", "sum(id)") == [(1,)]
    assert project.rows("net", "sum(id)") == [(1,)]
    project.operate("publish_batch", model="rows", batch_id=ids[2])
    assert project.rows("rows", "id") == [(1,), (10,), (100,)]
    # As if nothing had happened.
    project.ok(select="late_sums sums net")
    for name in ("late_sums", "sums", "net"):
        assert project.rows(name, "sum(id)") == [(111,)], name


def test_back_and_forth_while_it_is_read_is_noticed(project, ids):

    def publish(batch):
        arguments = json.dumps({"model": "rows", "batch_id": batch})
        operation = ["run-operation", "daybook.publish_batch", "--args", arguments]
        assert run(project.arguments(operation)).success

    def go_back_meanwhile(sql, send):
        is_read = "insert overwrite" in sql and "late_sums__batches" in sql
        if is_read:
            publish(ids[0])
        send()
        if is_read:
            publish(ids[2])

    with statements.each(go_back_meanwhile):
        outcome = project.run(select="late_sums", full_refresh=True)["late_sums"]
    assert "rows replaced rows while they were being read" in outcome
    project.ok(select="late_sums", full_refresh=True)
    assert project.rows("late_sums", "sum(id)") == [(111,)]


def test_a_batch_that_was_never_published_can_not_be(project, ids):
    said = project.operation("publish_batch", model="rows", batch_id=7)
    assert "no batch 7 was ever published; the last ones are" in said
    assert project.locks() == []


def test_a_protected_batch_outlives_cleaning(project, ids):
    days = project.published("days")
    project.operate("protect_batch", model="days", batch_id=days[0])
    dry = project.operate("clean_batches", model="days", older_than_days=0)
    assert "nothing was changed" in dry
    before = directories(project, "days")
    # The second batch alone is neither seen nor protected.
    assert before == [days[0], days[0], days[1], days[2], days[2]]
    kept = project.operate("clean_batches", model="days", apply=True)
    assert directories(project, "days") == before, kept
    project.operate("clean_batches", model="days", older_than_days=0, apply=True)
    assert directories(project, "days") == [days[0], days[0], days[2], days[2]]
    assert as_of(project, "days", batch_id=days[0]) == [(0, "a"), (0, "b")]
    assert "files of that time have been cleaned" in as_of(
        project, "days", batch_id=days[1]
    )
    assert "files of that time have been cleaned" in project.operation(
        "publish_batch", model="days", batch_id=days[1]
    )
    assert project.rows("days", "id") == [(2,), (2,)]
    project.operate("publish_batch", model="days", batch_id=days[0])
    assert project.rows("days", "id") == [(0,), (0,)]
    project.operate("publish_batch", model="days", batch_id=days[2])
    project.operate("unprotect_batch", model="days", batch_id=days[0])
    said = project.operation("unprotect_batch", model="days", batch_id=days[0])
    assert "is not protected; protected are: none" in said
    project.operate("clean_batches", model="days", older_than_days=0, apply=True)
    assert directories(project, "days") == [days[2], days[2]]


def test_compaction_and_cleaning_change_no_answer(project, ids):
    project.feed("rows", COLUMNS, [(1000, "a")])
    project.ok(select="rows sums net")
    rows = project.rows("rows", "id, month, posted_batch_id")
    said = project.operate("compact_batches", model="rows")
    assert [line.split() for line in said.splitlines() if line.startswith("  a")] == [
        ["a", "3", "3"]
    ]
    project.operate("compact_batches", model="rows", apply=True)
    project.operate("clean_batches", model="rows", older_than_days=0, apply=True)
    assert len(directories(project, "rows")) == 2
    assert project.rows("rows", "id, month, posted_batch_id") == rows
    assert as_of(project, "rows", batch_id=ids[0]) == [(1, "a")]
    # What was rolled back in between needs its own files.
    assert "rows of that time have been replaced" in as_of(
        project, "rows", batch_id=ids[1]
    )
    # Files of `rows` were merged, and nobody downstream finds news in that.
    counts = {name: len(project.log(name)) for name in ("sums", "net")}
    project.ok(select="sums net")
    assert {name: len(project.log(name)) for name in counts} == counts


def test_what_dead_writes_left_is_cleaned(project, ids):
    table = f"{project.schema}.days__batches"
    (last,) = set(directories(project, "days"))
    project.query(f"insert into {table} select 5 as id, {last + 9}L as posted_batch_id,"
                  f" 'odd/ %20' as month, {last + 9}L as batch_id")  # fmt: skip
    folder = project.folder("days__batches")
    project.query(f"create table {project.schema}.stray using parquet location"
                  f" '{folder}/month=x %3A/batch_id={last + 8}'"
                  " as select 1 as id")  # fmt: skip
    project.operate("clean_batches", model="days", apply=True)
    found = sorted(path.name for path in folder.glob("month=*/*"))
    assert found == [f"batch_id={last}"] * 2
    assert project.rows("days", "id") == [(2,), (2,)]


def test_bad_arguments_are_refused(project, ids):
    for days in (-1, "two"):
        assert "use a number from 0 to 36500" in project.operation(
            "clean_batches", model="rows", older_than_days=days
        )
    assert "use true or false" in project.operation(
        "compact_batches", model="rows", apply="yes"
    )
    assert "no batched model is called nothing" in project.operation(
        "list_batches", model="nothing"
    )


def test_of_two_models_of_one_name_none_is_taken(project, ids):
    twin = project.path / "models" / "twin.sql"
    project.model("twin", "select 1 as id", 'schema="other", alias="rows"')
    names = [f"{project.schema}.rows", f"{project.schema}_other.rows"]
    said = project.operation("list_batches", model="rows")
    assert f"rows may be any of {', '.join(names)}: name one so" in said
    assert str(ids[0]) in project.operate("list_batches", model=names[0])
    twin.unlink()


def test_a_view_keeps_no_past_but_what_is_protected(project, ids):
    last = project.published("days")[-1]
    known = f"daybook.as_of(ref('days'), batch_id='{last}')"
    project.model("keeper", f"select id from {{{{ {known} }}}}", config=None)
    outcome = project.run(select="keeper")["keeper"]
    assert "would silently lose rows" in outcome
    project.operate("protect_batch", model="days", batch_id=last)
    project.ok(select="keeper")
    assert project.rows("keeper") == [(2,), (2,)]


@pytest.mark.stress
def test_a_protected_batch_outlives_its_event(project):
    """The second, protected when the first four events are about to be deleted."""
    project.fed_model("long", 'partition_by="month"')
    few = {"daybook_log_events": 6}
    for number in range(7):
        project.feed("long", COLUMNS, [(number, "a")])
        project.ok(select="long", vars=few)
        if number == 4:
            first, second, third, *_ = project.published("long")
            project.operate("protect_batch", model="long", batch_id=second)
    assert project.checkpoint("long")["position"] == 4
    for batch in (first, third):
        known = as_of(project, "long", batch_id=batch)
        assert "no longer says what was published" in known
    clean = {"model": "long", "older_than_days": 0, "apply": True}
    project.operate("clean_batches", **clean)
    assert len(directories(project, "long")) == 2
    assert as_of(project, "long", batch_id=second) == [(1, "a")]
    project.operate("unprotect_batch", model="long", batch_id=second)
    project.operate("clean_batches", **clean)
    assert len(directories(project, "long")) == 1
    known = as_of(project, "long", batch_id=second)
    assert "no longer says what was published" in known
