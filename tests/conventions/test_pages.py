"""What is written about the project is true of it."""

import re
from collections import Counter
from functools import cache

import pytest
import yaml

from project_files import called, project_files
from spark import ROOT
from support.tutorial import File, steps

PAGES = project_files("*.md")
README = ROOT / "README.md"
FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?(?<!,)")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#[^)]*)?\)")


def prose(page):
    """Without indented and fenced blocks, which show what is no link."""
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text())
    return re.sub(r"(?m)^    .*$", "", text)


def table():
    """The rows of the capabilities: question, a row, use, example."""
    (section,) = re.findall(r"(?ms)^## What it does\n(.*?)^##", README.read_text())
    rows = [
        line.strip("| ").split(" | ") for line in section.splitlines() if "|" in line
    ]
    return rows[2:]


@cache
def public_macros():
    names = set()
    for file in project_files("macros/*.yml"):
        for macro in yaml.safe_load(file.read_text())["macros"]:
            if macro.get("docs", {}).get("show", True):
                names.add(macro["name"].removeprefix("test_"))
    return names


def test_links_lead_somewhere():
    links = [(page, link) for page in PAGES for link in LINK.findall(prose(page))]
    dead = [(called(p), link) for p, link in links if not (p.parent / link).exists()]
    assert dead == []


def test_figures_of_a_benchmark_stand_in_the_benchmarks():
    """A paragraph, item or row that links to them has no figure of its own."""
    benchmarks = ROOT / "docs" / "benchmarks.md"
    measured = FIGURE.findall(benchmarks.read_text())
    cited = {
        (called(page), figure)
        for page in PAGES
        if page != benchmarks
        for part in re.split(r"\n\s*\n|\n(?=- |\|)", prose(page))
        if "benchmarks.md#" in part
        for figure in FIGURE.findall(re.sub(r"\]\(.*?\)", "", part))
    }
    assert len(cited) >= 20
    assert [each for each in sorted(cited) if each[1] not in measured] == []


def test_every_pattern_has_a_line_in_the_readme():
    pages = {called(page) for page in project_files("docs/patterns/*.md")}
    assert len(pages) >= 6
    assert {LINK.findall(row[0])[0] for row in table()} == pages


@pytest.mark.parametrize(("folder", "least"), [("how-to", 8), ("tutorials", 3)])
def test_every_page_of_a_folder_is_in_its_list(folder, least):
    pages = {page.name for page in project_files(f"docs/{folder}/*.md")} - {"README.md"}
    assert len(pages) >= least
    links = LINK.findall((ROOT / "docs" / folder / "README.md").read_text())
    assert pages <= set(links)


def test_every_line_of_the_table_is_whole():
    for question, row, use, example in table():
        assert LINK.search(question)
        assert row
        assert "`" in use
        assert LINK.search(example)


def test_every_macro_for_users_is_among_those_to_choose_from():
    page = (ROOT / "docs" / "which-macro.md").read_text()
    named = set(re.findall(r"`(?:daybook\.)?(\w+)`", page))
    # What dbt looks up by itself.
    found_by_dbt = {"spark__load_csv_rows"}
    for macro in public_macros():
        if macro.startswith("materialization_"):
            found_by_dbt.add(macro)
            kind = macro.removeprefix("materialization_").removesuffix("_spark")
            assert f'`materialized="{kind}"`' in page
    assert public_macros() - found_by_dbt <= named


def test_models_in_the_table_are_named_as_their_files():
    examples = re.findall(r"\[(\w+)\]\((models/\S+\.sql)\)", README.read_text())
    assert len(examples) >= 5
    for name, file in examples:
        assert (ROOT / file).stem == name


def test_commands_that_are_named_exist():
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    for page in PAGES:
        commands = re.findall(r"(?m)(?:`|^    )make ([a-z-]+)", page.read_text())
        assert set(commands) <= targets, called(page)


def test_variables_are_told_with_their_defaults():
    declared = yaml.safe_load((ROOT / "dbt_project.yml").read_text())["vars"]
    page = (ROOT / "docs" / "configuration.md").read_text()
    told = dict(re.findall(r"(?m)^\| `(daybook_\w+)` \| `?(\w+)`? \|", page))
    assert len(told) >= 3
    examples = re.findall(r"(?m)^\| `daybook_\w+` \|.*\| `(.*)` \|$", page)
    assert [name for each in examples for name in yaml.safe_load(each)] == [*told]
    for name, value in declared.items():
        if name.startswith("daybook_"):
            assert told[name] == str("none" if value is None else value)
    code = "".join(file.read_text() for file in project_files("macros/*.sql"))
    assert set(re.findall(r'var\(\s*"(daybook_\w+)"', code)) == set(told)


def test_the_project_of_the_tutorial_is_a_folder_to_copy():
    page = (ROOT / "docs" / "tutorials" / "your-first-project.md").read_text()
    before_the_run = steps(page.partition("## The first run")[0])
    shown = {step.name: step.text for step in before_the_run if isinstance(step, File)}
    folder = ROOT / "docs" / "tutorials" / "tickets"
    files = project_files("docs/tutorials/tickets/*")
    assert len(files) == 10
    assert shown == {
        file.relative_to(folder).as_posix(): file.read_text() for file in files
    }


def rows_of(table):
    rows = table.strip().splitlines()[2:]
    return [[value.strip() for value in row.strip("|").split("|")] for row in rows]


def test_the_first_rows_of_the_readme_follow_from_its_events():
    log, backlog, *_ = re.findall(r"(?m)(?:^\|.*\n)+", README.read_text())
    events = sorted(rows_of(log), key=lambda row: (row[0], row[2]))
    came, went, last = Counter(), Counter(), {}
    for ticket, state, at in events:
        came[at[:10], state] += 1
        if ticket in last:
            went[at[:10], last[ticket]] += 1
        last[ticket] = state
    on_hand, expected = Counter(), []
    for day in sorted({day for day, _ in came}):
        for state in sorted({state for _, state in came}):
            on_hand[state] += came[day, state] - went[day, state]
            figures = came[day, state], went[day, state], on_hand[state]
            expected.append([day, state, *map(str, figures)])
    assert rows_of(backlog) == expected
