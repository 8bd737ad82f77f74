"""The server is killed while it commits a batch of hundreds of partitions.

Spark renames each partition's directory into its place, then registers the partitions
some at a time: a part of the batch is on disk, and a part of that in the metastore.
"""

import time

import pytest

from support.batch_project import connect

NAME = "killed"
OLD, NEW = range(3), range(5000, 5200)
# So few partitions at a time that somebody who looks sees a part of them.
FEW = "set spark.sql.addPartitionInBatch.size = 5"
# The next run takes the lock over.
CONFIG = f'batch="append", partition_by="part", lock_hours=0.0003, pre_hook="{FEW}"'
SECONDS = 240
pytestmark = [pytest.mark.stress, pytest.mark.timeout(1200)]


def part(number):
    return f"p{number}"


def feed(project, name, numbers):
    project.query(
        f"create or replace view {project.schema}.{name}_in as select cast(id as int)"
        f" as id, concat('p', id) as part from range({numbers.start}, {numbers.stop})"
    )


def directories(project, server, name):
    """How many of the new partitions have a directory."""
    folder = server.home / "warehouse" / f"{project.schema}.db" / f"{name}__batches"
    return sum(1 for _ in folder.glob("*/part=p5*/batch_id=*"))


def registered(project, server, name):
    """How many of them the metastore knows."""
    partitions = project.query(f"show partitions {project.schema}.{name}__batches")
    return sum(1 for (text,) in partitions if text.startswith("part=p5"))


def kill_meanwhile(project, server, name, progress):
    """Kills the server when a part of the new batch is there, and no more."""
    with project.start("run", "--select", name) as run:
        try:
            end = time.monotonic() + SECONDS
            while not progress(project, server, name):
                assert run.poll() is None, run.communicate()
                assert time.monotonic() < end
                time.sleep(0.001)
            server.kill()
            run.communicate(timeout=SECONDS)
        finally:
            run.kill()
    server.restart()
    project.cursor = connect(project.port)


@pytest.fixture(scope="module")
def seen(fragile_project, fragile_server):
    """What was there after each such death of a model, and how its last run ended."""
    project, seen = fragile_project, {}
    project.fed_model(NAME, CONFIG)
    feed(project, NAME, OLD)
    project.ok(select=NAME)
    feed(project, NAME, NEW)
    for progress in (directories, registered):
        kill_meanwhile(project, fragile_server, NAME, progress)
        seen[progress.__name__] = {
            "left": progress(project, fragile_server, NAME),
            "rows": project.rows(NAME, "id, part"),
            "last": project.log(NAME)[-1],
        }
    seen["outcome"] = project.run(select=NAME)
    return seen


DEATHS = pytest.mark.parametrize("death", ["directories", "registered"])


@DEATHS
def test_it_died_half_way(seen, death):
    assert 0 < seen[death]["left"] < len(NEW)
    assert seen[death]["last"]["event"] == "started"


@DEATHS
def test_readers_see_the_old_batch(seen, death):
    assert seen[death]["rows"] == [(n, part(n)) for n in OLD]


def test_the_next_run_publishes_the_new_one(fragile_project, seen):
    assert set(seen["outcome"].values()) == {"success"}
    rows = fragile_project.rows(NAME, "id, part")
    assert rows == sorted((n, part(n)) for n in (*OLD, *NEW))
    assert fragile_project.locks() == []


def test_nothing_is_left_of_the_dead_ones(fragile_project, fragile_server, seen):
    project = fragile_project
    assert directories(project, fragile_server, NAME) == len(NEW)
    assert registered(project, fragile_server, NAME) == len(NEW)
    dead = {seen[death]["last"]["batch_id"] for death in ("directories", "registered")}
    assert dead & {*project.published(NAME)} == set()
