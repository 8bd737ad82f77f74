"""The server is killed while it commits a batch of hundreds of partitions.

Spark renames each partition's directory into its place, then registers the partitions
by the hundred: a part of the batch is on disk, and a part of that in the metastore.
"""

import time

import pytest

from support.batch_project import connect

OLD, NEW = range(3), range(5000, 5400)
# The next run takes the lock over.
CONFIG = 'batch="append", partition_by="part", lock_hours=0.0003'
SECONDS = 240
pytestmark = pytest.mark.timeout(1200)


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
    return sum(1 for _ in folder.glob("part=p5*/batch_id=*"))


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


@pytest.fixture(
    scope="module", params=[directories, registered], ids=["renaming", "registering"]
)
def killed(request, fragile_project, fragile_server):
    """What was seen of a model on its way through such a death."""
    project, progress = fragile_project, request.param
    name = f"killed_{progress.__name__}"
    project.fed_model(name, CONFIG)
    feed(project, name, OLD)
    project.ok(select=name)
    feed(project, name, NEW)
    kill_meanwhile(project, fragile_server, name, progress)
    seen = {
        "name": name,
        "left": progress(project, fragile_server, name),
        "before": project.rows(name, "id, part"),
        "log": project.log(name),
    }
    seen["outcome"] = project.run(select=name)
    return seen


def test_it_died_half_way(killed):
    assert 0 < killed["left"] < len(NEW)
    assert killed["log"][-1]["event"] == "started"


def test_readers_see_the_old_batch(killed):
    assert killed["before"] == [(n, part(n)) for n in OLD]


def test_the_next_run_publishes_the_new_one(fragile_project, killed):
    assert set(killed["outcome"].values()) == {"success"}
    rows = fragile_project.rows(killed["name"], "id, part")
    assert rows == sorted((n, part(n)) for n in (*OLD, *NEW))
    assert fragile_project.names("*__lock*") == []


def test_nothing_is_left_of_the_dead_one(fragile_project, fragile_server, killed):
    project, name = fragile_project, killed["name"]
    assert directories(project, fragile_server, name) == len(NEW)
    assert registered(project, fragile_server, name) == len(NEW)
    dead = killed["log"][-1]["batch_id"]
    assert dead not in project.published(name)
