"""Snapshots that are adopted: whose files they are, and what becomes of them."""

import re
from itertools import count

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
        largest_loss=1, strategy="adopt" %s) }} /* beside it. */
"""
CLONE = '{{ config(materialized="pointer_clone") }} select * from {{ ref("%s") }}'
LENDER = 'partition_by="day", restate_from="1900-01-01"'
# The next run takes over the locks.
BY_DAY = 'partition_by="day", lock_hours=0.0003'


def make(project, name, more="", config=BY_DAY, lender=LENDER):
    project.fed_model(f"{name}_told", lender)
    project.model(name, MERGE % (f"{name}_told", more), config)


def run(project, name, snapshot):
    """What the run said."""
    project.feed(f"{name}_told", COLUMNS, snapshot)
    lines = []
    project.ok(
        select=f"{name}_told {name}",
        on_event=lambda event: lines.append(event.info.msg),
    )
    return [line for line in lines if line.startswith("daybook:")]


def rows(project, name):
    found = project.rows(name, "day, k, value, version")
    return [(str(row[0]), *row[1:]) for row in found]


def own_files(project, name):
    return sorted(project.folder(f"{name}__batches").rglob("*.parquet"))


def rows_in_own_files(project, name):
    where = (
        f"from {project.schema}.{name} where _metadata.file_path like '%{name}\\_\\_%'"
    )
    return project.query(f"select day, k {where} order by 1, 2")


@pytest.fixture(scope="module")
def adopted(project):
    """Two snapshots, and what the runs said."""
    make(project, "plain")
    make(project, "kept", ', unchanged="keep"')
    project.said = {
        name: [run(project, name, snapshot) for snapshot in (FIRST, SECOND)]
        for name in ("plain", "kept")
    }
    return project


def test_the_rows_are_those_of_a_merge(adopted):
    assert rows(adopted, "plain") == MERGED
    kept = [(*row[:3], 1) if row[0] == "2017-04-21" else row for row in MERGED]
    assert rows(adopted, "kept") == kept
    assert adopted.said == {"plain": [[], []], "kept": [[], []]}


def test_nothing_of_the_snapshot_is_written_again(adopted):
    for name in ("plain", "kept"):
        (file,) = own_files(adopted, name)
        assert "day=2017-04-20" in str(file)
    posted = dict(adopted.query(f"select k, posted_batch_id from {adopted.schema}.plain"
                                " where day = date'2017-04-20'"))  # fmt: skip
    lent, own = adopted.published("plain_told")[-1], adopted.published("plain")[-1]
    assert posted == {1: lent, 2: own}
    assert lent < own


def test_what_is_unchanged_keeps_its_batch(adopted):
    ids = dict(adopted.query(f"select day, batch_id from {adopted.schema}.kept"
                             " where day > date'2017-04-20'"))  # fmt: skip
    first, second = adopted.published("kept_told")
    assert {str(day): id for day, id in ids.items()} == {
        "2017-04-21": first,
        "2017-04-22": second,
    }


def test_digests_are_kept_of_what_is_shown(adopted):
    for name, shown in (("plain", [-1]), ("kept", [0, -1])):
        batches = adopted.published(f"{name}_told")
        found = adopted.query(f"show partitions {adopted.schema}.{name}__digests")
        assert [row[0] for row in found] == [f"batch_id={batches[i]}" for i in shown]


def test_old_batches_are_listed_and_can_be_read_and_published(adopted):
    first = adopted.published("plain")[0]
    listed = adopted.operate("list_batches", model="plain").splitlines()
    assert [line.endswith(" adopted") for line in listed].count(True) == 2
    adopted.operate("publish_batch", model="plain", batch_id=first)
    assert rows(adopted, "plain") == FIRST
    adopted.operate(
        "publish_batch", model="plain", batch_id=adopted.published("plain_told")[-1]
    )
    assert rows(adopted, "plain") == MERGED


@pytest.mark.stress
@pytest.mark.parametrize(
    ("name", "snapshot", "why", "expected"),
    [
        (
            "twice",
            [*SECOND, ("2017-04-22", 1, "y", 1)],
            ["2 rows of it have a key that another row has",
             "1 rows of the snapshot share their key with another of its rows,"
             " which was kept in their place"],
            MERGED,
        ),
        (
            "late",
            [("2017-04-20", 1, "old", 0), ("2017-04-23", 1, "new", 0)],
            ["it has versions before the last one that is published"],
            [*FIRST, ("2017-04-23", 1, "new", 0)],
        ),
        ("empty", [], ["there is nothing of it to be adopted"], FIRST),
    ],
)  # fmt: skip
def test_what_cannot_be_adopted_is_merged(project, name, snapshot, why, expected):
    make(project, name)
    run(project, name, FIRST)
    if name == "twice":
        snapshot = [(*row[:3], 2) for row in snapshot]
    said = run(project, name, snapshot)
    merged = "the snapshot is merged, not adopted: "
    assert said == [
        f"daybook: {name}: {merged * (number == 0)}{text}"
        for number, text in enumerate(why)
    ]
    found = [(*row[:2], row[3]) for row in rows(project, name)]
    assert found == [(*row[:2], row[3]) for row in expected]
    # The next one can be again.
    assert run(project, name, [(*row[:3], 3) for row in SECOND]) == []
    assert [row for row in rows(project, name) if row[3] == 3] == [
        (*row[:3], 3) for row in SECOND
    ]


# Configuration, SQL, and why that can't be adopted.
NEVER = [
    (BY_DAY, "select *, 1 as more from ({})", "strategy.*and nothing else"),
    (BY_DAY, "select * from ({}) where k > 1", "strategy.*and nothing else"),
    (BY_DAY, "{0} union all {0}", "it calls merge_snapshot and merge_snapshot"),
    (BY_DAY + ', restate_from="1900-01-01"', "{}", "restate_from=.*lacks would go"),
    ('partition_by="k"', "{}", "partition_by=.*needs"),
    (BY_DAY + ', file_format="orc"', "{}", "file_format=.*needs .parquet"),
    (BY_DAY + ', publish="partitions"', "{}", "publish=.*needs .view"),
]


def test_what_can_never_be_adopted_is_refused(adopted):
    for number, (config, sql, _) in enumerate(NEVER):
        merge = MERGE % ("plain_told", "")
        adopted.model(f"never_{number}", sql.format(merge), config)
    outcome = adopted.run(select="never_*", full_refresh=True)
    for number, (*_, why) in enumerate(NEVER):
        assert re.search(why, outcome[f"never_{number}"], re.DOTALL), outcome
        (adopted.path / "models" / f"never_{number}.sql").unlink()
    assert adopted.locks("never_*") == []


@pytest.mark.stress
def test_without_partitions_all_is_kept_or_nothing(project):
    make(project, "whole", ', unchanged="keep"', "", "")
    run(project, "whole", FIRST)
    before = project.rows("whole")
    assert run(project, "whole", [(*row[:3], 2) for row in FIRST]) == []
    assert project.rows("whole") == before
    assert run(project, "whole", [(*row[:3], 3) for row in SECOND]) == []
    assert rows(project, "whole") == [(*r[:3], 3 if r[3] == 2 else 1) for r in MERGED]
    assert len(own_files(project, "whole")) == 1


@pytest.mark.stress
def test_what_was_not_merged_before_is_merged_once(project):
    """Rows of other SQL may share a key, or have versions of any height."""
    make(project, "seeded")
    project.feed("seeded_told", COLUMNS, [*FIRST, ("2017-04-19", 1, "z", 5)] * 2)
    seeded = 'select day, k, value, version from {{ ref("seeded_told") }}'
    project.model("seeded", seeded, BY_DAY)
    project.ok(select="seeded_told seeded")
    project.model("seeded", MERGE % ("seeded_told", ""), BY_DAY)
    said = run(project, "seeded", SECOND)
    assert "versions before the last one" in said[0]
    z = ("2017-04-19", 1, "z", 5)
    assert rows(project, "seeded") == [z, *MERGED]
    # 5 is the highest version there is.
    assert run(project, "seeded", [(*row[:3], 5) for row in SECOND]) == []
    assert rows(project, "seeded") == [
        z,
        *((*row[:3], 5 if row[3] == 2 else 1) for row in MERGED),
    ]


@pytest.mark.stress
@pytest.mark.parametrize("command", ["run --empty", "compile"])
def test_nothing_is_taken_in_to_look_at_the_sql(project, command):
    make(project, "looked")
    if not project.names("looked"):
        run(project, "looked", FIRST)
    before, log = rows(project, "looked"), project.log("looked")
    if command == "compile":
        assert project._dbt(["compile", "--select", "looked"]).success
    else:
        project.ok("--empty", select="looked")
    assert (rows(project, "looked"), project.log("looked")) == (before, log)


@pytest.mark.stress
def test_cleaning_leaves_what_others_have(project):
    make(project, "cleaned")
    for snapshot in (FIRST, SECOND):
        run(project, "cleaned", snapshot)
    clean = {"older_than_days": 0, "apply": True}
    run(project, "cleaned", [(*row[:3], 3) for row in SECOND])
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
        version = number
        snapshot = [(*row[:3], version) for row in (SECOND, FIRST)[ended % 2]]
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
@pytest.mark.parametrize("strategy", ["adopt", "window"])
def test_readers_during_six_arrivals(project, strategy):
    """Of a clone: every second snapshot lacks half of the keys, which stay."""
    name, columns = f"read_{strategy}", "k int, marker int, month string, version int"
    project.fed_model(f"{name}_told", 'partition_by="month", restate_from="2000-01"')
    project.model(
        f"{name}_merged",
        f"""
        {{{{ daybook.merge_snapshot(
            incoming=ref("{name}_told"), posted=this, key=["month", "k"],
            version="version", strategy="{strategy}") }}}}
        """,
        'partition_by="month"',
    )
    project.model(name, CLONE % f"{name}_merged", config=None)

    def arrive(number):
        keys = (1, 2) if number % 2 else (1,)
        rows = [(k, number, month, number) for month in MONTHS for k in keys]
        project.feed(f"{name}_told", columns, rows)
        project.ok(select=f"{name}_told+")

    arrive(1)
    published, relation = Published(1, 1), f"{project.schema}.{name}"
    with Readers(2, project.port, relation, published) as readers:
        for number in range(2, 8):
            with published.moving_to(number - (number % 2 == 0), number):
                arrive(number)
            readers.wait_for_new_reads()
    assert readers.problems == []
    assert min(readers.reads) > 6
