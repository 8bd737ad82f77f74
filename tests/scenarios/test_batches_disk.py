"""A full disk, a directory that can't be written: the run fails, readers do not."""

import resource
from contextlib import contextmanager

import pytest

pytestmark = pytest.mark.stress

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
def full(project, server):
    unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (BYTES, unlimited[1]))
    try:
        yield "File too large"
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, unlimited)


@contextmanager
def blocked(project, server):
    """A file stands where the partition's directory should be."""
    file = project.folder("blocked__batches") / "month=b"
    file.write_text("no directory")
    yield "month=b"
    file.unlink()


@pytest.mark.parametrize("obstacle", [full, blocked])
def test_readers_see_the_old_batch_until_the_disk_is_as_it_was(
    fragile_project, fragile_server, obstacle
):
    project, name = fragile_project, obstacle.__name__
    project.fed_model(name, 'batch="append", partition_by="month"')
    feed(project, name, 0, 10, "'a'")
    project.ok(select=name)
    feed(project, name, 10, 200_000, "if(id % 2 = 0, 'a', 'b')")
    with obstacle(project, fragile_server) as reason:
        for _ in range(2):
            assert reason in project.run(select=name)[name]
            assert project.rows(name, "count(*), max(id)") == [(10, 9)]
            assert project.locks(f"{name}__lock*") == []
    project.ok(select=name)
    rows = project.rows(name, "count(*), count(distinct id), max(id)")
    assert rows == [(200_010, 200_010, 200_009)]
    events = [event["event"] for event in project.log(name)]
    assert events == ["committed", "failed", "failed", "committed"]
