"""Aggregates whose runs end anywhere, and that are read meanwhile."""

from datetime import datetime, timedelta
from itertools import count

import pytest

from support.fact_examples import SUMS, Fact, make, sums, totals
from support.readers import MONTHS, Published, Readers
from support.statements import ends_after

JOIN = """joins=[{"relation": fed("ended_products_in"), "key": {"product": "id"},
    "columns": ["kind"]}], dimensions=["product", "kind"],
    measures={"amount": "sum(amount)", "sales": "count(*)"}"""
MONTH = """layout={"partition_strategy": "user", "partition_key": "month",
    "levels": {"month": "date_format(sold_at, 'yyyy-MM')"}}"""
A_DAY = 'indicator={"column": "sold_at", "grace_period": "1d"}'


FORMS = {
    "segments": f'layout={{"max_segments": 2}}, {JOIN}',
    "partitions": f"{MONTH}, {SUMS}",
    "rebuilt": f'policies={{"changed_dimensions": "refuse"}}, {JOIN}',
}


@pytest.mark.parametrize(
    ("form", "every"),
    [
        # Every how many statements a run ends.
        ("segments", 20),
        *[pytest.param(form, 1, marks=pytest.mark.stress) for form in FORMS],
    ],
)
def test_a_run_that_ends_before_a_statement(project, form, every):
    """Readers see the old rows or the new, and the next run has them all, each once."""
    name = f"ended_{form}_{every}"
    kinds = [("A", "x"), ("B", "y"), ("C", "x")]
    project.feed("ended_products", "id string, kind string", kinds)
    fact = Fact(project, name)
    make(project, name, fact, f"{A_DAY}, {FORMS[form]}")
    fact.add(("2015-01-01 10:00:00", "A", 1), ("2015-01-20 10:00:00", "B", 1))
    project.ok(select=name)
    before, ended = totals(fact.rows), 0
    for number in count(2, every):
        at = datetime(2015, 2, 1, 10) + timedelta(days=ended)
        fact.add((str(at), "ABC"[ended % 3], 2 ** (ended % 20)))
        with ends_after("ended", number) as end:
            project.run(select=name, full_refresh=form == "rebuilt")
        assert sums(project, name) in (before, totals(fact.rows)), number
        if not end:
            break
        ended += 1
        project.expire_locks()
        project.ok(select=name)
        before = totals(fact.rows)
        assert sums(project, name) == before, number
    assert ended > 1
    assert project.locks(f"{name}__lock*") == []


@pytest.mark.stress
def test_readers_during_consolidation(project):
    """Each run adds to every month, and every second one puts all segments together."""
    fact = Fact(project, "read", "at timestamp_ntz, marker int, month string")
    make(
        project, "read", fact,
        'indicator="at", layout={"max_segments": 2},'
        ' dimensions=["marker", "month"], measures={"rows": "count(*)"}',
    )  # fmt: skip

    def arrive(number):
        fact.add(*[(f"2015-0{number}-01 10:00:00", number, month) for month in MONTHS])
        project.ok(select="read")

    arrive(1)
    published, relation = Published(1), f"{project.schema}.read"
    with Readers(2, project.port, relation, published) as readers:
        for number in range(2, 7):
            with published.moving_to(*range(1, number + 1)):
                arrive(number)
            readers.wait_for_new_reads()
    assert readers.problems == []
    assert min(readers.reads) >= 5
    committed = [e for e in project.log("read") if e["event"] == "committed"]
    assert [len(e["remembers"]["segments"]) for e in committed] == [1, 2, 1, 2, 1, 2]
