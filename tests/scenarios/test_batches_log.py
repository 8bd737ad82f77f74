"""Log and pointer stay short, and what that must not change."""

import json
import re
from types import SimpleNamespace

import pytest

from support import statements

COLUMNS = "id int, month string"
# A log has six events at most, a view this many characters.
SHORT = {"daybook_log_events": 6, "daybook_view_text_limit": 400}
RUNS = 8
SUMS = 'select sum(id) as id from {{ daybook.new_batches(ref("%s")) }}'


@pytest.fixture(scope="module")
def short(project):
    """Eight batches of each model; `lagging` reads them seldom."""
    project.fed_model("chain", 'batch="append", compact_after=4')
    project.fed_model("days", 'partition_by="day"')
    project.fed_model("parted", 'batch="append", partition_by="day", compact_after=3')
    project.fed_model("idle", 'batch="append"')
    for name, upstream in (("sums", "chain"), ("lagging", "chain"), ("rare", "idle")):
        project.model(name, SUMS % upstream, 'batch="append"')
    lengths = []
    for number in range(RUNS):
        project.feed("chain", COLUMNS, [(2**number, "x")])
        project.feed("idle", COLUMNS, [] if number else [(1, "x")])
        # Its second partition has files of two runs: the pointer has two terms.
        rows = [(number, "a")] + ([(100 + number, "b")] if number in (0, 5) else [])
        project.feed("parted", "id int, day string", rows)
        # Each run restates the last two days: the pointer has a term for each day.
        days = [(number, f"2015-01-{number + n:02}") for n in (1, 2)]
        project.feed("days", "id int, day date", days)
        skipped = [] if number in (1, RUNS - 1) else ["--exclude", "lagging"]
        project.ok(*skipped, vars=SHORT)
        # A view that names a position from before the log began is flipped again.
        checkpoint = project.checkpoint("idle")
        shown = project.position_shown("idle")
        assert shown == 1 or shown >= checkpoint["position"]
        lengths.append(len(view_text(project, "days")))
    return SimpleNamespace(project=project, lengths=lengths)


def view_text(project, name):
    created = project.query(f"show create table {project.schema}.{name}")[0][0]
    return created[created.index("select ") :].rstrip()


def test_nothing_is_lost_or_read_twice(short):
    project = short.project
    assert project.rows("chain", "id") == [(2**n,) for n in range(RUNS)]
    days = [(n, f"2015-01-{n + 1:02}") for n in range(RUNS)] + [(7, "2015-01-09")]
    assert project.rows("days", "id, cast(day as string)") == days
    for name in ("sums", "lagging"):
        assert project.rows(name, "sum(id)") == [(2**RUNS - 1,)]


def test_the_log_is_short_and_positions_go_on(short):
    for name in ("chain", "days", "sums"):
        log = short.project.log(name)
        assert len(log) <= 6
        checkpoint = short.project.checkpoint(name)
        assert checkpoint["position"] == log[0]["position"] - 1
        assert log[-1]["position"] >= RUNS


def test_the_pointer_is_short(short):
    """Without a limit, it has a term for each of nine days."""
    assert max(short.lengths) <= SHORT["daybook_view_text_limit"]
    assert any(event["event"] == "compacted" for event in short.project.log("days"))


def test_a_model_without_rows_for_long_is_still_published(short):
    project = short.project
    assert project.checkpoint("idle")
    project.ok(select="rare", full_refresh=True, vars=SHORT)
    assert project.rows("rare", "id") == [(1,)]
    project.feed("idle", COLUMNS, [(2, "x")])
    project.ok(select="idle rare", vars=SHORT)
    assert project.rows("idle", "id") == project.rows("rare", "id") == [(1,), (2,)]


def test_as_of_before_the_first_checkpoint(short):
    project = short.project
    view = (
        "{{ config(materialized='table') }}"
        " select * from {{ daybook.as_of(ref('%s'), batch_id=%s) }}"
    )
    for name, number in (("chain", 2), ("days", 1), ("parted", 2)):
        batch = project.checkpoint(name)["state"]["chain"][number]["batch_id"]
        project.model(f"{name}_then", view % (name, batch), None)
    outcome = project.run(select="chain_then days_then parted_then", vars=SHORT)
    text = project.query(f"show create table {project.schema}.parted")[0][0]
    assert ") or (" in text.lower()
    assert project.rows("parted_then", "id") == [(0,), (1,), (2,), (100,)]
    assert project.rows("chain_then", "id") == [(1,), (2,), (4,)]
    assert "its log no longer says what was published before" in outcome["days_then"]


def test_a_batch_that_no_view_could_show_is_refused(project):
    project.fed_model("crowded", 'batch="append", partition_by="month"')
    project.feed("crowded", COLUMNS, [(1, "a")])
    project.ok(select="crowded", vars=SHORT)
    project.feed("crowded", COLUMNS, [(2, "a")])
    project.model("never_shown", "select 1 as id")
    limited = {"daybook_view_text_limit": 100}
    outcome = project.run(select="crowded never_shown", vars=limited)
    for name in ("crowded", "never_shown"):
        assert "partition by something coarser" in outcome[name]
    assert project.rows("crowded", "id") == [(1,)]
    assert project.log("crowded")[-1]["event"] == "failed"


def test_a_rollback_that_no_view_could_show_is_refused(project):
    project.fed_model("returning", 'batch="append", partition_by="month"')
    for number in (1, 2):
        project.feed("returning", COLUMNS, [(number, "a")])
        project.ok(select="returning")
    first = project.log("returning")[0]["batch_id"]
    asked = json.dumps({"model": "returning", "batch_id": first})
    publish = ("run-operation", "daybook.publish_batch", "--args", asked)
    for limit, sentence, ids, last in (
        (100, "partition by something coarser", [(1,), (2,)], "committed"),
        (32_000, f"readers see what batch {first} published", [(1,)], "pointed"),
    ):
        limited = json.dumps({"daybook_view_text_limit": limit})
        said, _ = project.start(*publish, "--vars", limited).communicate()
        assert sentence in said
        assert project.rows("returning", "id") == ids
        assert project.log("returning")[-1]["event"] == last
        assert project.locks("returning__lock*") == []


def test_a_compaction_that_fails_publishes_nothing(project):
    project.fed_model("damaged", 'batch="append", compact_after=1')
    for number in range(2):
        project.feed("damaged", COLUMNS, [(number, "x")])
        project.ok(select="damaged")
    lost = project.published("damaged")[0]
    project.query(
        f"alter table {project.schema}.damaged__batches"
        f" drop partition (batch_id = {lost})"
    )
    project.feed("damaged", COLUMNS, [(9, "x")])
    for _ in range(2):
        error = project.run(select="damaged")["damaged"]
        assert "compaction read 1 rows where the log has 2; nothing was" in error
        assert project.rows("damaged", "id") == [(1,)]
    project.ok(select="damaged", full_refresh=True)
    assert project.rows("damaged", "id") == [(9,)]


def test_a_view_that_cannot_be_shortened_waits_for_a_rebuild(project):
    """Its batch is committed, and the view has no room for it."""
    months = [(number, month) for number, month in enumerate("abcd")]
    project.fed_model("torn", 'partition_by="month"')
    for rows in (months, [(5, "b")]):
        project.feed("torn", COLUMNS, rows)
        project.ok(select="torn")
    view = project.query(f"show create table {project.schema}.torn")[0][0]
    view = re.sub(r"/\* daybook event .*? \*/ ", "", view[view.index("select ") :])
    limit = {"daybook_view_text_limit": len(view) + 5}
    lost = project.published("torn")[0]
    for month in "ac":
        project.query(
            f"alter table {project.schema}.torn__batches"
            f" drop partition (month = '{month}', batch_id = {lost})"
        )
    project.feed("torn", COLUMNS, [(9, "d")])
    for _ in range(2):
        error = project.run(select="torn", vars=limit)["torn"]
        assert re.search("compaction read . rows where the log has .; nothing", error)
        assert "rebuild the model with --full-refresh" in error
        assert project.rows("torn", "id") == [(3,), (5,)]
    project.ok(select="torn", full_refresh=True, vars=limit)
    assert project.rows("torn", "id") == [(9,)]


def test_a_run_that_lost_its_lock_leaves_the_log_as_it_is(project):
    """Who has the lock now may have protected a batch that the run knows nothing of."""
    # In a job that has a name, a run asks for its lock each time.
    options = {"daybook_log_events": 2, "daybook_job": "nightly"}
    project.fed_model("unlocked")
    project.feed("unlocked", COLUMNS, [(1, "x")])
    project.ok(select="unlocked", vars=options | {"daybook_log_events": 100})
    sent = []

    def lose_lock(sql, send):
        sent.append(sql)
        send()
        if re.search("alter view .* as select", sql, re.DOTALL):
            project.query(f"drop view {project.schema}__daybook.unlocked__lock")
            project.lock("unlocked__lock")

    for _ in range(2):
        project.ok(select="unlocked", vars=options | {"daybook_log_events": 100})
    with statements.each(lose_lock):
        project.ok(select="unlocked", vars=options)
    assert "as select" in "".join(sent)
    assert len(project.log("unlocked")) == 4
    assert project.locks("unlocked__lock") == ["unlocked__lock"]
    project.expire_locks()
    project.ok(select="unlocked", vars=options)
    assert len(project.log("unlocked")) <= 2
