"""The reference has the defaults with which macros work."""

import json
from contextlib import suppress
from types import SimpleNamespace

import pytest
from dbt_common.clients.jinja import get_environment
from dbt_common.exceptions import DbtBaseException
from jinja2 import nodes

from reference.defaults import COMPUTED, defaults
from reference.macros import DESCRIBED, default, public_macros
from reference.text import short
from support.macros import MACROS, Macros

DESCRIBED_MACROS = {
    macro["name"]: macro
    for macros in public_macros().values()
    for macro in macros
    if macro["name"] in MACROS and defaults()[short(macro["name"])]
}
NODE = {"schema": "shop", "alias": "orders", "config": {}, "unique_id": "model.shop.x"}


def rules_in_a_call(macro):
    """{argument: rule}, as a macro checks them in a call without optional ones. A key
    within an argument has the name of that before it."""
    macros, found = Macros({"materialized": "batched"}), {}
    log = macros.call("event_log", item="item", state="state", occurred_at="at")
    values = {
        "relation": macros.relation,
        "string": "orders",
        "list[string]": ["item"],
        "dict[string, string]": {"number": "count(*)"},
        "dict[string, any]": log,
    }
    checked = macros.context["daybook"]["_checked_values"]

    def noted(relation, owner, given, rules, within=""):
        found.update({f"{within}{name}": rule for name, rule in rules.items()})
        return checked(relation, owner, given, rules, within)

    macros.context["daybook"] |= {
        "_checked_values": noted,
        "_batched_node": lambda model: NODE,
    }
    macros.context |= {
        "flags": SimpleNamespace(WHICH="run", EMPTY=False),
        "target": SimpleNamespace(schema="shop"),
        "load_relation": lambda relation: relation,
        "load_cached_relation": lambda relation: None,
        "run_query": lambda sql: [],
    }
    needed = {
        argument["name"]: values.get(argument["type"], macros.relation)
        for argument in macro["arguments"]
        if argument["name"] not in defaults()[short(macro["name"])]
    }
    # Without a session it does not get far, once it has checked them.
    with suppress(DbtBaseException, AttributeError):
        macros.call(macro["name"], **needed)
    return {name.removeprefix("event_log."): rule for name, rule in found.items()}


def in_signature(name):
    (macro,) = get_environment(None).parse(MACROS[name].macro_sql).find_all(nodes.Macro)
    optional = macro.args[len(macro.args) - len(macro.defaults) :]
    values = [value.as_const() for value in macro.defaults]
    return {of.name: v for of, v in zip(optional, values, strict=True) if v is not None}


@pytest.mark.parametrize("name", DESCRIBED_MACROS)
def test_a_default_is_that_of_the_code(name):
    rules, written = rules_in_a_call(DESCRIBED_MACROS[name]), in_signature(name)
    for argument, shown in defaults()[short(name)].items():
        of_rule = rules.get(argument, {}).get("default")
        if shown != COMPUTED:
            assert json.loads(shown) == written.get(argument, of_rule), argument
        else:
            assert of_rule, argument


def test_the_defaults_of_most_macros_stand_in_rules():
    found = [
        argument
        for name, macro in DESCRIBED_MACROS.items()
        for argument in defaults()[short(name)]
        if "default" in rules_in_a_call(macro).get(argument, {})
    ]
    assert len(found) > 40


@pytest.mark.parametrize("name", DESCRIBED_MACROS)
def test_a_description_has_the_default_too(name):
    """dbt's documentation does not show what the code has."""
    macro = DESCRIBED_MACROS[name]
    words = {
        argument["name"]: argument["description"] for argument in macro["arguments"]
    }
    for argument, rule in rules_in_a_call(macro).items():
        outer, _, key = argument.partition(".")
        text, value = words.get(outer, ""), rule.get("default")
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if (key or "default" in text) and (is_number or isinstance(value, str)):
            assert (f"{value:,}" if is_number else value) in text, argument


def test_a_default_is_shown_as_it_is_written_or_as_the_text_says():
    history = DESCRIBED_MACROS["bitemporal_history"]["arguments"]
    shown = {of["name"]: default("bitemporal_history", of) for of in history}
    assert shown["posted"] == "required"
    assert shown["late_system_time"] == '`"refuse"`'
    assert shown["carry_forward"] == "`false`"
    assert shown["is_deleted"] == "`none`"
    assert shown["system_time"] == DESCRIBED
    assert shown["event_unit"] == DESCRIBED
