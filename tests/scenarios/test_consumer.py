"""A project that installs the package: tests/consumer, built and built again.

`make test` builds it on a cluster only.
"""

import shutil
from collections import Counter
from types import SimpleNamespace

import pytest

from support.batch_project import PACKAGE, Project
from support.dbt import invoke

CONSUMER = PACKAGE / "tests" / "consumer"
# By day, place and hub: what came, went, and was on hand. Then came, late, that P1 had
# been on the belt in between, and what happened on two more days.
FIRST = {
    ("03-01", "Depot", "North"): (1, 0, 1),
    ("03-02", "Depot", "North"): (0, 1, 0),
    ("03-02", "Van", "North"): (1, 0, 1),
    ("03-02", "Depot", None): (1, 0, 1),
}
SECOND = {
    ("03-01", "Depot", "North"): (1, 1, 0),
    ("03-01", "Belt", "North"): (1, 0, 1),
    ("03-02", "Belt", "North"): (0, 1, 0),
    ("03-02", "Van", "North"): (1, 0, 1),
    ("03-02", "Depot", None): (1, 0, 1),
    ("03-03", "Van", "North"): (0, 0, 1),
    ("03-03", "Depot", None): (0, 1, 0),
    ("03-03", "Van", None): (1, 0, 1),
    ("03-04", "Van", "North"): (0, 1, 0),
    ("03-04", "Door", "North"): (1, 0, 1),
    ("03-04", "Van", None): (0, 0, 1),
}


class Consumer(Project):
    """A copy of the project, with the package where it lies."""

    profile = "parcels"

    def _make(self):
        shutil.copytree(CONSUMER, self.path, dirs_exist_ok=True)
        packages = (self.path / "packages.yml").read_text()
        assert "local: ../.." in packages
        self.write("packages.yml", packages.replace("../..", str(PACKAGE)))
        assert self.dbt("deps").success

    def dbt(self, *arguments):
        return invoke(self.arguments(arguments))


@pytest.fixture(scope="module")
def project(batch_port, tmp_path_factory):
    project = Consumer(tmp_path_factory.mktemp("a consumer"), batch_port, "consumer")
    yield project
    project.drop()


@pytest.fixture(scope="module")
def manifest(project):
    return project.dbt("parse").result


@pytest.fixture(scope="module")
def built(project):
    """Both builds, and what stood in the schema after each."""
    return [state(project, day) for day in ("2024-03-02", "2024-03-04")]


def state(project, day):
    build = project.dbt("build", "--vars", f"arrived_until: {day}")
    assert build.success, build.lines
    snapshot = project.query(
        "select date_format(snapshot_date, 'MM-dd'), place, hub, sum(quantity_in), "
        "sum(quantity_out), sum(quantity_on_hand) "
        "from consumer.snap_parcels_daily group by all"
    )
    return SimpleNamespace(
        lines=build.lines,
        nodes=Counter(result.node.resource_type for result in build.result),
        names=project.names(),
        entries=Counter(project.rows("fct_moves")),
        last={
            (*row,)
            for row in project.query(
                "select parcel, place, date_format(scanned_at, 'MM-dd HH:mm') "
                "from consumer.last_scans"
            )
        },
        snapshot={
            tuple(key): (*figures,)
            for *key, came, went, held in snapshot
            if any(figures := (came, went, held))
        },
    )


@pytest.mark.stress
def test_its_tests_pass_and_dbt_warns_of_nothing(built):
    for each in built:
        assert each.nodes == {"model": 5, "test": 5, "operation": 1}
        assert [line for line in each.lines if "WARNING" in line] == []


@pytest.mark.stress
def test_it_has_the_macros_alone(built):
    batched = ("stg_scans", "fct_moves", "snap_parcels_daily", "last_scans")
    tables = {f"{name}__batches" for name in batched}
    assert {*built[0].names} == {"scans", *batched} | tables


def test_it_has_no_macro_of_the_sample(manifest):
    names = {macro.name for macro in manifest.macros.values()}
    assert names & {"event_log", "issue_log", "scan_log"} == {"event_log", "scan_log"}


def test_the_first_page_of_its_documentation_is_its_own(manifest):
    pages = [page for page in manifest.docs.values() if page.name == "__overview__"]
    assert {page.package_name for page in pages} == {"dbt"}


@pytest.mark.stress
def test_late_scans_change_the_days_since(built):
    assert [each.snapshot for each in built] == [FIRST, SECOND]


@pytest.mark.stress
def test_what_was_posted_stays_and_what_is_new_joins_it(built):
    """Late: out of Depot taken back and posted again, out of and in Belt. Two moves."""
    first, second = (each.entries for each in built)
    assert first - second == Counter()
    assert (second - first).total() == 8


@pytest.mark.stress
def test_a_pattern_of_its_own_keeps_the_last_row_of_each_key(built):
    assert [each.last for each in built] == [
        {("P1", "Van", "03-02 09:00"), ("P2", "Depot", "03-02 10:00")},
        {("P1", "Door", "03-04 11:00"), ("P2", "Van", "03-03 07:00")},
    ]


@pytest.mark.stress
def test_the_checkout_stays_as_it_is(built):
    for folder in (PACKAGE, CONSUMER):
        assert not (folder / "dbt_packages").exists()
        assert not (folder / "package-lock.yml").exists()
