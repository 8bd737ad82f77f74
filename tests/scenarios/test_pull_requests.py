"""A pull request's schema beside production: it reads there, and writes nothing."""

import os
import re

import pytest

from support.batch_project import Project
from support.dbt import invoke
from support.statements import noted

pytestmark = pytest.mark.stress

CHANGE = re.compile("(?i)create|alter|drop|insert|refresh")
# Its group is the schema, where a name has one.
OBJECT = re.compile(
    r"(?i)(?:schema|table|view|into|overwrite)(?: table)?(?: if(?: not)? exists)? (\w+)"
)
COLUMNS = "day date, k int, value string, version int"
ROWS = [("2017-04-20", 1, "a", 1), ("2017-04-21", 1, "c", 1)]
MODELS = {
    "clone": (
        '{{ config(materialized="pointer_clone") }} select * from {{ ref("told") }}'
    ),
    "merged": """
        {{ config(materialized="batched", partition_by="day") }}
        {{ daybook.merge_snapshot(
            incoming=ref("told"), posted=this, key=["day", "k"], version="version",
            strategy="adopt") }}
        """,
    "new": """
        {{ config(materialized="batched", batch="append") }}
        select k, value from {{ daybook.new_batches(ref("told")) }}
        """,
}


@pytest.fixture(scope="module")
def environments(project, batch_port, tmp_path_factory):
    """Production, and a pull request that defers to it what it does not build."""
    schema = f"pull_request_{os.getpid()}"
    request = Project(tmp_path_factory.mktemp(schema), batch_port, schema)
    told = f"select * from {project.schema}.told_in"
    for each in (project, request):
        each.model("told", told, 'partition_by="day", restate_from="1900-01-01"')
        for name, sql in MODELS.items():
            each.model(name, sql, config=None)
    project.feed("told", COLUMNS, ROWS)
    project.ok(select="told")
    place = ["--project-dir", str(project.path), "--profiles-dir", str(project.path)]
    state = project.path / "state"
    parsed = invoke(["--quiet", "parse", *place, "--target-path", state])
    assert parsed.success
    request.deferred = ["--defer", "--state", str(state)]
    yield project, request
    request.drop()


@pytest.fixture(autouse=True)
def only_reads(environments):
    """No statement of a pull request changes anything of production's."""
    with noted() as sent:
        yield
    production, _ = environments
    changes = [sql.replace("`", "") for sql in sent if CHANGE.match(sql)]
    targets = [OBJECT.search(sql).group(1) for sql in changes]
    assert [name for name in targets if name.startswith(production.schema)] == []


def test_a_clone_of_what_production_has_is_refused_with_a_way_out(environments):
    production, request = environments
    before = production.log("told")
    said = request.run(*request.deferred, select="clone")["clone"]
    assert f"it clones {production.schema}.told, which this target does not" in said
    assert "--select +clone" in said
    assert "--exclude clone" in said
    assert production.log("told") == before
    assert request.names("clone") == production.locks() == []


def test_what_production_has_is_merged_and_not_adopted(environments):
    production, request = environments
    before, said = production.log("told"), []
    request.ok(
        *request.deferred,
        select="merged new",
        on_event=lambda event: said.append(event.info.msg),
    )
    assert f"this target does not build {production.schema}.told" in str(said)
    for name in ("merged", "new"):
        assert request.rows(name, "value") == [("a",), ("c",)]
    assert production.log("told") == before
    assert production.locks() == []


def test_a_schema_that_is_torn_down_leaves_production_as_it_was(environments):
    production, request = environments
    request.drop()
    assert production.rows("told", "value") == [("a",), ("c",)]
    assert production.operation("check_model", model="told") == "success"


def test_in_its_own_schema_a_pull_request_clones_and_adopts(environments):
    _, request = environments
    request.query(f"create schema if not exists {request.schema}")
    request.ok(select="told clone merged")
    assert request.rows("clone", "value") == [("a",), ("c",)]
    assert "borrowed" in request.log("merged")[-1]
