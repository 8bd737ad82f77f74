"""The layers of docs/architecture.md: a macro calls its own folder, or one below."""

import re
from graphlib import TopologicalSorter

import pytest
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from project_files import project_files

# From the lowest on. Those of one layer do not know each other.
LAYERS = [
    {"support"},
    {"log", "seeds"},
    {"metastore"},
    {"files", "iceberg"},
    {"storage"},
    {"batches"},
    {"adoption", "calendar", "events"},
    {"entries", "snapshots", "history", "deduplication", "aggregates", "operations"},
    {"tests"},
]
PREFIXES = ("dbt_macro__", "test_", "materialization_")
FILES = project_files("macros/*.sql")
TREES = {file: get_environment(None).parse(file.read_text()) for file in FILES}


def plain(name):
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    return name


def home_of_macros():
    home = {}
    for file, tree in TREES.items():
        for macro in tree.find_all(nodes.Macro):
            home[plain(macro.name)] = file
    return home


def named_macros(tree):
    """Macros that are called, or handed on to be called, as in daybook.<name>."""
    for node in tree.find_all(nodes.Getattr):
        if isinstance(node.node, nodes.Name) and node.node.name == "daybook":
            yield node.attr


def layer(folder):
    (number,) = [n for n, folders in enumerate(LAYERS) if folder in folders]
    return number


HOME = home_of_macros()


def test_calls_go_downward():
    wrong = []
    for file in FILES:
        caller = file.parent.name
        for name in named_macros(TREES[file]):
            callee = HOME[name].parent.name
            if callee != caller and layer(callee) >= layer(caller):
                wrong.append(f"{caller}/{file.name} calls {callee}/{name}")
    assert not wrong


def test_what_is_called_exists():
    """In all models, analyses and tests, too: only some runs render these."""
    missing = []
    for file in project_files("*.sql"):
        text = file.read_text()
        known = {*HOME, *re.findall(r"macro (\w+)", text)}
        called = {*re.findall(r"\bdaybook\.(\w+)\(", text)}
        missing += [f"{file.name} calls {name}" for name in called - known]
    assert not missing


def calls_of_macros():
    """What a storage is asked, as in daybook._store(this).read(...), counts as a call
    of the macro for files."""
    calls = {}
    for tree in TREES.values():
        for macro in tree.find_all(nodes.Macro):
            calls[plain(macro.name)] = {*named_macros(macro), *asked_of_files(macro)}
    # What hands out a storage names all of its macros, and calls none.
    return calls | {"_store": {*()}}


def asked_of_files(macro):
    for node in macro.find_all(nodes.Getattr):
        called = node.node.node if isinstance(node.node, nodes.Call) else None
        if isinstance(called, nodes.Getattr) and called.attr == "_store":
            yield f"_files_{node.attr}"


# A check also needs the text that the view should have, and looks at the files.
@pytest.mark.parametrize(
    ("name", "most"), [("list_batches", 80), ("batches_of", 80), ("check_model", 115)]
)
def test_what_only_reads_reaches_few_macros(name, most):
    """Not those that lock, repair and write."""
    calls, reached, waiting = calls_of_macros(), set(), [name]
    while waiting:
        called = waiting.pop()
        if called not in reached:
            reached.add(called)
            waiting += calls[called]
    assert len(reached - {"_store"}) <= most


def test_files_do_not_call_each_other_in_a_circle():
    called = {}
    for file in FILES:
        called[file] = {HOME[name] for name in named_macros(TREES[file])} - {file}
    TopologicalSorter(called).prepare()
