"""Operations without a server: arguments, messages, and what they make of a state."""

import pytest

from support.macros import Macros

NODE = {
    "resource_type": "model",
    "name": "orders",
    "alias": "orders",
    "schema": "shop",
    "unique_id": "model.shop.orders",
    "config": {"materialized": "batched"},
}


def with_nodes(*nodes):
    macros = Macros()
    macros.context["graph"] = {"nodes": {n["unique_id"]: n for n in nodes}}
    return macros


@pytest.mark.parametrize("name", ["orders", "shop.orders", "Shop.Orders"])
def test_a_model_is_found_by_its_name_and_with_its_schema(name):
    assert with_nodes(NODE).call("_batched_node", name) == NODE


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no", "daybook: no batched model is called no; there are: orders, orders"),
        (None, "no model is named, as in --args '{model: fct_orders}'; there are: "),
        ("orders", "orders may be any of other.orders, shop.orders: name one so"),
    ],
)
def test_a_model_that_is_not_found_is_refused(name, sentence):
    twin = NODE | {"schema": "other", "unique_id": "model.other.orders"}
    assert sentence in with_nodes(NODE, twin).refusal("_batched_node", name)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"apply": "yes"}, 'apply="yes" can\'t be used here: use true or false'),
        ({"older_than_days": -1}, "use a number from 0 to 36500"),
        ({"older_than_days": "two"}, "use a number from 0 to 36500"),
    ],
)
def test_an_argument_of_an_operation_is_checked(given, sentence):
    macros = Macros()
    refusal = macros.refusal("_arguments_of_operation", "it", macros.relation, given)
    assert sentence in refusal


def test_an_operation_only_looks_unless_it_is_to_apply():
    macros = Macros()
    given = {"apply": None, "older_than_days": None}
    arguments = macros.call("_arguments_of_operation", "it", macros.relation, given)
    assert arguments == {"apply": False, "older_than_days": 7}


COUNTED = {"rows": 2, "writers": 1, "changed_at": 1000}


@pytest.mark.parametrize(
    ("counted", "is_adopted", "what"),
    [
        ({}, False, "None"),
        ({"rows": 0}, False, "has 0 rows, and its log says 2"),
        ({"writers": 2}, False, "has files that another writer has put there"),
        ({"writers": 2}, True, "None"),
        ({"changed_at": 1300}, False, "None"),
        ({"changed_at": 1301}, True, "has files that were changed after it was"),
    ],
)
def test_damage_to_a_batch(counted, is_adopted, what):
    macros = Macros()
    counted = COUNTED | counted
    assert str(
        macros.call("_damage_to_batch", counted, 2, is_adopted, 1000)
    ).startswith(what)


def test_files_to_clean_are_printed_by_batch():
    files = {"a": [7, 8], "b": [7]}
    rows = {"a7": 1, "a8": 2, "b7": 3}
    found = Macros().call("_files_by_batch", files, {"rows": rows})
    assert found == [[7, 2, 4], [8, 1, 2]]


def test_what_is_worth_a_note_on_a_batch():
    state = {
        "chain": [{"position": 3, "undone": True}, {"position": 4, "undone": True}],
        "protected": {"7": 3},
        "private": ["open"],
    }
    event = {
        "batch_id": 7,
        "position": 3,
        "why": "no rows",
        "adopted": True,
        "partitions": [['["open"]', 5], ['["2017-04"]', 6]],
    }
    assert Macros().call("_notes_on_batch", state, event) == [
        "no rows",
        "protected",
        "rolled back",
        "adopted",
        "5 of the rows are private",
    ]
    state["private"], event = [], {"batch_id": 8, "position": 5, "partitions": []}
    assert Macros().call("_notes_on_batch", state, event) == []
