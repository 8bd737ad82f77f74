"""check_model: damage that was done by hand, and what others wrote.

Each model has two batches: of month b the second is seen, of a and c the first.
"""

import os
import re
import shutil
from types import SimpleNamespace

import pytest

COLUMNS = "id int, month string"
BATCHES = [
    [(1, "a"), (2, "a"), (3, "b"), (6, "c"), (7, "c")],
    [(4, "b"), (5, "b")],
]
BY_MONTH = 'partition_by="month"'
AS_TABLE = f'{BY_MONTH}, publish="partitions"'
MODELS = {
    "files": BY_MONTH,
    "altered": BY_MONTH,
    "cut": BY_MONTH,
    "unpublished": BY_MONTH,
    "moved": AS_TABLE,
    "other_parts": AS_TABLE,
    "gone": AS_TABLE,
    "text": BY_MONTH,
    "half": AS_TABLE,
    "renamed": BY_MONTH,
    "whole": AS_TABLE,
}
# Names that the queries of checks and runs could have for columns of their own.
NAMES = [
    *("daybook_rows", "daybook_file", "daybook_time", "daybook_folder"),
    *("daybook_partition", "key_2", "file", "changed_at", "n", "writer"),
]


def folder(project, name, month, number):
    batch = project.published(name)[number]
    return project.folder(f"{name}__batches") / f"month={month}" / f"batch_id={batch}"


def lost(project, files):
    shutil.rmtree(folder(project, "files", "c", 0))


def replaced(project, files):
    """By a file of as many rows, an hour later."""
    (file,) = folder(project, "files", "a", 0).glob("*.parquet")
    (other,) = folder(project, "files", "b", 1).glob("*.parquet")
    put(other, file, file.stat().st_mtime + 3600)


def mixed(project, files):
    """As many rows and as old, but in two files, one of another writer."""
    (file,) = folder(project, "files", "b", 1).glob("*.parquet")
    (other,) = folder(project, "files", "b", 0).glob("*.parquet")
    uuid = "00000000-0000-0000-0000-000000000000"
    modified = file.stat().st_mtime
    put(other, file, modified)
    put(other, file.with_name(f"part-00000-{uuid}.c000.snappy.parquet"), modified)


def put(file, place, modified):
    shutil.copy(file, place)
    (place.parent / f".{place.name}.crc").unlink(missing_ok=True)
    os.utime(place, (modified, modified))


def stray(project, files):
    partition = "month = 'b', batch_id = 5"
    project.query(f"insert into {files}__batches partition ({partition}) select 9, 5")


def altered(project, view):
    columns = "id, month, posted_batch_id, batch_id"
    batches = f"{view}__batches"
    project.query(f"alter view {view} as select {columns} from {batches} where id > 1")


def cut(project, view):
    event = "daybook.log.000001.0000"
    project.alter_log(view.split(".")[1], f"unset tblproperties ('{event}')")


def unpublished(project, view):
    text = project.query(f"show create table {view}")[0][0]
    text = re.sub(r"position \d+", "position 1", text[text.index("select ") :])
    project.query(f"alter view {view} as {text}")


def written(project, table):
    """Into the table of partitions, as Hive writes."""
    project.query("set hive.exec.dynamic.partition.mode = nonstrict")
    batch = project.published("moved")[0]
    project.query(f"insert into {table} partition (month = 'c') select 7, {batch}")


def moved(project, table):
    other = folder(project, "moved", "b", 1)
    project.query(f"alter table {table} partition (month = 'a') set location '{other}'")


def parts_that_go(project, table):
    project.query(f"alter table {table} drop partition (month = 'b')")


def parts_that_come(project, table):
    project.query(f"alter table {table} add partition (month = 'z')")


def gone(project, table):
    project.query(f"drop table {table}")


def no_parquet(project, view):
    (file,) = folder(project, "text", "b", 1).glob("*.parquet")
    file.write_text("Not a file of Parquet's.\n" * 50)


def cut_off(project, table):
    (file,) = folder(project, "half", "b", 1).glob("*.parquet")
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def renamed(project, view):
    project.query(f"alter table {view}__batches rename to {view}__other")


# {damage: (the model that has it, the message)}
DAMAGE = {
    lost: ("files", "partition c of batch", "has 0 readable rows, and its log says 2,"),
    replaced: ("files", "partition a", "has files that were changed after it was"),
    mixed: ("files", "partition b", "has files that another writer has put there, and"),
    stray: ("files", "partition b of batch 5", "is not in its log"),
    altered: ("altered", "its view is not the one that its log asks for"),
    cut: ("cut", "event 1 is missing or can't be read in both copies of its log"),
    unpublished: ("unpublished", "a run is writing or publishing it, or has died"),
    written: ("moved", "partition c of batch", "has 3 readable rows, and its"),
    moved: ("moved", "its table shows the partition a from another folder"),
    parts_that_go: ("other_parts", "its table lacks the partition b"),
    parts_that_come: ("other_parts", "its table has an unexpected partition z"),
    gone: ("gone", "its table is gone"),
    no_parquet: ("text", "partition b", "has 0 readable rows", "and readers see it"),
    cut_off: ("half", "partition b", "has 0 readable rows", "restore its files, or"),
    renamed: ("renamed", "renamed__batches is gone", "restore it under that name, set"),
}
LASTING = (lost, replaced, mixed, cut, written, no_parquet, cut_off, renamed)


@pytest.fixture(scope="module")
def checked(project):
    """The messages about each model after the damage, and those after repairs."""
    for name, config in MODELS.items():
        project.fed_model(name, config)
    sql = ", ".join(["select 1 as id", *(f"'a' as {name}" for name in NAMES)])
    project.model("named", sql, f'partition_by={NAMES}, publish="partitions"')
    where = "replace_where=\"daybook_partition = 'a'\""
    project.model("by_names", sql, f'partition_by={NAMES}, batch="append", {where}')
    for rows in BATCHES:
        for name in MODELS:
            project.feed(name, COLUMNS, rows)
        project.ok()
    for damage, (name, *_) in DAMAGE.items():
        damage(project, f"{project.schema}.{name}")
    damaged = project.operation("check_model")
    for name in ("moved", "other_parts"):
        project.query(f"drop table {project.schema}.{name}")
    for name in ("altered", "unpublished", "moved", "other_parts", "gone"):
        project.operate("recover", model=name)
    project.lock("whole__lock")
    cleaned = project.operation("clean_batches", older_than_days=0, apply=True)
    project.query(f"drop view {project.schema}__daybook.whole__lock")
    repaired = project.operation("check_model")
    return SimpleNamespace(
        damaged=damaged,
        said=by_model(damaged),
        cleaned=cleaned,
        left=by_model(repaired),
    )


def by_model(text):
    """{model: the messages about it}, of the tables that are printed."""
    said, name = {}, None
    for line in text.splitlines():
        if line.startswith("What differs in "):
            name = line.rpartition(".")[2]
            said[name] = []
        elif not line.startswith("  "):
            name = None
        elif name and not line.startswith("  what "):
            said[name].append(line.strip())
    return said


def lines_of(damage, said):
    """The messages about a model that concern the damage."""
    name, *words = DAMAGE[damage]
    return [line for line in said.get(name, []) if all(word in line for word in words)]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_damage_is_noticed(checked, damage):
    assert len(lines_of(damage, checked.said)) == 1
    assert len(lines_of(damage, checked.left)) == (damage in LASTING)


def test_the_error_names_each_model_with_damage(project, checked):
    _, _, error = checked.damaged.partition("differs from what the log says, in ")
    names = {f"{project.schema}.{name}" for name, *_ in DAMAGE.values()}
    assert set(error.partition(": see above")[0].split(", ")) == names


def test_models_that_are_locked_or_damaged_do_not_end_the_cleaning(project, checked):
    """`named` and `whole` lose the batch that their second run has replaced."""
    assert "whole: not cleaned: invocation another has been writing" in checked.cleaned
    assert f"cut: not cleaned: {DAMAGE[cut][-1]}" in checked.cleaned
    names = ", ".join(f"{project.schema}.{name}" for name in ("cut", "whole"))
    assert f"clean_batches: could not clean {names}, for the" in checked.cleaned
    assert len(project.ids_on_disk("named")) == 1
    assert len(project.ids_on_disk("whole")) == 2


def test_columns_may_have_any_names(project, checked):
    for name in ("named", "by_names"):
        assert project.rows(name, "id") == [(1,)]


def test_nothing_else_is_said(project, checked):
    assert sum(len(lines) for lines in checked.said.values()) == len(DAMAGE)
    assert sum(len(lines) for lines in checked.left.values()) == len(LASTING)
    said = project.operate("check_model", model="whole")
    assert "all models match their logs" in said


def test_what_was_repaired_shows_its_rows(project, checked):
    for name in ("altered", "unpublished", "other_parts", "gone"):
        rows = [(id,) for id in (1, 2, 4, 5, 6, 7)]
        assert project.rows(name, "id") == rows


def test_a_log_that_lacks_an_event_is_left_alone(project, checked):
    """What the event says would be taken for dead, and removed."""
    for name, more in (("recover", {}), ("clean_batches", {"apply": True})):
        said = project.operation(name, model="cut", **more)
        assert DAMAGE[cut][-1] in said
    assert DAMAGE[cut][-1] in project.run(select="cut")["cut"]
    assert project.locks() == []
    assert project.rows("cut", "id") == [(id,) for id in (1, 2, 4, 5, 6, 7)]


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
