"""The layers of docs/architecture.md: a macro calls its own folder, or one below."""

from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from project_files import project_files

# From the lowest on. Those of one layer do not know each other.
LAYERS = [
    {"support"},
    {"log", "seeds"},
    {"batches"},
    {"calendar"},
    {"entries", "snapshots", "history", "deduplication", "aggregates", "operations"},
    {"tests"},
]
PREFIXES = ("dbt_macro__", "test_", "materialization_")
FILES = project_files("macros/*.sql")
TREES = {file: get_environment(None).parse(file.read_text()) for file in FILES}


def home_of_macros():
    home = {}
    for file, tree in TREES.items():
        for macro in tree.find_all(nodes.Macro):
            name = macro.name
            for prefix in PREFIXES:
                name = name.removeprefix(prefix)
            home[name] = file.parent.name
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
            callee = HOME[name]
            if callee != caller and layer(callee) >= layer(caller):
                wrong.append(f"{caller}/{file.name} calls {callee}/{name}")
    assert not wrong
