"""Runs that die, collide or fail: readers see the old rows or the new, never else."""

import signal
import time

import pytest

from support.log_format import event_property

COLUMNS = "id int, month string"
APPEND = 'batch="append", partition_by="month"'
SLEEP = "java_method('java.lang.Thread', 'sleep', {}L)"
MODELS = [
    "killed",
    "locked",
    "expired",
    "begun",
    "unflipped",
    "unmarked",
    "failing",
    "null_month",
]


def slowly(project, name, seconds):
    """The model's next rows take so long to write."""
    project.query(
        f"create or replace view {project.schema}.{name}_in as"
        " select 2 as id, 'b' as month"
        f" where {SLEEP.format(seconds * 1000)} is not null"
    )


def wait_for(condition, seconds=60):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end
        time.sleep(0.2)


def begin_by_hand(project, name):
    """A batch as a run leaves it that died while it wrote: some rows, and `started`."""
    table, dead = f"{project.schema}.{name}__batches", project.published(name)[-1] + 1
    event = {"event": "started", "batch_id": dead, "invocation_id": "another"}
    project.query(f"alter table {table} set tblproperties ({event_property(2, event)})")
    project.query(f"insert into {table} by name select 99 as id, 'a' as month,"
                  f" {dead}L as posted_batch_id, {dead}L as batch_id")  # fmt: skip


@pytest.fixture(scope="module")
def seen(project):
    """What happened on the way: errors and what readers saw, by name."""
    seen = {}
    for name in MODELS:
        project.fed_model(name, APPEND)
        project.feed(name, COLUMNS, [(1, "a")])
    project.model(
        "failing",
        "select id, if(id > 1, raise_error('no such item'), month) as month"
        " from {{ target.schema }}.failing_in",
        APPEND,
    )
    project.ok()

    # Two batches, the second committed but not flipped, or flipped and not said to be.
    for name in ("unflipped", "unmarked"):
        project.feed(name, COLUMNS, [(2, "b")])
    text = project.query(f"show create table {project.schema}.unflipped")[0][0].split(
        "\nAS "
    )[1]
    project.ok(select="unflipped unmarked")
    project.query(f"alter view {project.schema}.unflipped as {text}")
    for name in ("unflipped", "unmarked"):
        project.query(f"alter table {project.schema}.{name}__batches"
                      " set tblproperties ('daybook.flipped' = '1')")  # fmt: skip
        seen[f"{name} before"] = project.rows(name, "id")
        seen[f"{name} at"] = project.log(name)[1]["at"]

    slowly(project, "killed", 12)
    process = project.start("run", "--select", "killed")
    wait_for(lambda: project.log("killed")[-1]["event"] == "started")
    seen["refused"] = project.run(select="killed")["killed"]
    process.send_signal(signal.SIGKILL)
    process.wait()
    project.feed("killed", COLUMNS, [(3, "b")])

    project.lock("locked__lock", expires=3600)
    project.lock("expired__lock", expires=-1)
    project.lock("begun__lock", expires=-1)
    begin_by_hand(project, "begun")
    for name in ("locked", "expired", "begun", "unflipped", "unmarked", "failing"):
        project.feed(name, COLUMNS, [(3, "b")])
    project.feed("null_month", COLUMNS, [(2, "b"), (3, None), (4, None)])
    seen["second"] = project.run()
    seen |= {f"{name} second": project.rows(name, "id") for name in MODELS}
    seen["locks"] = project.locks()

    seen["recovered"] = project.operation("recover", model="killed", force=True)
    project.operation("recover", model="locked", force=True)
    project.feed("null_month", COLUMNS, [(3, "b")])
    project.model("failing", "select * from {{ target.schema }}.failing_in", APPEND)
    seen["third"] = project.run(select="killed locked failing null_month")
    return seen


def test_of_two_runs_of_a_model_one_is_refused(project, seen):
    assert "has been writing it since" in seen["refused"]
    assert (
        "dbt run-operation daybook.recover --args "
        f"'{{model: {project.schema}.killed, force: true}}'" in seen["refused"]
    )


def test_a_killed_run_is_not_seen_and_keeps_its_lock_until_it_is_broken(project, seen):
    assert "has been writing it since" in seen["second"]["killed"]
    assert seen["killed second"] == [(1,)]
    assert seen["recovered"] == "success"
    assert seen["third"]["killed"] == "success"
    assert project.rows("killed", "id") == [(1,), (3,)]


def test_a_lock_that_has_not_expired_is_respected(project, seen):
    assert "invocation another has been writing it" in seen["second"]["locked"]
    assert seen["locked second"] == [(1,)]
    assert project.rows("locked", "id") == [(1,), (3,)]


@pytest.mark.parametrize("name", ["expired", "begun"])
def test_a_dead_run_is_finished_by_the_next_one(project, seen, name):
    assert seen["second"][name] == "success"
    assert project.rows(name, "id") == [(1,), (3,)]
    assert project.rows(f"{name}__batches", "id", "id = 99") == []


def test_a_committed_batch_is_flipped_by_the_next_run(project, seen):
    assert seen["unflipped before"] == [(1,)]
    assert project.rows("unflipped", "id") == [(1,), (2,), (3,)]
    # It is known as of when it was seen first.
    assert project.log("unflipped")[1]["at"] > seen["unflipped at"]


def test_a_flip_that_was_not_noted_is_repeated(project, seen):
    assert seen["unmarked before"] == [(1,), (2,)]
    assert project.rows("unmarked", "id") == [(1,), (2,), (3,)]
    assert project.log("unmarked")[1]["at"] == seen["unmarked at"]


def test_a_failed_model_is_as_it_was_and_unlocked(project, seen):
    assert "no such item" in seen["second"]["failing"]
    assert seen["failing second"] == [(1,)]
    assert project.rows("failing", "id") == [(1,), (3,)]


def test_rows_without_a_partition_are_refused(project, seen):
    assert (
        "2 rows have NULL or empty text in their partition columns (month)"
        in seen["second"]["null_month"]
    )
    assert seen["null_month second"] == [(1,)]
    assert [e["event"] for e in project.log("null_month")] == [
        "committed",
        "failed",
        "committed",
    ]
    assert project.rows("null_month", "id") == [(1,), (3,)]


def test_only_live_runs_leave_locks(project, seen):
    assert seen["locks"] == ["killed__lock", "locked__lock"]
    assert project.locks() == []


def test_sql_that_was_compiled_before_another_run_is_rendered_again(project):
    hook = "pre_hook=\"select 'compiled, not locked'\""
    project.fed_model("source", APPEND)
    project.model(
        "counter",
        """
        {% if daybook.published(this) %} select max(n) + 1 as n from {{ this }}
        {% else %} select 1 as n
        {% endif %}
        """,
        f'batch="append", {hook}',
    )
    project.model(
        "sums",
        'select sum(id) as id from {{ daybook.new_batches(ref("source")) }}',
        f'batch="append", {hook}',
    )
    project.feed("source", COLUMNS, [(1, "a"), (10, "b")])
    project.ok(select="source counter sums")
    project.feed("source", COLUMNS, [(100, "a")])
    project.ok(select="source")
    overtaken = []

    def overtake(event):
        if (
            "On model.consumer.sums" in event.info.msg
            and "not locked" in event.info.msg
        ):
            other = project.start("run", "--select", "counter", "sums")
            overtaken.append((other.communicate()[0], other.returncode))

    # `sums` is compiled here, another process runs it, then this one takes the lock.
    project.ok("--threads", "1", select="sums", on_event=overtake)
    assert [code for _, code in overtaken] == [0], overtaken
    assert project.rows("counter", "n") == [(1,), (2,)]
    assert project.rows("sums", "id") == [(11,), (100,)]


def test_what_a_writer_that_lost_its_lock_writes_later_stays_hidden(project):
    project.fed_model("robbed", APPEND)
    project.feed("robbed", COLUMNS, [(1, "a")])
    project.ok(select="robbed")
    slowly(project, "robbed", 10)
    process = project.start("run", "--select", "robbed")
    wait_for(lambda: project.log("robbed")[-1]["event"] == "started")
    assert project.operation("recover", model="robbed", force=True) == "success"
    project.feed("robbed", COLUMNS, [(5, "c")])
    output, _ = process.communicate()
    assert "this run has lost its lock" in output
    assert (2,) in project.rows("robbed__batches", "id")
    project.ok(select="robbed")
    assert project.rows("robbed", "id") == [(1,), (5,)]


def test_of_two_writers_at_once_the_one_with_the_lock_loses_no_row(project):
    project.fed_model("shared", APPEND)
    project.feed("shared", COLUMNS, [(1, "a")])
    project.ok(select="shared")
    slowly(project, "shared", 8)
    orphan = project.start("run", "--select", "shared")
    wait_for(lambda: project.log("shared")[-1]["event"] == "started")
    time.sleep(2)  # It has read the view; from here on it writes.
    # Rows that take their time: some are written when the orphan's INSERT ends.
    project.query(
        f"create or replace view {project.schema}.shared_in as select"
        f" cast(id as int) + if({SLEEP.format(100)} is null, 0, 100) as id,"
        " 'b' as month from range(0, 400, 1, 4)"
    )
    assert project.operation("recover", model="shared", force=True) == "success"
    started = time.time()
    project.ok(select="shared")
    assert time.time() - started > 8  # So the orphan's INSERT ended meanwhile.
    output, _ = orphan.communicate()
    assert "this run has lost its lock" in output
    assert len(project.rows("shared", "id")) == 401
    assert sum(n for _, n in project.log("shared")[-1]["partitions"]) == 400
