"""Incremental aggregates in partitions, and with joined dimensions."""

import re

import pytest

from support.fact_examples import SALES, SUMS, Fact, make, run, sums, totals, written
from support.sessions import NOT_ANSI_IN_NEW_YORK
from support.statements import noted

pytestmark = NOT_ANSI_IN_NEW_YORK
LEVELS = """"levels": {"sale_year": "year(sold_at)",
    "sale_month": "date_format(sold_at, 'yyyy-MM')",
    "sale_day": "cast(sold_at as date)"}"""
A_DAY = 'indicator={"column": "sold_at", "grace_period": "1d"}'
BY_MONTH = f'"partition_strategy": "user", "partition_key": "sale_month", {LEVELS}'


def test_a_run_rebuilds_open_months(project):
    fact = Fact(project, "sales")
    make(project, "monthly", fact, f"{A_DAY}, layout={{{BY_MONTH}}}, {SUMS}")
    steps = [
        (["2015-01-05", "2015-02-07"], ["2015-01", "2015-02"]),
        (["2015-02-09"], ["2015-02"]),
        # A month that has begun, and the one that its grace period reaches into.
        (["2015-03-01"], ["2015-02", "2015-03"]),
        (["2015-03-05"], ["2015-02", "2015-03"]),
        ([], ["2015-03"]),
    ]
    for days, months in steps:
        fact.add(*[(f"{day} 10:00:00", "A", 2) for day in days])
        assert run(project, "monthly") == {}
        told = [(at[:7], amount) for at, _, amount in fact.rows]
        assert sums(project, "monthly", "sale_month") == totals(told, key=0)
        assert written(project, "monthly") == months
    shown = project.query(f"show create table {project.schema}.monthly")[0][0]
    assert "group by" not in shown.lower()


@pytest.mark.stress
def test_the_indicator_as_the_partition(project):
    """Each partition has what the fact had when it was last within the grace period."""
    days = Fact(project, "days", "day date, product string, amount int")
    numbers = Fact(project, "numbers", "n bigint, product string, amount int")
    by = 'layout={"partition_strategy": "indicator"}'
    by_day = f'indicator={{"column": "day", "grace_period": "2d"}}, {by}'
    by_number = f'indicator={{"column": "n", "grace_period": 3}}, {by}'
    make(project, "daily", days, f"{by_day}, {SUMS}")
    make(project, "counted", numbers, f"{by_number}, {SUMS}")
    for last in (8, 9, 12):
        days.rows = [(f"2015-03-{n + 1:02}", "A", n * last) for n in range(last + 1)]
        numbers.rows = [(n, "A", n * last) for n in range(last + 1)]
        days.feed()
        numbers.feed()
        assert run(project, "daily", "counted") == {}

    def made_by(n, grace):
        return 8 if n < 8 - grace else 9 if n < 9 - grace else 12

    assert project.rows("counted", "n, amount") == [
        (n, n * made_by(n, 3)) for n in range(13)
    ]
    assert project.rows("daily", "day(day), amount") == [
        (n + 1, n * made_by(n, 2)) for n in range(13)
    ]
    assert set(written(project, "counted")) == {str(n) for n in range(6, 13)}


CHOICE = re.compile(
    r"partitioned by (\w+): of (.+) its partitions, about (\d+) of (\d+) rows each"
)


def chosen(said):
    """The level, the candidates, and the estimated rows of the aggregate."""
    level, candidates, values, rows = CHOICE.search(said).groups()
    return level, candidates, int(values) * int(rows)


@pytest.mark.stress
def test_distribution_chooses_the_level_nearest_to_the_target(project):
    """Among dimensions of the aggregate, or where none is a level, among all levels."""
    fact = Fact(project, "spread")
    fact.add(
        *[
            (f"2015-{month:02}-{day:02} 10:00:00", f"p{product}", 1)
            for month in range(1, 5) for day in range(1, 11) for product in range(10)
        ]
    )  # fmt: skip

    def by(rows, sums=SUMS):
        layout = (
            f'"partition_strategy": "distribution", "target_rows": {rows}, {LEVELS}'
        )
        return f"{A_DAY}, layout={{{layout}}}, {sums}"

    by_product_and_month = SUMS.replace('"product"', '"product", "sale_month"', 1)
    every = "sale_year, sale_month, sale_day"
    # Arguments; the level, the candidates, and rows, of which Spark's are an estimate.
    cases = {
        "of_all": (by(100), "sale_year", every, 10),
        "of_few": (by(3), "sale_month", every, 10),
        "of_own": (by(100, by_product_and_month), "sale_month", "sale_month", 40),
    }
    for name, (arguments, *_) in cases.items():
        make(project, name, fact, arguments)
    said = run(project, *cases)
    for name, (_, level, candidates, rows) in cases.items():
        wanted = (level, candidates, pytest.approx(rows, rel=0.25))
        assert chosen(said[name]) == wanted
    # The choice stays, even if a later run would choose otherwise.
    make(project, "of_all", fact, by(1))
    assert run(project, "of_all") == {}
    assert run(project, "of_all", full_refresh=True) == {}
    assert project.rows("of_all", "distinct sale_year") == [(2015,)]
    project.operate("remove_model", model="of_all", apply=True)
    # 10 rows: in 4 months 2.5 each; in 40 days a quarter, in one year ten.
    assert chosen(run(project, "of_all")["of_all"])[0] == "sale_month"


@pytest.mark.stress
def test_if_scores_are_equal_the_finer_level_wins(project):
    """The fact is asked once for all levels."""
    project.query(
        f"create view {project.schema}.tied_in as"
        " select id as n, cast(id as string) as product, 1 as amount from range(20000)"
    )
    by = (
        '"levels": {"whole": "n div 100000", "quarter": "n div 5000"},'
        ' "partition_strategy": "distribution"'
    )

    def define(name, layout):
        arguments = f'indicator="n", layout={{{layout}}}, {SUMS}'
        make(project, name, 'fed("tied_in")', arguments)

    define("measured", by)
    with noted() as sent:
        *_, rows = chosen(run(project, "measured")["measured"])
    assert len([sql for sql in sent if "approx_count_distinct" in sql]) == 1
    # As far from the whole as from a quarter, less the tenth for the finer level.
    targets = {"tied": round(rows / 2 * 2**0.05), "not_tied": round(rows / 2 * 2**0.06)}
    for name, target in targets.items():
        define(name, f'{by}, "target_rows": {target}')
    said = run(project, *targets)
    assert chosen(said["tied"])[0] == "quarter"
    assert chosen(said["not_tied"])[0] == "whole"


@pytest.mark.stress
def test_months_of_a_batched_fact(project):
    """A late row has its own month rebuilt, and no other."""
    project.fed_model("entered", 'batch="append", partition_by="entry_month"')
    make(
        project, "by_entry", 'ref("entered")',
        'layout={"partition_strategy": "user", "partition_key": "entry_month"},'
        ' dimensions=[], measures={"amount": "sum(moved)", "sales": "count(*)"}',
    )  # fmt: skip
    steps = [
        [("2015-01", 1), ("2015-02", 2), ("2015-03", 3)],
        [("2015-01", -1), ("2015-04", 4)],
        [("2015-02", 5)],
    ]
    told = []
    for rows in steps:
        told += rows
        project.feed("entered", "entry_month string, moved int", rows)
        assert run(project, "entered", "by_entry") == {}
        assert written(project, "by_entry") == [month for month, _ in rows]
        assert sums(project, "by_entry", "entry_month") == totals(told, key=0)


def test_a_key_of_numbers_may_be_a_negative_zero(project):
    """It is equal to zero, and a change of the row of zero is seen."""
    fact = Fact(project, "zeros", "n int, id double, amount int")
    fact.add((1, "-0", 1), (2, "1", 2))
    make(
        project, "by_zero", fact,
        """indicator="n", joins=[
        {"relation": fed("zero_kinds_in"), "key": ["id"], "columns": ["kind"]}],
        dimensions=["kind"], measures={"amount": "sum(amount)", "sales": "count(*)"}""",
    )  # fmt: skip
    for kind, says in (("x", set()), ("y", {"by_zero"}), ("y", set())):
        project.feed("zero_kinds", "id double, kind string", [("0", kind)])
        assert run(project, "by_zero").keys() == says
        assert sums(project, "by_zero", "kind") == [(kind, 1, 1), (None, 2, 1)]
    # A rebuild keeps for a rollback what rows were joined with; the next run drops it.
    kept = f"select daybook_value from {project.schema}.by_zero__dimensions"
    (before,) = project.query(kept)
    project.feed("zero_kinds", "id double, kind string", [("0", "z")])
    run(project, "by_zero", full_refresh=True)
    assert len(project.query(kept)) == 2
    assert before in project.query(kept)
    run(project, "by_zero")
    (after,) = project.query(kept)
    assert after != before


@pytest.mark.stress
def test_a_dimension_that_changed_under_closed_rows(project):
    """All is rebuilt, or refused; what open rows alone have is no matter."""
    project.fed_model("moves", 'batch="append"')
    fact, kinds = Fact(project, "joined"), {"A": "x", "B": "y", "C": "x", "E": "z"}
    of = {
        "segments": (fact, f"{A_DAY},", ""),
        "partitions": (fact, f"{A_DAY},", f", {BY_MONTH}"),
        "batches": ('ref("moves")', "", ""),
    }
    join = """joins=[
        {"relation": fed("kinds_in"), "key": {"product": "id"}, "columns": ["kind"]}],
        dimensions=["kind"], measures={"amount": "sum(amount)", "sales": "count(*)"}"""
    rebuilt = [f"rebuilt_{form}" for form in of]
    refused = [f"refused_{form}" for form in of]
    for form, (relation, indicator, partitions) in of.items():
        more = f'{indicator} layout={{"max_segments": 2{partitions}}}, {join}'
        refuse = 'policies={"changed_dimensions": "refuse"}'
        make(project, f"rebuilt_{form}", relation, more)
        make(project, f"refused_{form}", relation, f"{more}, {refuse}")

    def step(*rows, **changed):
        kinds.update(changed)
        project.feed("kinds", "id string, kind string", list(kinds.items()))
        fact.add(*rows)
        project.feed("moves", SALES, rows)
        return run(project, "moves", *rebuilt, *refused)

    def agree(names):
        told = [(kinds.get(product), amount) for _, product, amount in fact.rows]
        return all(sums(project, name, "kind") == totals(told, key=0) for name in names)

    assert step(("2015-03-01 10:00:00", "A", 1), ("2015-03-02 10:00:00", "D", 2)) == {}
    assert step(("2015-03-05 10:00:00", "B", 4), ("2015-03-05 11:00:00", None, 8)) == {}
    assert agree(rebuilt + refused)
    # Products that no row has.
    assert step(("2015-03-05 12:00:00", "C", 16), E="w", F="v") == {}
    # One of open rows only; of batches, all rows are closed.
    said = step(("2015-03-09 12:00:00", "B", 16), B="w")
    assert said.keys() == {"rebuilt_batches", "refused_batches"}
    assert agree([*rebuilt, "refused_segments", "refused_partitions"])
    # One of closed rows, and one that such rows had lacked.
    said = step(("2015-03-10 12:00:00", "A", 32), A="y", D="u")
    for name in rebuilt:
        assert "2 dimension rows were changed or added after facts" in said[name]
    for name in refused:
        assert "policies={'changed_dimensions': 'rebuild'}" in said[name]
    assert agree(rebuilt)
    assert run(project, *rebuilt) == {}
    # And one that is gone.
    del kinds["A"]
    said = step()
    for name in rebuilt:
        assert "1 dimension rows were changed or added after facts" in said[name]
    assert agree(rebuilt)

    # What is known of dimensions may go.
    assert run(project, *refused, full_refresh=True) == {}
    assert agree(rebuilt + refused)
    for name in rebuilt + refused:
        project.query(f"drop table {project.schema}.{name}__dimensions")
    said = run(project, *rebuilt, *refused)
    for name in rebuilt:
        assert "dimensions is gone: it is rebuilt from the whole fact" in said[name]
    for name in refused:
        assert "dimensions is gone. Nothing was published" in said[name]
    assert agree(rebuilt + refused)
