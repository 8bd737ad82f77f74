"""Whoever drops what: no file goes that another table shows."""

import re
import threading
from contextlib import nullcontext, suppress

import pytest
from pyhive.exc import Error
from thrift.transport.TTransport import TTransportException

from support.batch_project import Project, connect
from support.doomed import Fragile
from support.metastore import shared_metastore
from support.statements import ends_at
from temporary_server import temporary_server

COLUMNS = "day date, k int, value string, version int"
FIRST = [
    ("2017-04-20", 1, "a", 1),
    ("2017-04-20", 2, "b", 1),
    ("2017-04-21", 1, "c", 1),
]
# One row is missing, which stays: as a file of the adopter's own.
SECOND = [("2017-04-20", 1, "x", 2), ("2017-04-21", 1, "c", 2)]
LENDER = 'partition_by="day", restate_from="1900-01-01", lock_hours=0.0003'
MERGE = """
    {{ daybook.merge_snapshot(
        incoming=ref("%s"), posted=this, key=["day", "k"], version="version",
        largest_loss=1, strategy="adopt") }}
"""


@pytest.fixture(
    scope="module",
    params=["derby", pytest.param("postgresql", marks=pytest.mark.stress)],
)
def batch_port(request):
    """Of a server on Derby, or on PostgreSQL."""
    if request.param == "derby":
        yield request.getfixturevalue("batch_port")
    else:
        with shared_metastore() as settings, temporary_server(settings) as server:
            yield server.port


def make(project, name, config=""):
    """<name> adopts the batches of <name>_told, twice."""
    project.fed_model(f"{name}_told", LENDER)
    project.model(
        name, MERGE % f"{name}_told", f'partition_by="day", lock_hours=0.0003{config}'
    )
    for snapshot in (FIRST, SECOND):
        project.feed(f"{name}_told", COLUMNS, snapshot)
        project.ok(select=f"{name}_told {name}")


def values(project, name, schema=None):
    rows = project.query(
        f"select value from {schema or project.schema}.{name} order by day, k"
    )
    return [value for (value,) in rows]


def files(project, table):
    return sorted(file for file in project.folder(table).rglob("*.parquet"))


@pytest.mark.stress
def test_a_batches_table_that_is_dropped_leaves_its_files_to_whom_they_are_lent(
    project,
):
    make(project, "lent")
    assert "borrowed" in project.log("lent")[-1]
    project.query(f"drop table {project.schema}.lent_told__batches")
    assert values(project, "lent") == ["x", "b", "c"]
    # Made again, and cleaned, it takes nothing for its own that it has not written.
    project.ok(select="lent_told")
    project.operate("clean_batches", model="lent_told", older_than_days=0, apply=True)
    assert values(project, "lent") == ["x", "b", "c"]


def test_a_model_that_has_adopted_files_leaves_them_when_it_is_dropped(project):
    make(project, "taker")
    before = files(project, "taker_told__batches")
    project.query(f"drop table {project.schema}.taker__batches")
    assert values(project, "taker_told") == ["x", "c"]
    assert files(project, "taker_told__batches") == before


@pytest.mark.stress
def test_a_schema_that_is_dropped_leaves_the_table_that_a_model_of_it_adopted(project):
    project.query(
        f"create table {project.schema}.old using parquet partitioned by (month)"
        " as select 1 as id, 'a' as month union all select 2, 'b'"
    )
    other = f"{project.schema}_other"
    project.query(f"create schema {other}")
    project.fed_model("visiting", 'partition_by="month", schema="other"')
    project.operate(
        "adopt_table", model="visiting", table=f"{project.schema}.old", apply=True
    )
    assert project.query(f"select count(*) from {other}.visiting") == [(2,)]
    for schema in (other, f"{other}__daybook"):
        project.query(f"drop schema {schema} cascade")
    assert project.rows("old") == [(1, "a"), (2, "b")]
    # Another session has nothing in mind of it.
    project.query(f"refresh table {project.schema}.old")
    assert project.rows("old") == [(1, "a"), (2, "b")]


@pytest.mark.stress
def test_a_snapshot_in_another_schema_is_merged_unless_all_batches_are_in_one(project):
    other, shared = (f"{project.schema}_{name}" for name in ("other", "shared"))
    project.fed_model("apart_told", LENDER)
    project.model("apart", MERGE % "apart_told", 'partition_by="day", schema="other"')
    project.feed("apart_told", COLUMNS, FIRST)

    def said_by_a_run(**more):
        said = []
        project.ok(
            select="+apart", on_event=lambda event: said.append(event.info.msg), **more
        )
        return str(said)

    assert f"its batches are in the schema {project.schema}, which" in said_by_a_run()
    project.query(f"drop schema {other} cascade")
    assert values(project, "apart_told") == ["a", "b", "c"]
    # The variable puts all batches into one schema, so that they go together.
    said = said_by_a_run(full_refresh=True, vars={"daybook_schema": shared})
    assert "merged, not adopted" not in said
    assert values(project, "apart", other) == ["a", "b", "c"]
    for schema in (shared, other, f"{other}__daybook"):
        project.query(f"drop schema if exists {schema} cascade")


# What each command does to files, as the statement before which it ends.
DEATHS = {
    "clean_batches": ["__removed_.* add", "__batches drop if exists"],
    "remove_model": ["drop table .*__batches", "__removed_.* add"],
    "full refresh": ["insert overwrite", "alter view"],
}


@pytest.mark.stress
@pytest.mark.parametrize("command", DEATHS)
@pytest.mark.parametrize("moment", [0, 1])
def test_a_command_that_dies_half_way_takes_no_file_of_the_lender(
    project, command, moment
):
    name = re.sub(r"\W", "_", f"{command}_{moment}")
    make(project, name)
    project.feed(f"{name}_told", COLUMNS, [*SECOND, ("2017-04-22", 1, "d", 3)])
    project.ok(select=f"{name}_told {name}")
    lent = files(project, f"{name}_told__batches")

    def go():
        if command == "full refresh":
            return project.run(select=name, full_refresh=True)[name]
        more = {"older_than_days": 0} if command == "clean_batches" else {}
        return project.operation(command, model=name, apply=True, **more)

    with ends_at(DEATHS[command][moment]):
        go()
    project.expire_locks()
    assert files(project, f"{name}_told__batches") == lent
    assert values(project, f"{name}_told") == ["x", "c", "d"]
    if command != "remove_model":
        project.operate("recover", model=name)
        assert go() == "success"
        # The row that stays is nowhere but in the model: not in one that is rebuilt.
        stays = [] if command == "full refresh" else ["b"]
        assert values(project, name) == ["x", *stays, "c", "d"]
        project.operate("remove_model", model=name, apply=True)
        assert not project.query(
            f"show tables in {project.schema} like '{name}__batches'"
        )
    assert files(project, f"{name}_told__batches") == lent
    assert values(project, f"{name}_told") == ["x", "c", "d"]


# After so many seconds of a drop its server dies.
DIES_AFTER = [0.01, 0.05, 0.1, 0.2, 0.4]


@pytest.mark.stress
@pytest.mark.parametrize("metastore", [nullcontext, shared_metastore])
@pytest.mark.parametrize("what", ["table", "schema"])
def test_a_server_that_dies_while_it_drops_takes_no_file_of_the_lender(
    tmp_path, metastore, what
):
    with metastore() as settings, temporary_server(settings) as server:
        fragile, died = Fragile(server, settings), []
        for number, seconds in enumerate(DIES_AFTER):
            path = tmp_path / str(number)
            project = Project(path, fragile.port, f"dies_{number}")
            make(project, "taker")
            project.fed_model("visiting", 'partition_by="day", schema="other"')
            lent = f"{project.schema}.lent"
            project.query(
                f"create table {lent} using parquet partitioned by (day)"
                f" as select * from {project.schema}.taker_told_in"
            )
            project.query(f"create schema {project.schema}_other")
            project.operate("adopt_table", model="visiting", table=lent, apply=True)
            drop = {
                "table": f"drop table if exists {project.schema}.taker__batches",
                "schema": f"drop schema if exists {project.schema}_other cascade",
            }[what]
            killer = threading.Timer(seconds, fragile.kill)
            killer.start()
            died.append(seconds)
            with suppress(Error, TTransportException, OSError):
                project.query(drop)
                died.pop()
            killer.join()
            fragile.restart()
            project.cursor = connect(fragile.port)
            for _ in range(2):
                assert values(project, "taker_told") == ["x", "c"]
                assert values(project, "lent") == ["x", "c"]
                project.query(drop)
        assert died


def test_a_model_that_is_removed_leaves_no_file_and_no_folder(project):
    configs = {
        "gone": 'partition_by="month"',
        "gone_too": 'partition_by="month", publish="partitions"',
        "gone_whole": "",
    }
    for number in range(2):
        for name, config in configs.items():
            project.fed_model(name, config)
            project.feed(name, "id int, month string", [(number, "a"), (number, "b")])
        project.ok(select=" ".join(configs))
    for name in configs:
        folder = project.folder(f"{name}__batches").parent
        assert folder.name == f"{name}__batches"
        project.operate("remove_model", model=name, apply=True)
        assert not folder.exists(), list(folder.rglob("*"))
        assert project.names(f"{name}|{name}__*") == []
        assert project.names(f"{name}__*", f"{project.schema}__daybook") == []
