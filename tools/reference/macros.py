"""A page for each folder of macros, and one that lists all of them."""

import json
import re
from functools import cache
from textwrap import indent

import yaml
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from reference.text import block, cell, first_sentence, markdown, short, table
from spark import ROOT

# What the example of each macro has sent to Spark, as a test of the examples keeps it.
COMPILED = ROOT / "docs" / "compiled-sql"
RUNS = {
    "": "Compiled SQL of the example",
    ".first": "Compiled SQL of the example, first run",
    ".later": "Compiled SQL of the example, a later run",
}
KINDS = {"materialization_": "Materialization", "test_": "Generic test"}
INDEX = """\
# Reference

This reference is made from the macros and their YAML. Each example has its compiled
SQL: for a macro the query of its batch, for a materialization or an operation the
statements that change something. For an operation that changes nothing, the reference
shows all its statements. The operations ran one after the other: `recover` after a
killed run, and `clean_batches` after `publish_batch`, without the pointer clone, and
with `older_than_days: 0`, because no file was a week old.

Two tables are on other pages: the [options of batched
models](../patterns/batches.md#options) and the
[variables](../configuration.md#variables-of-the-package). [Errors](errors.md) has every
message with which a macro ends a run, [models](models.md) the tables and columns of the
example, and the [changelog](../../CHANGELOG.md) the releases.
"""


def public_macros() -> dict[str, list[dict]]:
    """{folder: its public macros, in the order of its YAML}"""
    groups = {}
    for file in sorted(ROOT.glob("macros/*/_*.yml")):
        macros = yaml.safe_load(file.read_text())["macros"]
        shown = [macro for macro in macros if macro.get("docs", {}).get("show", True)]
        groups[file.parent.name] = shown
    return groups


def index_page(groups: dict[str, list[dict]]) -> str:
    parts = [INDEX]
    for group, macros in groups.items():
        rows = []
        for macro in macros:
            name = short(macro["name"])
            what = cell(first_sentence(macro["description"]))
            rows.append([f"[{name}]({group}.md#{name})", kind(group, macro), what])
        parts += [f"## {group.capitalize()}\n", table(["name", "kind", "what"], rows)]
    return "\n".join(parts)


def group_page(group: str, macros: list[dict]) -> str:
    names = ", ".join(f"`{short(macro['name'])}`" for macro in macros)
    parts = [f"# {group.capitalize()}: reference\n", f"On this page: {names}.\n"]
    for macro in macros:
        name = short(macro["name"])
        parts += [
            f"## {name}\n",
            f"{kind(group, macro)}. {page_about(group, name)}\n",
            markdown(macro["description"]),
            arguments(macro),
            compiled(name),
        ]
    return "\n".join(filter(None, parts))


def kind(group: str, macro: dict) -> str:
    for prefix, told in KINDS.items():
        if macro["name"].startswith(prefix):
            return told
    names = [argument["name"] for argument in macro.get("arguments", [])]
    is_operation = group == "operations" and names[0] == "model"
    return "Operation" if is_operation else "Macro"


def page_about(group: str, name: str) -> str:
    """A link to its group's page, if that names it, or to the one that does so most
    often."""
    named = re.compile(rf'`(?:daybook\.)?{name}\b|\b{name}\(|materialized="{name}"')
    pages = sorted(ROOT.glob("docs/patterns/*.md"))
    counts = {page: len(named.findall(page.read_text())) for page in pages}
    named_in = [page for page in pages if counts[page]]
    if not named_in:
        return ""
    page = max(named_in, key=lambda page: (page.stem == group, counts[page]))
    return f"See [{page.stem}](../patterns/{page.name})."


@cache
def defaults() -> dict[str, dict[str, str]]:
    """{public macro: {optional argument: its default}}, from the macros' own code."""
    found = {}
    for file in ROOT.glob("macros/*/[!_]*.sql"):
        tree = get_environment(None).parse(file.read_text())
        for macro in tree.find_all(nodes.Macro):
            name = macro.name.removeprefix("dbt_macro__")
            if name.startswith(("_", "materialization_")):
                continue
            values = [json.dumps(value.as_const()) for value in macro.defaults]
            optional = macro.args[len(macro.args) - len(values) :]
            names = [argument.name for argument in optional]
            found[name] = dict(zip(names, values, strict=True))
    return found


def arguments(macro: dict) -> str:
    rows = []
    for argument in macro.get("arguments", []):
        default = defaults()[macro["name"]].get(argument["name"])
        shown = {None: "required", "null": "`none`"}.get(default, f"`{default}`")
        name, of_type = f"`{argument['name']}`", f"`{argument['type']}`"
        rows.append([name, of_type, shown, cell(argument["description"])])
    return table(["argument", "type", "default", "meaning"], rows) if rows else ""


def compiled(name: str) -> str:
    """Folded blocks: a reader opens the one of the run that is of interest."""
    folded = []
    for run, title in RUNS.items():
        file = COMPILED / f"{name}{run}.sql"
        if file.exists():
            text = indent(block("sql", file.read_text()), "    ")
            folded.append(f'??? example "{title}"\n\n{text}')
    return "\n".join(folded)
