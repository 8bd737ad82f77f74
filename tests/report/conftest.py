"""The report, drawn from the sample and opened in a browser that has no network."""

import os
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

import report
from arrival import sample as arrivals_of_sample
from support.batch_project import Checkout
from support.drawn_report import Report


@dataclass
class Sample:
    port: int
    schema: str
    vars: dict
    manifest: object
    # Of the last build, the tests among them: {node: "success", or what went wrong}.
    outcome: dict


@pytest.fixture(scope="session")
def built_sample(spark_port, tmp_path_factory):
    """As `make run` builds it, but for its second arrival, and then tested."""
    folder = tmp_path_factory.mktemp("sample")
    project = Checkout(folder, spark_port, "sample")
    first, *_, last = arrivals_of_sample()
    project.read(last.variables)
    without_tests = ["--exclude-resource-types", "test", "unit_test"]
    before = project.build(*first.command[1:], *without_tests, vars=first.variables)
    outcome = project.build("--exclude-resource-types", "seed", vars=last.variables)
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


@contextmanager
def opening(browser):
    """Opens files without a network; they may not complain or ask for anything."""
    complaints, requests, contexts = [], [], []

    def open_page(file, width=1280, scheme="light", address=""):
        size = {"width": width, "height": 900}
        context = browser.new_context(
            viewport=size, offline=True, color_scheme=scheme, accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(file.as_uri() + address)
        page.wait_for_selector("[data-ready]")
        return Report(page)

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
    assert [
        url for url in requests if not url.startswith(("data:", "file:", "blob:"))
    ] == []


@pytest.fixture
def opened(browser):
    with opening(browser) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def page_of_a_module(browser, file):
    with opening(browser) as open_page:
        yield open_page(file)


@pytest.fixture
def drawn(page_of_a_module):
    """The page with its first filters: opened once for all tests of a module."""
    page_of_a_module.reset()
    return page_of_a_module


@pytest.fixture
def history(opened, file):
    """The page of the scores, to which the other leads."""
    return opened(file.with_name(f"{file.stem}.scores.html"))
