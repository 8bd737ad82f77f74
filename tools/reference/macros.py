"""A page for each public macro, and one that lists all of them."""

import re
from textwrap import indent

import yaml

from reference.defaults import COMPUTED, defaults
from reference.text import block, cell, first_sentence, markdown, short, table
from spark import ROOT

# What the example of each macro has sent to Spark, as a test of the examples keeps it.
COMPILED = ROOT / "docs" / "compiled-sql"
RUNS = {
    "": "Compiled SQL of the example",
    ".first": "Compiled SQL of the example, first run",
    ".later": "Compiled SQL of the example, a later run",
}
LINK = "- [{}](../../compiled-sql/{})\n"
LINK_TO_SQL = re.compile(r"(?m)^- \[(.+)\]\(\.\./\.\./compiled-sql/(.+)\)$")
FOLDED = """
<div data-search-exclude markdown>

??? example "{}"

{}
</div>
"""
KINDS = {"materialization_": "Materialization", "test_": "Generic test"}
TITLES = {"tests": "Generic tests"}
# In the order in which one needs them.
GROUPS = (
    *("batches", "events", "entries", "snapshots", "history", "deduplication"),
    *("aggregates", "calendar", "operations", "tests", "seeds"),
)
# A default that only words can say.
DESCRIBED = "as described"
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
[variables](../configuration.md#variables-of-the-package). [Errors](errors.md) has the
messages with which macros end a run, [models](models.md) the tables and columns of the
example, and the [changelog](../../CHANGELOG.md) the releases. [Which
macro](../which-macro.md) leads from a question to a macro.
"""


def public_macros() -> dict[str, list[dict]]:
    """{folder: its public macros, in the order of its YAML}"""
    groups = {}
    for file in ROOT.glob("macros/*/_*.yml"):
        macros = yaml.safe_load(file.read_text())["macros"]
        shown = [macro for macro in macros if macro.get("docs", {}).get("show", True)]
        groups[file.parent.name] = shown
    return {group: groups[group] for group in sorted(groups, key=GROUPS.index)}


def index_page(groups: dict[str, list[dict]]) -> str:
    parts = [INDEX]
    for group, macros in groups.items():
        rows = []
        for macro in macros:
            name = short(macro["name"])
            what = cell(first_sentence(macro["description"]))
            rows.append([f"[{name}]({group}/{name}.md)", kind(group, macro), what])
        title = TITLES.get(group, group.capitalize())
        parts += [f"## {title}\n", table(["name", "kind", "what"], rows)]
    return "\n".join(parts)


def macro_page(group: str, macro: dict) -> str:
    name = short(macro["name"])
    parts = [
        f"# {name}\n",
        page_about(group, name),
        markdown(macro["description"]),
        arguments(macro),
        links_to_sql(name),
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
    return (
        f"[The page on {page.stem.replace('-', ' ')}](../../patterns/{page.name})"
        " says when to use it.\n"
    )


def arguments(macro: dict) -> str:
    rows = []
    for argument in macro.get("arguments", []):
        name, of_type = f"`{argument['name']}`", f"`{argument['type']}`"
        shown = default(short(macro["name"]), argument)
        rows.append([name, of_type, shown, cell(argument["description"])])
    heads = ["argument", "type", "default", "meaning"]
    return f"## Arguments\n\n{table(heads, rows)}" if rows else ""


def default(name: str, argument: dict) -> str:
    value, words = defaults()[name].get(argument["name"]), argument["description"]
    if value is None:
        return "required"
    is_simple = value not in ("null", "{}", COMPUTED)
    if "says so itself" in words or (not is_simple and "default" in words.lower()):
        return DESCRIBED
    return f"`{value.replace('null', 'none')}`"


def links_to_sql(name: str) -> str:
    files = {title: f"{name}{run}.sql" for run, title in RUNS.items()}
    return "".join(
        LINK.format(title, file)
        for title, file in files.items()
        if (COMPILED / file).exists()
    )


def with_sql(page: str) -> str:
    """For the site, folded blocks in place of the links: a reader opens the one of the
    run that is of interest. The search leaves them out."""

    def folded(link):
        text = indent(block("sql", (COMPILED / link[2]).read_text()), "    ")
        return FOLDED.format(link[1], text)

    return LINK_TO_SQL.sub(folded, page)
