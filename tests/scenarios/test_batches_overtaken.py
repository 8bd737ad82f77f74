"""A run or an operation stops for hours; another takes its lock over, and publishes.

When it goes on, it has lost its lock: what it would write then takes the place of what
the other has written. So it looks first, wherever it stopped.
"""

import re
import time
from contextlib import contextmanager

from support.statements import each, models_end_before
from support.waiting import wait_for

COLUMNS = "id int, month string"
# A lock that has expired by the time another process has begun.
BRIEF = 'batch="append", lock_hours=0.0003'
LOST = "this run has lost its lock"
CLONE = """
{{ config(materialized="pointer_clone") }} select * from {{ ref("source") }}
"""
MERGE = """
{{ daybook.merge_snapshot(
    incoming=ref("lender"), posted=this, key=["month", "id"], version="id",
    strategy="adopt", largest_loss=1) }}
"""
SLEEP = "java_method('java.lang.Thread', 'sleep', 8000L)"


@contextmanager
def stopped_after(statements, meanwhile):
    """These statements come in this order, and the command stops after the last one."""
    left = [*statements]

    def go_on(sql, send):
        send()
        if left and re.search(left[0], sql, re.DOTALL):
            left.pop(0)
            if not left:
                meanwhile()

    with each(go_on):
        yield
    assert left == []


def reads_log(name):
    return f"show table extended .*{name}__batches"


def fed(project, name, id, config=BRIEF):
    project.fed_model(name, config)
    project.feed(name, COLUMNS, [(id, "a")])


def publish(project, *names):
    """In a process of its own, as this one is stopped within dbt."""
    other = project.start("run", "--select", *names)
    said, _ = other.communicate()
    assert other.returncode == 0, said


def events(project, name):
    return [event["event"] for event in project.log(name)]


def test_a_compaction(project):
    config = f"{BRIEF}, compact_after=1"
    for id in (1, 2):
        fed(project, "rewritten", id, config)
        project.ok(select="rewritten")
    fed(project, "rewritten", 3, config)
    with stopped_after([reads_log("rewritten")], lambda: publish(project, "rewritten")):
        outcome = project.run(select="rewritten")
    assert LOST in outcome["rewritten"]
    assert events(project, "rewritten")[2:] == ["compacted", "committed"]
    assert project.ids("rewritten") == [1, 2, 3]


def test_an_operation(project):
    for id in (1, 2):
        fed(project, "pointed", id)
        project.ok(select="pointed")
    fed(project, "pointed", 3)
    first = project.published("pointed")[0]
    with stopped_after([reads_log("pointed")], lambda: publish(project, "pointed")):
        said = project.operation("publish_batch", model="pointed", batch_id=first)
    assert LOST in said
    assert events(project, "pointed") == ["committed"] * 3
    assert project.ids("pointed") == [1, 2, 3]


def test_a_recovery_that_publishes(project):
    """It would show again what was shown before the other run."""
    fed(project, "shown", 1)
    project.ok(select="shown")
    fed(project, "shown", 2)
    with models_end_before({"shown": "alter view .* as select"}):
        project.run(select="shown")
    project.expire_locks("shown__lock")
    fed(project, "shown", 3)
    with stopped_after([reads_log("shown")], lambda: publish(project, "shown")):
        outcome = project.run(select="shown")
    assert LOST in outcome["shown"]
    assert project.ids("shown") == [1, 2, 3]


def test_a_recovery_that_finds_a_run_at_work(project):
    """It would take what that run is writing for dead."""
    fed(project, "alive", 1)
    project.ok(select="alive")
    project.query(
        f"create or replace view {project.schema}.alive_in as"
        f" select 2 as id, 'a' as month where {SLEEP} is not null"
    )
    others = []

    def begin():
        others.append(project.start("run", "--select", "alive"))
        wait_for(lambda: events(project, "alive")[-1] == "started")

    with stopped_after(["show table extended .*alive__lock"], begin):
        outcome = project.run(select="alive")
    assert LOST in outcome["alive"]
    said, _ = others[0].communicate()
    assert others[0].returncode == 0, said
    assert events(project, "alive") == ["committed"] * 2
    assert project.ids("alive") == [1, 2]


def test_a_run_with_empty(project):
    """Nothing was ever published, and the table is there."""
    project.model("emptied", "select cast(raise_error('no') as int) as id", BRIEF)
    project.run(select="emptied")
    fed(project, "emptied", 1)
    with stopped_after(["describe query"], lambda: publish(project, "emptied")):
        outcome = project.run("--empty", select="emptied")
    assert LOST in outcome["emptied"]
    assert project.ids("emptied") == [1]


def test_a_removal(project):
    fed(project, "kept", 1)
    project.ok(select="kept")
    fed(project, "kept", 2)

    def overtake():
        # A lock that is good for hours is looked at again after 10 seconds.
        time.sleep(11)
        project.expire_locks("kept__lock")
        publish(project, "kept")

    with stopped_after([reads_log("kept"), reads_log("kept")], overtake):
        said = project.operation("remove_model", model="kept", apply=True)
    assert LOST in said
    assert project.ids("kept") == [1, 2]


def test_a_clone(project):
    """Its view would show other files than its source's log says, and keeps."""
    fed(project, "source", 1)
    project.model("clone", CLONE, config=None)
    project.ok(select="source clone")
    for id in (2, 3):
        fed(project, "source", id)
        if id == 2:
            project.ok(select="source")
    with stopped_after(
        ["alter table .*'daybook[.]log"], lambda: publish(project, "source", "clone")
    ):
        outcome = project.run(select="clone")
    assert LOST in outcome["clone"]
    assert project.ids("clone") == [1, 2, 3]


def test_a_model_that_borrows_files(project):
    """First, that it borrows goes into its lender's log; then, it is in its own."""
    lender, brief = "partition_by='month'", "partition_by='month', lock_hours=0.0003"
    fed(project, "lender", 1, lender)
    project.model("borrower", MERGE, brief)
    project.ok(select="lender")
    under_lock = ["create view if not exists .*lender__lock", reads_log("lender")]
    for id in (2, 3):
        fed(project, "lender", id, lender)
        with stopped_after(under_lock, lambda: publish(project, "lender")):
            outcome = project.run(select="borrower")
        assert LOST in outcome["borrower"]
        assert events(project, "lender")[-1] == "committed"
        project.ok(select="borrower")
        assert project.ids("borrower")[-1] == project.ids("lender")[-1] == id
        fed(project, "lender", 10 * id, lender)
        project.ok(select="lender")
    assert "lent" in events(project, "lender")
