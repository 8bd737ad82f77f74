"""Batches as objects in S3, by the file committer and by S3A's magic committer."""

import time
from types import SimpleNamespace

import pytest

import s3
from support.batch_project import Project, connect
from support.doomed import Fragile
from support.gates import behind, number_behind, open_gate, wait_at
from support.object_store import object_store
from support.waiting import wait_for
from temporary_server import temporary_server

pytestmark = [pytest.mark.stress, pytest.mark.timeout(1200)]

PARTS = 24
# Of a later run, and of a read of all partitions.
REQUESTS = {
    "magic": {"one": 50, "parts": 250, "read": 60},
    "file": {"one": 100, "parts": 1000, "read": 60},
}
CLONE = """
{{ config(materialized="pointer_clone") }} select * from {{ ref("appended") }}
"""
SLEEP = "java_method('java.lang.Thread', 'sleep', {}L)"
SECONDS = 240


@pytest.fixture(scope="module", params=REQUESTS)
def place(request, tmp_path_factory):
    """An object store, and a project on a server that takes it for its warehouse."""
    settings = ["spark.sql.addPartitionInBatch.size = 5"]
    with object_store() as store:
        of_spark = store.settings(request.param)
        with temporary_server(of_spark) as server:
            path = tmp_path_factory.mktemp("project")
            yield SimpleNamespace(
                committer=request.param,
                store=store,
                server=Fragile(server, of_spark),
                project=Project(path, server.port, "objects", settings),
            )


def requests_of(place, act):
    before = len(place.store.requests())
    act()
    return len(place.store.requests()) - before


def test_readers_see_what_was_written(place):
    project, rows = place.project, []
    project.fed_model("appended", 'batch="append"')
    project.fed_model("monthly", 'partition_by="month"')
    project.fed_model("shared", 'partition_by="month", publish="partitions"')
    project.write("models/cloned.sql", CLONE)
    for number in (1, 2, 3):
        rows = [(number, f"2024-0{month}") for month in range(number, number + 3)]
        for name in ("appended", "monthly", "shared"):
            project.feed(name, "id int, month string", rows)
        project.ok()
    appended = [(n, f"2024-0{m}") for n in (1, 2, 3) for m in range(n, n + 3)]
    replaced = [(1, "2024-01"), (2, "2024-02"), *rows]
    operations = {
        "list_batches": {"model": "appended"},
        "check_model": {"model": "monthly"},
        "compact_batches": {"model": "appended", "apply": True},
        "clean_batches": {"model": "monthly", "older_than_days": 0, "apply": True},
    }
    for operation, arguments in [(None, {}), *operations.items()]:
        if operation:
            project.operate(operation, **arguments)
        assert project.rows("appended", "id, month") == sorted(appended)
        assert project.rows("cloned", "id, month") == sorted(appended)
        assert project.rows("monthly", "id, month") == sorted(replaced)
        assert project.rows("shared", "id, month") == sorted(replaced)


def test_what_is_removed_leaves_no_object(place):
    place.project.fed_model("removed", 'partition_by="month"')
    place.project.feed("removed", "id int, month string", [(1, "a"), (2, "b")])
    place.project.ok(select="removed")
    (first, *_) = place.store.objects("removed")
    begin_upload(place.store, first)
    place.project.operate("remove_model", model="removed", apply=True)
    assert place.store.objects("removed") == []
    # Spark's own protocol cannot abort it.
    left = {"magic": [], "file": [first]}[place.committer]
    assert place.store.uploads("removed") == left


def begin_upload(store, key):
    store.client.create_multipart_upload(Bucket=s3.BUCKET, Key=key)


def test_requests(place):
    project, most = place.project, REQUESTS[place.committer]
    project.model("one", "select {{ var('id', 1) }} as id", 'batch="append"')
    parts = f"select id, id % {PARTS} as part from range(240)"
    project.model("parts", parts, 'partition_by="part"')
    project.ok(select="one parts")
    acts = {
        "one": lambda: project.ok(select="one", vars={"id": 2}),
        "parts": lambda: project.ok(select="parts"),
        "read": lambda: project.rows("parts"),
    }
    for name, act in acts.items():
        asked = requests_of(place, act)
        print(f"{place.committer}, {name}: {asked} requests")
        assert 0 < asked <= most[name]


def files_in_place(place):
    """The objects that readers look at: no markers of folders, and nothing hidden."""
    keys = place.store.objects("killed")
    return [k for k in keys if k.endswith(".parquet") and not is_hidden(k)]


def is_hidden(key):
    return "/.spark-staging-" in key or "/__magic_job-" in key


def count_objects(place):
    """Of the new partitions, how many have a file in its place."""
    return sum(1 for key in files_in_place(place) if "/part=p5" in key)


def count_registered(place):
    """How many of them the metastore knows."""
    listed = place.project.query("show partitions objects.killed__batches")
    return sum(1 for (text,) in listed if text.startswith("part=p5"))


def numbered(*ranges):
    return sorted((n, f"p{n}") for numbers in ranges for n in numbers)


def test_a_batch_that_is_half_there_is_dropped_and_written_again(place):
    project, old, new = place.project, range(3), range(5000, 5100)
    config = 'batch="append", partition_by="part", lock_hours=0.0003'
    project.fed_model("killed", config)
    project.feed("killed", "id int, part string", numbered(old))
    project.ok(select="killed")
    project.feed("killed", "id int, part string", numbered(new))
    dead = set()
    for progress in (count_objects, count_registered):
        kill_meanwhile(place, "killed", progress)
        assert 0 < progress(place) < len(new)
        assert project.rows("killed", "id, part") == numbered(old)
        last = project.log("killed")[-1]
        assert last["event"] == "started"
        dead.add(last["batch_id"])
    project.ok(select="killed")
    assert project.rows("killed", "id, part") == numbered(old, new)
    assert count_objects(place) == count_registered(place) == len(new)
    assert len(dead) == 2
    left = files_in_place(place)
    assert [key for key in left for id in dead if f"/batch_id={id}/" in key] == []


def kill_meanwhile(place, name, progress):
    """Kills the server when a part of the new batch is there, and no more."""
    run = place.project.start("run", "--select", name)
    place.server.die_during(run, lambda: progress(place))
    place.project.cursor = connect(place.project.port)


def test_writers_that_overlap_lose_no_row(place):
    """One that was taken for dead ends its INSERT while the next one writes."""
    project = place.project
    project.fed_model("contested", 'batch="append"')
    project.feed("contested", "id int", [(1,)])
    project.ok(select="contested")
    gates = [f"daybook.{place.committer}.{which}" for which in ("orphan", "second")]
    feed(project, f"select id from {number_behind(gates[0], 2)}")
    orphan = project.start("run", "--select", "contested")
    wait_at(project, gates[0])
    orphaned = project.log("contested")[-1]["batch_id"]
    # Half of the rows are there when the orphan's INSERT ends.
    feed(
        project,
        "select cast(id + 100 as int) as id from range(0, 400, 1, 4)"
        f" where id % 100 < 50 or {behind(gates[1])}",
    )
    project.operate("recover", model="contested", force=True)
    second = project.start("run", "--select", "contested")
    wait_at(project, gates[1])
    assert is_begun(project.log("contested")[-1], orphaned)
    assert orphan.poll() is None
    open_gate(project, gates[0])
    assert "this run has lost its lock" in orphan.communicate(timeout=SECONDS)[0]
    assert second.poll() is None
    open_gate(project, gates[1])
    said = second.communicate(timeout=SECONDS)[0]
    assert second.returncode == 0, said
    shown = project.rows("contested", "id")
    assert shown == sorted([(1,), *((n + 100,) for n in range(400))])
    assert (2,) in project.rows("contested__batches", "id")


def is_begun(event, other):
    return event["event"] == "started" and event["batch_id"] != other


def feed(project, sql, name="contested"):
    project.query(f"create or replace view objects.{name}_in as {sql}")


def unfinished(place, name):
    """What a write of the model has not finished: files, and uploads."""
    files = [k for k in place.store.objects(name) if is_hidden(k) and k[-1] != "/"]
    return files, place.store.uploads(name)


def has_begun(place, name):
    """A write, of which a task has ended."""
    files, uploads = unfinished(place, name)
    return bool(files) and (bool(uploads) or place.committer == "file")


def begin(place, name):
    """A model with a row, for a run that soon writes more, and is long at its end."""
    project = place.project
    project.fed_model(name, 'batch="append", lock_hours=0.0003')
    project.feed(name, "id int", [(1,)])
    project.ok(select=name)
    quick, slow = SLEEP.format(50), SLEEP.format(2000)
    feed(
        project,
        f"select cast(id as int) as id from range(0, 60, 1, 3)"
        f" where if(id < 40, {quick}, {slow}) is not null",
        name,
    )


def test_writes_that_read_their_table_leave_the_uploads_of_others_alone(place):
    """Spark leaves out the options of such an INSERT."""
    project, store = place.project, place.store
    project.model(
        "itself",
        """
        {% set so_far = daybook.published(this) %}
        select {{ var("id", 1) }} as id
        {% if so_far %} union all select id + 10 from {{ so_far }} {% endif %}
        """,
        'batch="append"',
    )
    project.ok(select="itself")
    (first, *_) = [k for k in store.objects("itself") if not is_hidden(k)]
    other = first.split("itself__batches/")[0] + "itself__batches/other"
    begin_upload(store, other)
    project.ok(select="itself", vars={"id": 2})
    project.operate("compact_batches", model="itself", apply=True)
    assert store.uploads("itself") == [other]
    assert [key for key in store.objects("itself") if "_SUCCESS" in key] == []
    assert project.rows("itself", "id") == [(1,), (2,), (11,)]


def test_what_a_killed_write_left_is_cleaned(place):
    project, store = place.project, place.store
    begin(place, "left")
    kill_meanwhile(place, "left", lambda place: has_begun(place, "left"))
    feed(project, "select 2 as id", "left")
    project.ok(select="left")
    before = unfinished(place, "left")
    assert has_begun(place, "left")
    folder = store.objects("left")[0].split("left__batches/")[0] + "left__batches/"
    others = [folder + "1", folder.replace("left__", "left_more__") + "1"]
    for key in others:
        begin_upload(store, key)
    said = project.operate("clean_batches", model="left")
    assert all(key.split("__batches/")[1].split("/")[1] in said for key in before[0])
    assert unfinished(place, "left") == (before[0], [*before[1], others[0]])
    project.operate("clean_batches", model="left", apply=True)
    assert unfinished(place, "left") == ([], [others[0]])
    assert store.uploads("left_more") == [others[1]]
    assert project.rows("left", "id") == [(1,), (2,)]
    project.operate("check_model", model="left")


def test_an_orphan_whose_files_are_cleaned_publishes_nothing(place):
    project = place.project
    begin(place, "orphaned")
    orphan = project.start("run", "--select", "orphaned")
    wait_for(lambda: has_begun(place, "orphaned"))
    time.sleep(2)
    before = unfinished(place, "orphaned")
    project.operate("clean_batches", model="orphaned", apply=True)
    assert orphan.poll() is None
    for was, now in zip(before, unfinished(place, "orphaned"), strict=True):
        assert not {*was} & {*now}
    said = orphan.communicate(timeout=SECONDS)[0]
    assert orphan.returncode != 0, said
    assert project.rows("orphaned", "id") == [(1,)]
    feed(project, "select 2 as id", "orphaned")
    project.ok(select="orphaned")
    assert project.rows("orphaned", "id") == [(1,), (2,)]
    project.operate("check_model", model="orphaned")
