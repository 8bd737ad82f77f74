"""Pointer clones: a second name without a copy, and write, audit, publish."""

import pytest

COLUMNS = "id int, month string"
CLONE = '{{ config(materialized="pointer_clone") }} select * from {{ ref("%s") }}'
TESTED = """
models:
  - name: staged
    columns:
      - name: id
        data_tests: [unique]
"""


@pytest.fixture(scope="module")
def clone(project):
    """`staged` is tested, `seen` its clone, `again` a clone of that; `sums` reads."""
    project.fed_model("staged", 'partition_by="month"', TESTED)
    project.model("seen", CLONE % "staged", config=None)
    project.model("again", CLONE % "seen", config=None)
    project.model(
        "sums",
        "select sum(id) as id from {{ daybook.new_batches(ref('seen'),"
        " retract='negate', measures=['id']) }}",
        'batch="append"',
    )
    project.feed("staged", COLUMNS, [(1, "a"), (2, "b")])
    project.build()
    return project


def test_a_clone_shows_the_rows_and_columns_of_its_source(clone):
    assert clone.rows("seen") == clone.rows("again") == clone.rows("staged")
    assert clone.rows("seen", "id") == [(1,), (2,)]


def test_what_fails_its_tests_is_not_cloned(clone):
    clone.feed("staged", COLUMNS, [(3, "a"), (3, "a")])
    outcome = clone.build()
    assert outcome["seen"] == outcome["again"] == outcome["sums"] == "skipped"
    assert clone.rows("staged", "id") == [(2,), (3,), (3,)]
    assert clone.rows("seen", "id") == [(1,), (2,)]
    clone.feed("staged", COLUMNS, [(4, "a")])
    clone.build()
    assert clone.rows("seen", "id") == clone.rows("again", "id") == [(2,), (4,)]
    assert clone.rows("sums", "sum(id)") == [(6,)]


def test_cleaning_and_moving_the_source_do_not_show_in_a_clone(clone):
    first, *_, last = clone.published("staged")
    clone.feed("staged", COLUMNS, [(5, "a")])
    clone.ok(select="staged")
    clone.operate("publish_batch", model="staged", batch_id=first)
    assert clone.rows("seen", "id") == [(2,), (4,)]
    clean = {"model": "staged", "older_than_days": 0, "apply": True}
    clone.operate("clean_batches", **clean)
    assert clone.rows("staged", "id") == [(1,), (2,)]
    assert clone.rows("seen", "id") == clone.rows("again", "id") == [(2,), (4,)]
    clone.ok(select="sums")
    assert clone.rows("sums", "sum(id)") == [(6,)]
    clone.operate("publish_batch", model="staged", batch_id=last)
    # A clone that is gone keeps nothing from being cleaned.
    clone.query(f"drop view {clone.schema}.again")
    clone.query(f"drop view {clone.schema}.seen")
    clone.operate("publish_batch", model="staged", batch_id=first)
    clone.operate("clean_batches", **clean)
    assert "have been cleaned" in clone.operation(
        "publish_batch", model="staged", batch_id=last
    )
    clone.ok(select="seen again")
    assert clone.rows("seen", "id") == clone.rows("again", "id") == [(1,), (2,)]


def test_a_clone_is_a_select_of_a_batched_model_and_nothing_else(clone):
    clone.model("plain", "{{ config(materialized='table') }} select 1 as id", None)
    clone.model("of_plain", CLONE % "plain", config=None)
    clone.model("filtered", CLONE % "staged" + " where id > 1", config=None)
    outcome = clone.run(select="plain of_plain filtered")
    assert "which has no batches: materialize that as batched" in outcome["of_plain"]
    assert "a pointer clone is select * from one batched model" in outcome["filtered"]
    clone.model("seen", CLONE % "other", config=None)
    clone.fed_model("other")
    clone.feed("other", COLUMNS, [(1, "a")])
    outcome = clone.run(select="other seen")
    assert "it is a clone of" in outcome["seen"]
    assert clone.locks() == []


@pytest.mark.stress
def test_clones_of_one_model_wait_for_each_other(clone):
    """All are known to the model, whose name has `url` in it, which Spark hides."""
    source, names = "hourly", [f"sibling_{number}" for number in range(4)]
    clone.fed_model(source, 'partition_by="month"')
    for name in names:
        clone.model(name, CLONE % source, config=None)
    clone.feed(source, COLUMNS, [(1, "a")])
    clone.ok("--threads", "4", select=f"{source}+")
    for number in (2, 3):
        clone.feed(source, COLUMNS, [(number, "a")])
        clone.ok(select=source)
    clone.ok("--threads", "4", select="sibling_0 sibling_1")
    clone.feed(source, COLUMNS, [(4, "a")])
    clone.ok(select=source)
    clone.operate("clean_batches", model=source, older_than_days=0, apply=True)
    shown = [clone.rows(name, "id") for name in names]
    assert shown == [[(3,)], [(3,)], [(1,)], [(1,)]]
    assert clone.locks() == []


def test_an_audit_in_the_sql_keeps_a_batch_from_its_readers(project):
    project.model(
        "audited",
        "select * from {{ target.schema }}.audited_in"
        " where assert_true(id > 0, 'an id below 1') is null",
    )
    project.feed("audited", COLUMNS, [(1, "a")])
    project.ok(select="audited")
    project.feed("audited", COLUMNS, [(2, "a"), (0, "a")])
    assert "an id below 1" in project.run(select="audited")["audited"]
    assert project.rows("audited", "id") == [(1,)]
    assert project.locks("audited__lock") == []
