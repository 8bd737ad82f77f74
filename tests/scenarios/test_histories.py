"""Histories rule by rule: arrivals by example, in three batches, the rows in full."""

from datetime import datetime, timedelta, timezone

import pytest

from support.history_examples import feed_told, history, in_words, lines
from support.history_rules import ENDED, RULES
from support.statements import ends_at

CASES = {topic: arrivals for topic, (arrivals, *_) in (RULES | ENDED).items()}
DELETED = 'is_deleted="is_deleted"'
IN_THEIR_ORDER = f'order_by=["came", "seq"], {DELETED}'
MODELS = {
    "rules": history(f'order_by=["seq"], {DELETED}'),
    "ended": history(
        f'order_by=["seq"], {DELETED}, valid_until="until", carry_forward=true'
    ),
    "alone": history(IN_THEIR_ORDER, times='event_time="day", system_time=false'),
    "by_run": history(IN_THEIR_ORDER, times='event_time="day"'),
}
TESTS = {
    "gaps": 'has_gaps_only_after_ends(ref("rules"), ref("arrivals"), "day",'
    ' "is_deleted")',
    "gaps_and_ends": 'has_gaps_only_after_ends(ref("ended"), ref("arrivals"), "day",'
    ' "is_deleted", "until")',
    "not_kept": 'keeps_what_is_closed(ref("rules"))',
    "alone_overlaps": 'does_not_overlap(ref("alone"))',
    "alone_inverted": 'is_never_inverted(ref("alone"))',
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
    for name, call in MODELS.items():
        project.model(name, call)
    feed_told(project, CASES, 1)
    project.ok()
    # The others take in two batches at once.
    feed_told(project, CASES, 2)
    project.ok(select="arrivals rules")
    feed_told(project, CASES, 3)
    project.ok("--exclude", "rules")
    seen["files"], seen["before"] = closed_files(project), in_words(project, "rules")
    project.ok("--empty", select="rules")
    seen["empty"] = in_words(project, "rules")
    # Its rows are written, and it does not come to say so.
    with ends_at(f"alter table.*set tblproperties.*{b'committed'.hex()}"):
        project.run(select="rules")
    seen["ended"], seen["written"] = in_words(project, "rules"), closed_files(project)
    project.operate("recover", model="rules", force=True)
    project.ok(select="rules")
    return seen


@pytest.mark.parametrize("topic", RULES)
def test_a_rule(project, seen, topic):
    assert in_words(project, "rules").get(topic, []) == lines(*RULES[topic][1:])


@pytest.mark.parametrize("topic", ENDED)
def test_ends_and_what_stays(project, seen, topic):
    assert in_words(project, "ended").get(topic, []) == lines(*ENDED[topic][1:])


def test_without_system_time_what_is_corrected_is_gone(project, seen):
    found = in_words(project, "alone", system="")
    parts = {line.split()[-1] for rows in found.values() for line in rows}
    assert parts == {"past", "current"}
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
        "A1 01-05 open first second N closed",
        "C1 01-05 01-09 second open N past",
        "B1 01-10 open second open Y current",
    )
    assert found["the last at one moment of both times"] == lines(
        "B1 01-05 open first second N closed",
        "C1 01-05 open second open Y current",
    )


def test_what_does_not_end_well_is_not_seen(seen):
    assert seen["empty"] == seen["ended"] == seen["before"]
    assert set(seen["written"]) > set(seen["files"])


def test_what_is_closed_is_added_to_and_never_written_again(project, seen):
    """Not even by the run that had to be done again."""
    files = closed_files(project)
    assert seen["files"].items() < files.items()
    added = {file.parent.name for file in files.keys() - seen["files"].keys()}
    assert added == {f"batch_id={project.published('rules')[-1]}"}


def test_right_histories_pass_the_generic_tests(project, seen):
    """With nothing new, the histories themselves stay as they are."""
    logs = project.log("rules"), project.log("ended")
    # A view may not ask for what was.
    table = "{{ config(materialized='table', file_format='parquet') }}"
    for name, call in TESTS.items():
        project.model(name, f"{table} {{{{ daybook.test_history_{call} }}}}", None)
    project.ok(select=f"rules ended {' '.join(TESTS)}")
    assert {name: project.rows(name) for name in TESTS} == {name: [] for name in TESTS}
    assert (project.log("rules"), project.log("ended")) == logs
