"""The pointer as a predicate: it selects the directories that it should, and no other.

SQLite reads the predicate that Spark would, over the directories that a random story
has left: those to be seen, hidden ones, what dead writes left, and what a run is
writing now.
"""

import random
import sqlite3
from itertools import pairwise

import pytest

from support.macros import Macros
from support.stories import Story

PREDICATE, RANGES = "pointer_condition", "_id_ranges"
TO_FIT, VIEW = "_files_to_rewrite", "_files_read"
FITS = {"files": {}, "problem": None}
MONTHS = (("month", "string"),)
MONTHS_AND_TEAMS = (("month", "string"), ("team", "string"))
WORDS = [("b",), ("B",), ("a",), ("c d",), ("10",), ("9",), ("2015-01",), ("it's",)]
TEAMS = [
    (f"2015-{month:02}", team) for month in range(1, 5) for team in ("a", "B", "c")
]
NUMBERS = [(number,) for number in (-2, 2, 3, 9, 10, 11, 100)]
# How a table is partitioned, and the values that it has.
TABLES = {
    "months": (MONTHS, None),
    "words": ((("odd `name`", "string"),), WORDS),
    "numbers": ((("n", "int"),), NUMBERS),
    "months and teams": (MONTHS_AND_TEAMS, TEAMS),
    "months and numbers": (
        (("month", "string"), ("n", "bigint")),
        [(f"2015-{month:02}", n) for month in range(1, 5) for n in (9, 10)],
    ),
    "nothing": ((), [()]),
}
SEEDS = range(25)


@pytest.fixture(scope="module")
def macros():
    return Macros()


def selected(predicate, partition_by, directories):
    """The directories, (values, batch id), for which a database says yes."""
    database = sqlite3.connect(":memory:")
    database.create_function("isnan", 1, lambda number: False)
    names = [name.replace("`", "``") for name, _ in partition_by]
    # SQLite compares texts by their bytes, as Spark does.
    typed = [
        f"`{name}` {'text' if type == 'string' else 'integer'}, "
        for name, (_, type) in zip(names, partition_by, strict=True)
    ]
    database.execute(f"create table t ({''.join(typed)}batch_id integer)")
    slots = ", ".join("?" * (len(names) + 1))
    rows = [(*values, batch) for values, batch in directories]
    database.executemany(f"insert into t values ({slots})", rows)
    # A backslash is how Spark has a quote in a text; SQL has two of them.
    standard = predicate.replace("\\'", "''")
    found = database.execute(f"select * from t where {standard}").fetchall()
    return sorted((tuple(row[:-1]), row[-1]) for row in found)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_predicate_selects_what_is_to_be_seen(macros, table, seed):
    partition_by, values = TABLES[table]
    story = Story(seed, partition_by, values).tell(20)
    state = story.log(macros)["state"]
    predicate = macros.call(PREDICATE, state)
    files = {(story.keys[key], batch) for key, batch in story.disk}
    under_way = {(value, story.next_id + 1) for value in story.values}
    shown = {(story.keys[key], batch) for key, batch in story.shown.values()}
    found = selected(predicate, partition_by, files | under_way)
    assert found == sorted(shown), predicate


def test_days_are_in_order_whatever_their_year(macros):
    """As texts, the last two come first, and the first two the other way round."""
    days = ["-0100-03-15", "-0044-03-14", "-0044-03-15", "0999-12-31", "2015-01-02"]
    days += ["2015-03-01", "9999-12-31", "+10000-01-01", "+100000-01-01"]
    files = {f'["{day}"]': [1] for day in sorted(days)}
    state = {"partition_by": [["day", "date"]], "pointer": files}
    found = macros.call("_ordered_partitions", state, files)
    assert [partition["at"] for partition in found] == [[day] for day in days]
    assert macros.call("_highest", sorted(days), "date") == days[-1]
    assert macros.call("_highest", ["9", "10"], "int") == "10"
    assert macros.call("_highest", [], "date") is None


def test_what_a_predicate_looks_like(macros):
    """Of batches that took turns it names each; else one range is enough."""
    story = Story(1)
    state = story.log(macros)["state"]
    assert selected(macros.call(PREDICATE, state), MONTHS, {(("2015-01",), 1)}) == []
    first = story.commit(['["2015-01"]', '["2015-02"]'], [])
    second = story.commit(['["2015-02"]'], [])
    state = story.log(macros)["state"]
    assert macros.call(PREDICATE, state) == (
        f"(batch_id between {first} and {second} or isnan(batch_id))"
    )
    third = story.commit(['["2015-01"]', '["2015-02"]'], ['["2015-02"]'])
    state = story.log(macros)["state"]
    assert macros.call(PREDICATE, state) == (
        f"((`month` = '2015-01' and batch_id between {first} and {third})"
        f" or (`month` = '2015-02' and batch_id = {third}) or isnan(batch_id))"
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_ranges_have_the_ids_that_are_seen_and_none_that_is_hidden_or_dead(
    macros, seed
):
    chance = random.Random(seed)
    ids = sorted(chance.sample(range(100), chance.randint(1, 40)))
    kinds = {number: chance.choice(["seen", "hidden", "dead", "any"]) for number in ids}
    of = {kind: {n for n in ids if kinds[n] == kind} for kind in set(kinds.values())}
    seen, hidden = of.get("seen", set()), of.get("hidden", set())
    ranges = macros.call(RANGES, seen, hidden | of.get("dead", set()), ids)
    within = [n for r in ranges for n in ids if r["from"] <= n <= r["to"]]
    assert seen <= set(within)
    assert {kinds[n] for n in within} <= {"seen", "any"}
    assert len(within) == len(set(within))
    # As few as can be: a wider one would have an id that may not be in it.
    for one, next_one in pairwise(ranges):
        between = {kinds[n] for n in ids if one["to"] < n < next_one["from"]}
        assert between & {"hidden", "dead"}


def crooked(seed, count):
    """A story in which neighbouring months never show the same batches."""
    story = Story(seed, MONTHS, [(f"2015-{n:02}",) for n in range(1, count + 1)])
    for _ in range(count):
        keys = story.random.sample(list(story.keys), max(1, count // 3))
        story.commit(keys, keys)
    story.fail()
    return story


@pytest.mark.parametrize("allowed", [200, 300, 450])
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_a_pointer_that_is_too_long_is_made_to_fit(seed, allowed):
    macros = Macros(vars={"daybook_view_text_limit": allowed})
    story = crooked(seed, 24)
    state = story.log(macros)["state"]
    merged = macros.call(TO_FIT, macros.relation, state)["files"]
    assert len(macros.call(VIEW, macros.relation, state)) > allowed
    assert {key: sorted(ids) for key, ids in merged.items()} == {
        key: ids for key, ids in story.pointer().items() if key in merged
    }
    before = sorted(story.shown)
    story.compact(merged)
    state = story.log(macros)["state"]
    assert len(macros.call(VIEW, macros.relation, state)) <= allowed
    assert story.read(state["pointer"]) == before
    assert macros.call(TO_FIT, macros.relation, state) == FITS


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_a_pointer_that_fits_stays_as_it_is(macros, seed):
    story = Story(seed).tell(5)
    state = story.log(macros)["state"]
    assert macros.call(TO_FIT, macros.relation, state) == FITS


def test_where_nothing_would_help_the_problem_is_said():
    macros = Macros(vars={"daybook_view_text_limit": 50})
    state = crooked(1, 6).log(macros)["state"]
    problem = macros.call(TO_FIT, macros.relation, state)["problem"]
    assert "daybook_view_text_limit (50" in problem


def test_what_is_rewritten_has_few_rows():
    """Old months are large, and the last ones change in each run."""
    macros = Macros(vars={"daybook_view_text_limit": 600})
    months = [(f"2015-{n:02}",) for n in range(1, 31)]
    story = Story(1, MONTHS, months)
    large, small = list(story.keys)[:10], list(story.keys)[10:]
    story.commit(large, [], rows=1000)
    for _ in range(20):
        keys = story.random.sample(small, 5)
        story.commit(keys, keys, rows=1)
    state = story.log(macros)["state"]
    merged = macros.call(TO_FIT, macros.relation, state)["files"]
    assert set(merged) <= set(small)
    assert merged


def test_private_partitions_are_not_rewritten_for_a_view():
    macros = Macros(vars={"daybook_view_text_limit": 250})
    story = crooked(3, 12)
    story.private = ["2015-04", "2015-09"]
    story.commit([], [])
    state = story.log(macros)["state"]
    merged = macros.call(TO_FIT, macros.relation, state)["files"]
    assert merged
    assert not {'["2015-04"]', '["2015-09"]'} & set(merged)
