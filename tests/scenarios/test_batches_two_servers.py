"""Two servers on one metastore: one writes, the other reads; or both want to write."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle

import pytest

from support.batch_project import Project
from support.metastore import shared_metastore
from support.readers import COLUMNS, Published, Readers, rows
from temporary_server import temporary_server

pytestmark = pytest.mark.stress

CONNECTIONS = 8
ENOUGH_READS = 2_000
# What the writer does, over and over while it is read.
STEPS = [
    *("publish", "publish", "roll_back", "publish", "compact"),
    *("publish", "roll_back", "roll_forth", "clean", "rebuild"),
]
SLEEP = "java_method('java.lang.Thread', 'sleep', 8000L)"
ATTEMPTS = 3


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """The same project twice, one on each server."""
    with ExitStack() as stack:
        settings = stack.enter_context(shared_metastore())
        each = [temporary_server(settings) for _ in range(2)]
        with ThreadPoolExecutor() as pool:
            servers = list(pool.map(stack.enter_context, each))
        projects = [
            Project(tmp_path_factory.mktemp("project"), server.port, "two_servers")
            for server in servers
        ]
        for project in projects:
            project.fed_model("months", 'batch="append", partition_by="month"')
            project.fed_model("contested", 'batch="append"')
        yield projects


class Writer:
    """The steps, each with what readers find after it."""

    def __init__(self, project):
        self.project, self.marker, self.readers = project, 0, None
        self.feed()
        project.ok(select="months", full_refresh=True)
        self.shown, self.published = [0], Published(0)
        # Each batch, and what readers found after it.
        self.past = [(self.batch(), self.shown)]
        self.cleaned = 0

    def feed(self):
        self.project.feed("months", COLUMNS, rows(self.marker))

    def batch(self):
        return self.project.published("months")[-1]

    def operate(self, name, **arguments):
        assert self.project.operation(name, model="months", **arguments) == "success"

    def publish(self, full_refresh=False):
        self.marker += 1
        self.feed()
        self.shown = [*([] if full_refresh else self.shown), self.marker]
        with self.published.moving_to(*self.shown):
            self.project.ok(select="months", full_refresh=full_refresh)
        self.past.append((self.batch(), self.shown))

    def rebuild(self):
        self.publish(full_refresh=True)

    def roll_back(self):
        self.point_at(*self.past[-2])

    def roll_forth(self):
        self.point_at(*self.past[-1])

    def point_at(self, batch, shown):
        self.shown = shown
        with self.published.moving_to(*shown):
            self.operate("publish_batch", batch_id=batch)

    def compact(self):
        self.operate("compact_batches", apply=True)

    def clean(self):
        before = self.partitions()
        # Cleaning leaves the files that queries may still be reading: of these, none.
        self.readers.wait_for_new_reads()
        self.operate("clean_batches", older_than_days=0, apply=True)
        self.cleaned += before - self.partitions()

    def partitions(self):
        schema = self.project.schema
        return len(self.project.query(f"show partitions {schema}.months__batches"))


@pytest.mark.timeout(3600)
def test_no_read_on_one_server_minds_what_is_done_on_the_other(projects):
    writer = Writer(projects[0])
    port, relation = projects[1].port, f"{projects[1].schema}.months"
    with Readers(CONNECTIONS, port, relation, writer.published) as readers:
        writer.readers = readers
        for number, step in enumerate(cycle(STEPS)):
            if number >= len(STEPS) and sum(readers.reads) >= ENOUGH_READS:
                break
            getattr(writer, step)()
    assert readers.problems == []
    assert min(readers.reads) > 0
    assert writer.cleaned > 0
    found = projects[1].rows("months", "distinct marker")
    assert found == [(marker,) for marker in writer.shown]
    print(f"{sum(readers.reads)} reads over {number} steps, none amiss")


def test_of_two_writers_on_two_servers_one_is_refused(projects):
    rows = []
    for marker, project in enumerate(projects):
        rows.append((marker,))
        write(project, f"select {marker} as id")
    for _ in range(ATTEMPTS):
        feed(projects[0], f"select 9 as id where {SLEEP} is not null")
        runs = [project.start("run", "--select", "contested") for project in projects]
        said = [run.communicate()[0] for run in runs]
        codes = [run.returncode for run in runs]
        rows += [(9,)] * codes.count(0)
        # Where both succeed, the one had finished when the other came.
        if codes != [0, 0]:
            break
    assert sorted(codes) == [0, 1], said
    assert "has been writing it since" in said[codes.index(1)]
    for marker, project in enumerate(projects, start=10):
        assert project.locks() == []
        rows.append((marker,))
        write(project, f"select {marker} as id")
    for project in projects:
        assert project.rows("contested", "id") == rows


def feed(project, sql):
    project.query(f"create or replace view {project.schema}.contested_in as {sql}")


def write(project, sql):
    feed(project, sql)
    project.ok(select="contested")
