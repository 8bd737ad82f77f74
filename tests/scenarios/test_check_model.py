"""check_model: damage that was done by hand, and what others wrote.

Each model has two batches: of month b the second is seen, of month a the first.
"""

import os
import shutil
from types import SimpleNamespace

import pytest

COLUMNS = "id int, month string"
BATCHES = [[(1, "a"), (2, "a"), (3, "b")], [(4, "b"), (5, "b")]]
BY_MONTH = 'partition_by="month"'
AS_TABLE = f'{BY_MONTH}, publish="partitions"'


def folder(project, name, month, number):
    batch = project.published(name)[number]
    return project.folder(f"{name}__batches") / f"month={month}" / f"batch_id={batch}"


def lost_folder(project, table):
    shutil.rmtree(folder(project, "lost_folder", "a", 0))


def altered(project, table):
    columns = "id, month, posted_batch_id, batch_id"
    batches = f"{table}__batches"
    project.query(f"alter view {table} as select {columns} from {batches} where id > 1")


def cut(project, table):
    event = "daybook.log.000002.0000"
    project.query(f"alter table {table}__batches unset tblproperties ('{event}')")


def unpublished(project, table):
    flipped = "'daybook.flipped' = '1'"
    project.query(f"alter table {table}__batches set tblproperties ({flipped})")


def stray(project, table):
    partition = "month = 'b', batch_id = 5"
    project.query(f"insert into {table}__batches partition ({partition}) select 9, 5")


def written(project, table):
    """Into the table of partitions, as Hive writes."""
    project.query("set hive.exec.dynamic.partition.mode = nonstrict")
    batch = project.published("written")[0]
    project.query(f"insert into {table} partition (month = 'a') select 7, {batch}")


def replaced(project, table):
    """By a file of as many rows, an hour later."""
    (file,) = folder(project, "replaced", "a", 0).glob("*.parquet")
    (other,) = folder(project, "replaced", "b", 1).glob("*.parquet")
    put(other, file, file.stat().st_mtime + 3600)


def mixed(project, table):
    """As many rows and as old, but in two files, one of another writer."""
    (file,) = folder(project, "mixed", "b", 1).glob("*.parquet")
    (other,) = folder(project, "mixed", "b", 0).glob("*.parquet")
    uuid = "00000000-0000-0000-0000-000000000000"
    modified = file.stat().st_mtime
    put(other, file, modified)
    put(other, file.with_name(f"part-00000-{uuid}.c000.snappy.parquet"), modified)


def put(file, place, modified):
    shutil.copy(file, place)
    (place.parent / f".{place.name}.crc").unlink(missing_ok=True)
    os.utime(place, (modified, modified))


def moved(project, table):
    other = folder(project, "moved", "b", 1)
    project.query(f"alter table {table} partition (month = 'a') set location '{other}'")


def other_parts(project, table):
    project.query(f"alter table {table} drop partition (month = 'b')")
    project.query(f"alter table {table} add partition (month = 'z')")


def gone(project, table):
    project.query(f"drop table {table}")


# {model, and what is done to it: (its config, what is said of it)}
DAMAGE = {
    lost_folder: (BY_MONTH, "has 0 rows, and its log says 2, and readers see it"),
    altered: (BY_MONTH, "its view is not the one that its log asks for"),
    cut: (BY_MONTH, "event 2 of its log, which its view shows, is missing"),
    unpublished: (BY_MONTH, "a run is writing or publishing it, or has died"),
    stray: (BY_MONTH, "partition b of batch 5 is not in its log"),
    written: (AS_TABLE, "has 3 rows, and its log says 2, and readers see it"),
    replaced: (BY_MONTH, "has files that were changed after it was written"),
    mixed: (BY_MONTH, "has files that another writer has put there, and readers"),
    moved: (AS_TABLE, "its table shows the partition a from another folder"),
    other_parts: (AS_TABLE, "its table lacks the partition b"),
    gone: (AS_TABLE, "its table is gone"),
}
WHOLE = {"whole": BY_MONTH, "whole_table": AS_TABLE}


@pytest.fixture(scope="module")
def checked(project):
    """What is said of each model after the damage, and what is left after repairs."""
    models = WHOLE | {each.__name__: config for each, (config, _) in DAMAGE.items()}
    for name, config in models.items():
        project.fed_model(name, config)
    # Columns are called as the check's own.
    columns = ["n", "writer", "changed_at"]
    sql = "select 1 as id, 'a' as n, 'b' as writer, 'c' as changed_at"
    project.model("named", sql, f"partition_by={columns}")
    for rows in BATCHES:
        for name in models:
            project.feed(name, COLUMNS, rows)
        project.ok()
    for damage in DAMAGE:
        damage(project, f"{project.schema}.{damage.__name__}")
    damaged = project.operation("check_model")
    for name in ("moved", "other_parts"):
        project.query(f"drop table {project.schema}.{name}")
    for name in ("altered", "unpublished", "moved", "other_parts", "gone"):
        project.operate("recover", model=name)
    clean = {"model": "stray", "older_than_days": 0, "apply": True}
    project.operate("clean_batches", **clean)
    repaired = project.operation("check_model")
    return SimpleNamespace(
        said=by_model(project, damaged), left=by_model(project, repaired)
    )


def by_model(project, text):
    """{model: what is said of it}."""
    said = {}
    for line in text.splitlines():
        name, _, what = line.strip().partition(" ")
        if name.startswith(f"{project.schema}."):
            said.setdefault(name.partition(".")[2], []).append(what)
    return said


def test_what_is_whole_is_said_to_be_whole(project, checked):
    said = project.operate("check_model", model="whole")
    assert "everything is as the logs say" in said
    assert checked.said.keys() == {damage.__name__ for damage in DAMAGE}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_damage_is_noticed(checked, damage):
    said = checked.said[damage.__name__]
    assert DAMAGE[damage][1] in said[0]
    # Partition b is as it was.
    others = [what for what in said[1:] if "another's partition z" not in what]
    assert others == []


def test_what_can_be_repaired_is_as_it_was(project, checked):
    lasting = {"lost_folder", "cut", "written", "replaced", "mixed"}
    assert checked.left.keys() == lasting
    for name in ("altered", "unpublished", "stray", "moved", "other_parts", "gone"):
        assert project.rows(name, "id") == [(1,), (2,), (4,), (5,)]


def test_a_log_that_lacks_an_event_is_left_alone(project, checked):
    """What the event says would be taken for dead, and removed."""
    for name, more in (("recover", {}), ("clean_batches", {"apply": True})):
        said = project.operation(name, model="cut", **more)
        assert DAMAGE[cut][1] in said
    assert DAMAGE[cut][1] in project.run(select="cut")["cut"]
    assert project.locks() == []
    assert project.rows("cut", "id") == [(1,), (2,), (4,), (5,)]


def test_a_file_that_was_deleted_is_negated_by_nobody(project, checked):
    project.fed_model("lost_file", BY_MONTH)
    project.model(
        "net",
        "select month, sum(id) as id from {{ daybook.new_batches(ref('lost_file'),"
        " retract='negate', measures=['id']) }} group by month",
        'batch="append"',
    )
    project.feed("lost_file", COLUMNS, [(1, "a"), (2, "a")])
    project.ok(select="lost_file net")
    project.feed("lost_file", COLUMNS, [(9, "a")])
    project.ok(select="lost_file")
    for file in folder(project, "lost_file", "a", 0).glob("*.parquet"):
        file.unlink()
    project.query(f"refresh table {project.schema}.lost_file__batches")
    said = project.run(select="net")["net"]
    assert "are to be taken back, and 0 of them are there" in said
    assert project.rows("net", "sum(id)") == [(3,)]
    project.ok(select="net", full_refresh=True)
    assert project.rows("net", "sum(id)") == [(9,)]
