"""publish="partitions": an external table that other engines read."""

from itertools import product

import pytest

from support.statements import ends_at

COLUMNS = "id int, day date, team string"
COLUMN = "id int, month string"
PARTITIONS = 'publish="partitions", partition_by=["day", "team"]'
ODD = "a/b c%3A='x"
# Hive's own reader of Parquet and ORC, in place of Spark's.
AS_HIVE = [
    "set spark.sql.hive.convertMetastoreParquet = false",
    "set spark.sql.hive.convertMetastoreOrc = false",
]


def rows_of(days, first):
    pairs = enumerate(product(days, ["blue", ODD]), start=first)
    return [(id, f"2015-01-{day:02}", team) for id, (day, team) in pairs]


@pytest.fixture(
    scope="module", params=["parquet", pytest.param("orc", marks=pytest.mark.stress)]
)
def table(project, request):
    name = f"in_{request.param}"
    project.fed_model(
        name,
        f'{PARTITIONS}, file_format="{request.param}",'
        ' restate_from="2015-01-02", on_schema_change="append_new_columns"',
    )
    project.model(
        f"net_{name}",
        f"select day, team, sum(id) as id from {{{{ daybook.new_batches(ref('{name}'),"
        " retract='negate', measures=['id']) }} group by day, team",
        'batch="append"',
    )
    project.feed(name, COLUMNS, rows_of([1, 2, 3], 1))
    project.ok(select=f"{name}+")
    return name


def test_partitions_stand_at_the_newest_batches(project, table):
    assert project.rows(table, "id") == [(n,) for n in range(1, 7)]
    project.feed(table, COLUMNS, rows_of([2, 4], 10))
    project.ok(select=f"{table}+")
    # The third day is within what is restated, and has no rows: it is gone.
    expected = [(1,), (2,), (10,), (11,), (12,), (13,)]
    assert project.rows(table, "id") == expected
    assert len(project.query(f"show partitions {project.schema}.{table}")) == 6
    assert project.rows(f"net_{table}", "sum(id)") == [(49,)]
    first, second = project.published(table)
    assert set(project.rows(table, "posted_batch_id")) == {(first,), (second,)}


def test_another_engine_reads_it_as_an_ordinary_table(project, table):
    expected = project.rows(table, "id, cast(day as string), team")
    assert (13, "2015-01-04", ODD) in expected
    for setting in AS_HIVE:
        project.query(setting)
    plan = project.query(f"explain select id from {project.schema}.{table}")[0][0]
    assert "HiveTableScan" in plan or "Scan hive" in plan
    assert project.rows(table, "id, cast(day as string), team") == expected
    for setting in AS_HIVE:
        project.query(setting.replace("false", "true"))


def test_back_and_forth_and_cleaning_touch_no_file_that_is_seen(project, table):
    first, second = project.published(table)
    for batch, ids in ((first, [1, 2, 3, 4, 5, 6]), (second, [1, 2, 10, 11, 12, 13])):
        project.operate("publish_batch", model=table, batch_id=batch)
        assert project.rows(table, "id") == [(id,) for id in ids]
    project.operate("clean_batches", model=table, older_than_days=0, apply=True)
    assert project.rows(table, "id") == [(id,) for id in [1, 2, 10, 11, 12, 13]]


def test_a_half_set_table_is_completed_by_the_next_run(project, table):
    last = project.published(table)[-1]
    project.feed(table, COLUMNS, rows_of([2, 5], 20))
    project.ok(select=table)
    whole = project.rows(table, "id")
    position = project.log(table)[-1]["position"]
    batches = f"{project.schema}.{table}__batches"
    location = project.folder(f"{table}__batches")
    # As a run leaves it that died after some of its partitions.
    old = f"{location}/day=2015-01-02/team=blue/batch_id={last}"
    flipped = f"'daybook.flipped' = '{position - 1}'"
    for table_name, change in (
        (
            f"{project.schema}.{table}",
            f"partition (day = date'2015-01-02', team = 'blue') set location '{old}'",
        ),
        (f"{project.schema}.{table}", "drop partition (day = date'2015-01-05')"),
        (batches, f"set tblproperties ({flipped})"),
    ):
        project.query(f"alter table {table_name} {change}")
    assert project.rows(table, "id") != whole
    project.operate("recover", model=table)
    assert project.rows(table, "id") == whole


def test_a_new_column_comes_along(project, table):
    project.feed(table, COLUMNS + ", note string", [(30, "2015-01-09", "blue", "new")])
    project.ok(select=table)
    assert (30, "new") in project.rows(table, "id, note")
    assert (1, None) in project.rows(table, "id, note")


def test_views_and_partitions_take_each_others_place(project):
    project.fed_model("either", 'partition_by="month"')
    project.feed("either", COLUMN, [(1, "a"), (2, "b")])
    project.ok(select="either")
    project.fed_model("either", 'partition_by="month", publish="partitions"')
    project.feed("either", COLUMN, [(3, "a")])
    project.ok(select="either")
    assert project.rows("either", "id") == [(2,), (3,)]
    assert project.query(f"show partitions {project.schema}.either")
    project.fed_model("either", 'partition_by="month"')
    project.feed("either", COLUMN, [(4, "b")])
    project.ok(select="either")
    assert project.rows("either", "id") == [(3,), (4,)]
    assert project.names("either*") == ["either", "either__batches", "either_in"]
    # A partition of a table shows one batch, so of several one is made.
    project.fed_model("either", 'partition_by="month", batch="append"')
    project.feed("either", COLUMN, [(5, "b")])
    project.ok(select="either")
    project.fed_model("either", 'partition_by="month", publish="partitions"')
    project.feed("either", COLUMN, [(6, "a")])
    project.ok(select="either")
    assert project.rows("either", "id") == [(4,), (5,), (6,)]


def run_until(project, statement):
    """A run that ends before a statement."""
    with ends_at(statement):
        project.run(select="described")
    project.expire_locks()


@pytest.mark.stress
def test_a_table_is_whole_or_not_there(project):
    yml = """
    models:
      - name: described
        description: What it is.
        config: {persist_docs: {relation: true, columns: true}}
        columns: [{name: id, description: "Whose 'it' is."}]
    """
    config = 'partition_by="month", publish="partitions", lock_hours=0.0003'
    project.fed_model("described", config, yml)
    project.feed("described", COLUMN, [(n, f"m{n:03}") for n in range(150)])
    project.ok(select="described")
    text = str(project.query(f"describe table extended {project.schema}.described"))
    assert "What it is." in text
    assert "Whose 'it' is." in text
    # It is lost, and what rebuilds it dies when it has a hundred partitions.
    project.query(f"drop table {project.schema}.described")
    run_until(project, r"add if not exists.*m149")
    assert project.names("described") == []
    project.operate("recover", model="described")
    assert len(project.rows("described")) == 150
    # What adds a column dies right after it.
    config += ', on_schema_change="append_new_columns"'
    project.fed_model("described", config)
    project.feed("described", COLUMN + ", note string", [(0, "m000", "new")])
    run_until(project, r"month. = 'm000'\) set location")
    assert project.rows("described", "note", "id = 0") == [(None,)]
    project.operate("recover", model="described")
    assert project.rows("described", "note", "id = 0") == [("new",)]


def test_what_a_table_of_hive_cannot_have_is_refused(project):
    select = "select 1 as id, 'a' as month, {}"
    config = 'partition_by="month", publish="partitions"'
    for name, column, why in (
        ("stamped", "timestamp_ntz'2015-01-01' as at", "is not one of Hive's: cast it"),
        ("nested", "struct(interval 1 day as i) as s", "is not one of Hive's: cast it"),
        ("named", "1 as `a,b`", "Hive has no column with , ; or : in its name"),
    ):
        project.model(name, select.format(column), config)
        assert why in project.run(select=name)[name]
        assert project.names(f"{name}*") == []


def test_partitions_go_with_replace_and_partition_by(project):
    project.fed_model("appended", 'publish="partitions", batch="append"')
    project.fed_model("whole", 'publish="partitions"')
    project.feed("appended", "id int", [(1,)])
    project.feed("whole", "id int", [(1,)])
    outcome = project.run(select="appended whole")
    for name in ("appended", "whole"):
        assert (
            "publish=\"partitions\" can't be used here: it goes with batch='replace'"
            in outcome[name]
        )
    assert project.names("*appended__batches") == []
