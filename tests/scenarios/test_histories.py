"""Histories rule by rule: arrivals by example, in three batches, the rows in full."""

from datetime import datetime, timedelta, timezone

import pytest

from support.history_rules import ENDED, RULES
from support.statements import ends_at
from support.told_histories import CONFIG, feed_batch, history, in_words, lines

CASES = {name: arrivals for name, (arrivals, *_) in (RULES | ENDED).items()}
ALONE = 'event_time="day", system_time=false'
BY_RUN = 'event_time="day"'
DELETED = 'is_deleted="is_deleted"'
IN_THEIR_ORDER = f'order_by=["came", "seq"], {DELETED}'
TESTS = {
    "overlaps": 'history_does_not_overlap(ref("rules"))',
    "gaps": 'history_has_gaps_only_after_ends(ref("rules"), ref("arrivals"),'
    ' "day", "is_deleted")',
    "gaps_and_ends": 'history_has_gaps_only_after_ends(ref("ended"), ref("arrivals"),'
    ' "day", "is_deleted", "until")',
    "several_current": 'history_has_one_current_row(ref("rules"))',
    "inverted": 'history_is_never_inverted(ref("rules"))',
    "not_kept": 'history_keeps_what_is_closed(ref("rules"))',
    "alone_overlaps": 'history_does_not_overlap(ref("alone"))',
    "alone_inverted": 'history_is_never_inverted(ref("alone"))',
}


def closed_files(project):
    """Of what is no longer believed: each file, with when it was written."""
    folder = project.folder("rules__batches") / "history_part=closed"
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*.parquet")}


@pytest.fixture(scope="module")
def seen(project):
    """The histories after three batches, and what was seen on the way."""
    seen = {"started": datetime.now(timezone.utc).replace(tzinfo=None)}
    project.fed_model("arrivals", 'batch="append"')
    project.model("rules", history(f'order_by=["seq"], {DELETED}'), CONFIG)
    project.model(
        "ended",
        history(
            f'order_by=["seq"], {DELETED}, valid_until="until", carry_forward=true'
        ),
        CONFIG,
    )
    project.model("alone", history(IN_THEIR_ORDER, times=ALONE), CONFIG)
    project.model("by_run", history(IN_THEIR_ORDER, times=BY_RUN), CONFIG)
    feed_batch(project, CASES, 0)
    project.ok(select="arrivals rules")
    seen["nothing arrived"] = project.rows("rules")
    feed_batch(project, CASES, 1)
    project.ok(select="arrivals rules")
    # The others take in two batches at once.
    feed_batch(project, CASES, 2)
    project.ok()
    feed_batch(project, CASES, 3)
    seen["before"] = in_words(project, "rules"), project.log("rules")
    seen["files"] = closed_files(project)
    project.ok("--exclude", "rules")
    project.ok("--empty", select="rules")
    seen["empty"] = in_words(project, "rules"), project.log("rules")
    # Its rows are written, and it does not come to say so.
    with ends_at(f"set tblproperties.*{b'committed'.hex()}"):
        project.run(select="rules")
    seen["ended"] = in_words(project, "rules"), project.log("rules")
    seen["written"] = closed_files(project)
    project.operate("recover", model="rules", force=True)
    project.ok(select="rules")
    return seen


@pytest.mark.parametrize("name", RULES)
def test_a_rule(project, seen, name):
    assert in_words(project, "rules").get(name, []) == lines(*RULES[name][1:])


@pytest.mark.parametrize("name", ENDED)
def test_ends_and_what_stays(project, seen, name):
    assert in_words(project, "ended").get(name, []) == lines(*ENDED[name][1:])


def test_without_system_time_what_is_corrected_is_gone(project, seen):
    found = in_words(project, "alone", system="")
    assert {part for rows in found.values() for *_, part in map(str.split, rows)} == {
        "past",
        "current",
    }
    assert found["corrected in the past"] == lines(
        "C1 01-05 01-09 N past", "B1 01-10 open Y current"
    )
    assert found["between two"] == lines(
        "A1 01-05 01-09 N past", "C1 01-10 01-19 N past", "B1 01-20 open Y current"
    )
    assert found["deleted, and again"] == lines(
        "A1 01-05 01-09 N past", "A1 01-20 open Y current"
    )
    assert "deleted at its start" not in found


def test_a_system_time_of_its_own_is_that_of_the_run(project, seen):
    (first,), (second,) = project.query(
        f"select distinct known_from from {project.schema}.by_run order by 1"
    )
    assert seen["started"] - timedelta(seconds=1) <= first < second
    assert second <= datetime.now(timezone.utc).replace(tzinfo=None)
    found = in_words(
        project,
        "by_run",
        system=f"""
        if(known_from = timestamp_ntz'{first}', 'first', 'second'),
        case known_to + interval 1 second
            when timestamp_ntz'{second}' then 'second'
            when timestamp_ntz'10000-01-01 00:00:00' then 'open'
        end,
        """,
    )
    assert found["corrected in the past"] == lines(
        "A1 01-05 01-09 first second N closed",
        "B1 01-10 open first open Y current",
        "C1 01-05 01-09 second open N past",
    )
    assert found["the last at one moment of both times"] == lines(
        "C1 01-05 open first open Y current"
    )
    refused = project.run(select="by_run", full_refresh=True)["by_run"]
    assert "its system times are those of its runs, and a rebuild would" in refused
    assert "name it as system_time; or remove the model first: dbt run-op" in refused


def test_what_does_not_end_well_is_not_seen(seen):
    assert seen["nothing arrived"] == []
    assert seen["empty"] == seen["before"]
    rows, log = seen["ended"]
    assert rows == seen["before"][0]
    assert [e for e in log if e["event"] == "committed"] == [
        e for e in seen["before"][1] if e["event"] == "committed"
    ]
    assert set(seen["written"]) > set(seen["files"])


def test_what_is_closed_is_added_to_and_never_written_again(project, seen):
    files = closed_files(project)
    assert seen["files"].items() < files.items()
    batches = project.published("rules")
    assert {file.parent.name for file in seen["files"]} == {
        f"batch_id={batch_id}" for batch_id in batches[1:3]
    }
    added = {file.parent.name for file in set(files) - set(seen["files"])}
    assert added == {f"batch_id={batches[3]}"}


def test_nothing_new_posts_nothing(project, seen):
    before = project.log("rules"), project.log("ended")
    feed_batch(project, CASES, 0)
    project.ok(select="rules ended")
    assert (project.log("rules"), project.log("ended")) == before


def test_right_histories_pass_the_generic_tests(project, seen):
    # A view may not ask for what was.
    table = "config(materialized='table', file_format='parquet')"
    for name, call in TESTS.items():
        sql = f"{{{{ {table} }}}} {{{{ daybook.test_{call} }}}}"
        project.model(name, sql, None)
    project.ok(select=" ".join(TESTS))
    assert {name: project.rows(name) for name in TESTS} == {name: [] for name in TESTS}


def test_arrivals_that_were_taken_back_are_refused_with_what_helps(project, seen):
    *_, before, last = project.published("arrivals")
    rows = project.rows("rules"), project.rows("by_run")
    project.operate("publish_batch", model="arrivals", batch_id=before)
    refused = project.run(select="rules by_run")
    for name, way_out in (
        ("rules", "rebuild this model with --full-refresh"),
        (
            "by_run",
            "remove this model and build it again, which forgets what was known",
        ),
    ):
        assert (
            f"daybook: {project.schema}.{name}: {project.schema}.arrivals has replaced"
            " rows that this model has consumed. If its batch was taken back by"
            f" publish_batch, publish that batch again; or {way_out}"
        ) in refused[name]
        assert "negate" not in refused[name]
    project.operate("publish_batch", model="arrivals", batch_id=last)
    project.ok(select="rules by_run")
    assert (project.rows("rules"), project.rows("by_run")) == rows
