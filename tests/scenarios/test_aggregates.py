"""Incremental aggregates by example: what they say, count and put together."""

import math
import re

import pytest

from support.fact_examples import SUMS, Fact, make, run, sums, totals, written
from support.statements import noted

A_DAY = 'indicator={"column": "sold_at", "grace_period": "1d"}'
BY_MONTH = """layout={"partition_strategy": "user", "partition_key": "month",
    "levels": {"month": "date_format(sold_at, 'yyyy-MM')"}}"""


def sales(*days):
    """A sale of 1 of A on each day, which is a month and a day of 2015."""
    return [(f"2015-{day} 10:00:00", "A", 1) for day in days]


def test_rows_that_come_late_or_go(project):
    """Counted, refused, or repaired in their segment or month and in no other."""
    forms = {
        "reporting": 'policies={"late_rows": "report"}',
        "refusing": 'policies={"late_rows": "refuse"}',
        "repairing": 'policies={"late_rows": "repair"}',
        "monthly": f'policies={{"late_rows": "repair"}}, {BY_MONTH}',
    }
    fact = Fact(project, "sales")
    for name, arguments in forms.items():
        make(project, name, fact, f"{A_DAY}, {arguments}, {SUMS}")
    for number, days in enumerate((("01-01", "01-02"), ("02-05", "02-06"), ("03-09",))):
        # The last row is within the grace period, and has changed since its run.
        fact.rows[-1:] = [(at, "B", 5) for at, *_ in fact.rows[-1:]]
        fact.add(*sales(*days))
        with noted() as sent:
            assert run(project, *forms, threads=2 if number else 1) == {}
        if number == 0:
            # One thread asks the fact once for all of its aggregates.
            assert len([sql for sql in sent if "count_if" in sql]) == 1
        assert all(sums(project, name) == totals(fact.rows) for name in forms)

    before = project.published("refusing")
    in_time = [*fact.rows, *sales("03-10")]
    fact.add(*sales("01-20", "03-10"))
    said = run(project, *forms)
    late = r"1 rows of \S+ came later than grace_period=1d allows, and are not in it"
    assert re.match(late, said["reporting"])
    assert sums(project, "reporting") == totals(in_time)
    assert re.search(late, said["refusing"])
    assert project.published("refusing") == before
    repaired = "1 rows came late, or went: 1 closed {} are rebuilt"
    assert said["repairing"] == repaired.format("segments")
    assert said["monthly"] == repaired.format("partitions")
    assert written(project, "repairing") == ["0", "2"]
    assert written(project, "monthly") == ["2015-01", "2015-03"]
    for name in ("repairing", "monthly"):
        assert sums(project, name) == totals(fact.rows)
    again = run(project, "reporting", "repairing")
    assert again == {"reporting": said["reporting"]}

    # Two closed rows go; the one that came late hides one of them where it is not in.
    del fact.rows[:2]
    fact.feed()
    said = run(project, "reporting", "repairing")
    assert re.match(
        "1 rows more are in it than .* had when they were counted: closed rows",
        said["reporting"],
    )
    assert said["repairing"].startswith("2 rows came late, or went: 1 closed segments")
    # Repaired on request.
    make(project, "reporting", fact, f"{A_DAY}, {forms['repairing']}, {SUMS}")
    said = run(project, "reporting")
    assert said == {"reporting": repaired.format("segments")}
    for name in ("reporting", "repairing"):
        assert sums(project, name) == totals(fact.rows)


@pytest.mark.stress
def test_rows_without_an_indicator(project):
    """Refused with their number, left out and said, or read in each run."""
    choices = ("refuse", "leave_out", "include")
    fact = Fact(project, "timeless")
    for choice in choices:
        policies = f'policies={{"null_indicators": "{choice}"}}'
        make(project, choice, fact, f"{A_DAY}, {policies}, {SUMS}")
    fact.add(*sales("03-01", "03-05"))
    assert run(project, *choices) == {}
    fact.add((None, "B", 7), *sales("03-09"))
    for _ in range(2):
        said = run(project, *choices)
        assert "1 of 4 rows of" in said["refuse"]
        assert "have no sold_at. Nothing was published" in said["refuse"]
        pattern = "1 of 4 rows of .* have no sold_at, and were left out"
        assert re.fullmatch(pattern, said["leave_out"])
        assert "include" not in said
        assert sums(project, "refuse") == [("A", 2, 2)]
        assert sums(project, "leave_out") == [("A", 3, 3)]
        assert sums(project, "include") == totals(fact.rows)
    # It gets a time: no longer read as one without, and not counted twice.
    fact.rows[2] = ("2015-03-09 10:00:00", "B", 7)
    fact.feed()
    assert run(project, "include") == {}
    assert sums(project, "include") == totals(fact.rows)


MEASURES = {
    "total": "sum(amount)",
    "exact": "sum(price)",
    "events": "count(*)",
    "known": "COUNT( amount )",
    "least": "min(price)",
    "most": "max(amount)",
    "mean_amount": "avg(amount)",
    "mean_price": "avg(price)",
    "buyers": "count(distinct buyer)",
    "pairs": "count(distinct struct(buyer, amount))",
    # Spark has one hash for both of A's.
    "halves": "count(distinct struct(if(n % 2 = 0, 1, null), if(n % 2 = 0, null, 1)))",
    # And to_json has two texts for them.
    "zeros": "count(distinct array(if(n % 2 = 0, -0d, 0d)))",
    "rich": "sum(case when amount > 50 then amount end)",
}


def test_measures_are_put_together_from_their_parts(project):
    """Spark says the same of the whole fact."""
    fact = Fact(
        project, "measured",
        "n int, kind string, amount int, price decimal(7, 2), buyer string",
    )  # fmt: skip
    # From the second run on, the closed segments are merged.
    make(
        project, "measures", fact,
        'indicator="n", layout={"max_segments": 1}, dimensions=["kind"],'
        f" measures={MEASURES}",
    )  # fmt: skip
    for step in range(3):
        fact.add(
            (step * 10, "A", step * 30, step * 37.5, f"b{step}"),
            (step * 10 + 1, "A", 7, 8.75, "b0"),
            (step * 10 + 2, "B", None, None, None),
            (step * 10 + 3, None, 60 + step, None, "b1"),
        )
        assert run(project, "measures") == {}
    found = project.rows("measures", f"kind, {', '.join(MEASURES)}")
    whole = ", ".join(["kind", *MEASURES.values()])
    expected = project.rows("measured_in", whole, "true group by kind")
    assert len(found) == 3
    for row, wanted in zip(found, expected, strict=True):
        for name, value, other in zip(["kind", *MEASURES], row, wanted, strict=True):
            assert value == other or math.isclose(value, other, rel_tol=1e-6), name
    described = project.query(f"describe {project.schema}.measures")
    assert ("exact", "decimal(17,2)") in [row[:2] for row in described]


@pytest.mark.stress
def test_a_distinct_count_of_many(project):
    """Sketches of overlapping segments are one sketch: within three standard errors."""
    make(
        project, "many_buyers", 'fed("buyers_in")',
        'indicator="n", dimensions=[], layout={"max_segments": 1},'
        ' measures={"buyers": "count(distinct buyer)"}',
    )  # fmt: skip
    for last in (20_000, 60_000, 140_000):
        project.query(
            f"create or replace view {project.schema}.buyers_in as"
            f" select id as n, concat('b', id % 90000) as buyer from range({last})"
        )
        assert run(project, "many_buyers") == {}
        ((found,),) = project.rows("many_buyers", "buyers")
        assert math.isclose(found, min(last, 90_000), rel_tol=0.048), last


@pytest.mark.stress
def test_a_batched_fact_is_followed_batch_by_batch(project):
    """Each batch once, of whatever days; where rows were replaced, all again."""
    project.fed_model("moves", 'batch="append"')
    project.fed_model("stock", 'partition_by="day"')
    make(project, "of_moves", 'ref("moves")')
    make(project, "of_stock", 'ref("stock")')
    columns = "day string, product string, amount int"
    for number, day in enumerate(("2015-03-05", "2015-03-01"), 1):
        project.feed("moves", columns, [(day, "A", 1)])
        project.feed("stock", columns, [(day, "A", 1)])
        assert run(project, "moves", "stock", "of_moves", "of_stock") == {}
        assert sums(project, "of_moves") == [("A", number, number)]
        assert sums(project, "of_stock") == [("A", number, number)]
    before = project.published("of_moves")
    project.feed("stock", columns, [("2015-03-01", "B", 5)])
    said = run(project, "stock", "of_moves", "of_stock")
    rebuilt = r"\S+stock has replaced rows that are in it, so it is rebuilt from all of"
    assert re.match(rebuilt, said.pop("of_stock"))
    assert said == {}
    assert project.published("of_moves") == before
    assert sums(project, "of_stock") == [("A", 1, 1), ("B", 5, 1)]
    assert run(project, "stock", full_refresh=True) == {}
    assert re.match(rebuilt, run(project, "of_stock")["of_stock"])
    assert sums(project, "of_stock") == [("B", 5, 1)]


@pytest.mark.stress
def test_the_engine_serves_aggregates_too(project):
    """As of an earlier batch, cloned, moved back; not consumed batch by batch."""
    fact = Fact(project, "served_to")
    make(project, "served", fact, f'{A_DAY}, layout={{"max_segments": 2}}, {SUMS}')
    then = {}
    for days in (("03-01", "03-02"), ("03-05",), ("03-09",), ("03-12",)):
        fact.add(*sales(*days))
        assert run(project, "served") == {}
        then[project.published("served")[-1]] = totals(fact.rows)
    project.write(
        "models/shown.sql",
        '{{ config(materialized="pointer_clone") }}\nselect * from {{ ref("served") }}',
    )
    project.model("follower", 'select * from {{ daybook.new_batches(ref("served")) }}')
    for batch in then:
        rows = f'{{{{ daybook.as_of(ref("served"), batch_id={batch}) }}}}'
        project.model(f"as_of_{batch}", f"select product, amount, sales from {rows}")
    said = run(project, "shown", "follower", *(f"as_of_{batch}" for batch in then))
    assert "its view combines rows of several batches" in said.pop("follower")
    assert said == {}
    assert sums(project, "shown") == totals(fact.rows)
    for batch, rows in then.items():
        assert sums(project, f"as_of_{batch}") == rows
    second = list(then)[1]
    project.operate("publish_batch", model="served", batch_id=second)
    assert sums(project, "served") == then[second]
    assert run(project, "served") == {}
    project.operate("compact_batches", model="served")
    assert sums(project, "served") == totals(fact.rows)
    project.operate("clean_batches", model="served", older_than_days=0, apply=True)
    assert run(project, "served") == {}
    assert sums(project, "served") == totals(fact.rows)
