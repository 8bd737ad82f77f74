"""The macros for patterns, as docs/architecture.md lists them."""

import re

from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from project_files import project_files
from spark import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text()
LISTED = PAGE.partition("## Macros for patterns\n")[2].partition("\n## ")[0]
CALLS = re.findall(r"`(\w+)\(([^)`]*)\)`", LISTED)


def macros(file):
    """{name: its node}"""
    tree = get_environment(None).parse(file.read_text())
    found = tree.find_all(nodes.Macro)
    return {macro.name.removeprefix("dbt_macro__"): macro for macro in found}


def called_macros(text):
    """The macros of daybook that a template calls."""
    without_comments = re.sub(r"(?s){#.*?#}", "", text)
    return {*re.findall(r"\bdaybook\.(\w+)", without_comments)}


HOMES = {
    name: (file, macro)
    for file in project_files("macros/*.sql")
    for name, macro in macros(file).items()
}


def required(name):
    """The arguments of a macro that have no default."""
    macro = HOMES[name][1]
    names = [argument.name for argument in macro.args]
    return names[: len(names) - len(macro.defaults)]
