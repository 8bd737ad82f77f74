"""Pointer clones: a second name without a copy, and write, audit, publish."""

import pytest

from support.scenes import Run, scene

COLUMNS = "id int, month string"
CLONE = '{{ config(materialized="pointer_clone") }} select * from {{ ref("%s") }}'
BY_MONTH = 'partition_by="month"'
TESTED = """
models:
  - name: staged
    columns:
      - name: id
        data_tests: [unique]
"""


def fed(project, name, rows, config=BY_MONTH, yml=None):
    project.fed_model(name, config, yml)
    project.feed(name, COLUMNS, rows)


def clone(project, name, source):
    project.model(name, CLONE % source, config=None)


@pytest.fixture(scope="module")
def audited(project):
    """`staged` is tested, `seen` its clone, `again` a clone of that; `sums` reads."""
    fed(project, "staged", [(1, "a"), (2, "b")], yml=TESTED)
    clone(project, "seen", "staged")
    clone(project, "again", "seen")
    project.model(
        "sums",
        "select sum(id) as id from {{ daybook.new_batches(ref('seen'),"
        " retract='negate', measures=['id']) }}",
        'batch="append"',
    )
    project.build()
    return project


def test_what_fails_its_tests_is_not_cloned(audited):
    assert audited.rows("seen") == audited.rows("again") == audited.rows("staged")
    audited.feed("staged", COLUMNS, [(3, "a"), (3, "a")])
    outcome = audited.build()
    assert outcome["seen"] == outcome["again"] == outcome["sums"] == "skipped"
    assert audited.rows("staged", "id") == [(2,), (3,), (3,)]
    assert audited.rows("seen", "id") == [(1,), (2,)]
    audited.feed("staged", COLUMNS, [(4, "a")])
    audited.build()
    assert audited.rows("seen", "id") == audited.rows("again", "id") == [(2,), (4,)]
    assert audited.rows("sums", "sum(id)") == [(6,)]


@scene
def test_cleaning_and_moving_the_source_do_not_show_in_a_clone(project):
    clean = {"model": "moved", "older_than_days": 0, "apply": True}
    clone(project, "copy", "moved")
    clone(project, "of_copy", "copy")
    for number, more in ((1, ""), (2, " copy of_copy"), (3, "")):
        fed(project, "moved", [(number, "a")])
        yield Run(f"moved{more}")
    first, second, _ = project.published("moved")
    project.operate("publish_batch", model="moved", batch_id=first)
    project.operate("clean_batches", **clean)
    assert project.rows("moved", "id") == [(1,)]
    assert project.rows("copy", "id") == project.rows("of_copy", "id") == [(2,)]
    # A clone that is gone keeps nothing from being cleaned.
    for name in ("of_copy", "copy"):
        project.query(f"drop view {project.schema}.{name}")
    project.operate("clean_batches", **clean)
    said = project.operation("publish_batch", model="moved", batch_id=second)
    assert "have been cleaned" in said
    yield Run("copy of_copy")
    assert project.rows("copy", "id") == project.rows("of_copy", "id") == [(1,)]


@scene
def test_a_clone_does_not_become_one_of_another_model(project):
    fed(project, "one", [(1, "a")])
    fed(project, "another", [(2, "a")])
    clone(project, "of_one", "one")
    yield Run("one another of_one")
    clone(project, "of_one", "another")
    outcome = yield Run("of_one", may_fail=True)
    assert f"it is a clone of {project.schema}.one" in outcome["of_one"]
    assert project.rows("of_one", "id") == [(1,)]
    assert project.locks("*one__lock*|another__lock*") == []


@scene
def test_a_clone_can_become_a_batched_model(project):
    """Its source goes on, with what the clone does not show."""
    fed(project, "goes_on", [(1, "a")])
    for name in ("becomes", "becomes_new"):
        clone(project, name, "goes_on")
    yield Run("goes_on becomes becomes_new")
    fed(project, "goes_on", [(2, "a")])
    project.model("becomes", "select id, month from {{ ref('goes_on') }}", BY_MONTH)
    project.model("becomes_new", "select 3 as id")
    yield Run("goes_on becomes becomes_new")
    assert project.rows("becomes", "id") == [(2,)]
    assert project.rows("becomes_new", "id") == [(3,)]
    assert len(project.published("becomes")) == 1


@scene
def test_a_clone_takes_its_name_back_from_another_view(project):
    fed(project, "stays", [(1, "a")])
    clone(project, "back", "stays")
    yield Run("stays back")
    project.query(f"drop view {project.schema}.back")
    project.query(f"create view {project.schema}.back as select 7 as seven")
    yield Run("back")
    assert project.rows("back", "id") == [(1,)]
    (aside,) = project.names("back__before_*")
    assert project.rows(aside) == [(7,)]
    said = project.operation("remove_model", model="back")
    assert f"it is a pointer clone of {project.schema}.stays and has no" in said
    assert 'invalid value "" for model' in project.operation("remove_model")


@scene
def test_an_audit_in_the_sql_keeps_a_batch_from_its_readers(project):
    project.model(
        "checked",
        "select * from {{ target.schema }}.checked_in"
        " where assert_true(id > 0, 'an id below 1') is null",
    )
    project.feed("checked", COLUMNS, [(1, "a")])
    yield Run("checked")
    project.feed("checked", COLUMNS, [(2, "a"), (0, "a")])
    outcome = yield Run("checked", may_fail=True)
    assert "an id below 1" in outcome["checked"]
    assert project.rows("checked", "id") == [(1,)]
    assert project.locks("checked__lock") == []


def test_clones_that_only_empty_has_made_show_nothing_until_they_are_run(project):
    fed(project, "drafted", [(1, "a")])
    clone(project, "draft", "drafted")
    clone(project, "of_draft", "draft")
    new = "select id from {{ daybook.new_batches(ref('of_draft')) }}"
    project.model("read_draft", new, 'batch="append"')
    for _ in range(2):
        project.ok("--empty", select="drafted+")
        assert project.rows("draft") == project.rows("read_draft") == []
    project.ok(select="drafted")
    project.ok("--empty", select="drafted+")
    assert project.rows("of_draft") == project.rows("read_draft") == []
    project.ok(select="drafted+")
    assert project.rows("of_draft", "id") == project.rows("read_draft", "id") == [(1,)]


def test_a_clone_that_empty_has_made_again_hides_no_row(project):
    """The log of its source still says where the one before it stood."""
    fed(project, "cloned", [(1, "a")])
    clone(project, "made_again", "cloned")
    new = "select id from {{ daybook.new_batches(ref('made_again')) }}"
    project.model("reads_again", new, 'batch="append"')
    project.ok(select="cloned made_again")
    project.query(f"drop view {project.schema}.made_again")
    project.ok("--empty", select="made_again")
    said = project.run(select="reads_again")["reads_again"]
    assert "it shows no rows of" in said
    assert "because --empty has made it: run the clone" in said
    project.ok(select="made_again reads_again")
    for name in ("made_again", "reads_again"):
        assert project.rows(name, "id") == [(1,)]


@pytest.mark.stress
def test_clones_of_one_model_wait_for_each_other(project):
    """All are known to the model, whose name has `url` in it, which Spark hides."""
    source, names = "hourly", [f"sibling_{number}" for number in range(4)]
    for name in names:
        clone(project, name, source)
    fed(project, source, [(1, "a")])
    project.ok("--threads", "4", select=f"{source}+")
    for number in (2, 3):
        project.feed(source, COLUMNS, [(number, "a")])
        project.ok(select=source)
    project.ok("--threads", "4", select="sibling_0 sibling_1")
    project.feed(source, COLUMNS, [(4, "a")])
    project.ok(select=source)
    project.operate("clean_batches", model=source, older_than_days=0, apply=True)
    shown = [project.rows(name, "id") for name in names]
    assert shown == [[(3,)], [(3,)], [(1,)], [(1,)]]
    assert project.locks() == []


@scene
def test_a_source_is_not_removed_from_under_its_clone(project):
    removal = {"model": "needed", "apply": True}
    fed(project, "needed", [(1, "a")])
    clone(project, "needs", "needed")
    yield Run("needed needs")
    said = project.operation("remove_model", **removal)
    assert f"{project.schema}.needs shows its files: drop that view first" in said
    assert project.rows("needs", "id") == project.rows("needed", "id") == [(1,)]
    assert project.locks("needed__lock*") == []
    project.query(f"drop view {project.schema}.needs")
    project.operate("remove_model", **removal)
    assert project.names("needed*") == ["needed_in"]


@scene
def test_a_batched_model_becomes_no_clone_and_a_clone_is_asked_by_batch(project):
    for name in ("turns", "origin"):
        fed(project, name, [(1, "a")])
    clone(project, "shows", "origin")
    yield Run("turns origin shows")
    fed(project, "origin", [(2, "a")])
    clone(project, "turns", "origin")
    outcome = yield Run("turns origin shows", may_fail=True)
    assert "it has batches of its own, from when it was a batched" in outcome["turns"]
    assert project.rows("turns", "id") == [(1,)]
    first = project.published("origin")[0]
    for name, asked in (("then", f"batch_id={first}"), ("then_at", "at='2999-01-01'")):
        sql = f"select id from {{{{ daybook.as_of(ref('shows'), {asked}) }}}}"
        project.model(name, f"{{{{ config(materialized='table') }}}} {sql}", None)
    outcome = yield Run("then then_at", may_fail=True)
    assert project.rows("then") == [(1,)]
    assert "a pointer clone has no log of that" in outcome["then_at"]
