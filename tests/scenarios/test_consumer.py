"""A project that installs the package: tests/consumer, built and built again."""

import json
import shutil
from collections import Counter
from datetime import date, timedelta
from types import SimpleNamespace

import pytest

from spark import ROOT
from support.dbt import Dbt

CONSUMER = ROOT / "tests" / "consumer"
FIRST = [
    ("P1", "Depot", "North", date(2024, 3, 1)),
    ("P1", "Van", "North", date(2024, 3, 2)),
    ("P2", "Depot", None, date(2024, 3, 2)),
]
# The first of them comes late: before the van.
ALL = [
    FIRST[0],
    ("P1", "Belt", "North", date(2024, 3, 1)),
    *FIRST[1:],
    ("P2", "Van", None, date(2024, 3, 3)),
    ("P1", "Door", "North", date(2024, 3, 4)),
]


@pytest.fixture(scope="module")
def built(spark_server, tmp_path_factory):
    """Both builds, and what stood in the schema after each."""
    folder = tmp_path_factory.mktemp("consumer")
    copy = shutil.copytree(CONSUMER, folder / "a project")
    packages = (copy / "packages.yml").read_text()
    assert "local: ../.." in packages
    (copy / "packages.yml").write_text(packages.replace("../..", str(ROOT)))
    profiles = (ROOT / "profiles" / "profiles.yml").read_text()
    (copy / "profiles.yml").write_text(profiles.replace("\ndaybook:", "\nparcels:"))
    dbt = Dbt(spark_server, folder, "consumer", copy, copy)
    deps = dbt.run("deps")
    assert deps.success, deps.lines
    return [state(dbt, day) for day in ("2024-03-02", "2024-03-04")]


def state(dbt, day):
    build = dbt.run("build", arrived_until=day)
    query = dbt.server.query
    return SimpleNamespace(
        build=build,
        manifest=json.loads((dbt.folder / "target" / "manifest.json").read_text()),
        statuses={each.node.name: str(each.status) for each in build.result},
        objects={row[1] for row in query("show tables in consumer")},
        entries=query(
            "select parcel, place, hub, event_date, direction, event_count "
            "from consumer.fct_moves"
        ),
        snapshot=query(
            "select snapshot_date, place, hub, sum(quantity_in), sum(quantity_out), "
            "sum(quantity_on_hand) from consumer.snap_parcels_daily group by all"
        ),
    )


def entries(scans):
    """In at each scan, and out of the place before it."""
    net, at = Counter(), {}
    for parcel, place, hub, day in scans:
        if parcel in at:
            net[parcel, at[parcel], hub, day, "out"] -= 1
        net[parcel, place, hub, day, "in"] += 1
        at[parcel] = place
    return net


def snapshot(scans):
    """{(day, place, hub): (in, out, on hand)}, day by day."""
    days, rows = [day for *_, day in scans], {}
    for number in range((max(days) - min(days)).days + 1):
        today = min(days) + timedelta(number)
        figures = {}
        for (_, place, hub, day, direction), count in entries(scans).items():
            here = figures.setdefault((today, place, hub), [0, 0, 0])
            here[0] += count if day == today and direction == "in" else 0
            here[1] -= count if day == today and direction == "out" else 0
            here[2] += count if day <= today else 0
        rows |= {key: tuple(row) for key, row in figures.items() if any(row)}
    return rows


@pytest.mark.parametrize("run", [0, 1])
def test_it_builds_and_its_tests_pass(built, run):
    assert built[run].build.success, built[run].build.lines
    tests = [
        name for name in built[run].statuses if "parcel" in name or "moves" in name
    ]
    assert len(tests) == 7
    assert set(built[run].statuses.values()) <= {"success", "pass"}


def test_it_has_the_macros_and_the_hooks_alone(built):
    assert set(built[0].objects) == {
        "scans",
        *("stg_scans", "stg_scans__batches"),
        *("fct_moves", "fct_moves__batches"),
        *("snap_parcels_daily", "snap_parcels_daily__batches"),
    }
    assert "daybook-on-run-end-0" in built[0].statuses


def test_the_first_page_of_its_documentation_is_its_own(built):
    docs = built[0].manifest["docs"].values()
    pages = {each["package_name"] for each in docs if each["name"] == "__overview__"}
    assert pages == {"dbt"}


@pytest.mark.parametrize(("run", "scans"), [(0, FIRST), (1, ALL)])
def test_entries(built, run, scans):
    net = Counter()
    for parcel, place, hub, day, direction, count in built[run].entries:
        net[parcel, place, hub, as_date(day), direction] += count
    assert {key: count for key, count in net.items() if count} == entries(scans)


def test_what_was_posted_stays_and_what_is_new_joins_it(built):
    first, second = (Counter(each.entries) for each in built)
    assert first <= second
    # Late: out of Depot taken back and posted again, in and out of Belt. Two moves.
    assert (first - second).total() == 0
    assert (second - first).total() == 8


@pytest.mark.parametrize(("run", "scans"), [(0, FIRST), (1, ALL)])
def test_the_snapshot(built, run, scans):
    there = {
        (as_date(day), place, hub): tuple(map(int, figures))
        for day, place, hub, *figures in built[run].snapshot
        if any(figures)
    }
    assert there == snapshot(scans)


def test_the_checkout_stays_as_it_is(built):
    for folder in (ROOT, CONSUMER):
        assert not (folder / "dbt_packages").exists()
        assert not (folder / "package-lock.yml").exists()


def as_date(day):
    return day if isinstance(day, date) else date.fromisoformat(day)


def test_dbt_warns_of_nothing(built):
    lines = [line for each in built for line in each.build.lines]
    assert [line for line in lines if "WARNING" in line] == []
