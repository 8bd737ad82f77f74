"""Pull requests: what the page says without production, as it is written there; and a
schema beside production, which reads there, and writes nothing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from support.batch_project import PACKAGE, Project
from support.dbt import invoke
from support.statements import noted
from support.tutorial import OTHERS

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


@pytest.fixture
def only_reads(environments):
    """No statement of a pull request changes anything of production's."""
    with noted() as sent:
        yield
    production, _ = environments
    changes = [sql.replace("`", "") for sql in sent if CHANGE.match(sql)]
    targets = [OBJECT.search(sql).group(1) for sql in changes]
    assert [name for name in targets if name.startswith(production.schema)] == []


@pytest.mark.usefixtures("only_reads")
def test_a_clone_of_what_production_has_is_refused_with_a_way_out(environments):
    production, request = environments
    before = production.log("told")
    said = request.run(*request.deferred, select="clone")["clone"]
    assert f"it clones {production.schema}.told, which this target does not" in said
    assert "--select +clone" in said
    assert "--exclude clone" in said
    assert production.log("told") == before
    assert request.names("clone") == production.locks() == []


@pytest.mark.usefixtures("only_reads")
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


@pytest.mark.usefixtures("only_reads")
def test_a_schema_that_is_torn_down_leaves_production_as_it_was(environments):
    production, request = environments
    request.drop()
    assert production.rows("told", "value") == [("a",), ("c",)]
    assert production.operation("check_model", model="told") == "success"


@pytest.mark.usefixtures("only_reads")
def test_in_its_own_schema_a_pull_request_clones_and_adopts(environments):
    _, request = environments
    request.query(f"create schema if not exists {request.schema}")
    request.ok(select="told clone merged")
    assert request.rows("clone", "value") == [("a",), ("c",)]
    assert "borrowed" in request.log("merged")[-1]


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """What each command of the page's job prints, in a project that has its files."""
    page = (PACKAGE / "docs" / "how-to" / "pull-requests.md").read_text()
    section = page.split("## Without production\n")[1].split("\n## ")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ")]
    _, *files = re.split(r"(?m)^# (\S+)\n", "\n".join(lines) + "\n")
    place = tmp_path_factory.mktemp("a pull request")
    shutil.copytree(PACKAGE / "tests" / "consumer", place, dirs_exist_ok=True)
    written = dict(zip(files[::2], files[1::2], strict=True))
    for name, text in written.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    packages = {"packages": [{"local": str(PACKAGE)}]}
    (place / "packages.yml").write_text(yaml.safe_dump(packages))
    workflow = yaml.safe_load(written[".github/workflows/pull-request.yml"])
    job = workflow["jobs"]["build"]
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OTHERS)}
    path = f"{Path(sys.executable).parent}:{kept['PATH']}"
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands.pop(0).startswith("pip install ")
    return [
        subprocess.run(
            ["bash", "-ec", command],
            cwd=place,
            env={**kept, **job["env"], "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for command in commands
    ]


def test_the_job_of_the_page_builds_a_project_twice_and_is_green(builds):
    deps, *both = builds
    assert deps.returncode == 0, deps.stdout
    for build in both:
        assert build.returncode == 0, build.stdout
        assert "PASS=11 WARN=0 ERROR=0" in build.stdout
    # The second has what arrived meanwhile.
    said = [re.findall(r"(\d+) rows in batch", build.stdout) for build in both]
    assert len(said[0]) == len(said[1]) == 4
    assert said[0] != said[1]


def test_a_green_job_shows_neither_stack_traces_nor_progress_bars(builds):
    for build in builds:
        assert not re.search(r"(?m)^\s+at |Exception|\[Stage ", build.stdout)
