"""The report, drawn from the sample and opened in a browser that has no network."""

import os
from collections import Counter
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

import report
from arrival import sample as arrivals_of_sample
from support.batch_project import Checkout

DASH = "\N{EN DASH}"


@dataclass
class Sample:
    port: int
    schema: str
    vars: dict
    manifest: object
    # Of the last build, the tests among them: {node: "success", or what went wrong}.
    outcome: dict


@dataclass
class Report:
    page: Page

    def choose_days(self, first, last):
        self.page.fill("#from", first)
        self.page.fill("#to", last)

    def choose(self, first, last, dimension, value):
        self.choose_days(first, last)
        everything = dimension == "(all)"
        self.page.select_option("#dimension", "" if everything else dimension)
        if not everything:
            self.page.select_option("#value", value)

    def traces(self, chart):
        """What plotly has been given, as it stands in the page."""
        return self.page.evaluate("id => document.getElementById(id).data || []", chart)

    def lines(self, table, part="tbody"):
        """{what heads the row: [text, ...]} of a part of a table."""
        rows = self.page.locator(f"#{table} {part} tr").all()
        texts = [row.locator("th, td").all_inner_texts() for row in rows]
        return {name: [*map(plain, figures)] for name, *figures in texts}

    def table(self):
        """{state: [before, in, out, at the end]} as numbers; a dash is none."""
        return {
            name: [number(text) for text in figures]
            for name, figures in self.lines("figures").items()
        }

    def on_hand(self):
        """{(day, state): items} of the bands, where there are any."""
        return {
            (day, trace["name"]): items
            for trace in self.traces("on-hand")
            if trace.get("stackgroup")
            for day, items in zip(trace["x"], trace["y"], strict=True)
            if items
        }

    def ages(self, chart):
        """{(bar, range of ages): items}; a bar is a state or the end of a week."""
        return {
            (bar, plain(trace["name"])): number(items.split()[0])
            for trace in self.traces(chart)
            for bar, items in trace["customdata"]
            if not items.startswith("0 ")
        }

    def flow(self):
        """{(from, to): moves} of the Sankey, by the names that SQL has."""
        (sankey,) = self.traces("flow")
        names = [label.rsplit("  ", 1)[0] for label in sankey["node"]["label"]]
        names = ["(new)" if name == "came in" else name for name in names]
        names = [
            "(elsewhere)" if name.startswith("another ") else name for name in names
        ]
        link = sankey["link"]
        ends = zip(link["source"], link["target"], link["value"], strict=True)
        return Counter({(names[a], names[b]): items for a, b, items in ends})


def plain(text):
    return text.replace(DASH, "-")


def number(text):
    return 0 if text == "-" else int(text.replace(",", ""))


@pytest.fixture(scope="session")
def built_sample(spark_port, tmp_path_factory):
    """As `make run` builds it, but for its second arrival, and then tested."""
    folder = tmp_path_factory.mktemp("sample")
    project = Checkout(folder, spark_port, "sample")
    first, *_, last = arrivals_of_sample()
    project.read(last.variables)
    before = project.build(*first.command[1:], vars=first.variables)
    outcome = project.build("--exclude-resource-type", "seed", vars=last.variables)
    assert {*before.values(), *outcome.values()} == {"success"}, (before, outcome)
    return Sample(spark_port, project.schema, last.variables, project.manifest, outcome)


@pytest.fixture(scope="session")
def sample(request):
    """The sample that the session built, or one that DAYBOOK_TEST_PORT has."""
    if port := os.environ.get("DAYBOOK_TEST_PORT"):
        schema = os.environ.get("DAYBOOK_TEST_SCHEMA", "daybook")
        return Sample(int(port), schema, vars={}, manifest=None, outcome={})
    return request.getfixturevalue("built_sample")


@pytest.fixture(scope="session")
def ask(sample):
    return lambda sql: report.ask(sample.port, sample.schema, sql)


@pytest.fixture(scope="session")
def analyses(sample):
    place = (sample.port, sample.schema, sample.vars)
    return report.compiled_analyses(*place, manifest=sample.manifest)


@pytest.fixture(scope="session")
def file(sample, tmp_path_factory):
    output = tmp_path_factory.mktemp("report") / "drawn" / "index.html"
    place = (sample.port, sample.schema, sample.vars)
    return report.write(*place, output, sample.manifest)


@pytest.fixture
def opened(browser):
    """Opens a file without a network; it may not complain or ask for anything."""
    complaints, requests, contexts = [], [], []

    def open_page(file, width=1280):
        size = {"width": width, "height": 900}
        contexts.append(browser.new_context(viewport=size, offline=True))
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(file.as_uri())
        return Report(page)

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(("data:", "file:"))] == []


@pytest.fixture
def drawn(opened, file):
    return opened(file)
