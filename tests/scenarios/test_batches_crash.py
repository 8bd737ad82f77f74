"""Runs that die, collide or fail: readers see the old rows or the new, never else."""

import re

import pytest

from support.gates import behind, number_behind, open_gate, wait_at
from support.ledger import complete_ids
from support.scenes import Run, scene
from support.statements import models_end_before
from support.waiting import wait_for

COLUMNS = "id int, month string"
APPEND = 'batch="append", partition_by="month"'
SLEEP = "java_method('java.lang.Thread', 'sleep', {}L)"
BUSY = "has been writing it since"


def fed(project, name, rows=((1, "a"),), config=APPEND):
    project.fed_model(name, config)
    project.feed(name, COLUMNS, [*rows])


def is_begun(event, other):
    return event["event"] == "started" and event["batch_id"] != other


# {what the run had done: (the statement that it did not come to, what readers see)}
DEATHS = {
    "begun": ("insert overwrite", [1]),
    "written": ("to_json", [1]),
    "committed": ("alter view .* as select", [1]),
    "flipped": ("drop view", [1, 2]),
}


@scene
def test_what_a_dead_run_began_is_dropped_or_finished_by_the_next(project):
    names = " ".join(DEATHS)
    for name in DEATHS:
        fed(project, name)
    yield Run(names)
    for name in DEATHS:
        fed(project, name, [(2, "b")])
    with models_end_before({name: death for name, (death, _) in DEATHS.items()}):
        project.run(select=names)
    dated = {}
    for name, (_, seen) in DEATHS.items():
        assert project.ids(name) == seen
        dated[name] = project.log(name)[1].get("at")
        project.expire_locks(f"{name}__lock")
        fed(project, name, [(3, "b")])
    yield Run(names)
    for name, shown in (
        ("begun", [1, 3]),
        ("written", [1, 3]),
        ("committed", [1, 2, 3]),
        ("flipped", [1, 2, 3]),
    ):
        assert project.ids(name) == shown
        assert project.ids_on_disk(name) <= complete_ids(project, name)
        assert project.locks(f"{name}__lock*") == []
    # A batch is known as of when readers saw it first.
    assert project.log("committed")[1]["at"] > dated["committed"]
    assert project.log("flipped")[1]["at"] == dated["flipped"]


@scene
def test_a_lock_is_respected_until_it_expires_or_is_broken(project):
    for name in ("locked", "expired"):
        fed(project, name)
    yield Run("locked expired")
    project.lock("locked__lock")
    project.lock("expired__lock", hours=0)
    project.lock(f"expired__lock_dead_{'0' * 32}")
    for name in ("locked", "expired"):
        fed(project, name, [(3, "b")])
    outcome = yield Run("locked expired", may_fail=True)
    assert outcome["expired"] == "success"
    assert project.ids("expired") == [1, 3]
    assert project.locks("expired__lock*") == []
    assert f"invocation another {BUSY}" in outcome["locked"]
    assert project.ids("locked") == [1]
    assert BUSY in project.operation("recover", model="locked")
    # The message has the name by which the model can be unlocked.
    name = re.search(r"\{model: (\S+), force: true\}", outcome["locked"]).group(1)
    project.operate("recover", model=name, force=True)
    yield Run("locked")
    assert project.ids("locked") == [1, 3]


@scene
def test_a_failed_model_is_as_it_was_and_unlocked(project):
    """Though another cannot be put right, and another is locked."""
    fed(project, "unread")
    fed(project, "failing")
    yield Run("unread failing")
    project.alter_log("unread", "set tblproperties ('daybook.log.000002.0000' = '{')")
    project.lock("bystander__lock")
    sql = "select cast(raise_error('no such item') as int) as id, 'a' as month"
    project.model("failing", sql, APPEND)
    outcome = yield Run("unread failing", may_fail=True)
    assert "event 2 is missing or can't be read" in outcome["unread"]
    assert "no such item" in outcome["failing"]
    assert project.ids("failing") == [1]
    assert project.locks("unread__lock*|failing__lock*") == []
    assert project.locks("bystander__lock") == ["bystander__lock"]
    fed(project, "failing", [(3, "b")])
    yield Run("failing")
    assert project.ids("failing") == [1, 3]


@scene
def test_rows_in_a_partition_that_nobody_could_ask_for_are_refused(project):
    fed(project, "named")
    yield Run("named")
    for rows, what in (
        ([(2, "b"), (3, None), (4, None)], "NULL or empty text"),
        ([(2, "b"), (3, "C:\\"), (4, "C:\\")], "the text C:\\"),
    ):
        fed(project, "named", rows)
        outcome = yield Run("named", may_fail=True)
        said = f"2 rows have {what} in their partition columns (month)"
        assert said in outcome["named"]
        assert project.ids("named") == [1]
    events = [event["event"] for event in project.log("named")]
    assert events == ["committed", "failed", "failed"]
    assert project.locks("named__lock*") == []


@scene
def test_a_schema_with_capitals(project):
    """As the name of a schema, Hive has it in small letters."""
    schema = f"{project.schema}_capital"
    failing = "select cast(raise_error('no such item') as int) as id"
    project.model("capital", failing, 'schema="Capital"')
    outcome = yield Run("capital", may_fail=True)
    assert "no such item" in outcome["capital"]
    assert project.names(schema=f"{schema}__daybook") == ["capital__log"]
    project.lock("capital__lock", schema=schema)
    project.operate("recover", model="capital", force=True)
    assert project.names(schema=f"{schema}__daybook") == ["capital__log"]
    for each in (schema, f"{schema}__daybook"):
        project.query(f"drop schema {each} cascade")


@scene
def test_sql_that_was_compiled_before_another_run_is_rendered_again(project):
    hook = "pre_hook=\"select 'compiled, not locked'\""
    fed(project, "source", [(1, "a"), (10, "b")])
    counter = """
        {% if daybook.published(this) %} select max(n) + 1 as n from {{ this }}
        {% else %} select 1 as n
        {% endif %}
        """
    reads = 'select sum(id) as id from {{ daybook.new_batches(ref("source")) }}'
    project.model("counter", counter, 'batch="append"')
    project.model("sums", reads, f'batch="append", {hook}')
    yield Run("source counter sums")
    fed(project, "source", [(100, "a")])
    yield Run("source")
    overtaken = []

    def overtake(event):
        said = event.info.msg
        if "On model.consumer.sums" in said and "not locked" in said:
            other = project.start("run", "--select", "counter", "sums")
            overtaken.append((other.communicate()[0], other.returncode))

    # `sums` is compiled here, another process runs it, then this one takes the lock.
    project.ok("--threads", "1", select="sums", on_event=overtake)
    assert [code for _, code in overtaken] == [0], overtaken
    assert project.rows("counter", "n") == [(1,), (2,)]
    assert project.ids("sums") == [11, 100]


def gate_of(project, name):
    return f"{project.schema}.{name}"


def write_slowly(project, name):
    """A run in a process of its own, whose INSERT waits at a gate."""
    gate = gate_of(project, name)
    project.query(
        f"create or replace view {project.schema}.{name}_in as"
        f" select id, 'b' as month from {number_behind(gate, 2)}"
    )
    process = project.start("run", "--select", name)
    wait_at(project, gate)
    return process


def test_a_run_that_lost_its_lock_before_it_began_leaves_the_log_as_it_is(project):
    """Its event would take the place of what another run has published meanwhile."""
    fed(project, "late", config=f"{APPEND}, lock_hours=0.0003")
    project.ok(select="late")
    fed(project, "late", [(2, "a")], config=f"{APPEND}, lock_hours=0.0003")
    overtaken = []

    def overtake(event):
        said = event.info.msg
        if "On model.consumer.late" in said and "describe query" in said:
            other = project.start("run", "--select", "late")
            overtaken.append((other.communicate()[0], other.returncode))

    outcome = project.run(select="late", on_event=overtake)
    assert [code for _, code in overtaken] == [0], overtaken
    assert "this run has lost its lock" in outcome["late"]
    assert project.ids("late") == [1, 2]
    assert [event["event"] for event in project.log("late")] == ["committed"] * 2


@scene
def test_what_a_writer_that_lost_its_lock_writes_later_stays_hidden(project):
    fed(project, "robbed")
    yield Run("robbed")
    process = write_slowly(project, "robbed")
    assert BUSY in project.run(select="robbed")["robbed"]
    project.operate("recover", model="robbed", force=True)
    fed(project, "robbed", [(5, "c")])
    open_gate(project, gate_of(project, "robbed"))
    output, _ = process.communicate()
    assert "this run has lost its lock" in output
    assert (2,) in project.rows("robbed__batches", "id")
    yield Run("robbed")
    assert project.ids("robbed") == [1, 5]


@pytest.mark.stress
@scene
def test_an_orphan_whose_files_are_cleaned_publishes_nothing(project):
    """Two of its tasks have ended, and the third is at work."""
    fed(project, "orphaned", config='batch="append", lock_hours=0.0003')
    yield Run("orphaned")
    quick, slow = SLEEP.format(50), SLEEP.format(2000)
    project.query(
        f"create or replace view {project.schema}.orphaned_in as select"
        " cast(id as int) as id, 'b' as month from range(0, 60, 1, 3)"
        f" where if(id < 40, {quick}, {slow}) is not null"
    )
    orphan = project.start("run", "--select", "orphaned")
    folder = project.folder("orphaned__batches")
    ended = ".spark-staging-*/_temporary/0/task_*"
    wait_for(lambda: len([*folder.glob(ended)]) == 2)
    project.expire_locks("orphaned__lock")
    said = project.operate("clean_batches", model="orphaned", apply=True)
    assert ".spark-staging-" in said
    assert orphan.poll() is None
    assert not any(folder.glob(ended))
    output, _ = orphan.communicate()
    assert orphan.returncode != 0, output
    assert project.ids("orphaned") == [1]
    fed(project, "orphaned", [(5, "c")], 'batch="append", lock_hours=0.0003')
    yield Run("orphaned")
    assert project.ids("orphaned") == [1, 5]
    project.operate("check_model", model="orphaned")


@pytest.mark.stress
def test_of_two_writers_at_once_the_one_with_the_lock_loses_no_row(project):
    fed(project, "shared")
    project.ok(select="shared")
    orphan = write_slowly(project, "shared")
    orphaned = project.log("shared")[-1]["batch_id"]
    # Half of the rows are there when the orphan's INSERT ends.
    last_rows = gate_of(project, "the last rows of shared")
    project.query(
        f"create or replace view {project.schema}.shared_in as"
        " select cast(id + 100 as int) as id, 'b' as month"
        f" from range(0, 400, 1, 4) where id % 100 < 50 or {behind(last_rows)}"
    )
    project.operate("recover", model="shared", force=True)
    second = project.start("run", "--select", "shared")
    wait_at(project, last_rows)
    assert is_begun(project.log("shared")[-1], orphaned)
    assert orphan.poll() is None
    open_gate(project, gate_of(project, "shared"))
    output, _ = orphan.communicate()
    assert "this run has lost its lock" in output
    assert second.poll() is None
    open_gate(project, last_rows)
    said, _ = second.communicate()
    assert second.returncode == 0, said
    assert len(project.rows("shared", "id")) == 401
    assert sum(n for _, n in project.log("shared")[-1]["partitions"]) == 400
