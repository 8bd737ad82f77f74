"""How many statements the metastore's database is sent, and that they stay as few."""

import re
from types import SimpleNamespace

import pytest

from support.batch_project import Project
from support.log_format import event_property
from support.metastore import metastore_service, postgres_of, shared_metastore
from temporary_server import temporary_server

pytestmark = [pytest.mark.stress, pytest.mark.timeout(3600)]

METASTORES = {
    "PostgreSQL": shared_metastore,
    "service 3.1.3": lambda: metastore_service("3.1.3"),
}
PARTS = 24
# Of a later run of one row, of one that writes 24 partitions, and of a read. The
# service's connections are told their isolation before and after each transaction.
AT_MOST = {"PostgreSQL": (1_400, 1_800, 125), "service 3.1.3": (1_820, 2_300, 165)}
FEW, MANY = (100, 10), (10_000, 1_000)
NO_MORE_THAN = 1.2


@pytest.fixture(scope="module", params=METASTORES)
def place(request, tmp_path_factory):
    with METASTORES[request.param]() as settings:
        postgres = postgres_of(settings)
        with (postgres.data / "postgresql.conf").open("a") as file:
            file.write("log_statement = 'all'\n")
        postgres.execute("select pg_reload_conf()")
        with temporary_server(settings) as server:
            path = tmp_path_factory.mktemp("project")
            yield SimpleNamespace(
                at_most=AT_MOST[request.param],
                project=Project(path, server.port, "counted"),
                log=postgres.data / "server.log",
            )


def statements_of(place, act):
    before = place.log.stat().st_size
    act()
    with place.log.open("rb") as file:
        file.seek(before)
        text = file.read().decode(errors="replace")
    return len(re.findall(r"LOG:  (?:execute [^:]*|statement): ", text))


def test_a_run_and_a_read(place, tmp_path):
    """Each model has a schema of its own, because dbt asks for all tables of one."""
    project = place.project
    parted = Project(tmp_path, project.port, "parted")
    project.model("one", "select 1 as id")
    parts = f"select id, id % {PARTS} as part from range(240)"
    parted.model("parts", parts, 'partition_by="part"')
    for each in (project, parted) * 2:
        each.ok()
    counted = [
        statements_of(place, project.ok),
        statements_of(place, parted.ok),
        statements_of(place, lambda: project.rows("one")),
    ]
    print("a run of one row: {}, of 24 partitions: {}; a read: {}".format(*counted))
    for found, at_most in zip(counted, place.at_most, strict=True):
        assert 0 < found <= at_most


def test_they_stay_as_few_as_batches_and_log_grow(place):
    project, counted = place.project, []
    project.fed_model("many", 'partition_by="part"')
    for partitions, events in (FEW, MANY):
        project.query(
            f"create or replace view {project.schema}.many_in as"
            f" select 1 as id, concat('p', id) as part from range({partitions})"
        )
        project.ok(select="many")
        project.feed("many", "id int, part string", [(2, "p1")])
        lengthen_log(project, "many", events)
        project.ok(select="many")
        counted.append(
            {
                "publish": statements_of(place, lambda: project.ok(select="many")),
                "plan": statements_of(place, lambda: explain(project)),
                "read": statements_of(place, lambda: project.rows("many", "count(*)")),
            }
        )
        assert project.rows("many", "count(*)") == [(partitions,)]
    few, many = counted
    print(f"few: {few}, many: {many}")
    for act, statements in many.items():
        assert 0 < statements <= NO_MORE_THAN * few[act], act


def lengthen_log(project, name, events):
    """Repeats the last two events, by which a batch was protected and no more is."""
    batch = project.published(name)[-1]
    for operation in ("protect_batch", "unprotect_batch"):
        project.operate(operation, model=name, batch_id=batch)
    log = project.log(name)
    *_, protected, unprotected = log
    more = [
        event_property(position, protected if position % 2 else unprotected)
        for position in range(log[-1]["position"] + 1, events - 3)
    ]
    if more:
        project.alter_log(name, f"set tblproperties({', '.join(more)})")


def explain(project):
    project.query(f"explain select * from {project.schema}.many where part = 'p1'")
