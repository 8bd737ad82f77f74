"""Full snapshots upon a table, by example; what is refused, and what is said."""

import re

import pytest

COLUMNS = "day date, k int, value string, version int"
KEY = '["day", "k"]'
BY_DAY = 'partition_by="day"'
A, B = ("2017-04-20", 1, "a", 1), ("2017-04-21", 2, "b", 1)


def make(project, name, more="", config=BY_DAY, key=KEY, version="version"):
    project.model(
        name,
        f"""
        {{%- set told %}} (select * from {{{{ schema }}}}.{name}_in) {{% endset %}}
        {{{{ daybook.merge_snapshot(
            incoming=told, posted=this, key={key}, version="{version}" {more}) }}}}
        """,
        config,
    )


def run(project, name, rows, columns=COLUMNS):
    """What the run said, or its error."""
    project.feed(name, columns, rows)
    lines = []
    outcome = project.run(
        select=name, on_event=lambda event: lines.append(event.info.msg)
    )
    if outcome[name] != "success":
        return outcome[name]
    return [line for line in lines if line.startswith("daybook:")]


def rows(project, name, columns="day, k, value, version"):
    return [(str(row[0]), *row[1:]) for row in project.rows(name, columns)]


@pytest.mark.stress
def test_the_window_begins_at_a_value_or_where_sql_says(project):
    """The day of its beginning is inside; both sides lose what is before."""
    project.query(f"create table {project.schema}.opened as select date'2017-04-14' d")
    opened = f"(select max(d) from {project.schema}.opened)"
    first = [("2017-04-13", 1, "a", 1), ("2017-04-14", 1, "a", 1)]
    for name, start in (("at_value", "2017-04-14"), ("at_sql", opened)):
        make(project, name, f', window_start="{start}"')
        project.feed(name, COLUMNS, first)
        make(project, name, "")
        assert run(project, name, first) == []
        make(project, name, f', window_start="{start}"')
        said = run(
            project, name, [("2017-04-13", 1, "b", 2), ("2017-04-15", 1, "c", 2)]
        )
        assert said == [
            f"daybook: {name}: 1 rows of the snapshot are from before 2017-04-14,"
            " where the window begins, and were left out"
        ]
        assert rows(project, name) == [first[1], ("2017-04-15", 1, "c", 2)]
        clean = {"model": name, "older_than_days": 0, "apply": True}
        assert len(list(project.folder(f"{name}__batches").glob("day=*"))) == 3
        project.operate("clean_batches", **clean)
        left = project.folder(f"{name}__batches").glob("day=*/batch_id=*/*.parquet")
        assert {str(file).split("day=")[1][:10] for file in left} == {
            "2017-04-14",
            "2017-04-15",
        }


@pytest.mark.stress
def test_days_expire_without_rows_of_later_ones(project):
    """Counted from what is published, where the snapshot's newest day is before it."""
    make(project, "expiring", ", window_days=7, largest_loss=1")
    run(project, "expiring", [A, ("2017-04-25", 1, "a", 1)])
    run(project, "expiring", [("2017-04-28", 1, "a", 2)])
    assert [row[0] for row in rows(project, "expiring")] == ["2017-04-25", "2017-04-28"]
    run(project, "expiring", [])
    assert [row[0] for row in rows(project, "expiring")] == ["2017-04-25", "2017-04-28"]


def test_other_days_are_not_touched(project):
    make(project, "untouched")
    run(project, "untouched", [A, B])
    before = project.rows("untouched", "*", "k = 2")
    run(project, "untouched", [("2017-04-20", 3, "c", 2)])
    assert project.rows("untouched", "*", "k = 2") == before
    assert rows(project, "untouched", "day, k") == [
        ("2017-04-20", 1),
        ("2017-04-20", 3),
        ("2017-04-21", 2),
    ]


def test_without_partitions_all_rows_are_one_day(project):
    make(project, "undivided", ", largest_loss=1", config="", key='["k"]')
    for snapshot in ([A, B], [("2017-04-22", 2, "c", 2)], []):
        run(project, "undivided", snapshot)
        if snapshot != [A, B]:
            assert rows(project, "undivided") == [A, ("2017-04-22", 2, "c", 2)]


@pytest.mark.stress
@pytest.mark.parametrize(
    ("versions", "type"),
    [(("9", "10"), "bigint"), (("10", "9"), "string"),
     (("2017-04-09", "2017-04-10"), "date"),
     (("2017-04-09 23:59:59", "2017-04-10 00:00:00.000001"), "timestamp_ntz"),
     (("9.5", "10.25"), "decimal(9, 2)")],
)  # fmt: skip
def test_the_version_is_anything_that_grows(project, versions, type):
    name = f"by_{re.sub('[^a-z]', '', type)}"
    make(project, name)
    low, high = versions
    for number, version in enumerate((high, low, high)):
        project.query(
            f"create or replace view {project.schema}.{name}_in as select"
            f" date'2017-04-20' as day, 1 as k, 'told {number}' as value,"
            f" cast('{version}' as {type}) as version"
        )
        project.ok(select=name)
        # Of equal versions, what the snapshot says.
        shown = ["told 0", "told 0", "told 2"][number]
        assert project.rows(name, "value") == [(shown,)]


def test_a_new_column_is_null_in_older_rows(project):
    make(project, "widened", config=BY_DAY + ', on_schema_change="append_new_columns"')
    run(project, "widened", [A, ("2017-04-20", 2, "b", 1)])
    wide = COLUMNS + ", more string"
    assert run(project, "widened", [(*A[:3], 2, "m")], wide) == []
    assert rows(project, "widened", "k, value, more") == [
        ("1", "a", "m"),
        ("2", "b", None),
    ]


def test_keys_that_are_there_twice_are_counted(project):
    make(project, "twice", ', order_by=["value desc"]')
    doubled = [A, ("2017-04-20", 1, "z", 1), ("2017-04-20", None, None, 1)] * 2
    assert run(project, "twice", doubled) == [
        "daybook: twice: 4 rows of the snapshot share their key with another of its"
        " rows, which was kept in their place"
    ]
    assert rows(project, "twice", "day, k, value") == [
        ("2017-04-20", 1, "z"),
        ("2017-04-20", None, None),
    ]


@pytest.mark.parametrize(
    ("more", "snapshot", "why"),
    [
        ("", [(*A[:3], None), (None, 1, "a", 1), A],
         "of 3 rows of the snapshot 1 have no version, 1 have no day"),
        ("", [], "has 0 rows, where the last one had 4: it has lost 100.0 %"),
        ("", [A], "has lost 75.0 %, and largest_loss=0.5 allows 50.0 %"),
        (", window_days=7", [("2999-01-01", 1, "a", 2)] * 4,
         "its newest day is 2999-01-01, which has not come in UTC"),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(project, more, snapshot, why):
    make(project, "kept", ", largest_loss=1")
    before = [A, B, ("2017-04-21", 3, "c", 1), ("2017-04-22", 1, "a", 1)]
    if not project.names("kept"):
        run(project, "kept", before)
    log = project.log("kept")
    make(project, "kept", more)
    assert why in run(project, "kept", snapshot)
    assert rows(project, "kept") == before
    assert project.log("kept") == log


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"more": ', strategy="merge"'}, 'strategy="merge".*use window or adopt'),
        ({"more": ', strategy="adopt"'}, 'strategy="adopt".*incoming is ref'),
        ({"more": ', unchanged="keep"'}, "unchanged=.*goes with strategy='adopt'"),
        ({"more": ", window_days=-1"}, "window_days=-1.*use a whole number from 0 on"),
        ({"more": ", largest_loss=2"}, "largest_loss=2.*use a number from 0 to 1"),
        ({"more": ', window_days=1, window_start="2017-04-01"'},
         "window_start=.*the one or the other"),
        ({"more": ', window_start="(select null)"'}, "window_start=.*it gives NULL"),
        ({"more": ', order_by="k"'}, 'order_by="k".*a list'),
        ({"key": '"k"'}, 'key="k".*as a list'),
        ({"key": '["k"]'}, "key=.*day is of partition_by"),
        ({"key": '["day", "k k"]'}, 'key="k k".*letters from A to Z, digits and _'),
        ({"version": "-id"}, 'version="-id".*letters from A to Z, digits and _'),
        ({"config": None}, 'materialized="view".*use batched'),
        ({"key": '["day", "kk"]'}, 'key="kk".*whose columns are day, k, value'),
        ({"more": ", window_days=1", "key": '["k", "day"]'}, "key=.*name day first"),
        ({"version": "number"}, 'version="number".*whose columns are day, k, value'),
        ({"more": ", window_days=1", "config": ""}, "window_days=1.*has none"),
        ({"more": ", window_days=1", "config": 'partition_by="k"',
          "key": '["k", "day"]'}, "window_days=1.*k is a int"),
        ({"config": BY_DAY + ', batch="append"'}, 'batch="append".*batch="replace"'),
    ],
)  # fmt: skip
def test_options_that_cannot_be_used(project, options, why):
    make(project, "wrong", **options)
    message = run(project, "wrong", [A])
    assert re.search(why, str(message), re.DOTALL), message
    assert project.names("wrong__*") == []


def test_deduplicate(project):
    """NULL is a key; a map is told apart too, and ties are never left to chance."""
    project.query(
        f"create view {project.schema}.doubled as select * from values"
        " (1, 'a', 1, map('x', 1)), (1, 'b', 2, map('x', 2)), (null, 'c', 1, null),"
        " (null, 'd', null, map('x', 1)), (2, 'e', 1, map('x', 2)),"
        " (2, 'e', 1, map('x', 1)), (2, null, 1, null) as t (k, name, n, m)"
    )
    project.model(
        "single",
        """
        select k, name, m["x"] as x from {{ daybook.deduplicate(
            source("raw", "doubled"), key=["k"], order_by=["n desc"]) }}
        """,
        "",
        f"""
        sources:
          - name: raw
            schema: {project.schema}
            tables: [{{name: doubled}}]
        """,
    )
    project.ok(select="single")
    assert project.rows("single", "k, name, x") == [
        (1, "b", 2),
        (2, None, None),
        (None, "c", None),
    ]
