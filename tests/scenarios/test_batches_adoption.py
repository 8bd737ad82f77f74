"""Coming and going: tables that are adopted, models that leave."""

from pathlib import Path

import pytest

COLUMNS = "id int, month string"


def location(project, name):
    rows = project.query(f"describe table extended {project.schema}.{name}")
    return Path(dict(row[:2] for row in rows)["Location"].removeprefix("file:"))


def files(project, name):
    return {
        file: (file.stat().st_mtime_ns, file.stat().st_size)
        for file in location(project, name).rglob("*")
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
    assert list(location(adopted, "orders__batches").rglob("*.parquet")) == []
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
    assert (first, "a") not in [
        tuple(e) for e in adopted.rows("orders", "batch_id, month")
    ]
    assert files(adopted, "old_orders") == adopted.before
    assert adopted.rows("orders", "id") == [(2,), (3,)]


def test_what_does_not_fit_is_refused(adopted):
    adopted.query(f"create table {adopted.schema}.stray using orc as select 1 as id,"
                  " 'a' as month")  # fmt: skip
    adopted.fed_model("fresh", 'partition_by="month"')
    adopted.fed_model("fresh_orc", 'partition_by="month", file_format="orc"')
    for model, table, why in (
        ("fresh", "stray", "is orc, and the model's file_format is parquet"),
        ("fresh_orc", "stray", "is partitioned by nothing"),
        ("fresh", "orders_in", "is no table"),
        ("orders", "old_orders", "a table can be its first batch only"),
    ):
        said = adopted.operation("adopt_table", model=model, table=table, apply=True)
        assert why in said
    assert adopted.names("fresh*") == []
    assert adopted.names("*__lock") == []


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


def test_an_audit_in_the_sql_keeps_a_batch_from_its_readers(project):
    project.model(
        "audited",
        "select * from {{ target.schema }}.audited_in"
        " where assert_true(id > 0, 'an id below 1') is null",
    )
    project.feed("audited", COLUMNS, [(1, "a")])
    project.ok(select="audited")
    project.feed("audited", COLUMNS, [(2, "a"), (0, "a")])
    assert "an id below 1" in project.run(select="audited")["audited"]
    assert project.rows("audited", "id") == [(1,)]
    assert project.names("audited__lock") == []
