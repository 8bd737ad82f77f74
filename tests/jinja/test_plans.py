"""Plans that a pattern makes for its model, and which of them are refused."""

import pytest

from support.macros import Macros


def rendered():
    """Macros of a model that is being rendered under its lock."""
    macros = Macros()
    macros.plan = {"pattern": None}
    return macros


def test_a_model_has_one_plan_of_known_keys():
    macros = rendered()
    said = macros.refusal("make_plan", "one", {"restate_form": "2015-06"})
    assert "one makes a plan with restate_form, which no plan has" in said
    assert macros.refusal("make_plan", "one", {"extends": True}) is None
    said = macros.refusal("make_plan", "another", {"extends": True})
    assert "it calls one and another, and only one of them can make the batch" in said


NEW = "(select * from batches where posted_batch_id > 7)"
UNUSED = "is called, and the model's SQL does not have what it returns"
EXCHANGED = "has consumed shop.old and now reads shop.events instead"


@pytest.mark.parametrize(
    ("query", "consumed", "said"),
    [
        (f"select * from {NEW}", {}, None),
        (f"select * from {NEW}", {"shop.events": [7, 1]}, None),
        ("select 1", {}, UNUSED),
        (f"select * from {NEW.upper()}", {}, UNUSED),
        (f"select 1 -- {NEW}", {}, UNUSED),
        (f"select * from {NEW}", {"shop.old": [7, 1]}, EXCHANGED),
        # What it has consumed may be left out.
        (f"select * from {NEW}", {"shop.events": [7, 1], "shop.old": [7, 1]}, None),
    ],
)
def test_rows_that_are_read_are_used_and_of_inputs_none_is_exchanged(
    query, consumed, said
):
    macros = rendered()
    macros.context["flags"] = type("Flags", (), {"EMPTY": False})
    read = {"model": "shop.events", "relation": "events", "position": 7, "born": 1}
    inputs = [read | {"text": NEW}]
    refusal = macros.refusal("_check_inputs", inputs, query, consumed)
    assert said in refusal if said else refusal is None
