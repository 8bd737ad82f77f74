"""Histories of full snapshots beside dbt's own snapshot, and of real data."""

import os
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from bench.parts import delta
from support.batch_project import Project
from support.dbt import invoke
from support.skips import skipped_without
from temporary_server import temporary_server

pytestmark = [pytest.mark.stress, pytest.mark.timeout(3600)]

OPEN = "9999-12-31"
RUNS = 8
DBT = """
    {% snapshot by_dbt %}
    {{ config(unique_key="id", strategy="check", check_cols="all",
        hard_deletes="invalidate", file_format="delta") }}
    select id, text, amount from {{ target.schema }}.copies_in
    {% endsnapshot %}
"""
HISTORY = """
    {{ daybook.history_of_snapshots(
        snapshots=daybook.new_batches(ref("copies")), posted=this, key=["id"],
        taken_at="taken", largest_loss=1,
        history={"system_time": false, "interval": "half_open"}) }}
"""
COPIES = "id int, text string, amount int, taken bigint"


def random_copies(seed):
    """In order, of 60 keys: they go, come back and change, also to NULL."""
    rng, there = random.Random(seed), {}
    for taken in range(RUNS):
        for key in range(60):
            if rng.random() < 0.15:
                there.pop(key, None)
            elif rng.random() < 0.5 or taken == 0:
                there[key] = (rng.choice(["a", "it's", None]), rng.choice([1, 2, None]))
        yield [(key, *values, taken) for key, values in there.items()]


def test_the_intervals_are_those_of_dbt(tmp_path):
    with skipped_without():
        settings = delta.settings()
    with temporary_server(settings) as server:
        project = Project(tmp_path, server.port, "compared")
        project.fed_model("copies", 'batch="append"')
        project.model("ours", HISTORY)
        project.write("snapshots/by_dbt.sql", DBT)
        began = []
        for rows in random_copies(5):
            project.feed("copies", COPIES, rows)
            began += project.query("select unix_micros(current_timestamp())")[0]
            project.ok()
            assert invoke(project.arguments(["snapshot"])).success
        theirs = project.query(
            "select id, text, amount, unix_micros(timestamp(dbt_valid_from)),"
            f" unix_micros(timestamp(dbt_valid_to)) from {project.schema}.by_dbt"
        )
        ours = project.query(
            "select id, text, amount, valid_from, nullif(valid_to, 9223372036854775807)"
            f" from {project.schema}.ours"
        )

    def run_of(moment):
        return moment and sum(start <= moment for start in began) - 1

    intervals = [(*row[:3], run_of(row[3]), run_of(row[4])) for row in theirs]
    assert len(intervals) > 150
    assert sorted(map(str, map(tuple, ours))) == sorted(map(str, intervals))


DATA = os.environ.get("DAYBOOK_DATA")
COLUMNS = "airport_ref, airport_ident, type, description, frequency_mhz"
AIRPORTS = """
    {{ daybook.history_of_snapshots(
        snapshots=daybook.new_batches(ref("%s")), posted=this, key=["id"],
        taken_at="day", history={"system_time": %s}) }}
"""
MODELS = {"in_order": "none", "shuffled": "false"}


@pytest.mark.skipif(
    not DATA, reason="DAYBOOK_DATA is not set: the airport frequencies are not there"
)
def test_thirty_days_of_airports_in_order_and_shuffled(project):
    file = Path(DATA) / "airport_frequencies" / "frequencies_30days_long.parquet"
    project.query(
        f"create table {project.schema}.frequencies using parquet as"
        f" select id, {COLUMNS}, date(snapshot_ts) as day from parquet.`{file}`"
    )
    days = [
        day
        for (day,) in project.query(
            f"select distinct day from {project.schema}.frequencies order by day"
        )
    ]
    for name, system_time in MODELS.items():
        project.fed_model(f"{name}_copies", 'batch="append"')
        project.model(name, AIRPORTS % (f"{name}_copies", system_time))
    orders = {"in_order": days, "shuffled": random.Random(3).sample(days, len(days))}
    for place in range(len(days)):
        for name, order in orders.items():
            project.query(
                f"create or replace view {project.schema}.{name}_copies_in as"
                f" select * from {project.schema}.frequencies"
                f" where day = date'{order[place]}'"
            )
        project.ok()
    expected = versions_of(
        project.query(f"select id, day, {COLUMNS} from {project.schema}.frequencies"),
        days,
    )
    for name in MODELS:
        rows = project.query(
            f"select id, valid_from, valid_to, {COLUMNS} from {project.schema}.{name}"
            " where history_part <> 'closed'"
        )
        found = sorted(str((id, *map(str, row))) for id, *row in rows)
        assert found == expected, name


def versions_of(rows, days):
    """What each key had, day by day, where equal days beside each other are one."""
    contents = {}
    for id, day, *values in rows:
        contents.setdefault(id, {})[str(day)] = tuple(map(str, values))
    days, versions = [str(day) for day in days], []
    for id, by_day in contents.items():
        starts = [
            place
            for place, day in enumerate(days)
            if by_day.get(day) != (by_day.get(days[place - 1]) if place else None)
        ]
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            if days[start] in by_day:
                until = OPEN if end is None else the_day_before(days[end])
                versions.append((id, days[start], until, *by_day[days[start]]))
    return sorted(map(str, versions))


def the_day_before(day):
    return str(date.fromisoformat(day) - timedelta(1))
