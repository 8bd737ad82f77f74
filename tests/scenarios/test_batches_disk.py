"""A full disk, a directory that can't be written: the run fails, readers do not."""

import resource
from contextlib import contextmanager

import pytest

pytestmark = pytest.mark.stress

CONFIG = 'batch="append", partition_by="month"'
# No file of a server grows beyond it, as on a disk that is full.
BYTES = 8 * 10**6


def feed(project, name, first, rows, month):
    """Rows that no codec makes smaller, 64 bytes or more each."""
    project.query(
        f"create or replace view {project.schema}.{name}_in as select cast(id as int)"
        f" as id, sha2(cast(id as string), 512) as text, {month} as month"
        f" from range({first}, {first + rows})"
    )


@contextmanager
def full_disk(server):
    unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (BYTES, unlimited[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def blocked_directory(project, server, name):
    """A file stands where the partition's directory should be."""
    folder = server.home / "warehouse" / f"{project.schema}.db" / f"{name}__batches"
    (table,) = folder.iterdir()
    (table / "month=b").write_text("no directory")
    try:
        yield
    finally:
        (table / "month=b").unlink()


def seen_of(project, name, obstacle):
    """Two failed runs, and one after the mend."""
    project.fed_model(name, CONFIG)
    feed(project, name, 0, 10, "'a'")
    project.ok(select=name)
    feed(project, name, 10, 200_000, "if(id % 2 = 0, 'a', 'b')")
    seen = {"errors": [], "rows": []}
    with obstacle:
        for _ in range(2):
            seen["errors"].append(project.run(select=name)[name])
            seen["rows"].append(project.rows(name, "count(*), max(id)"))
    seen["locks"] = project.locks(f"{name}__lock*")
    seen["outcome"] = project.run(select=name)[name]
    return seen


@pytest.fixture(scope="module")
def full(fragile_project, fragile_server):
    return seen_of(fragile_project, "full", full_disk(fragile_server))


@pytest.fixture(scope="module")
def blocked(fragile_project, fragile_server):
    obstacle = blocked_directory(fragile_project, fragile_server, "blocked")
    return seen_of(fragile_project, "blocked", obstacle)


def test_a_full_disk_is_named(full):
    assert ["File too large" in error for error in full["errors"]] == [True, True]


def test_a_directory_that_cannot_be_written_is_named(blocked):
    assert ["month=b" in error for error in blocked["errors"]] == [True, True]


@pytest.mark.parametrize("what", ["full", "blocked"])
def test_readers_see_the_old_batch_and_the_model_is_unlocked(request, what):
    seen = request.getfixturevalue(what)
    assert seen["rows"] == [[(10, 9)]] * 2
    assert seen["locks"] == []


@pytest.mark.parametrize("what", ["full", "blocked"])
def test_the_run_after_the_repair_is_right(fragile_project, request, what):
    assert request.getfixturevalue(what)["outcome"] == "success"
    rows = fragile_project.rows(what, "count(*), count(distinct id), max(id)")
    assert rows == [(200_010, 200_010, 200_009)]
    events = [event["event"] for event in fragile_project.log(what)]
    assert events == ["committed", "failed", "failed", "committed"]
