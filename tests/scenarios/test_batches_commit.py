"""A server or its executors are killed while they write a batch of many partitions.

Spark's tasks write files into a hidden folder. Then Spark renames each partition's
directory into its place, and registers the partitions some at a time: a part of the
batch is on disk, and a part of that in the metastore.
"""

import pytest

from support.batch_project import Project, connect
from support.small_cluster import FragileCluster, small_cluster
from support.waiting import wait_for

OLD, NEW = range(3), range(5000, 5200)
# So few partitions at a time that somebody who looks sees a part of them.
FEW = "set spark.sql.addPartitionInBatch.size = 5"
# The next run takes the lock over.
CONFIG = f'batch="append", partition_by="part", lock_hours=0.0003, pre_hook="{FEW}"'
pytestmark = [pytest.mark.stress, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def fragile_cluster():
    with small_cluster() as cluster:
        yield FragileCluster(cluster)


@pytest.fixture(params=["one process", "cluster"])
def place(request, tmp_path):
    """A project, and its server."""
    if request.param == "cluster":
        server = request.getfixturevalue("fragile_cluster")
        return Project(tmp_path, server.port, "driver"), server
    project = request.getfixturevalue("fragile_project")
    return project, request.getfixturevalue("fragile_server")


def feed(project, numbers):
    project.query(
        f"create or replace view {project.schema}.killed_in as select cast(id as int)"
        f" as id, concat('p', id) as part from range({numbers.start}, {numbers.stop})"
    )


def folder(project, server):
    return server.home / "warehouse" / f"{project.schema}.db" / "killed__batches"


def written(project, server):
    """How many of the new partitions have a file that a task wrote."""
    hidden = folder(project, server).glob("*/.spark-staging-*")
    return sum(1 for place in hidden for _ in place.rglob("part=p5*/*/*.parquet"))


def directories(project, server):
    """How many of them have a directory in its place."""
    return sum(1 for _ in folder(project, server).glob("*/part=p5*/batch_id=*"))


def registered(project, server):
    """How many of them the metastore knows."""
    partitions = project.query(f"show partitions {project.schema}.killed__batches")
    return sum(1 for (text,) in partitions if text.startswith("part=p5"))


def kill_meanwhile(project, server, progress):
    """Kills the server when a part of the new batch is there, and no more."""
    run = project.start("run", "--select", "killed")
    server.die_during(run, lambda: progress(project, server))
    project.cursor = connect(project.port)


def rows_of(*ranges):
    return sorted((n, f"p{n}") for numbers in ranges for n in numbers)


def test_a_batch_that_is_half_there_is_dropped_and_written_again(place):
    project, server = place
    project.fed_model("killed", CONFIG)
    feed(project, OLD)
    project.ok(select="killed")
    feed(project, NEW)
    dead = set()
    for progress in (written, directories, registered):
        kill_meanwhile(project, server, progress)
        assert 0 < progress(project, server) < len(NEW)
        if progress is written:
            assert directories(project, server) == 0
        assert project.rows("killed", "id, part") == rows_of(OLD)
        last = project.log("killed")[-1]
        assert last["event"] == "started"
        dead.add(last["batch_id"])
    project.ok(select="killed")
    assert project.rows("killed", "id, part") == rows_of(OLD, NEW)
    assert project.locks() == []
    assert directories(project, server) == registered(project, server) == len(NEW)
    assert len(dead) == 3
    assert dead & {*project.published("killed")} == set()


def test_other_executors_do_what_dead_ones_did_not(fragile_cluster, tmp_path):
    server = fragile_cluster
    project = Project(tmp_path, server.port, "executor")
    project.fed_model("killed", CONFIG)
    feed(project, OLD)
    project.ok(select="killed")
    feed(project, NEW)
    with project.start("run", "--select", "killed") as run:
        try:
            wait_for(lambda: written(project, server) > 0)
            dead = server.executors()
            assert dead
            for executor in dead:
                executor.kill()
            assert directories(project, server) == 0
            said, _ = run.communicate(timeout=600)
            assert run.returncode == 0, said
        finally:
            run.kill()
    assert not {*dead} & {*server.executors()}
    assert project.rows("killed", "id, part") == rows_of(OLD, NEW)
    assert directories(project, server) == registered(project, server) == len(NEW)
