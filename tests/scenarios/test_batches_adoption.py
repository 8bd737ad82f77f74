"""Coming and going: tables that are adopted, models that leave."""

import re

import pytest

from support.scenes import Run, scene
from support.statements import each, ends_at

COLUMNS = "id int, month string"
BY_MONTH = 'partition_by="month"'


def files(project, name):
    return {
        file: (file.stat().st_mtime_ns, file.stat().st_size)
        for file in project.folder(name).rglob("*")
        if file.is_file()
    }


def table(project, name, rows, using="parquet partitioned by (month)"):
    """Rows of an id and a month, as SQL has them."""
    project.query(
        f"create table {project.schema}.{name} using {using}"
        f" as select * from values {rows} as t (id, month)"
    )


def test_a_removal_that_dies_can_be_done_again(project):
    removal = {"model": "leaves", "apply": True}
    project.fed_model("leaves", BY_MONTH)
    for death in ("__removed_2.* add", "drop table .*leaves__batches"):
        project.feed("leaves", COLUMNS, [(1, "a")])
        project.ok(select="leaves")
        folder = project.folder("leaves__batches")
        with ends_at(death):
            project.operation("remove_model", **removal)
        # No run brings back a view of files that are gone.
        begun = "remove_model has begun to remove its files: run that"
        assert begun in project.operation("recover", model="leaves", force=True)
        assert begun in project.run(select="leaves")["leaves"]
        assert project.names("leaves") == []
        project.operate("remove_model", **removal, force=True)
        assert not folder.exists()
        assert project.names("leaves*") == ["leaves_in"]
        assert project.locks("*leaves*") == []


@scene
def test_a_table_with_texts_of_a_length_can_be_continued(project):
    """In the types of a query they are strings."""
    project.query(
        f"create table {project.schema}.old_codes (id int, code varchar(5),"
        " codes array<varchar(2)>, month varchar(7)) using parquet"
        " partitioned by (month)"
    )
    project.query(
        f"insert into {project.schema}.old_codes values (1, 'a', array('b'), 'c')"
    )
    project.fed_model("codes", f'{BY_MONTH}, batch="append"')
    said = project.operation("adopt_table", model="codes")
    assert "adopt_table is missing the required argument table" in said
    project.query(
        f"create table {project.schema}.padded (code char(5), month string)"
        " using parquet partitioned by (month)"
    )
    said = project.operation("adopt_table", model="codes", table="padded")
    assert "the column code of type char(5)" in said
    project.operate("adopt_table", model="codes", table="old_codes", apply=True)
    project.query(
        f"create view {project.schema}.codes_in as"
        " select 2 as id, 'aa' as code, array('bb') as codes, 'c' as month"
    )
    yield Run("codes")
    assert project.rows("codes", "id, code, month") == [(1, "a", "c"), (2, "aa", "c")]


@scene
def test_a_table_is_adopted_and_left_again(project):
    """One of Hive's; its files stay as they are, whatever becomes of the model."""
    project.query(f"create table {project.schema}.old_orders (id int) partitioned by"
                  " (month string) stored as parquet")  # fmt: skip
    project.query("set hive.exec.dynamic.partition.mode = nonstrict")
    project.query(
        f"insert into {project.schema}.old_orders values (1, 'a'), (2, 'b c')"
    )
    before = files(project, "old_orders")
    project.fed_model("orders", BY_MONTH)
    asked = {"model": "orders", "table": "old_orders"}
    project.operate("adopt_table", **asked)
    assert project.names("orders__batches") == []
    project.operate("adopt_table", **asked, apply=True)
    (first,) = project.published("orders")
    rows = [(1, "a", first, first), (2, "b c", first, first)]
    assert project.rows("orders") == rows
    assert list(project.folder("orders__batches").rglob("*.parquet")) == []
    # What takes the place of its rows does not touch them.
    project.feed("orders", COLUMNS, [(3, "a")])
    yield Run("orders")
    project.operate("clean_batches", model="orders", older_than_days=0, apply=True)
    left = project.query(f"show partitions {project.schema}.orders__batches")
    assert f"month=a/batch_id={first}" not in {partition for (partition,) in left}
    assert project.rows("orders", "id") == [(2,), (3,)]
    said = project.operation("adopt_table", **asked, apply=True)
    assert "a table can be its first batch only" in said
    # Nor does the end of the model.
    project.operate("remove_model", model="orders")
    assert project.rows("orders", "id") == [(2,), (3,)]
    project.operate("remove_model", model="orders", apply=True)
    assert project.names("orders*") == ["orders_in"]
    assert files(project, "old_orders") == before
    assert project.rows("old_orders", "id") == [(1,), (2,)]


@scene
def test_a_table_of_the_models_name_is_adopted_and_becomes_a_table_again(project):
    table(project, "whole", "(1, 'a')", "orc")
    # Only Hive 4 sets it: see test_hive_4.
    project.query(
        f"alter table {project.schema}.whole"
        " unset tblproperties if exists ('TRANSLATED_TO_EXTERNAL')"
    )
    project.fed_model("whole", 'file_format="orc", batch="append"')
    project.feed("whole", COLUMNS, [(2, "b")])
    project.operate("adopt_table", model="whole", table="whole", apply=True)
    (renamed,) = project.names("whole__before_*")
    yield Run("whole")
    assert project.rows("whole", "id") == [(1,), (2,)]
    # With Hive 4, the renamed table still uses the folder of its old name.
    moved = project.folder(renamed).name == renamed
    place = "" if moved else f", location_root='{project.path}/tables'"
    config = f"{{{{ config(materialized='table'{place}) }}}}"
    project.model("whole", f"{config} select 9 as id", None)
    yield Run("whole")
    project.operate("remove_model", model="whole", apply=True)
    assert project.rows("whole", "id") == [(9,)]
    assert project.names("whole__batches") == []
    assert "there is no" in project.operation("remove_model", model="whole")


@scene
def test_what_does_not_fit_is_refused(project):
    table(project, "stray", "(1, 'a')", "orc")
    table(project, "gaps", "(1, string(null))")
    project.query(
        f"create table {project.schema}.defaults (id int default 7, month string)"
        " using parquet partitioned by (month)"
    )
    project.fed_model("fresh", BY_MONTH)
    project.fed_model("fresh_orc", f'{BY_MONTH}, file_format="orc"')
    project.feed("fresh", COLUMNS, [])
    for model, source, why in (
        ("fresh", "stray", "is orc, and the model's file_format is parquet"),
        ("fresh_orc", "stray", "is partitioned by nothing"),
        ("fresh", "fresh_in", "is no table"),
        ("fresh", "gaps", "1 rows have NULL or empty text in their partition columns"),
        ("fresh", "defaults", "has columns with a default (id)"),
    ):
        said = project.operation("adopt_table", model=model, table=source, apply=True)
        assert why in said
    assert project.names("fresh*") == ["fresh_in"]
    assert project.locks("fresh*") == []
    yield from ()


def test_a_table_that_is_written_meanwhile_is_not_adopted(project):
    table(project, "busy", "(1, 'a')")
    project.fed_model("adopter", BY_MONTH)
    wrote = []

    def write(sql, send):
        if not wrote and re.search(r"select to_json.*adopter__batches", sql, re.S):
            wrote.append(sql)
            project.query(f"insert into {project.schema}.busy values (2, 'a')")
        send()

    with each(write):
        asked = {"model": "adopter", "table": "busy", "apply": True}
        said = project.operation("adopt_table", **asked)
    assert wrote
    assert "was written while it was adopted: adopt it again" in said
    assert project.log("adopter")[-1]["event"] == "failed"
    assert project.rows("busy", "id") == [(1,), (2,)]


@pytest.mark.parametrize("repair", ["recover", "remove_model"])
def test_an_adoption_that_dies_leaves_the_table_its_files(project, repair):
    name, source = f"dies_{repair}", f"for_{repair}"
    table(project, source, "(1, 'a')")
    project.fed_model(name, BY_MONTH)
    before = files(project, source)
    # It has taken the partitions over, and does not come to count their rows.
    with ends_at(f"select to_json.* from {project.schema}.{name}__batches"):
        project.operation("adopt_table", model=name, table=source, apply=True)
    assert len(project.query(f"show partitions {project.schema}.{name}__batches")) == 1
    more = {"apply": True} if repair == "remove_model" else {}
    locked = project.operation(repair, model=name, **more)
    assert "has been writing it since" in locked
    project.operate(repair, model=name, force=True, **more)
    assert len(project.names(f"{name}__batches")) == (0 if more else 1)
    assert files(project, source) == before
    assert project.rows(source) == [(1, "a")]


@scene
def test_a_table_of_partitions_becomes_an_ordinary_one_again(project):
    project.fed_model("parted", f'publish="partitions", {BY_MONTH}')
    project.feed("parted", COLUMNS, [(1, "a")])
    yield Run("parted")
    sql = "{{ config(materialized='incremental') }} select 9 as id"
    project.model("parted", sql, config=None)
    yield Run("parted", full_refresh=True)
    project.operate("remove_model", model="parted", apply=True)
    assert project.rows("parted") == [(9,)]
    assert project.names("parted*") == ["parted", "parted_in"]


@pytest.mark.stress
@scene
def test_a_renamed_model_goes_on_under_its_alias(project):
    new = "select sum(id) as id from {{{{ daybook.new_batches(ref('{}')) }}}}"
    rows = f"select * from {project.schema}.early_in"
    project.model("early", rows, 'batch="append"')
    project.model("sums", new.format("early"), 'batch="append"')
    project.feed("early", COLUMNS, [(1, "a")])
    yield Run("early sums")
    (project.path / "models" / "early.sql").unlink()
    project.model("renamed", rows, 'batch="append", alias="early"')
    project.model("sums", new.format("renamed"), 'batch="append"')
    project.feed("early", COLUMNS, [(10, "a")])
    yield Run("renamed sums")
    assert project.rows("early", "id") == project.rows("sums", "id") == [(1,), (10,)]
    assert project.names("renamed*") == []
