"""What readers see after each batch: every way to publish, four batches of each."""

import pytest

from support.server import SETTINGS

# Spark's client of Hive 4 cannot have capitals there: see test_hive_4.
DATE = "date" if "spark.sql.hive.metastore.version" in SETTINGS else "Date"
COLUMNS = "id int, month string"
A, B, C, D = "2015-01", "2015-02", "2015-03", "2015-04"

# model: (config, [(rows of the batch, what readers see then), ...])
SCENARIOS = {
    "whole": (
        "",
        [
            ([(1, A), (2, B)], [(1, A), (2, B)]),
            ([(3, A)], [(3, A)]),
            ([], []),
            ([(4, D)], [(4, D)]),
        ],
    ),
    "whole_append": (
        'batch="append"',
        [
            ([(1, A)], [(1, A)]),
            ([(2, A)], [(1, A), (2, A)]),
            ([], [(1, A), (2, A)]),
            ([(2, A), (3, B)], [(1, A), (2, A), (2, A), (3, B)]),
        ],
    ),
    # A late batch replaces the partitions that it has rows in.
    "months": (
        'partition_by="month"',
        [
            ([(1, A), (2, B)], [(1, A), (2, B)]),
            ([(2, B), (3, C)], [(1, A), (2, B), (3, C)]),
            ([(9, A)], [(2, B), (3, C), (9, A)]),
            ([], [(2, B), (3, C), (9, A)]),
        ],
    ),
    "late": (
        'partition_by="month", batch="append", file_format="orc"',
        [
            ([(1, A), (2, B)], [(1, A), (2, B)]),
            ([(3, C)], [(1, A), (2, B), (3, C)]),
            ([], [(1, A), (2, B), (3, C)]),
            ([(4, A), (5, C)], [(1, A), (2, B), (3, C), (4, A), (5, C)]),
        ],
    ),
    # Closed months are appended to, the newest replaced, in one flip.
    "open": (
        f'partition_by="month", batch="append", replace_where="month >= \'{C}\'"',
        [
            ([(1, A), (2, C)], [(1, A), (2, C)]),
            ([(3, A), (4, C)], [(1, A), (3, A), (4, C)]),
            ([(5, D)], [(1, A), (3, A), (5, D)]),
            ([], [(1, A), (3, A)]),
        ],
    ),
    "restated": (
        f'partition_by="month", restate_from="{B}", restate_to="(select {C!r})"',
        [
            ([(1, A), (2, B), (3, C), (4, D)], [(1, A), (2, B), (3, C), (4, D)]),
            ([(5, B)], [(1, A), (4, D), (5, B)]),
            ([(6, D)], [(1, A), (6, D)]),
            ([], [(1, A), (6, D)]),
        ],
    ),
}

# model: (columns, partition_by, three batches); all replace what they have rows in.
TYPED = {
    "by_bigint": ("id int, p bigint", ["p"], [[(1, -3), (2, 2**40)], [(3, 2**40)], []]),
    "by_date": (
        "id int, p date", ["p"],
        [[(1, "2015-02-28"), (2, "2015-03-01")], [(3, "2015-02-27")],
         [(4, "2015-02-28")]],
    ),
    "by_boolean": (
        "id int, p boolean", ["p"], [[(1, True), (2, False)], [(3, True)], []],
    ),
    "by_text": (
        "id int, p string", ["p"],
        [[(1, "007"), (2, "it's"), (3, "a/b=c %")], [(4, "7"), (5, "back\\slash")],
         [(6, "007")]],
    ),
    "by_two": (
        "id int, q string, p int", ["q", "p"],
        [[(1, "x", 1), (2, "y", 1)], [(3, "x", 2)], [(4, "x", 1), (5, "z", 1)]],
    ),
    # Categories agree about the batches to be seen, but for one.
    "by_category": (
        "id int, category string, y int", ["category", "y"],
        [[(n, f"{n:02}", y) for n in range(20) for y in (1, 2)],
         [(99, "07", 2), (99, "11", 1), (99, "11", 2)], [(98, "07", 1)]],
    ),
    # To Spark's SHOW TABLE EXTENDED, its batches table is a secret.
    "api_tokens": ("id int, month string", ["month"], [[(1, A)], [(2, A)], [(3, B)]]),
    "named oddly": (
        f"id int, {DATE} string, strange name int, select int", [DATE],
        [[(1, "x", 1, 1), (2, "y", 1, 1)], [(3, "x", 2, 2)], []],
    ),
}  # fmt: skip


def after(batches, width):
    """Rows of the last batch of each partition: the last `width` columns name it."""
    seen = {}
    for number, rows in enumerate(batches):
        for row in rows:
            key = row[1 : 1 + width]
            if seen.get(key, (None,))[0] != number:
                seen[key] = (number, [])
            seen[key][1].append(row)
    return [row for _, rows in seen.values() for row in rows]


@pytest.fixture(scope="module")
def history(project):
    """{model: what readers saw after each batch}."""
    for name, (config, _) in SCENARIOS.items():
        project.fed_model(name, config)
    for name, (_, partition_by, _) in TYPED.items():
        project.fed_model(name.replace(" ", "_"), f"partition_by={partition_by}")
    seen = {name: [] for name in SCENARIOS | TYPED}
    for number in range(4):
        for name, (_, batches) in SCENARIOS.items():
            project.feed(name, COLUMNS, batches[number][0])
        for name, (columns, _, batches) in TYPED.items():
            if number < 3:
                project.feed(name.replace(" ", "_"), columns, batches[number])
        typed = " ".join(name.replace(" ", "_") for name in TYPED)
        project.ok(*(["--exclude", *typed.split()] if number > 2 else []))
        for name in SCENARIOS:
            seen[name].append(project.rows(name, "id, month"))
        for name, (columns, *_) in TYPED.items():
            named = [f"`{c.rpartition(' ')[0]}`" for c in columns.split(", ")]
            seen[name].append(project.rows(name.replace(" ", "_"), ", ".join(named)))
    return seen


@pytest.mark.parametrize("name", SCENARIOS)
def test_readers_see(history, name):
    for number, (_, expected) in enumerate(SCENARIOS[name][1]):
        assert history[name][number] == expected, number


@pytest.mark.parametrize("name", TYPED)
def test_partitions_of_every_type(history, name):
    _, partition_by, batches = TYPED[name]
    for number in range(3):
        expected = after(batches[: number + 1], len(partition_by))
        found = history[name][number]
        assert sorted(found) == sorted(expected), number


def test_the_runs_share_an_id_and_rows_say_when_they_were_posted(project, history):
    ids = project.published("late")
    assert ids == sorted(ids)
    assert ids[:2] == project.published("months")[:2]
    # The third batch had no rows, and so was none.
    assert project.rows("late", "id, posted_batch_id") == [
        (1, ids[0]), (2, ids[0]), (3, ids[1]), (4, ids[2]), (5, ids[2]),
    ]  # fmt: skip


def test_readers_prune_to_the_published_directories(project, history):
    plan = "".join(
        row[0]
        for row in project.query(
            f"explain formatted select count(*) from {project.schema}.months"
            f" where month = '{A}'"
        )
    )
    filters = plan.split("PartitionFilters:")[1].split("\n")[0]
    assert "month" in filters
    # Spark evaluates this condition itself: it has no translation for the metastore.
    assert "isnan(cast(batch_id" in filters


def test_few_terms_tell_many_partitions(project, history):
    text = project.query(f"show create table {project.schema}.by_category")[0][0]
    assert text.count("`category`") + text.count("`y` ") < 16, text


def test_nothing_stays_locked_or_put_aside(project, history):
    assert project.locks() == project.names("*__before_*") == []
