"""The code of the macros: what each consists of, and which others it calls."""

import re
from functools import cache

from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from reference.text import short
from spark import ROOT

MACRO = re.compile(
    r"(?s){%-?\s*(macro|test|materialization)\s+(\w+).*?{%-?\s*end\1\s*-?%}"
)


@cache
def macros_of(text: str) -> list[tuple[str, nodes.Macro]]:
    found = get_environment(None).parse(text).find_all(nodes.Macro)
    return [(short(macro.name.removeprefix("dbt_macro__")), macro) for macro in found]


@cache
def reached(name: str) -> frozenset[str]:
    """The macros that a macro calls, or that those call; itself among them."""
    found, waiting = set(), [name]
    while waiting:
        caller = waiting.pop()
        if caller not in found:
            found.add(caller)
            waiting.extend(calls().get(caller, ()))
    return frozenset(found)


@cache
def calls() -> dict[str, set[str]]:
    return {
        macro[2]: set(re.findall(r"\bdaybook\.(\w+)", macro[0]))
        for file in ROOT.glob("macros/*/*.sql")
        for macro in MACRO.finditer(file.read_text())
    }
