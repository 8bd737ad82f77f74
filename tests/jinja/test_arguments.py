"""The table of arguments: what it lets through, and what it says about the rest."""

import pytest
from dbt_common.exceptions import DbtRuntimeError

from support.macros import Macros

COLUMN = {"names": "one"}
COLUMNS = {"names": "many", "required": True}
NAMED = {"texts": True, "like": "{'a': 'b'}", "required": True}
PLAIN = {"names": "many", "plain": True}
ENDS = {"keys_in": ["begins", "ends"], "names": "by_key"}
LAYOUT = {
    "default": {},
    "keys_in": {
        "segments": {"default": 30, "at_least": 1},
        "strategy": {"one_of": ["user", "indicator"]},
        "key": {"names": "one", "goes_with": {"strategy": "user"}},
    },
}
WINDOW = {"keys_in": {"column": {"required": True}, "days": {"default": 7}}}
REFUSED = (
    ({"one_of": [True, False]}, "yes", 'value "yes" for given: use true or false'),
    ({"one_of": [None, "user"]}, "me", "use user"),
    *[({"above": 0}, value, "use a number above 0") for value in (0, True, [1])],
    ({"above": 0}, "6", "use a number above 0"),
    *[({"above": 0}, float(value), "use a number above 0") for value in ("nan", "inf")],
    ({"at_least": 1}, 1.5, "use a whole number from 1 on"),
    ({"at_least": 1}, 0, "use a whole number from 1 on"),
    *[
        ({"between": [0, 1]}, value, "use a number from 0 to 1")
        for value in (1.1, True, float("nan"), float("inf"))
    ],
    *[
        ({"texts": True}, value, "use a list of texts")
        for value in ({"a": 1}, ["a", 1])
    ],
    *[
        (NAMED, value, "use a list of texts, or a mapping, such as {'a': 'b'}")
        for value in (1, ["a", 1], {"a": 1}, {"a": None})
    ],
    (COLUMN, ["a"], "name one column"),
    (COLUMN, "a${b}", "rename the column"),
    (COLUMN, "`Daybook_x`", "the prefix daybook_ is reserved: rename the column"),
    (COLUMN, "", "a column needs a name"),
    (PLAIN, ["a", "Kunde Nr"], 'invalid value "Kunde Nr" for given: use the name of'),
    (PLAIN, ["NULL"], "and not current_path, false, not, null, true: select it under"),
    (PLAIN, ["`a`"], "use the name of a column"),
    (PLAIN, ["a DESC nulls last"], "name the column alone. The row with the highest"),
    (ENDS, "a", "use a mapping: its keys can be begins, ends"),
    (ENDS, {"until": "a"}, "its keys can be begins, ends"),
    (ENDS, {"ends": 1}, "each of its values is the name of a column"),
    *[
        (LAYOUT, value, "for given: use a mapping: its keys can be segments, str")
        for value in ("user", 30, ["user"], True)
    ],
    (LAYOUT, {"segment": 2}, "{'segment': 2} for given: its keys can be segments, str"),
    (LAYOUT, {"segments": "2"}, '"2" for given.segments: use a whole number from 1 on'),
    (LAYOUT, {"strategy": "x"}, '"x" for given.strategy: use user or indicator'),
    (LAYOUT, {"key": ["a"]}, "for given.key: name one column"),
    (LAYOUT, {"key": "a${b}"}, '"a${b}" for given.key: Spark would put a variable'),
    (LAYOUT, {"key": "a"}, "\"a\" for given.key: it needs given.strategy='user'"),
    (WINDOW, {"days": 1}, "it is missing the required argument given.column"),
    (COLUMNS, "a", "name the columns as a list"),
    (PLAIN, ["a", "b c"], "of letters from A to Z, digits and _, and not current_path"),
    (COLUMNS, [], "name the columns as a list"),
    (COLUMNS, None, "it is missing the required argument given"),
)


@pytest.mark.parametrize(("rule", "value", "sentence"), REFUSED)
def test_a_value_that_breaks_its_rule_is_refused(rule, value, sentence):
    macros = Macros()
    given, rules = {"given": value}, {"given": rule}
    refusal = macros.refusal("checked_arguments", macros.relation, "it", given, rules)
    assert sentence in refusal
    assert refusal.startswith("daybook: shop.orders: ")
    assert "\n" not in refusal


def test_what_keeps_the_rules_comes_back_with_the_defaults():
    rules = {
        "interval": {"default": "closed", "one_of": ["closed", "half_open"]},
        "hours": {"default": 6, "above": 0},
        "rows": {"at_least": 1},
        "share": {"between": [0, 1]},
        "flag": {"default": False, "one_of": [True, False]},
        "private": {"default": [], "texts": True},
        "day": {"names": "one"},
        "key": {"names": "many", "required": True},
        "events": {"required": True},
        "columns": ENDS,
    }
    macros, key = Macros(), ["a b", "`c``d`"]
    given = {"hours": 0.5, "rows": 1, "share": 0, "private": "x", "key": key}
    given["events"] = macros.relation
    given["columns"] = {"begins": None, "ends": "b"}
    assert macros.call("checked_arguments", "shop.orders", "it", given, rules) == {
        "interval": "closed",
        "hours": 0.5,
        "rows": 1,
        "share": 0,
        "flag": False,
        "private": ["x"],
        "day": None,
        "key": ["a b", "`c``d`"],
        "events": macros.relation,
        "columns": {"begins": None, "ends": "b"},
    }


@pytest.mark.parametrize(
    ("rule", "value", "kept"),
    [
        (LAYOUT, None, {"segments": 30, "strategy": None, "key": None}),
        (LAYOUT, {"segments": 2}, {"segments": 2, "strategy": None, "key": None}),
        (
            LAYOUT,
            {"strategy": "user", "key": "a"},
            {"segments": 30, "strategy": "user", "key": "a"},
        ),
        # Nothing is filled into what is not given, and has no default.
        (WINDOW, None, None),
        (WINDOW, {"column": 1}, {"column": 1, "days": 7}),
    ],
)
def test_a_mapping_of_arguments_has_the_defaults_of_its_keys(rule, value, kept):
    given, rules = {"given": value}, {"given": rule}
    checked = Macros().call("checked_arguments", "shop.orders", "it", given, rules)
    assert checked == {"given": kept}


@pytest.mark.parametrize(
    ("value", "kept"),
    [("a", ["a"]), (["a", "b"], ["a", "b"]), ({1: "a"}, {1: "a"}), ({}, {})],
)
def test_texts_can_have_names_of_their_own(value, kept):
    given, rules = {"given": value}, {"given": NAMED}
    checked = Macros().call("checked_arguments", "shop.orders", "it", given, rules)
    assert checked == {"given": kept}


def test_a_relation_without_a_rule_comes_back():
    macros = Macros()
    given = {"calendar": macros.relation}
    rules = {"calendar": {}, "name": {"goes_with": {"calendar": True}}}
    checked = macros.call("checked_arguments", macros.relation, "it", given, rules)
    assert checked["calendar"] is macros.relation
    values = checked | {"name": "country"}
    assert macros.refusal("_check_combinations", "orders", values, rules) is None


RULES = {
    "batch": {"default": "replace"},
    "partition_by": {"default": []},
    "replace_where": {"goes_with": {"batch": "append", "partition_by": True}},
}


@pytest.mark.parametrize(
    ("batch", "partition_by", "where", "is_refused"),
    [
        ("append", ["day"], "day > 1", False),
        ("replace", ["day"], "day > 1", True),
        ("append", [], "day > 1", True),
        ("replace", [], None, False),
    ],
)
def test_an_option_needs_what_it_goes_with(batch, partition_by, where, is_refused):
    values = {"batch": batch, "partition_by": partition_by, "replace_where": where}
    refusal = Macros().refusal("_check_combinations", "orders", values, RULES)
    sentence = "it needs batch='append' and partition_by"
    assert (sentence in (refusal or "")) == is_refused


def test_a_column_that_would_be_published_twice_is_refused():
    macros = Macros()
    check = "_check_published_columns"
    assert macros.refusal(check, "it", ["a", "b"]) is None
    assert "two columns called A" in macros.refusal(check, "it", ["a", "b", "A"])


def test_dbt_prints_a_refusal_without_the_macros_that_led_to_it():
    macros = Macros()
    given = ("shop.orders", "it", {"given": 0}, {"given": {"at_least": 1}})
    with pytest.raises(DbtRuntimeError) as refused:
        macros.call("checked_arguments", *given)
    assert str(refused.value) == (
        "Runtime Error\n  daybook: shop.orders: "
        "invalid value 0 for given: use a whole number from 1 on"
    )


def test_a_message_is_one_line_that_keeps_the_blanks_of_its_values():
    macros = Macros()
    told = macros.call("_one_line", "\n   of  10 rows\n   some\n")
    assert told == "of  10 rows some"
