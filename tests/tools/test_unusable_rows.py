"""The advice for rows without a time: by no function that would end the query."""

import pytest

from unusable_rows import time_condition


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
