"""The code on the pages names what there is: arguments, options, operations."""

import re
from dataclasses import fields

import yaml
from dbt.adapters.spark.impl import SparkConfig
from dbt.artifacts.resources import ModelConfig, SnapshotConfig, TestConfig
from dbt.cli.main import cli
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from project_files import called, project_files
from reference.macros import public_macros
from support.core import CALLS, required
from support.macros import Macros

# Its messages have names for what is filled in.
ERRORS = "docs/reference/errors.md"
PAGES = [page for page in project_files("*.md") if called(page) != ERRORS]
TEXTS = {called(page): page.read_text() for page in PAGES}
ARGUMENTS = {
    macro["name"]: [argument["name"] for argument in macro.get("arguments", [])]
    for macros in public_macros().values()
    for macro in macros
} | {name: arguments.split(", ") for name, arguments in CALLS}
OPTIONS = {
    option.name
    for config in (SparkConfig, ModelConfig, SnapshotConfig, TestConfig)
    for option in fields(config)
}
OPERATION = re.compile(r"run-operation\s+daybook\.(\w+)(?:\s+--args\s+'(.*?)')?", re.S)
COMMAND = re.compile(r"(?m)^ +(?:\$ |- run: )?dbt ([a-z-]+)(.*)")


def wrong_arguments(macro, positional, named):
    """Those that the macro does not have, and those that it lacks."""
    if macro not in ARGUMENTS:
        return {"there is no such macro"}
    names = ARGUMENTS[macro]
    given = {*names[:positional], *named}
    needed = set() if "others" in named else {*required(macro)}
    return {*named} - {*names[positional:], "others"} | needed - given


def calls(text, name):
    """(macro, positional arguments, named ones) of each name(...), name.macro(...)."""
    text = re.sub(r"`(daybook\.\w+\([^`]*\))`", r"{{ \1 }}", text)
    # What a page leaves out, and tags that dbt takes away before Jinja reads them.
    text = text.replace("...)", "others=0)")
    text = re.sub(r"{%-?\s*(end)?snapshot.*?%}", "", text)
    for call in get_environment(None).parse(text).find_all(nodes.Call):
        macro = getattr(call.node, "attr", None)
        if getattr(call.node.node if macro else call.node, "name", None) == name:
            yield macro, len(call.args), {each.key: each.value for each in call.kwargs}


def wrong_calls(text):
    checked = [(call[0], wrong_arguments(*call)) for call in calls(text, "daybook")]
    return [(macro, wrong) for macro, wrong in checked if wrong]


def wrong_options(text):
    """Keys unknown to dbt, or to the package under meta; what it says to its own."""
    found = []
    for _, _, named in calls(text, "config"):
        kept = (nodes.Const, nodes.List, nodes.Dict)
        values = {k: v.as_const() for k, v in named.items() if isinstance(v, kept)}
        own, package = {*values.get("meta", {})}, Macros(values)
        if values.get("materialized") == "batched":
            own -= {*package.call("_options_of_batched")} - OPTIONS
            found.append(package.refusal("_options_of_config", package.relation))
        found.append(", ".join({*named} - OPTIONS | own))
    return [*filter(None, found)]


def wrong_operations(text):
    """Without --args, a page only names an operation: its arguments are not checked."""
    found = [
        (name, yaml.safe_load(given or "others: true"))
        for name, given in OPERATION.findall(text)
    ]
    checked = [(name, wrong_arguments(name, 0, given)) for name, given in found]
    return [(name, wrong) for name, wrong in checked if wrong]


def wrong_flags(text):
    """Of dbt's commands in blocks of code, those that dbt does not take."""
    found = []
    for command, rest in COMMAND.findall(text.replace("\\\n", "")):
        parameters = cli.commands[command].params
        taken = {f for each in parameters for f in each.opts + each.secondary_opts}
        flags = {*re.findall(r"(?<!\S)--[a-z-]+", rest)} - taken
        if flags:
            found.append((command, flags))
    return found


def found_on_pages(wrong):
    return {page: found for page, text in TEXTS.items() if (found := wrong(text))}


def test_macros_are_called_with_arguments_that_they_have():
    assert sum(len([*calls(text, "daybook")]) for text in TEXTS.values()) > 50
    assert found_on_pages(wrong_calls) == {}
    call = '`daybook.known(ref("x"), valid_on="2016-11-18")`'
    assert wrong_calls(call) == [("known", {"valid_on"})]
    assert wrong_calls("`daybook.known()`") == [("known", {"relation"})]
    assert wrong_calls("`daybook.knwon()`")


def test_models_are_configured_with_options_that_exist():
    assert sum(len([*calls(text, "config")]) for text in TEXTS.values()) > 20
    assert found_on_pages(wrong_options) == {}
    start = '{{ config(materialized="batched", '
    for meta in ('{"publishes": "view"}', '{"batch": "apend"}', '{"tags": ["a"]}'):
        assert wrong_options(f"{start}meta={meta}) }}}}")
    assert wrong_options(start + 'meta={"batch": "append"}) }}') == []
    assert wrong_options(start + 'batch="append") }}') == ["batch"]


def test_the_code_of_the_repository_is_configured_as_the_pages_are():
    """Models here and where the package is installed, and the YAML's examples."""
    folders = ("models/*.sql", "examples/*.sql", "tests/consumer/*.sql", "macros/*.yml")
    files = [file for folder in folders for file in project_files(folder)]
    texts = {called(f): re.sub(r"{% (end)?raw %}", "", f.read_text()) for f in files}
    assert sum(len([*calls(text, "config")]) for text in texts.values()) > 50
    assert {f: wrong for f, t in texts.items() if (wrong := wrong_options(t))} == {}


def test_operations_are_called_with_arguments_that_they_have():
    assert sum(len(OPERATION.findall(text)) for text in TEXTS.values()) > 10
    assert found_on_pages(wrong_operations) == {}
    assert wrong_operations("dbt run-operation daybook.recovr")
    command = "dbt run-operation daybook.recover --args '{modell: x}'"
    assert wrong_operations(command) == [("recover", {"model", "modell"})]


def test_commands_of_dbt_have_flags_that_it_takes():
    assert sum(len(COMMAND.findall(text)) for text in TEXTS.values()) > 20
    assert found_on_pages(wrong_flags) == {}
    assert wrong_flags("    dbt run --selects orders") == [("run", {"--selects"})]
