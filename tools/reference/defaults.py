"""The defaults of arguments. Most macros say none in their signature, and have the real
default in the rules by which they check what they are given: see macros/support.
"""

import json
from collections.abc import Iterator
from functools import cache

from jinja2 import nodes

from reference.macro_code import macros_of, reached
from spark import ROOT

# For a default that is not in the code as such: it is computed.
COMPUTED = "computed"
# Its fields have defaults, too.
NO_ARGUMENTS = "log"


@cache
def defaults() -> dict[str, dict[str, str]]:
    """{public macro: {optional argument: its default, as JSON}}"""
    found = {}
    for file in ROOT.glob("macros/*/[!_]*.sql"):
        for name, macro in macros_of(file.read_text()):
            values = [as_json(value) for value in macro.defaults]
            optional = macro.args[len(macro.args) - len(values) :]
            given = {of.name: value for of, value in zip(optional, values, strict=True)}
            found[name] = given | {
                argument: default_of_rule(name, argument)
                for argument, value in given.items()
                if value == "null"
            }
    return found


def default_of_rule(name: str, argument: str) -> str:
    found = {
        defaults_of_rules().get(macro, {}).get(argument) for macro in reached(name)
    }
    (default,) = found - {None} or {"null"}
    return default


@cache
def defaults_of_rules() -> dict[str, dict[str, str]]:
    """{macro: {argument: default}}, of the rules that stand in its code."""
    return {
        name: {argument: as_json(default) for argument, default in rules_of(macro)}
        for file in ROOT.glob("macros/*/*.sql")
        if file.parent.name != NO_ARGUMENTS
        for name, macro in macros_of(file.read_text())
    }


def rules_of(macro: nodes.Macro) -> Iterator[tuple[str, nodes.Expr]]:
    """(argument, its default)"""
    named = {}
    for of in macro.find_all(nodes.Assign):
        pairs = [(of.target, of.node)]
        if isinstance(of.target, nodes.Tuple) and isinstance(of.node, nodes.Tuple):
            pairs = zip(of.target.items, of.node.items, strict=True)
        named |= {getattr(target, "name", None): value for target, value in pairs}
    for pair in macro.find_all(nodes.Pair):
        rule = pair.value
        if isinstance(rule, nodes.Name):
            rule = named.get(rule.name)
        for default in given_default(rule):
            yield pair.key.value, default


def given_default(rule: nodes.Node | None) -> list[nodes.Expr]:
    """Of a rule that stands there, or that changes another one: dict(rule, ...)."""
    match rule:
        case nodes.Dict():
            fields = [
                (getattr(each.key, "value", ""), each.value) for each in rule.items
            ]
        case nodes.Call(node=nodes.Name(name="dict")):
            fields = [(each.key, each.value) for each in rule.kwargs]
        case _:
            fields = []
    return [value for name, value in fields if name == "default"]


def as_json(value: nodes.Expr) -> str:
    try:
        return json.dumps(value.as_const())
    except nodes.Impossible:
        return COMPUTED
