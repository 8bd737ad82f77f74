"""A page for each folder of macros, and one that lists all of them."""

import json
import re
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

import yaml
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from reference.text import block, cell, first_sentence, prose, short, table
from spark import ROOT

# Where macros are called: models that are built, and tests of them, in their YAML.
MODELS = [
    file
    for folder in ("models", "tests/consumer/models", "analyses")
    for file in sorted(ROOT.glob(f"{folder}/**/*.*"))
]
KINDS = {"materialization_": "Materialization", "test_": "Generic test"}
INDEX = """\
# Reference

What the macros' own YAML and code say of them. Two tables are on other pages: the
[options of batched models](../patterns/batches.md#options) and the
[variables](../configuration.md#variables-of-the-package). [Errors](errors.md) has every
message that a macro words itself, and [models](models.md) the tables and columns of the
example.
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
            f"{kind(group, macro)}. {page_about(name)}\n",
            prose(macro["description"]),
            arguments(macro),
            example(group, macro),
        ]
    return "\n".join(filter(None, parts))


def kind(group: str, macro: dict) -> str:
    for prefix, told in KINDS.items():
        if macro["name"].startswith(prefix):
            return told
    names = [argument["name"] for argument in macro.get("arguments", [])]
    is_operation = group == "operations" and names[0] == "model"
    return "Operation" if is_operation else "Macro"


def page_about(name: str) -> str:
    """A link to the pattern's page that names it most often."""
    named = re.compile(rf"`(?:daybook\.)?{name}\b|\b{name}\(")
    pages = sorted(ROOT.glob("docs/patterns/*.md"))
    counts = {page: len(named.findall(page.read_text())) for page in pages}
    page = max(pages, key=counts.get)
    return f"See [{page.stem}](../patterns/{page.name})." if counts[page] else ""


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


def example(group: str, macro: dict) -> str:
    """The shortest of the repository's own files that calls it; of an operation, the
    command."""
    name = short(macro["name"])
    if kind(group, macro) == "Operation":
        names = [argument["name"] for argument in macro["arguments"]]
        needed = [each for each in names if each not in defaults()[name]]
        given = ", ".join(f"{each}: <{each}>" for each in needed)
        words = f" --args '{{{given}}}'" if given else ""
        return block("", f"dbt run-operation daybook.{name}{words}")
    if kind(group, macro) == "Generic test":
        called = re.compile(rf"(?m)^( *)- daybook\.{name}\b.*\n(?:\1  .*\n)*")
        found = {file: called.search(file.read_text()) for file in files_of(".yml")}
        texts = {file: dedent(match[0]) for file, match in found.items() if match}
        texts = {file: f"data_tests:\n{indent(t, '  ')}" for file, t in texts.items()}
        return shortest(texts, "yaml")
    called = re.compile(rf'daybook\.{name}\(|materialized="{name}"')
    texts = {file: file.read_text() for file in files_of(".sql")}
    texts = {file: text for file, text in texts.items() if called.search(text)}
    return shortest(texts, "sql+jinja")


def files_of(suffix: str) -> list[Path]:
    return [file for file in MODELS if file.suffix == suffix]


def shortest(texts: dict[Path, str], language: str) -> str:
    if not texts:
        return ""
    file = min(texts, key=lambda file: len(texts[file]))
    name = file.relative_to(ROOT)
    return f"In [{name}](../../{name}):\n\n{block(language, texts[file])}"
