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
        ({"key": ["k", "day"], "window": {"days": 1}}, MODEL, "name day first"),
        ({"version": "-id"}, MODEL, "letters from A to Z, digits and _"),
        ({"order_by": "k"}, MODEL, "a list"),
        ({"strategy": "merge"}, MODEL, "use window or adopt or adopt_changed"),
        ({"largest_loss": 2}, MODEL, "use a number from 0 to 1"),
        ({"window": {"days": -1}}, MODEL, "for window.days: use a whole number from 0"),
        ({"window": {"start": []}}, MODEL, "for window.start: use one value, not a l"),
        ({"window": {"day": 1}}, MODEL, "for window: its keys can be days, start"),
        ({"window": 7}, MODEL, "for window: use a mapping: its keys can be days, s"),
        ({"window": {}}, MODEL, "{} for window: give days or start, and not both"),
        (
            {"window": {"days": 1, "start": "2017-04-01"}},
            MODEL,
            "{'days': 1, 'start': '2017-04-01'} for window: give days or start, and n",
        ),
        (
            {"window": {"start": 1}},
            MODEL | {"partition_by": []},
            "invalid value 1 for window.start: rows leave the window by the first",
        ),
        ({}, MODEL | {"materialized": "view"}, "use batched"),
    ],
)
def test_arguments_that_cannot_be_used(given, config, sentence):
    refusal = macros(config=config).refusal(
        "_checked_merge_arguments", ARGUMENTS | given
    )
    assert sentence in refusal


@pytest.mark.parametrize(
    ("window", "sql"),
    [
        ({"days": 7}, "date_sub(newest, 7)"),
        ({"start": 2017}, "2017"),
        ({"start": "(select 1)"}, "(select 1)"),
        ({"start": "it's"}, r"'it\'s'"),
        (None, "None"),
    ],
)
def test_the_window_starts_at_a_value_or_where_sql_says(window, sql):
    found = macros()
    checked = found.call("_checked_merge_arguments", ARGUMENTS | {"window": window})
    assert str(found.call("_start_of_window", checked, "newest")) == sql


@pytest.mark.parametrize(
    ("day", "first", "type", "is_from"),
    [
        ("2017-04-20", "2017-04-20", "date", True),
        ("2017-04-19", "2017-04-20", "date", False),
        ("9", "10", "int", False),
        ("9", "10", "string", True),
        ("any", None, "string", True),
    ],
)
def test_a_day_is_in_the_window_by_the_order_of_its_type(day, first, type, is_from):
    assert macros().call("is_from", type, day, first) is is_from


def test_rows_without_a_day_do_not_leave_the_window():
    """A model had no partitions: another partition_by is refused with its batch."""
    found = macros()
    found.context["daybook"]["_first_day_of_window"] = lambda *_: "2017-04-20"
    given = {"window": {"days": 1}, "day": "day"}
    snapshot = {"days": [{"day": "2017-04-21", "rows": 3}], "rows": 3}
    window = found.call(
        "_window_of_merge",
        given,
        [["day", "date"]],
        snapshot | {"is_merged_alike": True},
        {"pointer": {"[]": [1], '["2017-04-19"]': [2]}},
    )
    assert (window["expired"], window["merged"]) == ("2017-04-19", {"[]": [1]})


COUNTED = {"window": {"days": 7, "start": None}, "day": "day"}
AT_SQL = {"window": {"days": None, "start": "(select null)"}, "day": "day"}


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
    found.context["daybook"]["json_rows"] = lambda _: [[first_day]]
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
    found.context["daybook"]["spark_version"] = lambda: [*version]
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
