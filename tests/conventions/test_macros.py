"""Macros: one concept a file, described as they are, and short enough to read."""

import re
import shlex

import yaml
from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

import private_macros
from project_files import called, project_files
from reference import FOLDER, reference_pages
from reference.defaults import defaults
from reference.macros import kind, public_macros
from support.descriptions import Description
from support.files import too_long

FILES = project_files("macros/*.sql")
LINES_OF_A_FILE = 150
LINES_OF_A_MACRO = 100
ARGUMENTS_OF_A_MACRO = 8
# The ones that are longer. No name joins them without a reason.
LONG_MACROS = ("calendar", "period_balances")
# The ones that have more. No name joins these without a reason, either.
MANY_ARGUMENTS = {"bitemporal_history": 18, "history_of_snapshots": 9}
PREFIX = "dbt_macro__"
BLOCK = re.compile(
    r"{%-?\s*(macro|test|materialization)\s+(\w+).*?{%-?\s*end\1\s*-?%}", re.S
)
# The first part of a description, by the kind of macro.
RESULTS = {
    "Macro": "Returns",
    "Generic test": "Returns",
    "Operation": "Prints",
    "Materialization": "Publishes",
}
TREES = {file: get_environment(None).parse(file.read_text()) for file in FILES}


def macros(file):
    """{name: arguments} of a file, named as dbt names them."""
    found = {}
    for macro in TREES[file].find_all(nodes.Macro):
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


def test_files_are_named_for_what_they_hold():
    wrong = []
    for file in FILES:
        names = {
            re.sub("^(test|materialization)_|_spark$", "", name)
            for name in macros(file)
        }
        fits = file.stem.startswith("_") or file.stem in names
        if not fits:
            wrong.append(called(file))
    assert wrong == []


def test_files_begin_with_why():
    assert [called(f) for f in FILES if not re.match(r"{#-\s*\w", f.read_text())] == []


def test_files_are_short():
    assert too_long(FILES, LINES_OF_A_FILE) == {}


def test_macros_are_short():
    lines = {}
    for file in FILES:
        found = BLOCK.finditer(file.read_text())
        blocks = {m.group(2): m.group(0).count("\n") + 1 for m in found}
        assert len(blocks) == len(macros(file)), called(file)
        lines |= blocks
    long = {name for name, number in lines.items() if number > LINES_OF_A_MACRO}
    assert long - {*LONG_MACROS} == set()


def test_public_macros_have_few_arguments():
    """What belongs together is one argument, a mapping with keys."""
    numbers = {
        macro["name"]: len(macro.get("arguments", []))
        for described_macros in public_macros().values()
        for macro in described_macros
    }
    many = {name: n for name, n in numbers.items() if n > ARGUMENTS_OF_A_MACRO}
    assert many == MANY_ARGUMENTS


def test_relations_come_in_as_arguments():
    for file in FILES:
        calls = [call.node for call in TREES[file].find_all(nodes.Call)]
        names = {name.name for name in calls if isinstance(name, nodes.Name)}
        names |= {name.attr for name in calls if isinstance(name, nodes.Getattr)}
        assert not names & {"ref", "source"}, called(file)


def test_every_public_macro_is_described_as_it_is():
    for folder in {file.parent for file in FILES}:
        written = {}
        for file in FILES:
            if file.parent == folder and not file.stem.startswith("_"):
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
        } == {name: of for name, of in written.items() if not name.startswith("_")}


def test_every_description_has_its_parts():
    for group, described_macros in public_macros().items():
        for macro in described_macros:
            told, name = Description(macro["description"]), macro["name"]
            assert re.fullmatch(r"(?s)[A-Z]\w+s (?:(?!\. ).)+\.", told.first), name
            result = RESULTS[kind(group, macro)]
            assert [x for x in told.labels if x != "Idea"] == [
                *(result, "Example", "Errors")
            ], name
            assert told.labels.index("Errors") == 2, name
            assert all(told.parts[x] for x in told.labels if x != "Example"), name
            errors = told.parts["Errors"]
            assert re.match("- |: none|, ", errors), name
            assert len(told.examples) == 1, name
            # It would be taken for HTML.
            assert "<" not in re.sub(r"`[^`]*`", "", told.text), name


def test_an_operation_can_be_called_as_its_example_says():
    for macro in public_macros()["operations"]:
        (example,) = Description(macro["description"]).examples
        if example.language == "bash":
            *command, arguments = shlex.split(example.code)
            called_as = f"dbt run-operation daybook.{macro['name']} --args"
            assert shlex.join(command) == called_as
            given = yaml.safe_load(arguments)
            names = {argument["name"] for argument in macro["arguments"]}
            assert names - {*defaults()[macro["name"]]} <= {*given} <= names


def test_private_macros_are_not_shown():
    text = private_macros.FILE.read_text()
    assert text == private_macros.text(), "run make format"
    hidden = {macro["name"] for macro in yaml.safe_load(text)["macros"]}
    shown = {macro["name"] for group in public_macros().values() for macro in group}
    names = {name for file in FILES for name in macros(file)}
    assert hidden == names - shown


def test_the_reference_is_as_it_is_made():
    files = {file.relative_to(FOLDER).as_posix(): file for file in FOLDER.rglob("*.md")}
    made = reference_pages()
    assert {*files} == {*made}, "run make format"
    for name, file in files.items():
        assert file.read_text() == made[name], f"{name}: run make format"
