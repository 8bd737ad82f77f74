"""What is told of rows without a time, and the advice for them: by no function that
would end the query."""

from types import SimpleNamespace

import pytest

from time_conditions import time_condition
from unusable_rows import Unusable


@pytest.mark.parametrize(
    ("value", "tried"),
    [
        ("at", "at"),
        ("CAST (at as timestamp)", "try_cast(at as timestamp)"),
        ("To_Timestamp_LTZ\n(at)", "try_to_timestamp(at)"),
        ("try_to_timestamp(`to_date(a)`)", "try_to_timestamp(`to_date(a)`)"),
        ("concat(day, ' ', trim(at))", "concat(day, ' ', trim(at))"),
        ("to_timestamp(at, 'd/M/y')", "try_to_timestamp(at, 'd/M/y')"),
        ("""to_timestamp(at, "d/M'T'")""", """try_to_timestamp(at, "d/M'T'")"""),
    ],
)
def test_functions_that_give_null_take_the_place_of_others(value, tried):
    start = f"try_cast({tried} as timestamp) is not null and {tried} rlike '"
    assert time_condition(value).startswith(start)


@pytest.mark.parametrize(
    "value", ["to_date(at)", "at::timestamp", "DATE (at)", "times[3]", "trim(date(at))"]
)
def test_nothing_is_advised_with_another_function_that_may_end_the_query(value):
    assert time_condition(value) is None


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("to_timestamp_ntz(`Time`, 'd.M.y')", "to_timestamp_ntz({}, 'd.M.y')"),
        ("to_timestamp_ntz(time, 'd.M.y')", "to_timestamp_ntz({}, 'd.M.y')"),
        ("Time", "{}"),
    ],
)
def test_an_event_is_read_without_the_words_in_its_place(given, left):
    rows = SimpleNamespace(columns=["Time", "id"], texts=lambda *_: ["n/a"])
    unusable = Unusable(rows, "events: Closed", given, "true", 1, 9)
    read = "if(Time in ('n/a'), null, Time)"
    assert unusable.without_words() == left.format(read)


def test_a_row_shows_which_of_its_columns_is_empty():
    rows = SimpleNamespace(
        columns=["id", "Scan Day", "at"],
        rows=lambda _: [(1, "2025-09-01", None), (2, None, None)],
        places=lambda _: ["line 2", "line 3"],
    )
    given = "concat(`Scan Day`, ' ', at)"
    told = Unusable(rows, "occurred_at", given, "true", 2, 9).sentence()
    assert told.endswith(": '2025-09-01', nothing in line 2; line 3.")
