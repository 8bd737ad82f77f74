"""The core, as patterns use it: the macros that docs/architecture.md lists."""

from dbt_common.clients.jinja import get_environment
from jinja2 import nodes

from project_files import project_files
from spark import ROOT
from support.core import CALLS, HOMES, called_macros
from support.tutorial import File, steps

STORAGE = {"log", "metastore", "files", "iceberg", "storage"}
CORE = STORAGE | {"support", "batches", "adoption"}
BELOW = CORE | {"seeds", "operations"}
AT_MOST = 45


def test_the_list_has_each_macro_as_it_is():
    names = [name for name, _ in CALLS]
    assert len(names) == len({*names}) <= AT_MOST
    for name, arguments in CALLS:
        file, macro = HOMES[name]
        assert file.parent.name in CORE, name
        assert arguments == ", ".join(argument.name for argument in macro.args), name
    unlisted = {
        name
        for name, (file, _) in HOMES.items()
        if file.stem.startswith("_") and not name.startswith("_")
    }
    assert unlisted == {*names}


def test_patterns_call_nothing_else_of_the_core():
    past = set()
    for file in project_files("macros/*.sql"):
        if file.parent.name in BELOW:
            continue
        for name in called_macros(file.read_text()):
            home = HOMES[name][0].parent.name
            if home in CORE and name.startswith("_"):
                past.add(f"{file.name} calls {name}")
    assert past == set()


def test_a_project_calls_no_private_macro():
    """The pattern of tests/consumer is somebody else's."""
    for file in project_files("tests/consumer/*.sql", "examples/*.sql"):
        private = {
            name for name in called_macros(file.read_text()) if name.startswith("_")
        }
        assert private == set(), file


def test_the_tutorial_writes_the_pattern_of_that_project():
    """Part by part, into one file."""
    page = (ROOT / "docs" / "tutorials" / "your-own-pattern.md").read_text()
    name = "macros/latest_rows.sql"
    files = [step for step in steps(page) if isinstance(step, File)]
    parts = [(file.verb, file.text) for file in files if file.name == name]
    verbs, texts = zip(*parts, strict=True)
    assert verbs == (None, "Add", "Add", "Add", "Add")
    assert "".join(texts) == (ROOT / "tests" / "consumer" / name).read_text()


def test_no_variable_has_the_name_of_one():
    """In the sample, a variable that is not set would be the macro."""
    for file in project_files("macros/*.sql", "models/*.sql", "analyses/*.sql"):
        tree = get_environment(None).parse(file.read_text())
        used = {name.name for name in tree.find_all(nodes.Name)}
        assert not used & {name for name, _ in CALLS}, file
