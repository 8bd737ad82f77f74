"""The columns of events: what follows from them, and which no event may lack."""

import pytest

from support.macros import Macros

GIVEN = {"item": "id", "state": "status", "occurred_at": "at"}


def test_the_keys_of_an_event():
    given = GIVEN | {"order_by": ["seq"], "dimensions": ["team"]}
    assert Macros().call("_event_keys", given) == {
        "order": ["at", "seq"],
        "identity": ["id", "at", "seq"],
        "combination": ["status", "team"],
    }


def test_the_time_in_utc_orders_first():
    keys = Macros().call("_event_keys", GIVEN | {"occurred_at_utc": "at_utc"})
    assert keys["order"] == ["at_utc", "at"]


def test_a_local_time_that_cannot_be_read_is_told_once():
    needed = Macros().call("_needed_columns", GIVEN | {"occurred_at_utc": "at_utc"})
    assert [column for column, *_ in needed] == ["id", "status", "at", "at_utc"]
    assert needed[-1][2] == "at is not null"


def test_the_rows_that_lack_something_are_counted_in_one_sentence():
    macros = Macros()
    needed = macros.call("_needed_columns", GIVEN)
    assert macros.refusal("_refuse_unplaced", {"counts": [0, 0, 0]}, needed) is None
    missing = {"events": 9, "counts": [1, 0, 2]}
    assert "of 9 events 1 have no id, 2 have no at that can be read" in macros.refusal(
        "_refuse_unplaced", missing, needed
    )


@pytest.mark.parametrize("name", ["item", "state", "occurred_at"])
def test_an_event_has_an_item_a_state_and_a_time(name):
    macros = Macros()
    rules = macros.call("_rules_of_events")
    given = {key: value for key, value in GIVEN.items() if key != name}
    refusal = macros.refusal(
        "_checked_arguments", macros.relation, "negate_events", given, rules
    )
    assert f"negate_events needs the argument {name}" in refusal
