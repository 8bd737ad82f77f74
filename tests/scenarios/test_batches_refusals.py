"""What is refused before a row is written, as Spark and dbt describe it: in one run.

More of the rules, one by one and without Spark: tests/jinja, test_options.py and
test_layout.py for a batch, test_plans.py for what a pattern tells the materialization.
"""

import pytest

NEW = "select id from {{ daybook.new_batches(%s) }}"
CLONE = '{{ config(materialized="pointer_clone") }} select * from {{ ref("%s") }}'
AS_TABLE = 'partition_by="month", publish="partitions"'
# Models without an error: what the others read.
SOUND = {
    "events": ("select 1 as id, 'a' as month", 'partition_by="month"'),
    "reads": (NEW % 'ref("events")', 'batch="append"'),
    "plain": ("select 1 as id", None),
    "ephemeral": ("{{ config(materialized='ephemeral') }} select 1 as id", None),
}
# {model: (its SQL, its config, the message)}.
REFUSED = {
    "hours": ("select 1 as id", "lock_hours=0", "invalid value 0 for lock_hours"),
    "at_a_time": (
        "select now() as at",
        'partition_by="at"',
        "its type timestamp can't name a directory; cast it to a date or a string",
    ),
    "by_blank": (
        "select 1 as id, 2 as `a b`",
        'partition_by="a b"',
        "can't be asked for a partition column of that name",
    ),
    "from_nothing": (
        "select 1 as id, 'a' as month",
        'partition_by="month", restate_from=""',
        'invalid value "" for restate_from: month has the type string: give a value',
    ),
    "to_a_month": (
        "select 1 as id, 2 as n",
        'partition_by="n", restate_to="2015-01"',
        'invalid value "2015-01" for restate_to: n has the type int: give a value',
    ),
    "taken": ("select 1 as id", "", "daybook did not make the table"),
    "taken_unfinished": (
        "select 1 as id, 'a' as month",
        AS_TABLE,
        "builds its table under the name",
    ),
    "own": ("select 1 as Batch_Id", "", "batch_id and posted_batch_id are daybook's"),
    "void": ("select null as id", "", "column id is NULL without a type (void): cast"),
    "stamped": (
        "select timestamp_ntz'2015-01-01' as at, 'a' as month",
        AS_TABLE,
        "column at has the type timestamp_ntz, which Hive does not have: cast it",
    ),
    "nested": (
        "select struct(interval 1 day as i) as s, 'a' as month",
        AS_TABLE,
        "which Hive does not have: cast it",
    ),
    "two_plans": (
        '{% do daybook.make_plan("one", {}) %}'
        '{% do daybook.make_plan("another", {}) %} select',
        "",
        "it calls one and another, and only one of them can make the batch",
    ),
    "unread": (
        '{% set new = daybook.new_batches(ref("events")) %} select 1 as id',
        "",
        "is called, and the model's SQL does not have what it returns",
    ),
    "in_view": (NEW % 'ref("events")', None, "which is materialized as view"),
    "of_plain": (NEW % 'ref("plain")', "", "new_batches reads batched models only"),
    "of_ephemeral": (NEW % 'ref("ephemeral")', "", "this one is ephemeral"),
    "half": (
        NEW % 'ref("events"), retract="negate"',
        "",
        "takes the columns to negate as measures",
    ),
    "misspelt": (
        NEW % 'ref("events"), "negate", ["ids"]',
        "",
        'new_batches(measures=["ids"]) names ids, which is',
    ),
    "clone_of_plain": (CLONE % "plain", None, "which has no batches: materialize that"),
    "filtered": (
        CLONE % "events" + " where id > 1",
        None,
        "a pointer clone is select * from one batched model",
    ),
}
# Tables of somebody else, under names that daybook would take.
TAKEN = ["taken__batches", "taken_unfinished__unfinished"]


@pytest.fixture(scope="module")
def outcome(project):
    for name, (sql, config, *_) in (SOUND | REFUSED).items():
        project.model(name, sql, config)
    project.ok(select="events plain")
    for name in TAKEN:
        project.query(f"create table {project.schema}.{name} as select 7 as id")
    return project.run("--exclude", "events", "plain")


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(outcome, name):
    assert "daybook: " in outcome[name]
    assert REFUSED[name][-1] in outcome[name]


def test_dbt_prints_the_sentence_without_the_macros_that_led_to_it(project, outcome):
    assert outcome["hours"] == (
        "Runtime Error in model hours (models/hours.sql)\n"
        f"  daybook: {project.schema}.hours: "
        "invalid value 0 for lock_hours: use a number above 0"
    )


def test_nothing_is_left_behind(project, outcome):
    assert outcome["reads"] == "success"
    left = ["events", "events__batches", "plain", "reads", "reads__batches", *TAKEN]
    # It was committed, and is published by the next run.
    assert project.names() == sorted([*left, "taken_unfinished__batches"])
    for name in TAKEN:
        assert project.query(f"select * from {project.schema}.{name}") == [(7,)]
    assert project.locks() == []


def test_a_log_is_read_when_a_model_is_compiled_alone(project, outcome):
    """A run compiles without logs, for it renders the model again."""
    assert "where false" in project.compiled({}, "--select", "reads")["reads"]
