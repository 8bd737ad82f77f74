"""Coming and going: tables that are adopted, models that leave."""

import pytest

from support.statements import ends_at

COLUMNS = "id int, month string"


def files(project, name):
    return {
        file: (file.stat().st_mtime_ns, file.stat().st_size)
        for file in project.folder(name).rglob("*")
        if file.is_file()
    }


@pytest.fixture(scope="module")
def adopted(project):
    """`orders` has the months of `old_orders`, made by Hive; `whole` has none."""
    project.query(f"create table {project.schema}.old_orders (id int) partitioned by"
                  " (month string) stored as parquet")  # fmt: skip
    project.query("set hive.exec.dynamic.partition.mode = nonstrict")
    project.query(
        f"insert into {project.schema}.old_orders values (1, 'a'), (2, 'b c')"
    )
    project.query(f"create table {project.schema}.whole using orc as select 1 as id")
    project.fed_model("orders", 'partition_by="month"')
    project.fed_model("whole", 'file_format="orc", batch="append"')
    project.before = files(project, "old_orders")
    for model, table in (("orders", "old_orders"), ("whole", "whole")):
        asked = {"model": model, "table": table}
        project.operate("adopt_table", **asked)
        assert project.names(f"{model}__batches") == []
        project.operate("adopt_table", **asked, apply=True)
    return project


def test_rows_are_there_without_a_copy(adopted):
    (batch,) = adopted.published("orders")
    assert adopted.rows("orders") == [
        (1, "a", batch, batch),
        (2, "b c", batch, batch),
    ]
    assert adopted.rows("whole", "id") == [(1,)]
    assert list(adopted.folder("orders__batches").rglob("*.parquet")) == []
    assert len(adopted.names("whole__before_*")) == 1


def test_what_replaces_adopted_rows_leaves_their_files_alone(adopted):
    (first,) = adopted.published("orders")
    adopted.feed("orders", COLUMNS, [(3, "a")])
    adopted.feed("whole", "id int", [(2,)])
    adopted.ok(select="orders whole")
    assert adopted.rows("orders", "id") == [(2,), (3,)]
    assert adopted.rows("whole", "id") == [(1,), (2,)]
    clean = {"model": "orders", "older_than_days": 0, "apply": True}
    adopted.operate("clean_batches", **clean)
    left = adopted.query(f"show partitions {adopted.schema}.orders__batches")
    assert f"month=a/batch_id={first}" not in {partition for (partition,) in left}
    assert files(adopted, "old_orders") == adopted.before
    assert adopted.rows("orders", "id") == [(2,), (3,)]


def test_what_does_not_fit_is_refused(adopted):
    adopted.query(f"create table {adopted.schema}.stray using orc as select 1 as id,"
                  " 'a' as month")  # fmt: skip
    adopted.query(f"create table {adopted.schema}.gaps using parquet partitioned by"
                  " (month) as select 1 as id, string(null) as month")  # fmt: skip
    adopted.fed_model("fresh", 'partition_by="month"')
    adopted.fed_model("fresh_orc", 'partition_by="month", file_format="orc"')
    for model, table, why in (
        ("fresh", "stray", "is orc, and the model's file_format is parquet"),
        ("fresh_orc", "stray", "is partitioned by nothing"),
        ("fresh", "orders_in", "is no table"),
        ("orders", "old_orders", "a table can be its first batch only"),
        ("fresh", "gaps", "1 rows have NULL or empty text in their partition columns"),
    ):
        said = adopted.operation("adopt_table", model=model, table=table, apply=True)
        assert why in said
    assert adopted.names("fresh*") == []
    assert adopted.locks() == []


@pytest.mark.parametrize("repair", ["recover", "remove_model"])
def test_an_adoption_that_dies_leaves_the_table_its_files(adopted, repair):
    name, table = f"dies_{repair}", f"for_{repair}"
    adopted.query(f"create table {adopted.schema}.{table} using parquet partitioned by"
                  " (month) as select 1 as id, 'a' as month")  # fmt: skip
    adopted.fed_model(name, 'partition_by="month"')
    before = files(adopted, table)
    # It has taken the partitions over, and does not come to count their rows.
    with ends_at(f"select to_json.* from {adopted.schema}.{name}__batches"):
        adopted.operation("adopt_table", model=name, table=table, apply=True)
    assert len(adopted.query(f"show partitions {adopted.schema}.{name}__batches")) == 1
    adopted.expire_locks()
    more = {"apply": True} if repair == "remove_model" else {}
    adopted.operate(repair, model=name, **more)
    assert len(adopted.names(f"{name}__batches")) == (0 if more else 1)
    assert files(adopted, table) == before
    assert adopted.rows(table) == [(1, "a")]


def test_a_model_that_left_is_removed_and_what_it_adopted_stays(adopted):
    adopted.operate("remove_model", model="orders")
    assert adopted.rows("orders", "id") == [(2,), (3,)]
    adopted.operate("remove_model", model="orders", apply=True)
    assert adopted.names("orders*") == ["orders_in"]
    assert files(adopted, "old_orders") == adopted.before
    assert adopted.rows("old_orders", "id") == [(1,), (2,)]


def test_a_model_becomes_a_table_again(adopted):
    adopted.model(
        "whole", "{{ config(materialized='table') }} select 9 as id", config=None
    )
    adopted.ok(select="whole")
    adopted.operate("remove_model", model="whole", apply=True)
    assert adopted.rows("whole", "id") == [(9,)]
    assert adopted.names("whole__batches") == []
    assert "there is no" in adopted.operation("remove_model", model="whole")


def test_a_table_of_partitions_becomes_an_ordinary_one_again(project):
    project.fed_model("parted", 'publish="partitions", partition_by="month"')
    project.feed("parted", COLUMNS, [(1, "a")])
    project.ok(select="parted")
    project.model(
        "parted",
        "{{ config(materialized='incremental') }} select 9 as id",
        config=None,
    )
    project.ok(select="parted", full_refresh=True)
    project.operate("remove_model", model="parted", apply=True)
    assert project.rows("parted") == [(9,)]
    assert project.names("parted*") == ["parted", "parted_in"]


@pytest.mark.stress
def test_a_renamed_model_goes_on_under_its_alias(project):
    new = "select sum(id) as id from {{{{ daybook.new_batches(ref('{}')) }}}}"
    rows = f"select * from {project.schema}.early_in"
    project.model("early", rows, 'batch="append"')
    project.model("sums", new.format("early"), 'batch="append"')
    project.feed("early", COLUMNS, [(1, "a")])
    project.ok(select="early sums")
    (project.path / "models" / "early.sql").unlink()
    project.model("renamed", rows, 'batch="append", alias="early"')
    project.model("sums", new.format("renamed"), 'batch="append"')
    project.feed("early", COLUMNS, [(10, "a")])
    project.ok(select="renamed sums")
    assert project.rows("early", "id") == project.rows("sums", "id") == [(1,), (10,)]
    assert project.names("renamed*") == []
