"""check_model: damage that was done by hand, and what others wrote."""

import os
import shutil

import pytest

COLUMNS = "id int, month string"
TABLE = 'publish="partitions", partition_by="month"'


@pytest.fixture(scope="module")
def models(project):
    """Models of two batches each: of month b the second, of month a the first."""
    names = ("lost_folder", "lost_file", "altered", "cut", "whole")
    tables = ("written", "taken", "parts", "made_incremental")
    for name in names + tables:
        parts = TABLE if name in tables else 'partition_by="month"'
        project.fed_model(name, parts)
    for rows in ([(1, "a"), (2, "a"), (3, "b")], [(4, "b"), (5, "b")]):
        for name in names + tables:
            project.feed(name, COLUMNS, rows)
        project.ok()
    return project


def check(project, name):
    return project.operation("check_model", model=name)


def folder(project, name, month):
    batch = project.published(name)[{"a": 0, "b": 1}[month]]
    return project.folder(f"{name}__batches") / f"month={month}" / f"batch_id={batch}"


def test_what_is_whole_is_said_to_be_whole(models):
    said = models.operate("check_model", model="whole")
    assert "everything is as the logs say" in said


def test_a_directory_that_was_deleted_is_missed(models):
    shutil.rmtree(folder(models, "lost_folder", "a"))
    said = check(models, "lost_folder")
    assert "partition a of batch" in said
    assert "has 0 rows, and its log says 2, and readers see it" in said
    assert "what is there differs from what the log says, in" in said


def test_a_file_that_was_deleted_is_missed_and_negated_by_nobody(models):
    models.model(
        "net",
        "select month, sum(id) as id from {{ daybook.new_batches(ref('lost_file'),"
        " retract='negate', measures=['id']) }} group by month",
        'batch="append"',
    )
    models.ok(select="net")
    models.feed("lost_file", COLUMNS, [(9, "a")])
    models.ok(select="lost_file")
    for file in folder(models, "lost_file", "a").glob("*.parquet"):
        file.unlink()
    models.query(f"refresh table {models.schema}.lost_file__batches")
    said = models.run(select="net")["net"]
    assert "2 rows of" in said
    assert "are to be taken back, and 0 of them are there" in said
    assert models.rows("net", "sum(id)") == [(12,)]
    assert "has 0 rows, and its log says 2" in check(models, "lost_file")
    models.ok(select="net", full_refresh=True)
    assert models.rows("net", "sum(id)") == [(18,)]


def test_a_view_that_was_altered_is_noticed_and_written_again(models):
    view = f"{models.schema}.altered"
    models.query(
        f"alter view {view} as select id, month, posted_batch_id, batch_id"
        f" from {models.schema}.altered__batches where id > 1"
    )
    assert "its view is not the one that its log asks for" in check(models, "altered")
    said = models.operate("recover", model="altered")
    assert "wrote its view again" in said
    assert models.rows("altered", "id") == [(1,), (2,), (4,), (5,)]
    assert check(models, "altered") == "success"


@pytest.mark.stress
def test_an_event_that_was_removed_is_missed_also_by_recover(models):
    table = f"{models.schema}.cut__batches"
    models.query(f"alter table {table} unset tblproperties ('daybook.log.000002.0000')")
    missing = "event 2 of its log, which its view shows, is missing"
    for operation in ("check_model", "recover", "clean_batches"):
        more = {"apply": True} if operation == "clean_batches" else {}
        assert missing in models.operation(operation, model="cut", **more)
    assert missing in models.run(select="cut")["cut"]
    assert models.locks() == []
    assert models.rows("cut", "id") == [(1,), (2,), (4,), (5,)]


def test_what_another_writer_put_into_a_table_of_partitions_is_noticed(models):
    table = f"{models.schema}.written"
    # Hive's own way of writing, which names its files in another way.
    models.query("set hive.exec.dynamic.partition.mode = nonstrict")
    batch = models.published("written")[0]
    models.query(f"insert into {table} partition (month = 'a') select 7, {batch}")
    said = check(models, "written")
    assert "partition a of batch" in said
    assert "has 3 rows, and its log says 2, and readers see it" in said


def test_a_model_that_was_made_incremental_has_changed_batches(models):
    models.model(
        "made_incremental",
        """
        {{ config(materialized="incremental", incremental_strategy="insert_overwrite",
            file_format="parquet", partition_by="month") }}
        select 6 as id, cast(7 as bigint) as posted_batch_id, 'a' as month
        """,
        None,
    )
    models.ok(select="made_incremental")
    models.fed_model("made_incremental", TABLE)
    said = check(models, "made_incremental")
    assert "partition a of batch" in said
    assert "has 1 rows, and its log says 2, and readers see it" in said


def test_files_that_were_replaced_by_as_many_rows_are_noticed(models):
    target = folder(models, "taken", "a")
    (file,) = target.glob("*.parquet")
    other = next(folder(models, "taken", "b").glob("*.parquet"))
    stat = file.stat()
    shutil.copy(other, file)
    later = stat.st_mtime + 3600
    os.utime(file, (later, later))
    (file.parent / f".{file.name}.crc").unlink(missing_ok=True)
    assert "has files that were changed after it was written" in check(models, "taken")
    shutil.copy(other, target / other.name)
    file.unlink()
    os.utime(target / other.name, (stat.st_mtime, stat.st_mtime))
    more = (
        target / "part-00000-00000000-0000-0000-0000-000000000000.c000.snappy.parquet"
    )
    shutil.copy(other, more)
    assert "has 4 rows, and its log says 2" in check(models, "taken")


def test_a_partition_that_was_set_to_another_folder_is_noticed(models):
    table = f"{models.schema}.parts"
    of_b = folder(models, "parts", "b")
    models.query(f"alter table {table} partition (month = 'a') set location '{of_b}'")
    said = check(models, "parts")
    assert "its table shows the partition a from another folder" in said
    assert "partition b from" not in said
    empty = f"{of_b.parent}/batch_id=1"
    models.query(f"alter table {table} partition (month = 'a') set location '{empty}'")
    said = check(models, "parts")
    assert "its table shows the partition a from another folder" in said
    models.query(f"drop table {table}")
    models.operate("recover", model="parts")
    assert check(models, "parts") == "success"


@pytest.mark.stress
def test_partitions_of_a_table_that_come_or_go_are_noticed(models):
    table = f"{models.schema}.parts"
    models.query(f"alter table {table} drop partition (month = 'b')")
    models.query(f"alter table {table} add partition (month = 'z')")
    said = check(models, "parts")
    assert "its table lacks the partition b" in said
    assert "its table has another's partition z" in said
    models.query(f"drop table {table}")
    assert "its table is gone" in check(models, "parts")
    models.operate("recover", model="parts")
    assert check(models, "parts") == "success"
    models.query(
        f"insert into {models.schema}.parts__batches"
        " partition (month = 'b', batch_id = 5) select 9, 5"
    )
    assert "partition b of batch 5 is not in its log" in check(models, "parts")
    models.operate("clean_batches", model="parts", older_than_days=0, apply=True)
    assert check(models, "parts") == "success"


@pytest.mark.stress
def test_a_partition_of_any_name_can_be_checked(models):
    columns = ["n", "writer", "changed_at"]
    models.model(
        "named",
        "select 1 as id, 'a' as n, 'b' as writer, 'c' as changed_at",
        f"partition_by={columns}",
    )
    models.ok(select="named")
    assert check(models, "named") == "success"


def test_what_is_not_published_yet_is_no_damage(models):
    table, flipped = f"{models.schema}.whole__batches", models.flipped("whole")
    models.query(
        f"alter table {table} set tblproperties ('daybook.flipped' = '{flipped - 1}')"
    )
    said = check(models, "whole")
    assert "a run is writing or publishing it, or has died" in said
    models.operate("recover", model="whole")
    assert check(models, "whole") == "success"


def test_all_models_are_checked_where_none_is_named(models):
    said = models.operation("check_model")
    for name in ("lost_folder", "lost_file", "written", "taken"):
        assert f"{models.schema}.{name} " in said
    assert f"{models.schema}.whole " not in said
