"""Random full snapshots, by both strategies: after each, the rows of plain Python."""

import json

import pytest

from support.merged import COLUMNS, KEY, arrivals, in_order, merged

SNAPSHOTS = """
    {{ daybook.merge_snapshot(
        incoming=ref("%s"), posted=this, key=%s, version="update_id",
        order_by=["value desc"], largest_loss=1, %s) }}
"""
IN_WINDOW = "window_days=10"
ADOPTED = IN_WINDOW + ', strategy="adopt"'
BY_DAY = 'partition_by="day"'
MODELS = {
    "by_window": ("told", BY_DAY, IN_WINDOW),
    "adopted": ("told", BY_DAY, ADOPTED),
    "kept": ("told", BY_DAY, ADOPTED + ', unchanged="keep"'),
}


@pytest.fixture(
    scope="module",
    params=[
        # One after the other, twice, late, and none.
        pytest.param((2017, slice(5, 9)), id="few"),
        *[
            pytest.param((seed, slice(None)), id=str(seed), marks=pytest.mark.stress)
            for seed in (2017, 421)
        ],
    ],
)
def replayed(request, project, tmp_path_factory):
    """What each model shows after each snapshot, and what was expected."""
    seed, some = request.param
    snapshots = [*arrivals(seed)][some]
    write(project, tmp_path_factory.mktemp("told") / "told.json", snapshots)
    project.fed_model("told", BY_DAY + ', restate_from="1900-01-01"')
    for name, (source, config, more) in MODELS.items():
        project.model(name, SNAPSHOTS % (source, KEY, more), config)
    shown, expected = [], [[]]
    for number, snapshot in enumerate(snapshots):
        tell(project, number)
        project.ok(full_refresh=number == 0)
        shown.append({name: rows(project, name) for name in MODELS})
        expected.append(merged(expected[-1], snapshot))
    return shown, expected[1:]


def write(project, file, snapshots):
    """All snapshots, as one table with their numbers."""
    names = [column.split()[0] for column in COLUMNS.split(", ")]
    lines = [
        json.dumps({"number": number, **dict(zip(names, row, strict=True))})
        for number, snapshot in enumerate(snapshots)
        for row in snapshot
    ]
    file.write_text("\n".join(lines))
    project.query(f"drop table if exists {project.schema}.all_told")
    project.query(
        f"create table {project.schema}.all_told using parquet as"
        f" select {typed()}, cast(number as int) from json.`{file}`"
    )


def typed():
    pairs = [column.split() for column in COLUMNS.split(", ")]
    return ", ".join(f"cast({name} as {type}) as {name}" for name, type in pairs)


def tell(project, number):
    project.query(
        f"create or replace view {project.schema}.told_in as select {typed()}"
        f" from {project.schema}.all_told where number = {number}"
    )


def rows(project, name):
    columns = ", ".join(column.split()[0] for column in COLUMNS.split(", "))
    return in_order(
        (str(row[0]), *row[1:])
        for row in project.query(f"select {columns} from {project.schema}.{name}")
    )


@pytest.mark.parametrize("name", ["by_window", "adopted"])
def test_after_each_snapshot(replayed, name):
    shown, expected = replayed
    for number, rows in enumerate(expected):
        assert shown[number][name] == rows, number
    assert len(expected[-1]) > 500


def test_what_is_kept_differs_in_its_version_alone(replayed):
    shown, expected = replayed
    for number, rows in enumerate(expected):
        found = in_order(row[:5] for row in shown[number]["kept"])
        assert found == in_order(row[:5] for row in rows), number
    # A few arrivals leave no row with an older version.
    if len(expected) > 5:
        assert shown[-1]["kept"] != expected[-1]
