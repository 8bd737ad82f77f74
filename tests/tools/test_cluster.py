"""A cluster on this machine: what passes in one process passes there."""

import os
import subprocess
import sys

import psutil
import pytest
from pyhive.exc import OperationalError

import metastore
from cluster import Cluster, chosen
from console import Problem
from jars import joined
from spark import ROOT
from support.batch_project import Project
from support.cluster_target import built
from support.skips import skipped_without
from support.small_cluster import small_cluster
from wanted_server import wanted_server


@pytest.fixture(scope="module")
def server():
    with small_cluster() as cluster:
        with skipped_without():
            metastore.start(cluster.postgres)
            # It then looks at partitions first, and at their tables second.
            cluster.postgres.execute(
                "alter database postgres set enable_nestloop = off"
            )
            started = cluster.up()
        yield started


@pytest.mark.stress
@pytest.mark.timeout(1200)
def test_its_tables_can_be_objects(tmp_path):
    with small_cluster(has_s3=True) as cluster:
        with skipped_without():
            started = cluster.up()
        assert cluster.up() == started
        project = Project(tmp_path, started.port, "objects")
        project.fed_model("months", 'partition_by="month"')
        for number in (1, 2):
            project.feed("months", "id int, month string", [(number, "a"), (9, "b")])
            project.ok(select="months")
        assert project.rows("months", "id, month") == [(2, "a"), (9, "b")]
        ((location,),) = project.query(
            "select distinct substring_index(_metadata.file_path, '/', 4)"
            " from objects.months__batches"
        )
        assert location == "s3a://lake/warehouse"
        assert cluster.down()
        assert not cluster.down()


def test_what_its_workers_and_its_server_left_goes_with_them(tmp_path):
    for name in ("worker 1/app-1/0", "worker 2/app-1/1", "tmp/blockmgr-1", "warehouse"):
        (tmp_path / name).mkdir(parents=True)
    assert not Cluster(tmp_path).down()
    assert {it.name for it in tmp_path.iterdir()} == {"warehouse", "cluster.lock"}


def test_its_store_is_the_one_of_the_environment(monkeypatch):
    for store, has_s3 in (("", False), ("disk", False), ("s3", True)):
        monkeypatch.setenv("STORE", store)
        assert chosen().has_s3 == has_s3
    monkeypatch.setenv("STORE", "S3")
    with pytest.raises(Problem, match="STORE must be disk or s3, not 'S3'"):
        chosen()


def test_the_class_paths_of_store_and_metastore_are_joined():
    path, warehouse = "spark.driver.extraClassPath", "spark.sql.warehouse.dir"
    of_store = {path: "a.jar", warehouse: "s3a://lake"}
    assert joined(of_store, {path: "b.jar"}) == {
        path: f"a.jar{os.pathsep}b.jar",
        warehouse: "s3a://lake",
    }


def test_each_pattern_works_there(server):
    assert server.query("set spark.master")[0][1].startswith("spark://")
    scenarios = (
        # They use all patterns but milestones.
        "test_examples.py",
        "test_milestones.py::test_a_column_keeps_its_milestone_and_a_dimension_may_join",
        "test_consumer.py",
    )
    # Elsewhere most of them are left to `make stress`.
    program = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", ""]
    outcome = subprocess.run(
        [sys.executable, *program, *(f"tests/scenarios/{it}" for it in scenarios)],
        cwd=ROOT,
        env=os.environ | {"DAYBOOK_TEST_PORT": str(server.port)},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 0, outcome.stdout[-3000:]
    assert " skipped" not in outcome.stdout, outcome.stdout[-3000:]


def test_commands_work_on_it_if_they_are_asked_to(server, monkeypatch):
    monkeypatch.setattr("cluster.ON_DISK", Cluster(server.home))
    monkeypatch.setenv("DAYBOOK_PORT", "")
    monkeypatch.setenv("CLUSTER", "1")
    assert wanted_server() == server
    monkeypatch.setenv("CLUSTER", "yes")
    with pytest.raises(Problem, match="CLUSTER must be 1 or empty, not 'yes'"):
        wanted_server()


def test_the_target_cluster_builds_there_without_a_password(server, tmp_path):
    said = built(server.port, tmp_path)
    assert "OK created sql batched model daybook.dim_date" in said, said


def test_all_of_it_listens_on_this_machine_alone(server):
    cluster = Cluster(server.home)
    database = psutil.Process(cluster.postgres.pid)
    parts = [server.process, database, *cluster.parts()]
    each = {it for part in parts for it in [part, *part.children(recursive=True)]}
    open_at = [it.net_connections("inet") for it in each]
    listening = [c.laddr for found in open_at for c in found if c.status == "LISTEN"]
    assert len(listening) > len(parts)
    assert {at.ip.removeprefix("::ffff:") for at in listening} == {"127.0.0.1"}
    # On it, Spark's master would start programs of any account.
    assert 6066 not in {at.port for at in listening}


def test_no_reader_asks_the_metastore_for_a_number(server, tmp_path):
    """It would take the texts of other tables for numbers."""
    project = Project(tmp_path, server.port, "numbers")
    project.query(
        "create table numbers.texts using parquet partitioned by (month)"
        " as select 1 as id, '2015-06' as month"
    )
    project.query(
        "create table numbers.plain using parquet partitioned by (n)"
        " as select 1 as id, 7 as n"
    )
    with pytest.raises(OperationalError, match="PARTITION_FILTER"):
        project.query("select id from numbers.plain where n = 7")
    rows = "select 1 as id, {n} as n, date'2015-06-0{n}' as day"
    both = " union all ".join(rows.format(n=n) for n in (7, 8))
    project.model("days", both, 'partition_by=["n", "day"]')
    project.model("ids", rows.format(n=7), 'batch="append"')
    project.model("kept", both, 'partition_by=["n", "day"], private=["8"]')
    own = "select id, n from {{ daybook.private(ref('kept')) }} where n = 8"
    project.model("own", "{{ config(materialized='table') }}" + own, None)
    teams = " union all ".join(f"select 1 as id, '{team}' as team" for team in "BaC")
    project.model("teams", teams, 'partition_by="team", publish="partitions"')
    project.ok()
    project.ok()
    batch = project.published("days")[-1]
    for condition in ("n = 7", "day = date'2015-06-07'", "n in (6, 7)"):
        where = f"{condition} and batch_id = {batch}"
        assert project.rows("days", "id, n", where) == [(1, 7)]
    assert project.rows("own", "id, n") == [(1, 8)]
    # The metastore's database compares texts as Spark does: by their bytes.
    assert project.rows("teams", "team", "team > 'B'") == [("C",), ("a",)]
    assert project.rows("ids", "id", f"batch_id > {batch - 100_000}") == [(1,), (1,)]
    project.drop()
