"""merge_snapshot without a server: its window, what it takes over, and its SQL."""

from datetime import UTC, datetime

import pytest

from support.macros import Macros

MODEL = {"materialized": "batched", "partition_by": ["day"]}
ARGUMENTS = {
    "incoming": "(told)",
    "posted": None,
    "key": ["day", "k"],
    "version": "version",
}
WINDOW = {"first_day": "2017-04-20", "type": "date"}
RESTATED = MODEL | {"restate_from": "2017-01-01"}


def macros(config=MODEL, **context):
    found = Macros(config=config)
    found.context.update(context)
    return found


@pytest.mark.parametrize(
    ("given", "config", "sentence"),
    [
        ({"key": None}, MODEL, "merge_snapshot is missing the required argument key"),
        ({"key": "k"}, MODEL, "as a list"),
        ({"key": ["day", "k k"]}, MODEL, "letters from A to Z, digits and _"),
        ({"key": ["k"]}, MODEL, "day is of partition_by: add it to the key"),
        ({"key": ["k", "day"], "window_days": 1}, MODEL, "name day first"),
        ({"version": "-id"}, MODEL, "letters from A to Z, digits and _"),
        ({"order_by": "k"}, MODEL, "a list"),
        ({"strategy": "merge"}, MODEL, "use window or adopt"),
        ({"unchanged": "keep"}, MODEL, "it needs strategy='adopt'"),
        ({"largest_loss": 2}, MODEL, "use a number from 0 to 1"),
        ({"window_days": -1}, MODEL, "use a whole number from 0 on"),
        ({"window_days": 1, "window_start": "2017-04-01"}, MODEL, "the one or the"),
        ({"window_start": 1}, MODEL | {"partition_by": []}, "the model has none"),
        ({}, MODEL | {"materialized": "view"}, "use batched"),
        ({}, RESTATED, "days that a snapshot lacks would be removed"),
    ],
)
def test_arguments_that_cannot_be_used(given, config, sentence):
    refusal = macros(config=config).refusal(
        "_checked_merge_arguments", ARGUMENTS | given
    )
    assert sentence in refusal


@pytest.mark.parametrize(
    ("arguments", "sql"),
    [
        ({"window_days": 7}, "date_sub(newest, 7)"),
        ({"window_start": 2017}, "2017"),
        ({"window_start": "(select 1)"}, "(select 1)"),
        ({"window_start": "it's"}, r"'it\'s'"),
        ({}, "None"),
    ],
)
def test_the_window_starts_at_a_value_or_where_sql_says(arguments, sql):
    given = {"window_days": None, "window_start": None} | arguments
    assert str(macros().call("_start_of_window", given, "newest")) == sql


@pytest.mark.parametrize(
    ("day", "window", "is_in"),
    [
        ("2017-04-20", WINDOW, True),
        ("2017-04-19", WINDOW, False),
        ("9", {"first_day": "10", "type": "int"}, False),
        ("9", {"first_day": "10", "type": "string"}, True),
        ("any", {"first_day": None}, True),
    ],
)
def test_a_day_is_in_the_window_by_the_order_of_its_type(day, window, is_in):
    assert macros().call("_is_in_window", day, window) is is_in


COUNTED = {"window_days": 7, "window_start": None, "day": "day"}
AT_SQL = {"window_days": None, "window_start": "(select null)", "day": "day"}


@pytest.mark.parametrize(
    ("window", "type", "newest", "first_day", "refusal"),
    [
        (COUNTED, "date", "2017-04-20", "2017-04-13", None),
        # Days in the future would let others expire.
        (COUNTED, "date", "2017-04-21", None, "is in the future (UTC)"),
        (COUNTED, "int", "1", None, "day is a int"),
        (AT_SQL, "date", "2017-04-20", None, "it evaluates to NULL"),
    ],
)
def test_what_a_window_cannot_begin_with_is_refused(
    window, type, newest, first_day, refusal
):
    found = macros(run_started_at=datetime(2017, 4, 20, 12, tzinfo=UTC))
    found.context["daybook"]["_json_rows"] = lambda _: [[first_day]]
    said = found.refusal("_first_day_of_window", window, type, [newest])
    assert (refusal or "") in (said or "")
    assert (said is None) == (refusal is None)


@pytest.mark.parametrize(("rows", "is_refused"), [(50, False), (49, True)])
def test_a_snapshot_may_lose_as_many_rows_as_largest_loss_says(rows, is_refused):
    refusal = macros().refusal(
        "_refuse_short_snapshot", {"largest_loss": 0.5}, rows, 100
    )
    assert bool(refusal) == is_refused


@pytest.mark.parametrize(("version", "has_qualify"), [((4, 1), False), ((4, 2), True)])
def test_before_spark_4_2_there_is_no_qualify(version, has_qualify):
    found = macros()
    found.context["daybook"]["_spark_version"] = lambda: [*version]
    sql = found.call("_first_of_each", "a query", ["k"], ["v desc"])
    assert ("qualify" in sql) == has_qualify
    assert "row_number() over (partition by k order by v desc) = 1" in sql


@pytest.mark.parametrize(
    ("rows", "last", "buckets"),
    [
        (250, None, 1),
        (251, None, 2),
        (10**6, None, 4096),
        # The number of the last time stays as long as it suits.
        (800, 2, 2),
        (800, 8, 8),
        (800, 16, 4),
        (1001, 1, 8),
    ],
)
def test_a_bucket_has_some_250_rows(rows, last, buckets):
    partitions, before = [["a", 1], ["b", rows]], {"b": 7} if last else {}
    assert macros().call("_bucket_count", partitions, before, {7: last}) == buckets
