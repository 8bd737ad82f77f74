"""Two full snapshots, one after the other: the rows to be seen, and the messages."""

from dataclasses import dataclass

import pytest

from support.statements import each

BY_DAY = 'partition_by="day"'
A, B = ("2017-04-20", 1, "a", 1), ("2017-04-21", 2, "b", 1)
FOUR = [A, B, ("2017-04-21", 3, "c", 1), ("2017-04-22", 1, "a", 1)]
LEFT_OUT = (
    "1 rows of the snapshot are from before {}, where the window begins, and were"
    " left out"
)


@dataclass
class Case:
    first: list
    second: list
    shown: list
    more: str = ""
    said: str = ""
    error: str = ""
    config: str = BY_DAY
    key: str = '["day", "k"]'
    columns: str = "day date, k int, value string, version int"
    added: str = ""
    read: str = "string(day), k, value, version"


def of_type(type, low, high):
    """The row of the higher version stays, in the order of its type."""
    return Case(
        [("2017-04-20", 1, "first", high)],
        [("2017-04-20", 1, "second", low)],
        [("first",)],
        columns=f"day date, k int, value string, version {type}",
        read="value",
    )


def refused(second, error, more=""):
    return Case(FOUR, second, FOUR, more, error=error)


CASES = {
    # The day of B is not in the second; of equal versions, the snapshot's row stays.
    "changed": Case(
        [A, ("2017-04-20", 2, "gone", 1), ("2017-04-20", 3, "c", 1), B],
        [(*A[:2], "x", 2), ("2017-04-20", 3, "y", 1), ("2017-04-20", 4, "new", 2)],
        [(*A[:2], "x", 2), ("2017-04-20", 2, "gone", 1), ("2017-04-20", 3, "y", 1),
         ("2017-04-20", 4, "new", 2), B],
    ),
    "undivided": Case(
        [A, B], [("2017-04-22", 2, "c", 2)], [A, ("2017-04-22", 2, "c", 2)],
        config="", key='["k"]',
    ),
    "twice": Case(
        [A],
        [(*A[:2], "b", 2), (*A[:2], "z", 2), ("2017-04-20", None, None, 2)] * 2,
        [(*A[:2], "z", 2), ("2017-04-20", None, None, 2)],
        ', order_by=["value desc"]',
        "4 rows of the snapshot share their key with another of its rows, which was"
        " kept in their place",
    ),
    "widened": Case(
        [A, B], [(*A[:3], 2, "m")], [(1, "a", "m"), (2, "b", None)],
        config=BY_DAY + ', on_schema_change="append_new_columns"',
        added=", more string", read="k, value, more",
    ),
    # The day on which the window begins is inside.
    "at_value": Case(
        [("2017-04-13", 1, "a", 1), ("2017-04-14", 1, "a", 1)],
        [("2017-04-13", 1, "b", 2), ("2017-04-15", 1, "c", 2)],
        [("2017-04-14", 1, "a", 1), ("2017-04-15", 1, "c", 2)],
        ', window={"start": "2017-04-14"}',
        LEFT_OUT.format("2017-04-14"),
    ),
    # Counted from what is published, if that has the newest day.
    "from_published": Case(
        [("2017-04-28", 1, "a", 1)],
        [(*A[:3], 2), (*B[:3], 2)],
        [(*B[:3], 2), ("2017-04-28", 1, "a", 1)],
        ', window={"days": 7}',
        LEFT_OUT.format("2017-04-21"),
    ),
    "unplaced": refused(
        [(*A[:3], None), (None, 1, "a", 1), A],
        "of 3 rows of the snapshot 1 have no version, 1 have no day",
    ),
    "not_a_number": Case(
        [("2017-04-20", 1, "a", "1")], [("2017-04-20", 1, "b", "NaN")], [("a",)],
        error="of 1 rows of the snapshot 1 have no version",
        columns="day date, k int, value string, version double", read="value",
    ),
    "numbered": Case(
        [A], [(*A[:2], "x", 2, 7)], [A],
        error="the columns batch_id and posted_batch_id are daybook's own",
        added=", batch_id int",
    ),
    "short": refused([A], "has lost 75.0 %, and largest_loss=0.5 allows 50.0 %"),
}  # fmt: skip
RARER = {
    "at_sql": Case(
        [("2017-04-13", 1, "a", 1), ("2017-04-14", 1, "a", 1)],
        [("2017-04-15", 1, "c", 2)],
        [("2017-04-14", 1, "a", 1), ("2017-04-15", 1, "c", 2)],
        ', window={"start": "(select max(d) from " ~ schema ~ ".opened_in)"}',
    ),
    "by_text": of_type("string", "10", "9"),
    "by_date": of_type("date", "2017-04-09", "2017-04-10"),
    "by_decimal": of_type("decimal(9, 2)", "9.5", "10.25"),
    "by_time": of_type(
        "timestamp_ntz", "2017-04-09 23:59:59", "2017-04-10 00:00:00.000001"
    ),
    "future": refused(
        [("2999-01-01", 1, "a", 2)] * 4,
        "its newest day, 2999-01-01, is in the future (UTC)",
        ', window={"days": 7}',
    ),
}  # fmt: skip


def sql(name, case):
    told = f'"(select * from " ~ schema ~ ".{name}_in)"'
    call = f'daybook.merge_snapshot({told}, this, {case.key}, "version"{case.more})'
    return f"{{{{ {call} }}}}"


def check(project, cases):
    """Each case's model, after its two snapshots."""
    for name, case in cases.items():
        project.model(name, sql(name, case), case.config)
        project.feed(name, case.columns, case.first)
    project.feed("opened", "d date", [("2017-04-01",)])
    project.ok(select=" ".join(cases))
    logs = {name: project.log(name) for name in cases}
    for name, case in cases.items():
        project.feed(name, case.columns + case.added, case.second)
    project.feed("opened", "d date", [("2017-04-14",)])
    said = []
    outcome = project.run(
        select=" ".join(cases), on_event=lambda event: said.append(event.info.msg)
    )
    for name, case in cases.items():
        start = f"daybook: {name}: "
        assert project.rows(name, case.read) == case.shown, name
        lines = [line.removeprefix(start) for line in said if line.startswith(start)]
        assert lines == ([case.said] if case.said else []), name
        assert (case.error or "success") in outcome[name]
        assert not case.error or project.log(name) == logs[name]


def test_each_case(project):
    check(project, CASES)
    # A day that the snapshot lacks is not written again.
    first, _ = project.published("changed")
    assert project.rows("changed", "batch_id", "k = 2 and value = 'b'") == [(first,)]


def test_a_version_that_is_new_is_higher_than_none(project):
    """As after a table was adopted that had no such column."""
    columns, row = "day date, k int, value string", ("2017-04-20", 1, "a")
    grows = f'{BY_DAY}, on_schema_change="append_new_columns"'
    project.fed_model("unversioned", grows)
    project.feed("unversioned", columns, [row, ("2017-04-20", 2, "b")])
    project.ok(select="unversioned")
    call = sql("unversioned", Case([], [], []))
    project.model("unversioned", call, grows)
    project.feed("unversioned", f"{columns}, version int", [(*row[:2], "x", 1)])
    project.ok(select="unversioned")
    rows = project.rows("unversioned", "k, value, version")
    assert rows == [(1, "x", 1), (2, "b", None)]


@pytest.mark.stress
def test_each_rarer_case(project):
    check(project, RARER)
    project.operate("clean_batches", model="at_sql", older_than_days=0, apply=True)
    files = project.folder("at_sql__batches").glob("day=*/batch_id=*/*.parquet")
    days = {file.parts[-3] for file in files}
    assert days == {"day=2017-04-14", "day=2017-04-15"}


def test_a_snapshot_that_changes_while_it_is_read_is_refused(project):
    """It has rows of a day whose published rows were not merged with it."""
    case = CASES["changed"]
    project.model("raced", sql("raced", case), case.config)
    project.feed("raced", case.columns, [A, B])
    project.ok(select="raced")
    first = project.log("raced")
    more = [(*A[:2], "x", 2), (B[0], 9, "y", 2)]
    project.feed("raced", case.columns, more[:1])

    def grow(sql, send):
        if "insert overwrite" in sql and "raced__batches" in sql:
            project.feed("raced", case.columns, more)
        send()

    with each(grow):
        outcome = project.run(select="raced")["raced"]
    assert "1 rows of 2017-04-21 were not there at first" in outcome
    assert project.rows("raced", case.read) == [A, B]
    assert project.log("raced")[: len(first)] == first
    project.ok(select="raced")
    assert project.rows("raced", case.read) == [more[0], B, more[1]]


def test_deduplicate(project):
    """NULL is a key, a map is compared too, and ties are never left to chance.

    DESCRIBE cuts the type of a struct with so many fields short.
    """
    fields = ", ".join(f"'f{number}', k" for number in range(40))
    project.query(
        f"create view {project.schema}.doubled as"
        f" select *, named_struct({fields}) as wide from values"
        " (1, 'a', 1, map('x', 1)), (1, 'b', 2, map('x', 2)), (null, 'c', 1, null),"
        " (null, 'd', null, map('x', 1)), (2, 'e', 1, map('x', 2)),"
        " (2, 'e', 1, map('x', 1)), (2, null, 1, null) as t (k, name, n, m)"
    )
    project.model(
        "single",
        """
        select k, name, m["x"] as x, wide.f39 from {{ daybook.deduplicate(
            api.Relation.create(schema=schema, identifier="doubled"),
            key=["k"], order_by=["n desc"]) }}
        """,
    )
    project.ok(select="single")
    assert project.rows("single", "k, name, x, f39") == [
        (1, "b", 2, 1),
        (2, None, None, 2),
        (None, "c", None, None),
    ]
