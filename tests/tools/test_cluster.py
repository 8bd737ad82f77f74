"""A cluster on this machine: what passes in one process passes there."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest
from pyhive.exc import OperationalError

import metastore
from cluster import Cluster
from spark import ROOT
from support.batch_project import Project
from support.skips import skipped_without
from support.swift_java import SWIFT_JAVA


@pytest.fixture(scope="module")
def server():
    with (
        TemporaryDirectory(prefix="daybook-") as folder,
        pytest.MonkeyPatch.context() as m,
    ):
        # Its heaps are small, and PostgreSQL may be another account's.
        m.setenv("JAVA_TOOL_OPTIONS", SWIFT_JAVA)
        m.setenv("DAYBOOK_SERVER_MEMORY", "1g")
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "cluster")
        try:
            with skipped_without():
                metastore.start(cluster.postgres)
                # It then looks at partitions first, and at their tables second.
                cluster.postgres.execute(
                    "alter database postgres set enable_nestloop = off"
                )
                started = cluster.up()
            yield started
        finally:
            cluster.down()


def test_each_pattern_works_there(server):
    assert server.query("set spark.master")[0][1].startswith("spark://")
    # They use all patterns but milestones.
    gallery = "tests/scenarios/test_examples.py"
    # Elsewhere they are left to `make stress`.
    program = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", ""]
    outcome = subprocess.run(
        [sys.executable, *program, gallery],
        cwd=ROOT,
        env=os.environ | {"DAYBOOK_TEST_PORT": str(server.port)},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 0, outcome.stdout[-3000:]


def test_all_of_it_listens_on_this_machine_alone(server):
    cluster = Cluster(server.home)
    database = psutil.Process(cluster.postgres.pid)
    parts = [server.process, database, *cluster._parts()]
    each = {it for part in parts for it in [part, *part.children(recursive=True)]}
    open_at = [it.net_connections("inet") for it in each]
    listening = [c.laddr.ip for found in open_at for c in found if c.status == "LISTEN"]
    assert len(listening) > len(parts)
    assert {ip.removeprefix("::ffff:") for ip in listening} == {"127.0.0.1"}


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
    project.ok()
    project.ok()
    batch = project.published("days")[-1]
    for condition in ("n = 7", "day = date'2015-06-07'", "n in (6, 7)"):
        where = f"{condition} and batch_id = {batch}"
        assert project.rows("days", "id, n", where) == [(1, 7)]
    assert project.rows("own", "id, n") == [(1, 8)]
    assert project.rows("ids", "id", f"batch_id > {batch - 100_000}") == [(1,), (1,)]
    project.drop()
