"""Locks: a run lets go of its own, whatever went wrong, and of no other's."""

import pytest

COLUMNS = "id int, month string"
FAILING = "select cast(raise_error('no such item') as int) as id"


@pytest.fixture(scope="module")
def seen(project):
    """What happened on the way, by name."""
    seen, schema = {}, project.schema
    for name in ("dead", "unread", "bystander"):
        project.fed_model(name, 'batch="append"')
        project.feed(name, COLUMNS, [(1, "a")])
    project.ok()
    project.model("capital", FAILING, 'schema="Capital", lock_hours=48')
    project.model("failing", FAILING)
    project.query(
        f"alter table {schema}.unread__batches"
        " set tblproperties ('daybook.log.000002.0000' = '{')"
    )
    project.lock("dead__lock", expires=-1)
    project.lock("dead__lock_dead_before")
    seen["others"] = project.run(select="unread failing capital bystander")
    seen["locks"] = project.locks()
    seen["capital"] = project.query(f"show views in {schema}_capital__daybook")

    project.lock("capital__lock", schema=f"{schema}_capital")
    said = project.operate("recover", model="capital", force=True)
    seen["hours"] = "'daybook.hours' = '48'" in said
    seen["recovered"] = project.query(f"show views in {schema}_capital__daybook")
    for capital in (f"{schema}_capital", f"{schema}_capital__daybook"):
        project.query(f"drop schema {capital} cascade")

    seen["dead"] = project.run(select="dead")["dead"]
    return seen


def test_a_failed_model_is_unlocked_though_another_cannot_be_put_right(project, seen):
    assert "event 2 of its log can't be read" in seen["others"]["unread"]
    assert "no such item" in seen["others"]["failing"]
    assert not {"unread__lock", "failing__lock"} & set(seen["locks"])


def test_a_run_leaves_the_locks_of_models_that_it_does_not_run(project, seen):
    assert seen["others"]["bystander"] == "success"
    assert seen["locks"] == ["dead__lock", "dead__lock_dead_before"]


def test_a_run_clears_what_dead_runs_left_of_their_locks(project, seen):
    assert seen["dead"] == "success"
    assert project.rows("dead", "id") == [(1,), (1,)]
    assert project.locks() == []


def test_a_schema_with_capitals(project, seen):
    assert "no such item" in seen["others"]["capital"]
    assert seen["capital"] == []
    assert seen["recovered"] == []


def test_recover_takes_the_lock_for_as_long_as_the_model_does(seen):
    assert seen["hours"]
