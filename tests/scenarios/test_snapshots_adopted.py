"""Snapshots that are adopted: whose files they are, and what becomes of them."""

from itertools import count
from textwrap import dedent

import pytest

from support.readers import MONTHS, Published, Readers
from support.statements import ends_after

COLUMNS = "day date, k int, value string, version int"
FIRST = [
    ("2017-04-20", 1, "a", 1),
    ("2017-04-20", 2, "b", 1),
    ("2017-04-21", 1, "c", 1),
]
# One has changed and one is missing, on the first day; one is new, on a third.
SECOND = [
    ("2017-04-20", 1, "x", 2),
    ("2017-04-21", 1, "c", 2),
    ("2017-04-22", 1, "d", 2),
]
MERGED = [
    ("2017-04-20", 1, "x", 2),
    ("2017-04-20", 2, "b", 1),
    ("2017-04-21", 1, "c", 2),
    ("2017-04-22", 1, "d", 2),
]
MERGE = """
    -- Comments may stand
    {{ daybook.merge_snapshot(
        incoming=ref("%s"), posted=this, key=["day", "k"], version="version",
        largest_loss=1, strategy="%s") }} /* beside it. */
"""
CHANGES = """
    select day, k, value, version
    from {{ daybook.new_batches(
        ref("%s"), retract="negate", measures=["version"]
    ) }}
"""
CLONE = '{{ config(materialized="pointer_clone") }} select * from {{ ref("%s") }}'
LENDER = 'partition_by="day", restate_from="1900-01-01"'
# The next run takes over the locks.
BY_DAY = 'partition_by="day", lock_hours=0.0003'
# Without partitions; enough rows for four buckets. At last, one is missing.
MANY = [("2017-04-20", k, "a", 1) for k in range(1000)]
LAST_OF_MANY = [("2017-04-20", 0, "x", 1), *MANY[1:500], *MANY[501:]]


def at(version, snapshot):
    return [(*row[:3], version) for row in snapshot]


def make(project, name):
    project.fed_model(f"{name}_told", LENDER)
    project.model(name, MERGE % (f"{name}_told", "adopt"), BY_DAY)


def run(project, name, snapshot):
    """What the run said."""
    project.feed(f"{name}_told", COLUMNS, snapshot)
    return run_models(project, f"{name}_told {name}")


def run_models(project, select):
    lines = []
    project.ok(select=select, on_event=lambda event: lines.append(event.info.msg))
    return [line for line in lines if line.startswith("daybook:")]


def rows(project, name):
    return project.rows(name, "string(day), k, value, version")


def own_rows(project, name):
    """The rows that the model has written itself, all in one file."""
    (_,) = project.folder(f"{name}__batches").rglob("*.parquet")
    own = ", ".join(map(str, project.published(name)))
    return project.rows(name, "string(day), k", f"posted_batch_id in ({own})")


@pytest.fixture(scope="module")
def adopted(project):
    """What is shown after each snapshot. To `whole`, the first one comes again."""
    project.fed_model("told", LENDER)
    project.model("plain", MERGE % ("told", "adopt"), BY_DAY)
    project.model("kept", MERGE % ("told", "adopt_changed"), BY_DAY)
    for name in ("plain", "kept"):
        project.model(f"changes_of_{name}", CHANGES % name, 'batch="append"')
    project.fed_model("many_told")
    project.model("whole", MERGE % ("many_told", "adopt_changed"))
    shown = {"plain": [], "kept": [], "whole": []}
    arrivals = (
        ("told+ many_told+", FIRST, MANY),
        ("many_told+", FIRST, MANY),
        ("told+ many_told+", SECOND, LAST_OF_MANY),
    )
    for number, (select, some, many) in enumerate(arrivals, 1):
        project.feed("told", COLUMNS, at(number, some))
        project.feed("many_told", COLUMNS, at(number, many))
        # Nothing had to be merged.
        assert run_models(project, select) == []
        for name in shown:
            shown[name].append(rows(project, name))
    return shown


@pytest.mark.parametrize(
    ("name", "versions"),
    # What is kept has an older version.
    [("plain", [3, 1, 3, 3]), ("kept", [3, 1, 1, 3])],
)
def test_the_rows_are_those_of_a_merge(adopted, name, versions):
    first, _, last = adopted[name]
    assert first == FIRST
    assert last == [
        (*row[:3], version) for row, version in zip(MERGED, versions, strict=True)
    ]


@pytest.mark.parametrize("name", ["plain", "kept"])
def test_what_consumes_it_takes_back_what_was_replaced(project, adopted, name):
    *_, last = adopted[name]
    summed = "string(day), k, value, sum(version)"
    left = "true group by day, k, value having sum(version) <> 0"
    assert project.rows(f"changes_of_{name}", summed, left) == last


def test_without_partitions_all_is_kept_or_nothing(adopted):
    first, again, last = adopted["whole"]
    assert first == again == MANY
    told = at(3, LAST_OF_MANY)
    assert last == [*told[:500], MANY[500], *told[500:]]


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("plain", ("2017-04-20", 2)),
        ("kept", ("2017-04-20", 2)),
        ("whole", ("2017-04-20", 500)),
    ],
)
def test_only_what_the_snapshot_lacks_is_written(project, adopted, name, missing):
    assert own_rows(project, name) == [missing]


def test_what_is_unchanged_keeps_its_batch(project, adopted):
    first, last = project.published("told")
    assert project.rows("kept", "string(day), batch_id", "day > '2017-04-20'") == [
        ("2017-04-21", first),
        ("2017-04-22", last),
    ]


@pytest.mark.parametrize("name", ["plain", "kept"])
def test_digests_are_kept_of_what_was_compared(project, adopted, name):
    batches = project.published("told")
    found = project.query(f"show partitions {project.schema}.{name}__digests")
    assert [row[0] for row in found] == [f"batch_id={batch}" for batch in batches]


def test_old_batches_are_listed_and_can_be_read_and_published(project, adopted):
    listed = project.operate("list_batches", model="plain").splitlines()
    assert [line.endswith(" adopted") for line in listed].count(True) == 2
    lent = project.published("told")[-1]
    for batch, shown in ((project.published("plain")[0], 0), (lent, 2)):
        project.operate("publish_batch", model="plain", batch_id=batch)
        assert rows(project, "plain") == adopted["plain"][shown]


@pytest.mark.stress
def test_what_was_not_merged_before_is_merged_once(project):
    """Rows of other SQL may share a key, or have versions of any height."""
    z = ("2017-04-19", 1, "z", 5)
    project.fed_model("seeded_told", LENDER)
    seeded = 'select day, k, value, version from {{ ref("seeded_told") }}'
    project.model("seeded", seeded, BY_DAY)
    assert run(project, "seeded", [*FIRST, z] * 2) == []
    make(project, "seeded")
    (said,) = run(project, "seeded", SECOND)
    assert "it has versions before the last one that is published" in said
    assert rows(project, "seeded") == [z, *MERGED]
    # 5 is the highest version there is.
    assert run(project, "seeded", at(5, SECOND)) == []
    assert [row[3] for row in rows(project, "seeded")] == [5, 5, 1, 5, 5]


def test_a_version_is_the_same_moment_in_any_zone(project):
    """It is remembered in an hour that the clock in New York shows twice."""
    zone = ', pre_hook="set spark.sql.session.timeZone=America/New_York"'
    columns = COLUMNS.replace("version int", "version timestamp")
    project.fed_model("moments_told", LENDER + zone)
    project.model("moments", MERGE % ("moments_told", "adopt"), BY_DAY + zone)
    for time in ("06:30", "06:00"):
        snapshot = at(f"2017-11-05 {time}:00Z", FIRST)
        project.feed("moments_told", columns, snapshot)
        said = run_models(project, "moments_told moments")
    assert "it has versions before the last one that is published" in said[-1]
    times = project.rows("moments", "distinct date_format(version, 'mm')")
    assert times == [("30",)]


def test_a_contract_is_kept_by_what_is_adopted(project):
    project.fed_model("agreed_told", LENDER)
    columns = ", ".join(
        "{{name: {}, data_type: {}}}".format(*column.split())
        for column in COLUMNS.split(", ")
    )
    contract = f"""
        models:
          - name: agreed
            config: {{contract: {{enforced: true}}}}
            columns: [{columns}]
    """
    merge = MERGE % ("agreed_told", "adopt")
    project.model("agreed", merge, BY_DAY, dedent(contract))
    assert run(project, "agreed", FIRST) == []
    (lent,) = project.published("agreed_told")
    assert project.rows("agreed", "distinct posted_batch_id") == [(lent,)]


@pytest.mark.stress
def test_cleaning_leaves_what_others_have(project):
    make(project, "cleaned")
    clean = {"older_than_days": 0, "apply": True}
    for snapshot in (FIRST, SECOND, at(3, SECOND)):
        run(project, "cleaned", snapshot)
    first, second, third = project.published("cleaned_told")
    project.operate("clean_batches", model="cleaned_told", **clean)
    told = batches_on_disk(project, "cleaned_told")
    assert told == {first, second, third}
    assert rows(project, "cleaned")[0] == ("2017-04-20", 1, "x", 3)
    assert "cleaned has adopted its files" in project.operation(
        "remove_model", model="cleaned_told"
    )
    # It lets go of them, and removes none.
    project.operate("clean_batches", model="cleaned", **clean)
    assert batches_on_disk(project, "cleaned_told") == told
    project.operate("clean_batches", model="cleaned_told", **clean)
    assert batches_on_disk(project, "cleaned_told") == {third}
    assert len(rows(project, "cleaned")) == 4
    project.operate("remove_model", model="cleaned", apply=True)
    assert project.names("cleaned*") == project.names("cleaned_told*")
    assert len(project.rows("cleaned_told")) == len(SECOND)
    project.operate("remove_model", model="cleaned_told", apply=True)


def batches_on_disk(project, name):
    files = project.folder(f"{name}__batches").rglob("*.parquet")
    return {int(file.parent.name.removeprefix("batch_id=")) for file in files}


@pytest.mark.stress
def test_a_run_that_ends_at_any_statement(project):
    """Readers see the old rows or the new, and the next run repairs it."""
    name, every = "doomed", 6
    make(project, name)
    run(project, name, FIRST)
    before, ended = FIRST, 0
    for number in count(3, every):
        snapshot = at(number, (SECOND, FIRST)[ended % 2])
        new = merged(before, snapshot)
        project.feed(f"{name}_told", COLUMNS, snapshot)
        project.ok(select=f"{name}_told")
        with ends_after("doomed", number) as end:
            project.run(select=name)
        assert rows(project, name) in (before, new), number
        if not end:
            break
        ended += 1
        project.expire_locks()
        project.ok(select=name)
        assert rows(project, name) == new, number
        before = new
    assert ended * every > 36
    assert project.locks(f"{name}*__lock*") == []
    told = project.log(f"{name}_told")
    assert [event["event"] for event in told].count("lent") == 1


def merged(published, snapshot):
    return sorted({row[:2]: row for row in [*published, *snapshot]}.values())


@pytest.mark.stress
def test_readers_during_six_arrivals(project):
    """Of clones: every second snapshot lacks half of the keys, which stay."""
    columns = "k int, marker int, month string, version int"
    project.fed_model("read_told", 'partition_by="month", restate_from="2000-01"')
    for strategy in ("adopt", "window"):
        merge = f"""{{{{ daybook.merge_snapshot(
            incoming=ref("read_told"), posted=this, key=["month", "k"],
            version="version", strategy="{strategy}") }}}}"""
        project.model(f"{strategy}_merged", merge, 'partition_by="month"')
        clone = CLONE % f"{strategy}_merged"
        project.model(f"read_{strategy}", clone, config=None)

    def arrive(number):
        keys = (1, 2) if number % 2 else (1,)
        rows = [(k, number, month, number) for month in MONTHS for k in keys]
        project.feed("read_told", columns, rows)
        project.ok(select="read_told+")

    def readers(strategy, published):
        return Readers(1, project.port, f"{project.schema}.read_{strategy}", published)

    arrive(1)
    one, other = Published(1, 1), Published(1, 1)
    with readers("adopt", one) as adopting, readers("window", other) as merging:
        for number in range(2, 8):
            markers = number - (number % 2 == 0), number
            with one.moving_to(*markers), other.moving_to(*markers):
                arrive(number)
            adopting.wait_for_new_reads()
            merging.wait_for_new_reads()
    assert adopting.problems == merging.problems == []
    assert min(adopting.reads + merging.reads) >= 6
