"""A run ends before each of its statements: nothing is lost, doubled or mixed.

`make test` takes every sixteenth one, `make stress` all, of more kinds of models.
"""

import pytest

from support.ledger import complete_ids
from support.statements import models_end_at

# A column may be called as what Spark says of a table.
COLUMNS = "id int, Location string, day date, number int, word string, is_it boolean"
SQL = "select id, Location, day, number, word, is_it from {{{{ {} }}}}"
FIRST, SECOND = ("2015-01-01", 1, "a", True), ("2015-01-02", 2, "b", False)
PARTITIONS = ['"word"', '"day"', '"number"', '"is_it"', '["day", "word"]']
CONFIG = "on_schema_change='append_new_columns'"


def row(id, partition):
    return (id, "here", *partition)


# What a model reads of its source.
NEW, ALL = 'daybook.new_batches(ref("{}"))', 'ref("{}")'
# By kind: the configuration, what is read, how many statements are enough, what is fed
# run by run, and the ids of both partitions before and after the last of them.
KINDS = {
    "replace": (
        "batch='replace'",
        ALL,
        35,
        [[row(1, FIRST), row(2, SECOND)], [row(3, FIRST), row(5, SECOND)]],
        ([{1}, {2}], [{3}, {5}]),
    ),
    "append": (
        "batch='append', compact_after=1",
        NEW,
        50,
        [[row(1, FIRST), row(2, SECOND)], [row(4, FIRST)], [row(3, FIRST)]],
        ([{1, 4}, {2}], [{1, 3, 4}, {2}]),
    ),
    "partitions": (
        "batch='replace', publish='partitions'",
        ALL,
        37,
        [[row(1, FIRST), row(2, SECOND)], [row(3, FIRST), row(5, SECOND)]],
        ([{1}, {2}], [{3}, {5}]),
    ),
    "first": (
        "batch='append'",
        NEW,
        42,
        [[row(1, FIRST), row(2, SECOND)]],
        ([set(), set()], [{1}, {2}]),
    ),
}


def read(project, name):
    """The ids in both partitions; none where there is no model yet."""
    if name not in project.names(name):
        return [set(), set()]
    rows = project.rows(name, "id, number")
    assert len(set(rows)) == len(rows), (name, rows)
    return [{id for id, number in rows if number == n} for n in (1, 2)]


@pytest.mark.parametrize(
    ("kind", "every"),
    [
        ("append", 16),
        ("first", 16),
        *(pytest.param(kind, 1, marks=pytest.mark.stress) for kind in KINDS),
    ],
)
def test_whatever_the_last_statement_was_the_next_run_puts_it_right(
    project, kind, every
):
    config, reads, statements, feeds, (old, new) = KINDS[kind]
    # The last one is among them, at which nothing ends.
    numbers = range(1 + (statements - 1) % every, statements + 1, every)
    names = {f"{kind}_{every}_{number:02}": number for number in numbers}
    source = f"{kind}_{every}_source"
    project.fed_model(source, "batch='append'" if reads == NEW else "")
    for name, number in names.items():
        project.model(
            name,
            SQL.format(reads.format(source)),
            f"{config}, {CONFIG}, partition_by={PARTITIONS[number % 5]}",
        )
    for rows in feeds[:-1]:
        project.feed(source, COLUMNS, rows)
        project.ok(select=f"{source}+")
    project.feed(source, COLUMNS, feeds[-1])
    project.ok(select=source)
    with models_end_at(names):
        outcome = project.run(select=" ".join(names))
    ends = [outcome[name] != "success" for name in names]
    # The last ones came through: there is no statement after theirs.
    assert ends == sorted(ends, reverse=True)
    assert 12 < sum(ends) * every < len(ends) * every
    # Readers see the old batch or the new; or of each partition the one or the other.
    seen = {name: read(project, name) for name in names}
    for name, found in seen.items():
        pairs = [*zip(found, old, new, strict=True)]
        if kind != "partitions":
            pairs = [(found, old, new)]
        assert all(f in (o, n) for f, o, n in pairs), (name, found)
    assert old in seen.values()
    assert new in seen.values()
    project.expire_locks()
    project.ok(select=" ".join(names))
    for name in names:
        assert read(project, name) == new, name
        assert project.ids_on_disk(name) <= complete_ids(project, name), name
    assert project.locks() == []


@pytest.mark.stress
def test_a_run_that_dies_after_its_flip_leaves_no_old_description(project):
    text = "models: [{{name: {}, description: {}}}]"
    names = {f"described_{number:02}": number for number in range(14, 32)}
    config = "batch='append', persist_docs={'relation': true}"
    project.feed("described", "id int", [(1,)])
    sql = "select id from {{ target.schema }}.described_in"
    for docs in ("Old.", "New."):
        for name in names:
            project.model(name, sql, config, text.format(name, docs))
        if docs == "Old.":
            project.ok(select=" ".join(names))
    with models_end_at(names):
        outcome = project.run(select=" ".join(names))
    assert {outcome[name] == "success" for name in names} == {False, True}
    project.expire_locks()
    # Either an operation repairs what such a run left, or the next run does.
    for name in list(names)[::2]:
        project.operate("recover", model=name)
    project.ok(select=" ".join(names))
    for name in names:
        rows = project.query(f"describe table extended {project.schema}.{name}")
        assert ("Comment", "New.") in [row[:2] for row in rows], name
