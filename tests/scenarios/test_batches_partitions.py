"""publish="partitions": an external table that other engines read."""

from itertools import product

import pytest

from support.scenes import Run, scene
from support.statements import ends_at

COLUMNS = "id int, day date, team string"
COLUMN = "id int, month string"
AS_TABLE = 'publish="partitions", partition_by='
ODD = "a/b c%3A='x"
# Hive's own reader of Parquet and ORC, in place of Spark's.
AS_HIVE = [
    "set spark.sql.hive.convertMetastoreParquet = false",
    "set spark.sql.hive.convertMetastoreOrc = false",
]


def rows_of(days, first):
    pairs = enumerate(product(days, ["blue", ODD]), start=first)
    return [(id, f"2015-01-{day:02}", team) for id, (day, team) in pairs]


def fed(project, name, config, rows, columns=COLUMN):
    project.fed_model(name, config)
    project.feed(name, columns, rows)


def published(project, name, file_format="parquet"):
    """A scene of a table by day and team, from its first batch to a new column."""
    config = f'{AS_TABLE}["day", "team"], file_format="{file_format}"'
    config += ', restate_from="2015-01-02", on_schema_change="append_new_columns"'
    project.model(
        f"net_{name}",
        f"select day, team, sum(id) as id from {{{{ daybook.new_batches(ref('{name}'),"
        " retract='negate', measures=['id']) }} group by day, team",
        'batch="append"',
    )
    fed(project, name, config, rows_of([1, 2, 3], 1), COLUMNS)
    yield Run(f"{name} net_{name}")
    assert project.ids(name) == [1, 2, 3, 4, 5, 6]
    project.feed(name, COLUMNS, rows_of([2, 4], 10))
    yield Run(f"{name} net_{name}")
    # The third day is within what is restated, and has no rows: it is gone.
    now = [1, 2, 10, 11, 12, 13]
    assert project.ids(name) == now
    assert len(project.query(f"show partitions {project.schema}.{name}")) == 6
    assert project.rows(f"net_{name}", "sum(id)") == [(49,)]
    is_read_by_another_engine(project, name)
    first, second = project.published(name)
    assert set(project.rows(name, "posted_batch_id")) == {(first,), (second,)}
    for batch, shown in ((first, [1, 2, 3, 4, 5, 6]), (second, now)):
        project.operate("publish_batch", model=name, batch_id=batch)
        assert project.ids(name) == shown
    project.operate("clean_batches", model=name, older_than_days=0, apply=True)
    assert project.ids(name) == now
    later = (30, "2015-01-09", "blue", "new")
    project.feed(name, COLUMNS + ", note string", [later])
    yield Run(name)
    assert project.rows(name, "id, note") == [(1, None), (2, None), (30, "new")]


def is_read_by_another_engine(project, name):
    rows = project.rows(name, "id, cast(day as string), team")
    assert (13, "2015-01-04", ODD) in rows
    for setting in AS_HIVE:
        project.query(setting)
    plan = project.query(f"explain select id from {project.schema}.{name}")[0][0]
    assert "HiveTableScan" in plan or "Scan hive" in plan
    assert project.rows(name, "id, cast(day as string), team") == rows
    for setting in AS_HIVE:
        project.query(setting.replace("false", "true"))


@scene
def test_a_table_of_partitions(project):
    yield from published(project, "in_parquet")


@pytest.mark.stress
@scene
def test_a_table_of_partitions_in_orc(project):
    yield from published(project, "in_orc", "orc")


@scene
def test_a_half_set_table_is_completed_by_the_next_run(project):
    for rows in ([(1, "a"), (2, "b")], [(3, "a"), (4, "c")]):
        fed(project, "half", f'{AS_TABLE}"month"', rows)
        yield Run("half")
    first, _ = project.published("half")
    table = f"{project.schema}.half"
    old = f"{project.folder('half__batches')}/month=a/batch_id={first}"
    # As a run leaves it that died after some of its partitions.
    for change in (
        f"{table} partition (month = 'a') set location '{old}'",
        f"{table} drop partition (month = 'c')",
        f"{table} set tblproperties ('daybook.position' = '1')",
    ):
        project.query(f"alter table {change}")
    assert project.ids("half") == [1, 2]
    project.operate("recover", model="half")
    assert project.ids("half") == [2, 3, 4]


@scene
def test_a_rebuild_drops_what_a_half_set_table_shows(project):
    """Its text as a view would be too long, and it is none."""
    for rows in ([(1, "a")], [(2, "b")]):
        fed(project, "rebuilt", f'{AS_TABLE}"month"', rows)
        yield Run("rebuilt")
    properties = "set tblproperties ('daybook.position' = '1')"
    project.query(f"alter table {project.schema}.rebuilt {properties}")
    fed(project, "rebuilt", f'{AS_TABLE}"month"', [(3, "a")])
    short = {"daybook_view_text_limit": 1}
    project.ok(select="rebuilt", full_refresh=True, vars=short)
    assert project.ids("rebuilt") == [3]


@scene
def test_partitions_that_were_dropped_by_hand_come_back(project):
    config = f'{AS_TABLE}"month", restate_from="a"'
    fed(project, "thinned", config, [(1, "a"), (2, "b"), (3, "c")])
    yield Run("thinned")
    for month in "ac":
        project.query(
            f"alter table {project.schema}.thinned drop partition (month = '{month}')"
        )
    assert project.ids("thinned") == [2]
    fed(project, "thinned", config, [(4, "a"), (5, "b")])
    yield Run("thinned")
    # The third has no rows in what is restated: it is gone, as it was already.
    assert project.ids("thinned") == [4, 5]


@scene
def test_a_model_may_have_a_name_that_daybook_gives(project):
    """What another model publishes or keeps under it stays."""
    others = ["kept__batches", "built__unfinished"]
    for name in others:
        fed(project, name, f'{AS_TABLE}"month"', [(1, "a")])
    yield Run(" ".join(others))
    fed(project, "kept", f'{AS_TABLE}"month"', [(2, "a")])
    fed(project, "built", f'{AS_TABLE}"month"', [(2, "a")])
    outcome = yield Run("kept built", may_fail=True)
    assert "did not make the table" in outcome["kept"]
    assert "builds its table under the name" in outcome["built"]
    assert project.ids("kept__batches") == project.ids("built__unfinished") == [1]
    # The other way around, the batches of a model would have to make room.
    fed(project, "comes", 'partition_by="month"', [(3, "a")])
    yield Run("comes")
    fed(project, "comes__batches", "", [(4, "a")])
    for full_refresh in (False, True):
        outcome = yield Run("comes__batches", full_refresh, may_fail=True)
        said = outcome["comes__batches"]
        assert "holds the batches of another model" in said
    assert project.ids("comes") == [3]


@scene
def test_an_unfinished_table_of_a_dead_run_is_made_again(project):
    fed(project, "dies", f'{AS_TABLE}"month"', [(1, "a")])
    with ends_at(r"dies__unfinished rename to"):
        project.run(select="dies")
    project.expire_locks("dies__lock")
    assert project.names("dies__unfinished") == ["dies__unfinished"]
    yield Run("dies")
    assert project.ids("dies") == [1]
    assert project.names("dies__unfinished") == []


@scene
def test_views_and_partitions_take_each_others_place(project):
    as_view = 'partition_by="month"'
    as_table = f'{AS_TABLE}"month"'
    for config, rows, expected in (
        (as_view, [(1, "a"), (2, "b")], [1, 2]),
        (as_table, [(3, "a")], [2, 3]),
        (as_view, [(4, "b")], [3, 4]),
        # A partition of a table shows one batch, so of several one is made.
        (f'{as_view}, batch="append"', [(5, "b")], [3, 4, 5]),
        (as_table, [(6, "a")], [4, 5, 6]),
    ):
        fed(project, "either", config, rows)
        yield Run("either")
        assert project.ids("either") == expected
        names = project.names("either*")
        assert names == ["either", "either__batches", "either_in"]
    assert project.query(f"show partitions {project.schema}.either")


@scene
def test_its_columns_are_in_the_order_of_its_files(project):
    """Some engines read ORC by position."""
    config = 'partition_by="month", on_schema_change="append_new_columns"'
    fed(project, "wide", config, [(1, "a")])
    yield Run("wide")
    config += ', publish="partitions"'
    fed(project, "wide", config, [(2, "b", "new")], f"{COLUMN}, note string")
    yield Run("wide")
    columns, of_files = (
        [name for (name,) in project.query(f"show columns in {project.schema}.{table}")]
        for table in ("wide", "wide__batches")
    )
    assert columns == of_files[:-1] == ["id", "posted_batch_id", "note", "month"]
    assert project.rows("wide", "id, note") == [(1, None), (2, "new")]


@pytest.mark.stress
@scene
def test_a_table_is_whole_or_not_there(project):
    yml = """
    models:
      - name: described
        description: What it is.
        config: {persist_docs: {relation: true, columns: true}}
        columns: [{name: id, description: "Whose 'it' is."}]
    """
    config = f'{AS_TABLE}"month", on_schema_change="append_new_columns"'
    project.fed_model("described", config, yml)
    project.feed("described", COLUMN, [(n, f"m{n:03}") for n in range(150)])
    yield Run("described")
    text = str(project.query(f"describe table extended {project.schema}.described"))
    assert "What it is." in text
    assert "Whose 'it' is." in text
    # It is lost, and what rebuilds it dies when it has a hundred partitions.
    project.query(f"drop table {project.schema}.described")
    with ends_at(r"add if not exists.*m149"):
        project.run(select="described")
    project.expire_locks()
    assert project.names("described") == []
    project.operate("recover", model="described")
    assert len(project.rows("described")) == 150
    # What adds a column dies right after it.
    project.feed("described", COLUMN + ", note string", [(0, "m000", "new")])
    with ends_at(r"month. = 'm000'\) set location"):
        project.run(select="described")
    project.expire_locks()
    assert project.rows("described", "note", "id = 0") == [(None,)]
    project.operate("recover", model="described")
    assert project.rows("described", "note", "id = 0") == [("new",)]
