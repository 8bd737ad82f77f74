"""Publish back and forth, protect, clean, compact; and what the past says then.

What needs no Spark, such as the arguments and the list of batches, is in
tests/jinja/test_operations.py.
"""

import json
import os
import re
import time
from datetime import datetime

import pytest

from spark import ROOT
from support import statements
from support.doomed import run
from support.scenes import Run, scene

COLUMNS = "id int, month string"
APPEND = 'batch="append", partition_by="month"'
BY_MONTH = 'partition_by="month"'
CLEANED = "files of that time have been cleaned"


def fed(project, name, config, rows):
    project.fed_model(name, config)
    project.feed(name, COLUMNS, rows)


def reads(project, name, upstream, more=""):
    new = f"daybook.new_batches(ref('{upstream}'){more})"
    sql = f"select sum(id) as id from {{{{ {new} }}}}"
    project.model(name, sql, 'batch="append"')


def as_of(project, name, batch):
    """A model that asks for the rows as they were."""
    known = f"daybook.as_of(ref('{name}'), batch_id={batch})"
    sql = f"select id, month from {{{{ {known} }}}}"
    project.model(f"{name}_{batch}", "{{ config(materialized='table') }}" + sql, None)
    return f"{name}_{batch}"


def queries_on(page):
    """{heading: the SQL below it}."""
    sections = re.split(r"(?m)^## ", (ROOT / "docs" / page).read_text())
    block = re.compile(r"\n\n((?:    .*\n|\n)+)")
    found = {section.partition("\n")[0]: block.search(section) for section in sections}
    return {heading: match[1] for heading, match in found.items() if match}


def directories(project, name):
    """The batch of each directory that the metastore knows."""
    rows = project.query(f"show partitions {project.schema}.{name}__batches")
    return sorted(int(row[0].rpartition("=")[2]) for row in rows)


@scene
def test_back_and_forth(project):
    """`sums` and `net` have read three batches, `late_sums` the first."""
    reads(project, "sums", "rows")
    reads(project, "late_sums", "rows")
    reads(project, "net", "rows", ", retract='negate', measures=['id']")
    for number in range(3):
        fed(project, "rows", APPEND, [(10**number, "ab"[number % 2])])
        yield Run("rows sums net" + ("" if number else " late_sums"))
    ids = project.published("rows")
    project.operate("publish_batch", model="rows", batch_id=ids[0])
    assert project.rows("rows", "id") == [(1,)]
    # What was seen in between is answered as it was.
    then = as_of(project, "rows", ids[1])
    outcome = yield Run(f"late_sums sums net {then}", may_fail=True)
    assert project.rows(then) == [(1, "a"), (10, "b")]
    assert "has replaced rows that this model has consumed" in outcome["sums"]
    for name in ("late_sums", "net"):
        assert outcome[name] == "success"
        assert project.rows(name, "sum(id)") == [(1,)]
    project.operate("publish_batch", model="rows", batch_id=ids[2])
    assert project.rows("rows", "id") == [(1,), (10,), (100,)]
    # As if nothing had happened.
    yield Run("late_sums sums net")
    for name in ("late_sums", "sums", "net"):
        assert project.rows(name, "sum(id)") == [(111,)], name


@scene
def test_rows_are_gone_though_the_batch_that_replaced_them_was_undone(project):
    """`counted` and `settled` have read the second batch, and never saw the third."""
    reads(project, "counted", "swapped")
    reads(project, "settled", "swapped", ", retract='negate', measures=['id']")
    for number, month in ((1, "a"), (10, "b"), (100, "b")):
        fed(project, "swapped", BY_MONTH, [(number, month)])
        yield Run("swapped" if number == 100 else "swapped counted settled")
    first, second, _ = project.published("swapped")
    project.operate("publish_batch", model="swapped", batch_id=first)
    outcome = yield Run("counted settled", may_fail=True)
    assert "has replaced rows that this model has consumed" in outcome["counted"]
    assert outcome["settled"] == "success"
    assert project.rows("settled", "sum(id)") == [(1,)]
    project.operate("clean_batches", model="swapped", older_than_days=0, apply=True)
    then = as_of(project, "swapped", second)
    outcome = yield Run(then, may_fail=True)
    assert CLEANED in outcome[then]


@scene
def test_back_and_forth_while_it_is_read_is_noticed(project):
    reads(project, "reader", "moved")
    for number in (1, 2):
        fed(project, "moved", APPEND, [(number, "a")])
        yield Run("moved")
    first, second = project.published("moved")

    def publish(batch):
        arguments = json.dumps({"model": "moved", "batch_id": batch})
        operation = ["run-operation", "daybook.publish_batch", "--args", arguments]
        assert run(project.arguments(operation)).success

    def go_back_meanwhile(sql, send):
        is_read = "insert overwrite" in sql and "reader__batches" in sql
        if is_read:
            publish(first)
        send()
        if is_read:
            publish(second)

    with statements.each(go_back_meanwhile):
        outcome = project.run(select="reader")["reader"]
    assert "moved replaced rows while they were being read" in outcome
    yield Run("reader")
    assert project.rows("reader", "id") == [(3,)]


@scene
def test_files_that_are_cleaned_while_they_are_read_are_noticed(project):
    for number in (1, 2):
        fed(project, "past", BY_MONTH, [(number, "a")])
        yield Run("past")
    first, _ = project.published("past")
    known = f"daybook.as_of(ref('past'), batch_id={first})"
    project.model("then", f"select id, month from {{{{ {known} }}}}")
    arguments = json.dumps({"model": "past", "older_than_days": 0, "apply": True})
    cleaning = ["run-operation", "daybook.clean_batches", "--args", arguments]

    def clean_meanwhile(sql, send):
        if "insert overwrite" in sql and "then__batches" in sql:
            assert run(project.arguments(cleaning)).success
        send()

    with statements.each(clean_meanwhile):
        outcome = project.run(select="then")["then"]
    assert f"files of {project.schema}.past were cleaned while they were" in outcome
    assert project.names("then") == []


@scene
def test_without_a_name_each_model_that_has_run_is_cleaned(project):
    names = ["in_may", "in_june"]
    for number in (1, 2):
        for name in names:
            fed(project, name, BY_MONTH, [(number, "a")])
        yield Run(" ".join(names))
    fed(project, "in_no_month", BY_MONTH, [(1, "a")])
    said = project.operate("clean_batches", older_than_days=0)
    for name in names:
        first, _ = project.published(name)
        title = f"Files of {project.schema}.{name} that nobody has seen for 0 days"
        assert str(first) in said[said.index(title) :].split("What dead writes")[0]
    assert f"Files of {project.schema}.in_no_month" not in said


@scene
def test_a_protected_batch_outlives_cleaning(project):
    for rows in ([(0, "a"), (0, "b")], [(1, "a")], [(2, "a"), (2, "b")]):
        fed(project, "days", BY_MONTH, rows)
        yield Run("days")
    first, second, third = project.published("days")
    clean = {"model": "days", "older_than_days": 0}
    project.operate("protect_batch", model="days", batch_id=first)
    # The second batch alone is neither seen nor protected, but was seen in this week.
    before = [first, first, second, third, third]
    assert "nothing was changed" in project.operate("clean_batches", **clean)
    project.operate("clean_batches", model="days", apply=True)
    assert directories(project, "days") == before
    project.operate("clean_batches", **clean, apply=True)
    assert directories(project, "days") == [first, first, third, third]
    then, gone = (as_of(project, "days", batch) for batch in (first, second))
    outcome = yield Run(f"{then} {gone}", may_fail=True)
    assert project.rows(then) == [(0, "a"), (0, "b")]
    assert CLEANED in outcome[gone]
    said = project.operation("publish_batch", model="days", batch_id=second)
    assert CLEANED in said
    for batch, number in ((first, 0), (third, 2)):
        project.operate("publish_batch", model="days", batch_id=batch)
        assert project.rows("days", "id") == [(number,), (number,)]
    project.operate("unprotect_batch", model="days", batch_id=first)
    project.operate("clean_batches", **clean, apply=True)
    assert directories(project, "days") == [third, third]


@scene
def test_compaction_and_cleaning_change_no_answer(project):
    reads(project, "sums_of_many", "many")
    for number in range(3):
        fed(project, "many", APPEND, [(number, "a"), (number, f"b{number}")])
        yield Run("many sums_of_many")
    rows = project.rows("many", "id, month, posted_batch_id")
    said = project.operate("compact_batches", model="many")
    assert [line.split() for line in said.splitlines() if line.startswith("  a")] == [
        ["a", "3", "3"]
    ]
    project.operate("compact_batches", model="many", apply=True)
    project.operate("clean_batches", model="many", older_than_days=0, apply=True)
    assert len(directories(project, "many")) == 4
    assert project.rows("many", "id, month, posted_batch_id") == rows
    then = as_of(project, "many", project.published("many")[0])
    events = len(project.log("sums_of_many"))
    yield Run(f"sums_of_many {then}")
    assert project.rows(then) == [(0, "a"), (0, "b0")]
    # Nobody downstream finds news in files that were merged.
    assert len(project.log("sums_of_many")) == events


@scene
def test_what_was_undone_in_between_needs_its_own_files(project):
    for number in (1, 2):
        fed(project, "undone", APPEND, [(number, "a")])
        yield Run("undone")
    first, second = project.published("undone")
    for batch in (first, second):
        project.operate("publish_batch", model="undone", batch_id=batch)
    assert "pointed" in project.operate("list_batches", model="undone")
    project.operate("compact_batches", model="undone", apply=True)
    project.operate("clean_batches", model="undone", older_than_days=0, apply=True)
    then = as_of(project, "undone", second)
    outcome = yield Run(then, may_fail=True)
    assert "rows of that time have been replaced" in outcome[then]


@scene
def test_what_dead_writes_left_is_cleaned(project):
    """In the metastore, and in a folder that it does not know."""
    fed(project, "littered", BY_MONTH, [(2, "a"), (2, "b")])
    yield Run("littered")
    (last,) = project.published("littered")
    table, folder = (
        f"{project.schema}.littered__batches",
        project.folder("littered__batches"),
    )
    project.query(f"insert into {table} select 5 as id, {last + 9}L as posted_batch_id,"
                  f" 'odd/ %20' as month, {last + 9}L as batch_id")  # fmt: skip
    project.query(f"create table {project.schema}.stray using parquet location"
                  f" '{folder}/month=x %3A/batch_id={last + 8}'"
                  " as select 1 as id")  # fmt: skip
    project.operate("clean_batches", model="littered", apply=True)
    found = sorted(path.name for path in folder.glob("month=*/*"))
    assert found == [f"batch_id={last}"] * 2
    assert project.rows("littered", "id") == [(2,), (2,)]


# Where writes keep their files until they end: what tasks have ended, and have not.
STAGED = ".spark-staging-{}/_temporary/0/task_1/month=a/batch_id=9/part-0.parquet"
HIDDEN = (
    STAGED.replace("task_1", "_temporary/attempt_2"),
    STAGED,
    ".spark-staging-{}/month=a/batch_id=9/part-0.parquet",
    "__magic_job-{}/job-1/tasks/attempt_1/__base/part-0.parquet",
    "__magic_job-{}/job-1/00/task_1.pendingset",
)


def leave(folder, hours):
    """Files of 100 bytes, written so many hours ago, in a hidden folder each."""
    then, left = time.time() - hours * 3600, []
    for number, path in enumerate(HIDDEN):
        file = folder / path.format(f"{hours}-{number}")
        file.parent.mkdir(parents=True)
        file.write_bytes(bytes(100))
        os.utime(file, (then, then))
        left.append(file.relative_to(folder).parts[0])
    return set(left)


def names_in(folder):
    return {path.name for path in folder.iterdir()}


@scene
def test_hidden_folders_of_dead_writes_are_cleaned(project):
    """Below a path with every sign of a glob, and with the names of such folders."""
    schema = f"{project.schema}_odd"
    odd = project.path / ".spark-staging-1" / "[a-z]{b,c}*?^ é%20'\\" / "__magic_job-1"
    location = str(odd).replace("\\", "\\\\").replace("'", "\\'")
    project.query(f"create schema {schema} location '{location}'")
    rows = [(1, "a"), (2, "b")]
    fed(project, "hidden", f'schema="odd", {APPEND}', rows)
    yield Run("hidden")
    (folder,) = odd.glob("*__batches/*")
    published = names_in(folder)
    assert len(published) == 2
    old, new = leave(folder, 7), leave(folder, 5)
    before = files_in(folder)
    said = project.operate("clean_batches", model="hidden")
    told = [line.split() for line in said.splitlines() if "    100" in line]
    assert sorted(told) == [[name, "1", "100"] for name in sorted(old)]
    assert files_in(folder) == before
    said = project.operate("clean_batches", model="hidden", apply=True)
    assert "5 files with 500 bytes" in said
    assert names_in(folder) == published | new
    assert project.query(f"select id, month from {schema}.hidden") == rows
    project.operate("remove_model", model="hidden", schema=schema, apply=True)
    assert not folder.exists()
    project.query(f"drop schema {schema} cascade")
    project.query(f"drop schema {schema}__daybook cascade")


def files_in(folder):
    return {path for path in folder.rglob("*") if path.is_file()}


@scene
def test_the_queries_for_monitoring(project):
    """Two batches, a compaction, a batch that was refused, and a lock."""
    columns, month = "id int, order_month string", 'partition_by="order_month"'
    project.fed_model("orders", f'batch="append", {month}')
    queries = queries_on("monitoring.md")
    sql = queries.pop("The batches as a table").replace('"order_days"', '"staged"')
    project.model("batches", sql, None)
    project.model("staged", "select 1 as id")
    begun = [(1, "9999-11"), (2, "9999-12"), (3, "9999-12")]
    project.feed("orders", columns, begun)
    yield Run("orders")
    late = [(number, "1999-12") for number in range(10)]
    project.feed("orders", columns, [*late, (4, "9999-12")])
    yield Run("orders")
    first, second = project.published("orders")
    project.feed("orders", columns, [(5, None)])
    yield Run("orders", may_fail=True)
    project.operate("compact_batches", model="orders", apply=True)
    project.lock("orders__lock")
    yield Run("batches")
    name = f"{project.schema}.orders"
    project.query(f"use {project.schema}")
    found = {heading: project.query(sql) for heading, sql in queries.items()}
    ((_, _, *failed),) = found.pop("Has a run failed or died?")
    assert failed[0] == "failed"
    assert "rows have NULL or empty text in their partition columns" in failed[1]
    ((batches, size),) = found.pop("How many bytes is that?")
    replaced = project.folder("orders__batches").glob(f"*/batch_id={first}/*.parquet")
    assert (batches, size > max(file.stat().st_size for file in replaced)) == (2, True)
    assert found == {
        "Is it published, and how old is it?": [(name, second, 0)],
        "Is a lock held for too long?": [
            (name, datetime(2015, 1, 1), "by invocation another")
        ],
        "How much is not cleaned?": [(name, 2, 2, 5)],
        "Is a batch larger or smaller than usual?": [(name, second, 11, 3.0)],
        "How many rows are late?": [(first, 3, 0), (second, 11, 10)],
        "How do partitions grow?": [
            ("1999-12", 10, 1),
            ("9999-11", 1, 1),
            ("9999-12", 3, 1),
        ],
    }
    project.query(f"drop view {project.schema}__daybook.orders__lock")


@scene
def test_a_view_keeps_no_past_but_what_is_protected(project):
    fed(project, "kept", BY_MONTH, [(2, "a")])
    yield Run("kept")
    (last,) = project.published("kept")
    known = f"daybook.as_of(ref('kept'), batch_id='{last}')"
    sql = f"select id from {{{{ {known} }}}}"
    project.model("keeper", sql, config=None)
    project.model("passed", "{{ config(materialized='ephemeral') }}" + sql, config=None)
    project.model("through", "select id from {{ ref('passed') }}", config=None)
    outcome = yield Run("keeper through", may_fail=True)
    for name in ("keeper", "through"):
        assert "would silently lose rows" in outcome[name]
    project.operate("protect_batch", model="kept", batch_id=last)
    yield Run("keeper through")
    assert project.rows("keeper") == project.rows("through") == [(2,)]


@pytest.mark.stress
@scene
def test_a_protected_batch_outlives_its_event(project):
    """The second, protected when the first four events are about to be deleted."""
    few = {"daybook_log_events": 6}
    for number in range(7):
        fed(project, "long", BY_MONTH, [(number, "a")])
        project.ok(select="long", vars=few)
        if number == 4:
            first, second, third, *_ = project.published("long")
            project.operate("protect_batch", model="long", batch_id=second)
    assert project.checkpoint("long")["position"] == 4
    clean = {"model": "long", "older_than_days": 0, "apply": True}
    project.operate("clean_batches", **clean)
    assert len(directories(project, "long")) == 2
    known = [as_of(project, "long", batch) for batch in (first, second, third)]
    outcome = yield Run(" ".join(known), may_fail=True)
    for name in (known[0], known[2]):
        assert "no longer says what was published" in outcome[name]
    assert project.rows(known[1]) == [(1, "a")]
    project.operate("unprotect_batch", model="long", batch_id=second)
    project.operate("clean_batches", **clean)
    assert len(directories(project, "long")) == 1
    outcome = yield Run(known[1], may_fail=True)
    assert "no longer says what was published" in outcome[known[1]]


def test_operations_in_the_hooks_of_two_models_take_turns(project):
    """Otherwise both would write one event of the log."""
    for number in range(2):
        fed(project, "turned", APPEND, [(number, "a")])
        project.ok(select="turned")
    batches = project.published("turned")
    for name, batch in zip(("left", "right"), batches, strict=True):
        call = f"{{{{ daybook.protect_batch('turned', {batch}) }}}}"
        hook = f"{{% if execute %}}{call}{{% endif %}}"
        config = f'batch="append", post_hook="{hook}"'
        project.model(name, "select id from {{ ref('turned') }}", config)

    def slowly(sql, send):
        if "protected" in sql:
            time.sleep(2)
        send()

    with statements.each(slowly):
        project.ok(select="left right")
    protected = [e["of"] for e in project.log("turned") if e["event"] == "protected"]
    assert sorted(protected) == sorted(batches)
