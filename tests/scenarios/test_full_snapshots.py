"""Histories of full snapshots, in random order: every row, by brute force."""

import pytest

from support.full_snapshots import (
    TIMES,
    feed_snapshots,
    in_order,
    random_snapshots,
    true_at,
    true_if_kept,
    versions,
)

BATCHES = 6
RUNS = ((1, 1), (2, 3), (4, 4), (5, BATCHES))


def call(more, snapshots="copies"):
    return f"""
        {{{{ daybook.history_of_snapshots(
            snapshots=daybook.new_batches(ref("{snapshots}")), posted=this,
            key=["id"], taken_at="taken", largest_loss=1, {more}) }}}}
    """


ALONE = 'history={"system_time": false, "interval": "half_open"}'
MODELS = {
    "alone": call(f'scope=["branch"], values=["text", "amount"], {ALONE}'),
    "recorded": call(
        'scope=["branch"], history={"system_time": "recorded", "interval": "half_open"}'
    ),
}


def kept(snapshots, rows):
    """Without those that come late: they are refused where keys are kept."""
    own = {(each.scope, each.taken_at) for each in snapshots}
    of_them = " or ".join(f'branch = "{s}" and taken = {at}' for s, at in sorted(own))
    select = f"select * from {{{{ {rows} }}}} where {of_them}"
    more = f'scope=["branch"], values=["text", "amount"], deletes="keep", {ALONE}'
    return f"{{% set rows %}}({select}){{% endset %}}" + call(more).replace(
        rows, "rows"
    ).replace("largest_loss=1, ", "")


def once(snapshots):
    """A batch has a snapshot once."""
    return list(
        {(each.scope, each.taken_at, each.batch): each for each in snapshots}.values()
    )


@pytest.fixture(scope="module")
def made(project, tmp_path_factory):
    snapshots = once(random_snapshots(7, 60, BATCHES))
    feed_snapshots(project, snapshots, tmp_path_factory.mktemp("copies"))
    for name, sql in MODELS.items():
        project.model(name, sql)
    on_time = in_order(snapshots, RUNS)
    assert len(on_time) < len(snapshots)
    project.model("kept", kept(on_time, 'daybook.new_batches(ref("copies"))'))
    for first, last in RUNS:
        for batch in range(first, last + 1):
            project.ok(select="copies", vars={"from": batch, "to": batch})
        project.ok("--exclude", "copies")
    return snapshots


def rows_of(project, name):
    rows = project.rows(name, "branch, id, text, amount, valid_from, valid_to")
    return sorted(((row[0], row[1], row[2:4], *row[4:]) for row in rows), key=str)


@pytest.mark.parametrize("name", ["alone", "kept"])
def test_a_version_for_each_change(project, made, name):
    cells = true_if_kept(in_order(made, RUNS)) if name == "kept" else true_at(made)
    assert rows_of(project, name) == versions(cells)


def test_what_was_believed_at_each_time(project, made):
    rows = project.rows(
        "recorded",
        "branch, id, text, amount, valid_from, valid_to, known_from, known_to",
    )
    for recorded in sorted({each.recorded for each in made}):
        known = {}
        for branch, key, text, amount, first, until, since, to in rows:
            if since <= recorded < to:
                for moment in range(first, min(until, TIMES)):
                    assert (branch, key, moment) not in known
                    known[branch, key, moment] = (text, amount)
        assert known == true_at(made, recorded=recorded), recorded


ROWS = "topic string, id int, text string, taken int, branch string"
WHOLE = [(id, "a", 1) for id in range(10)]
# Of each topic the snapshots of a first run and of a second one, a line for each row:
# key, text, time; and what the second run says.
REFUSED = {
    "cut short": (WHOLE, [(id, "a", 2) for id in range(3)], "lacks 7 of 10"),
    "varying": (WHOLE, [(id, "a", 2 + id) for id in range(10)], "lacks 9 of 10"),
    "twice": (WHOLE, [(1, "a", 2), (1, "b", 2)], "1 keys come twice"),
    "different": (WHOLE, [(id, "b", 1) for id in range(10)], "differ in 10 keys"),
    "one more": (WHOLE, [*WHOLE, (11, "a", 1)], "differ in 1 keys, first in that of 1"),
    "one less": (WHOLE, WHOLE[1:], "differ in 1 keys, first in that of 1"),
    "no key": (WHOLE, [*WHOLE, (None, "a", 2)], "of 11 rows of snapshots 1 have no id"),
    "kept, and late": (
        [(1, "a", 2)],
        [(1, "b", 1)],
        "1 snapshots come after one that has a later taken: deletes='keep'",
    ),
    "no time": (WHOLE, [(1, "a", None)], "of 1 rows of snapshots 1 have no taken"),
}
FIRST = [(id, text, 1) for id, text in ((1, "a"), (2, "b"), (3, "c"), (4, "d"))]
TAKEN = {
    "again": (FIRST, FIRST, "1a1- 2b1- 3c1- 4d1-"),
    "goes and comes back": (
        FIRST,
        [
            *((id, text, 2) for id, text, _ in FIRST[1:]),
            *((i, t, 3) for i, t, _ in FIRST),
        ],
        "1a1-2 1a3- 2b1- 3c1- 4d1-",
    ),
    "late, and equal to the next": (
        [*FIRST, *((i, "z", 4) for i, _, _ in FIRST)],
        [(i, "z", 2) for i, _, _ in FIRST],
        "1a1-2 1z2- 2b1-2 2z2- 3c1-2 3z2- 4d1-2 4z2-",
    ),
}


@pytest.fixture(scope="module")
def second_run(project):
    """What the second runs said, by topic."""
    project.fed_model("small", 'batch="append"')
    names = {topic: f"of_{number}" for number, topic in enumerate(REFUSED | TAKEN)}
    for topic, name in names.items():
        rows = f"""{{% set rows %}}(select id, text, taken, branch, posted_batch_id from
            {{{{ daybook.new_batches(ref("small")) }}}}
            where topic = '{topic}'){{% endset %}}"""
        project.model(
            name,
            rows
            + call(f'deletes="keep", {ALONE}' if "kept" in topic else ALONE, "small")
            .replace('daybook.new_batches(ref("small"))', "rows")
            .replace("largest_loss=1, ", ""),
        )
    for place in (0, 1):
        rows = [
            (topic, *row, "x")
            for topic, given in (REFUSED | TAKEN).items()
            for row in given[place]
        ]
        project.feed("small", ROWS, rows)
        project.ok(select="small")
        said = project.run(select=" ".join(names.values()))
        if not place:
            assert set(said.values()) == {"success"}
    return {topic: (name, said[name]) for topic, name in names.items()}


@pytest.mark.parametrize("topic", REFUSED)
def test_what_no_history_can_be_made_of_is_refused(project, second_run, topic):
    name, said = second_run[topic]
    assert REFUSED[topic][2] in said
    assert len(project.rows(name)) == len(REFUSED[topic][0])


@pytest.mark.parametrize("topic", TAKEN)
def test_what_a_later_snapshot_changes(project, second_run, topic):
    name, said = second_run[topic]
    assert said == "success"
    rows = project.rows(name, "id, text, valid_from, valid_to")
    found = [f"{i}{t}{first}-{'' if to > 99 else to}" for i, t, first, to in rows]
    assert " ".join(found) == TAKEN[topic][2]


STAGED_WITH_NEW_COLUMNS = (
    'meta={"batch": "append"}, on_schema_change="append_new_columns"'
)
COLORED = "id, text, color, valid_from, nullif(valid_to, 2147483647)"


def test_a_new_column_makes_no_version(project):
    project.fed_model("wider", STAGED_WITH_NEW_COLUMNS)
    for name, more in {
        "alone_wider": ALONE,
        "recorded_wider": 'history={"interval": "half_open"}',
    }.items():
        project.model(
            name, call(more, "wider"), 'on_schema_change="append_new_columns"'
        )
    names = "alone_wider recorded_wider"
    rows = [(1, "a", 1), (2, "b", 1), (3, "c", 1)]
    project.feed("wider", "id int, text string, taken int", rows)
    project.ok(select=f"wider {names}")
    rows = [(1, "a", 2, "red"), (2, "z", 2, "red"), (4, "d", 2, None)]
    project.feed("wider", "id int, text string, taken int, color string", rows)
    project.ok(select=f"wider {names}")
    # A late one from before the column came.
    rows = [(1, "y", 0, None), (2, "b", 0, None)]
    project.feed("wider", "id int, text string, taken int, color string", rows)
    project.ok(select=f"wider {names}")
    expected = [
        (1, "a", "red", 1, None),
        (1, "y", None, 0, 1),
        (2, "b", None, 0, 2),
        (2, "z", "red", 2, None),
        (3, "c", None, 1, 2),
        (4, "d", None, 2, None),
    ]
    for name in names.split():
        rows = project.rows(name, COLORED, "history_part <> 'closed'")
        assert rows == expected, name
    # A snapshot that had the column is another one with another color.
    rows = [(1, "a", 2, "blue"), (2, "z", 2, "red"), (4, "d", 2, None)]
    project.feed("wider", "id int, text string, taken int, color string", rows)
    outcome = project.run(select=f"wider {names}")
    for name in names.split():
        assert "differ in 1 keys" in outcome[name]


def test_a_column_joins_each_scope_with_its_next_snapshot(project):
    project.fed_model("by_branch", STAGED_WITH_NEW_COLUMNS)
    project.model(
        "joined",
        call(f'scope=["branch"], {ALONE}', "by_branch"),
        'on_schema_change="append_new_columns"',
    )

    def take(*batches, more=""):
        for rows in batches:
            columns = f"branch string, id int, text string, taken int{more}"
            project.feed("by_branch", columns, rows)
            project.ok(select="by_branch")
        project.ok(select="joined")

    first = [("DE", 1, "a", 1), ("DE", 2, "b", 1)]
    take([*first, ("FR", 3, "c", 1)])
    second = [("DE", 1, "a", 2, "red"), ("DE", 2, "z", 2, "red")]
    take(second, second, more=", color string")
    again = [(*row, None) for row in first]
    take([*again, ("FR", 3, "c", 2, "blue")], more=", color string")
    assert project.rows("joined", COLORED) == [
        (1, "a", "red", 1, None),
        (2, "b", None, 1, 2),
        (2, "z", "red", 2, None),
        (3, "c", "blue", 1, None),
    ]


def test_a_late_snapshot_may_have_a_new_column(project):
    project.fed_model("colors", STAGED_WITH_NEW_COLUMNS)
    project.model(
        "colored", call(ALONE, "colors"), 'on_schema_change="append_new_columns"'
    )
    project.feed("colors", "id int, text string, taken int", [(1, "a", 9)])
    project.ok(select="colors colored")
    late = (1, "a", 10, "blue")
    # The last one comes again.
    for row in ((1, "a", 11, "red"), late, late):
        project.feed("colors", "id int, text string, taken int, color string", [row])
        project.ok(select="colors colored")
    assert project.rows("colored", COLORED) == [
        (1, "a", "blue", 10, 11),
        (1, "a", "red", 9, 10),
        (1, "a", "red", 11, None),
    ]
