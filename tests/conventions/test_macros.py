"""Macros: one concept a file, described as they are, and within reach of a reader."""

import re

import pytest
import yaml
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

import private_macros
from support.files import called, project_files

FILES = project_files("macros/*.sql")
LINES_OF_A_FILE = 230
LINES_OF_A_MACRO = 195
PREFIX = "dbt_macro__"
BLOCK = re.compile(
    r"{%-?\s*(macro|test|materialization)\s+(\w+).*?{%-?\s*end\1\s*-?%}", re.S
)


def parsed(file):
    return get_environment(None).parse(file.read_text())


def macros(file):
    """{name: arguments} of a file, named as dbt names them."""
    found = {}
    for macro in parsed(file).find_all(nodes.Macro):
        name = macro.name.removeprefix(PREFIX)
        # Of a materialization dbt makes its languages an argument.
        is_called = not name.startswith("materialization_")
        found[name] = [argument.name for argument in macro.args if is_called]
    return found


def described(folder):
    """The public macros: a folder without any needs no YAML."""
    files = list(folder.glob("_*.yml"))
    if not files:
        return {}
    (file,) = files
    assert file.name == f"_{folder.name}.yml"
    return {
        macro["name"]: macro for macro in yaml.safe_load(file.read_text())["macros"]
    }


@pytest.fixture(scope="module", params=sorted({f.parent for f in FILES}), ids=called)
def folder(request):
    return request.param


@pytest.mark.parametrize("file", FILES, ids=called)
def test_a_file_is_named_for_what_it_holds(file):
    names = {
        re.sub("^(test|materialization)_|_spark$", "", name) for name in macros(file)
    }
    if file.stem.startswith("_"):
        assert all(name.startswith("_") for name in names), "others' macros are hidden"
    else:
        assert file.stem in names


@pytest.mark.parametrize("file", FILES, ids=called)
def test_a_file_begins_with_why(file):
    assert re.match(r"{#-\s*\w", file.read_text())


@pytest.mark.parametrize("file", FILES, ids=called)
def test_a_file_can_be_read(file):
    text = file.read_text()
    blocks = {m.group(2): m.group(0).count("\n") + 1 for m in BLOCK.finditer(text)}
    assert len(blocks) == len(macros(file))
    assert text.count("\n") <= LINES_OF_A_FILE
    assert {name for name, n in blocks.items() if n > LINES_OF_A_MACRO} == set()


@pytest.mark.parametrize("file", FILES, ids=called)
def test_relations_come_in_as_arguments(file):
    calls = [call.node for call in parsed(file).find_all(nodes.Call)]
    names = {name.name for name in calls if isinstance(name, nodes.Name)}
    names |= {name.attr for name in calls if isinstance(name, nodes.Getattr)}
    assert not names & {"ref", "source"}


def test_every_public_macro_is_described_as_it_is(folder):
    written = {}
    for file in FILES:
        if file.parent == folder:
            written |= macros(file)
    told = described(folder)
    for name, macro in told.items():
        assert macro["description"].strip(), name
        for argument in macro.get("arguments", []):
            assert argument["type"], name
            assert argument["description"].strip(), name
    assert {
        name: [argument["name"] for argument in macro.get("arguments", [])]
        for name, macro in told.items()
    } == {name: given for name, given in written.items() if not name.startswith("_")}


def test_private_macros_are_not_shown():
    text = private_macros.FILE.read_text()
    assert text == private_macros.text(), "run make format"
    hidden = {macro["name"] for macro in yaml.safe_load(text)["macros"]}
    names = {name for file in FILES for name in macros(file)}
    assert hidden == {name for name in names if name.startswith("_")}
