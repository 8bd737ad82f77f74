"""Incremental aggregates in segments, by example; what is refused, and what is said."""

import math
import re

import pytest

from support.told_facts import SUMS, Fact, make, run

AT_10 = "2015-03-{:02} 10:00:00"
A_DAY = 'indicator="sold_at", grace_period="1d"'


def sums(project, name):
    return project.rows(name, "product, amount, sales")


def placed(project, name):
    """{segment: rows of the fact in it}, as the last batch of each has it."""
    found = project.query(
        "select daybook_segment, max_by(n, batch_id) from ("
        "select daybook_segment, batch_id, sum(daybook_rows) as n"
        f" from {project.schema}.{name}__batches group by 1, 2) group by 1"
    )
    return dict(found)


def first_word(line):
    """Of the statement that dbt says it sends; of another line none."""
    if not line.startswith("On model"):
        return ""
    sql = re.sub(r"/\*.*?\*/", "", line.split(":", 1)[1], flags=re.DOTALL)
    return sql.split()[0].lower()


def sales(*days):
    """A sale of 1 of A on each day of March."""
    return [(AT_10.format(day), "A", 1) for day in days]


def test_segments_add_up_to_the_fact(project):
    make(project, "sums", f"{A_DAY}, {SUMS}")
    fact = Fact(project, "sums")
    days = [
        [(AT_10.format(1), "A", 3), ("2015-03-02 09:00:00", "B", 4)],
        [(AT_10.format(3), "A", 5), ("2015-03-02 12:00:00", "A", 1)],
        [(AT_10.format(9), "B", 5)],
        [],
    ]
    for rows in days:
        fact.add(*rows)
        assert run(project, "sums") == []
        assert sums(project, "sums") == fact.by(1)
    # Nothing of the second of March is read again once the grace period is over.
    assert placed(project, "sums") == {2: 2, 3: 2, 0: 1}


EDGES = [
    # type, grace period, the first value, one before the edge, the edge, the last
    ("bigint", "86400", "1", "99", "100", "86500"),
    ("int", "10", "1", "99", "100", "110"),
    ("decimal(38, 0)", "10", "1", f"9{'0' * 30}", f"9{'0' * 29}1", f"9{'0' * 28}11"),
    ("date", '"1w"', "2015-01-01", "2015-03-01", "2015-03-02", "2015-03-09"),
    ("date", "7", "2015-01-01", "2015-03-01", "2015-03-02", "2015-03-09"),
    ("timestamp", '"90m"', "2015-03-29 00:00:00", "2015-03-29 00:59:59.999999",
     "2015-03-29 01:00:00", "2015-03-29 02:30:00"),
    ("timestamp", "5400", "2015-03-29 00:00:00", "2015-03-29 00:59:59.999999",
     "2015-03-29 01:00:00", "2015-03-29 02:30:00"),
    ("timestamp_ntz", '"100s"', "2015-01-01 00:00:00", "2015-03-29 01:59:59.999999",
     "2015-03-29 02:00:00", "2015-03-29 02:01:40"),
    ("timestamp_ntz", '"1h"', "2015-01-01 00:00:00", "2015-03-29 01:59:59.999999",
     "2015-03-29 02:00:00", "2015-03-29 03:00:00"),
]  # fmt: skip


@pytest.mark.stress
def test_the_grace_period_is_exact_at_its_edge(project):
    """What lies on it is read again, what lies before it stays as it was aggregated."""
    facts = {}
    for number, (type, grace, *values) in enumerate(EDGES):
        name = f"edge_{number}"
        make(project, name, f'indicator="at", grace_period={grace}, {SUMS}')
        facts[name] = Fact(project, name, f"at {type}, product string, amount int")
        facts[name].add(*[(value, "A", 1) for value in values])
    for step in range(2):
        for fact in facts.values():
            # In the second run each row has another amount than it was aggregated with.
            fact.rows = [
                (at, "A", 10 ** (n * step)) for n, (at, *_) in enumerate(fact.rows)
            ]
            fact.feed()
        project.ok(select=" ".join(facts))
    for name in facts:
        assert sums(project, name) == [("A", 1 + 1 + 100 + 1000, 4)], name


@pytest.mark.stress
def test_rows_without_an_indicator(project):
    """Refused with their number, left out and said, or read in each run."""
    facts = []
    for choice in ("refuse", "leave_out", "include"):
        name = f"unset_{choice}"
        make(project, name, f'{A_DAY}, null_indicators="{choice}", {SUMS}')
        facts.append(Fact(project, name))
        facts[-1].add(*sales(1, 5))
    assert all(run(project, fact.name) == [] for fact in facts)
    for fact in facts:
        fact.add((None, "B", 7), *sales(9))
    refused, left_out, included = facts
    assert "1 of 4 rows of" in (error := run(project, refused.name))
    assert "have no sold_at. Nothing was written" in error
    assert sums(project, refused.name) == [("A", 2, 2)]
    (said,) = run(project, left_out.name)
    assert re.search("1 of 4 rows of .* have no sold_at, and were left out$", said)
    assert sums(project, left_out.name) == [("A", 3, 3)]
    for _ in range(2):
        assert run(project, included.name) == []
        assert sums(project, included.name) == included.by(1)
    # It gets a time: no longer read as one without, and not counted twice.
    included.rows = [
        row if row[0] else (AT_10.format(9), "B", 7) for row in included.rows
    ]
    included.feed()
    assert run(project, included.name) == []
    assert sums(project, included.name) == included.by(1)


def test_late_rows_are_counted_refused_or_repaired(project):
    """A row of the third comes when the ninth is there, with a day of grace."""
    facts = {}
    for choice in ("report", "refuse", "repair"):
        name = f"late_{choice}"
        make(project, name, f'{A_DAY}, late_rows="{choice}", {SUMS}')
        facts[choice] = Fact(project, name)
    for days in ((1, 2), (5, 6), (9,)):
        for fact in facts.values():
            fact.add(*sales(*days))
        project.ok(select="late_report late_refuse late_repair")
    for fact in facts.values():
        fact.add((AT_10.format(3), "B", 4), *sales(10))
    for _ in range(2):
        (said,) = run(project, "late_report")
        assert re.match(
            r"daybook: late_report: 1 rows of \S+ came later than grace_period=1d", said
        )
        assert sums(project, "late_report") == [("A", 6, 6)]
    before = project.published("late_refuse")
    assert "came later than grace_period=1d" in run(project, "late_refuse")
    assert project.published("late_refuse") == before
    assert sums(project, "late_refuse") == [("A", 5, 5)]
    (said,) = run(project, "late_repair")
    assert said.endswith("1 rows came late, or went: 1 closed segments are rebuilt")
    assert sums(project, "late_repair") == facts["repair"].by(1)
    # The segment of the third and what is open, no other.
    last = project.log("late_repair")[-1]
    assert [p for p, _ in last["partitions"]] == ['["0"]', '["2"]']
    assert run(project, "late_repair") == []


@pytest.mark.stress
def test_many_segments_become_one(project):
    make(project, "many", f'indicator="n", max_segments=3, {SUMS}')
    fact = Fact(project, "many", "n bigint, product string, amount decimal(9, 2)")
    counts = []
    for number in range(8):
        fact.add((number, "AB"[number % 2], number), (number, "C", 1))
        assert run(project, "many") == []
        assert sums(project, "many") == fact.by(1)
        state = [e for e in project.log("many") if e["event"] == "committed"][-1]
        counts.append(len(state["remembers"]["segments"]))
    assert counts == [1, 2, 3, 1, 2, 3, 1, 2]
    types = dict(row[:2] for row in project.query(f"describe {project.schema}.many"))
    assert types["amount"] == "decimal(19,2)"


@pytest.mark.stress
def test_the_fact_is_asked_once_for_all_its_aggregates(project):
    fact = Fact(project, "shared")
    asked = 'measures={"amount": "sum(amount)", "sales": "count(*)"}'
    for name, dimensions in (
        ("asked_1", '["product"]'),
        ("asked_2", "[]"),
        (
            "asked_3",
            '["sold_at_day"], partition_strategy="user", partition_key="sold_at_day"',
        ),
    ):
        make(
            project,
            name,
            f"{A_DAY}, dimensions={dimensions}, {asked}",
            'fed("shared_in")',
        )
    for days in ((1, 2), (5,)):
        fact.add(*sales(*days))
        lines = run(project, "asked_1 asked_2 asked_3", every=True, threads=1)
        reads = [first_word(x) for x in lines if re.search(r"\bshared_in\b", x)]
        # A description reads nothing, and the log only names it.
        assert (reads.count("select"), reads.count("insert")) == (1, 3)
        assert set(reads) <= {"", "select", "insert", "describe", "alter"}
        assert project.rows("asked_1", "product, amount, sales") == fact.by(1)
        assert project.rows("asked_2", "amount, sales") == [fact.by(1)[0][1:]]


def test_measures_are_put_together_from_their_parts(project):
    measures = """{
        "total": "sum(amount)", "exact": "sum(price)", "rows": "count(*)",
        "known": "COUNT( amount )", "least": "min(price)", "most": "max(amount)",
        "mean_amount": "avg(amount)", "mean_price": "avg(price)",
        "buyers": "count(distinct buyer)",
        "pairs": "count(distinct struct(buyer, amount))",
        "rich": "sum(case when amount > 50 then amount end)"}"""
    make(
        project, "measured",
        f'indicator="n", max_segments=2, dimensions=["kind"], measures={measures}',
    )  # fmt: skip
    fact = Fact(
        project, "measured",
        "n int, kind string, amount int, price decimal(7, 2), buyer string",
    )  # fmt: skip
    for step in range(5):
        fact.add(
            *[
                (step * 10 + n, kind, amount, amount and amount * 1.25, buyer)
                for n, kind, amount, buyer in (
                    (0, "A", step * 30, f"b{step}"), (1, "A", 7, "b0"),
                    (2, "B", None, None), (3, None, 60 + step, "b1"),
                )
            ]
        )  # fmt: skip
        assert run(project, "measured") == []
    shown = (
        "kind, total, exact, rows, known, least, most, mean_amount, mean_price, buyers,"
        " pairs, rich"
    )
    told = (
        "kind, sum(amount), sum(price), count(*), count(amount), min(price),"
        " max(amount), avg(amount), avg(price), count(distinct buyer),"
        " count(distinct case when buyer is not null then struct(buyer, amount) end),"
        " sum(case when amount > 50 then amount end)"
    )
    found = project.rows("measured", shown)
    expected = project.rows("measured_in", told, "true group by kind")
    assert len(found) == 3
    for row, wanted in zip(found, expected, strict=True):
        for name, value, other in zip(shown.split(", "), row, wanted, strict=True):
            same = value == other or math.isclose(value, other, rel_tol=1e-6)
            # A struct of NULLs is a value: that of kind B is no pair of the fact's.
            assert same or (name == "pairs" and row[0] == "B" and other == 0), name


@pytest.mark.stress
def test_a_distinct_count_of_many(project):
    """Sketches of overlapping segments are one sketch: within three standard errors."""
    make(
        project, "many_buyers", 'indicator="n", dimensions=[], max_segments=2,'
        ' measures={"buyers": "count(distinct buyer)"}',
    )  # fmt: skip
    for last in (20_000, 60_000, 100_000, 140_000):
        project.query(
            f"create or replace view {project.schema}.many_buyers_in as"
            f" select id as n, concat('b', id % 90000) as buyer from range({last})"
        )
        assert run(project, "many_buyers") == []
        ((found,),) = project.rows("many_buyers", "buyers")
        ((whole,),) = project.rows(
            "many_buyers_in", "hll_sketch_estimate(hll_sketch_agg(xxhash64(buyer)))"
        )
        assert math.isclose(found, min(last, 90_000), rel_tol=0.048), last
        assert math.isclose(found, whole, rel_tol=0.048), last


def test_what_is_not_additive_is_refused(project):
    """With the measure and what would do; names too, before anything is asked."""
    cases = {
        'measures={"m": "median(amount)"}': "a median or a share of all needs",
        'measures={"m": "sum(a) / sum(b)"}': "a ratio as its two measures",
        'measures={"m": "sum(distinct a)"}': "segments can be merged of sum(x)",
        'measures={"m": "count(distinct a, b)"}': "of one x, which may be a struct",
        'measures={"m": "sum(*)"}': "segments can be merged of sum(x)",
        "measures={}": "such as {'amount': 'sum(amount)'}",
        'measures={"product": "sum(amount)"}': "two columns called product",
        'measures={"daybook_rows": "sum(amount)"}': "begin with daybook_ are the",
        'measures={"a": "avg(amount)", "a_sum": "sum(amount)"}': "columns called a_sum",
        'measures={"m": "sum(amount)"}, max_segments=0': "a whole number from 1 on",
        'measures={"m": "sum(amount)"}, late_rows="keep"': "report or refuse or repair",
        'measures={"m": "sum(amount)"}, partition_key="x"': "partition_strategy='user'",
        'measures={"m": "sum(amount)"}, partition_strategy="user"': "as partition_key",
        'measures={"m": "sum(amount)"}, joins=[{"key": "a"}]': "a join has a relation",
    }
    names = []
    for number, arguments in enumerate(cases):
        names.append(f"refused_{number}")
        make(project, names[-1], f'{A_DAY}, dimensions=["product"], {arguments}')
        Fact(project, names[-1])
    make(project, "keyed", f"{A_DAY}, {SUMS}", config=', partition_by="product"')
    Fact(project, "keyed")
    make(project, "replacing", f"{A_DAY}, {SUMS}")
    Fact(project, "replacing")
    project.write(
        "models/replacing.sql",
        (project.path / "models/replacing.sql")
        .read_text()
        .replace('batch="append"', 'batch="replace"'),
    )
    make(project, "timely", f'grace_period="1d", {SUMS}')
    make(project, "textual", f"{A_DAY}, {SUMS}", of='"sales"')
    make(project, "lost", f'indicator="sold", {SUMS}')
    Fact(project, "lost")
    more = {
        "keyed": "incremental_aggregate sets partition_by=",
        "replacing": 'incremental_aggregate sets batch="append" itself',
        "timely": "by posted_batch_id nothing is ever late",
        "textual": "name a relation, by ref() or source()",
        "lost": "whose columns are sold_at, product, amount",
    }
    outcome = project.run(select=" ".join([*names, *more]))
    for name, mend in {**dict(zip(names, cases.values(), strict=True)), **more}.items():
        assert mend in outcome[name], name
    assert not project.names("refused_*__batches")


def test_a_batched_fact_is_followed_batch_by_batch(project):
    """Each batch once, of whatever days; where rows were replaced, all again."""
    project.fed_model("moves", 'batch="append"')
    project.fed_model("stock", 'partition_by="day"')
    for of in ("moves", "stock"):
        make(project, f"of_{of}", SUMS, f'ref("{of}")')
    columns = "day string, product string, amount int"
    told = []
    for day in ("2015-03-05", "2015-03-01", "2015-03-09"):
        told.append((day, "A", 1))
        project.feed("moves", columns, told[-1:])
        project.feed("stock", columns, told[-1:])
        project.ok(select="moves stock of_moves of_stock")
        assert sums(project, "of_moves") == [("A", len(told), len(told))]
        assert sums(project, "of_stock") == sums(project, "of_moves")
    before = project.published("of_moves")
    assert run(project, "of_moves") == []
    assert project.published("of_moves") == before
    project.feed("stock", columns, [("2015-03-01", "B", 5)])
    project.ok(select="stock")
    (said,) = run(project, "of_stock")
    assert "stock has replaced rows that are in it, so it is rebuilt" in said
    assert sums(project, "of_stock") == [("A", 2, 2), ("B", 5, 1)]
    project.ok(select="stock", full_refresh=True)
    assert len(run(project, "of_stock")) == 1
    assert sums(project, "of_stock") == [("B", 5, 1)]


@pytest.mark.stress
def test_the_engine_serves_aggregates_too(project):
    """As of an earlier batch, cloned, moved back; not consumed batch by batch."""
    make(project, "served", f"{A_DAY}, max_segments=2, {SUMS}")
    fact = Fact(project, "served")
    project.model("shown", 'select * from {{ ref("served") }}', None)
    project.write(
        "models/shown.sql",
        '{{ config(materialized="pointer_clone") }}\nselect * from {{ ref("served") }}',
    )
    project.model("consumer", 'select * from {{ daybook.new_batches(ref("served")) }}')
    then = []
    for days in ((1, 2), (5,), (9,), (12,)):
        fact.add(*sales(*days))
        assert run(project, "served") == []
        then.append((project.published("served")[-1], sums(project, "served")))
    project.ok(select="shown")
    assert sums(project, "shown") == [("A", 5, 5)]
    assert (
        "none of its rows is of one batch" in project.run(select="consumer")["consumer"]
    )
    (project.path / "models/consumer.sql").unlink()
    for number, (batch, _) in enumerate(then):
        project.model(
            f"asked_{number}",
            f'select * from {{{{ daybook.as_of(ref("served"), batch_id={batch}) }}}}',
            None,
        )
        project.write(
            f"models/asked_{number}.yml",
            f"models: [{{name: asked_{number}, config: {{materialized: table}}}}]",
        )
    project.ok(select="asked_0 asked_1 asked_2 asked_3")
    for number, (_, rows) in enumerate(then):
        assert sums(project, f"asked_{number}") == rows
    project.operate("publish_batch", model="served", batch_id=then[1][0])
    assert sums(project, "served") == then[1][1]
    assert run(project, "served") == []
    assert sums(project, "served") == fact.by(1)
    project.operate("compact_batches", model="served")
    assert sums(project, "served") == fact.by(1)
    project.operate("clean_batches", model="served", older_than_days=0, apply=True)
    assert run(project, "served") == []
    assert sums(project, "served") == fact.by(1)


@pytest.mark.stress
def test_what_it_is_made_of_may_not_change_unseen(project):
    make(project, "remade", f"{A_DAY}, {SUMS}")
    fact = Fact(project, "remade")
    fact.add(*sales(1, 5))
    assert run(project, "remade") == []
    make(
        project, "remade", f"{A_DAY}, {SUMS}".replace("sum(amount)", "sum(2 * amount)")
    )
    assert "measures was" in (error := run(project, "remade"))
    assert "rebuild it with --full-refresh" in error
    assert run(project, "remade", full_refresh=True) == []
    assert sums(project, "remade") == [("A", 4, 2)]
    # As of the first batch, it is put together as it was then.
    first = project.published("remade")[0]
    columns = "product, amount, sales"
    as_it_was = f'select {columns} from {{{{ daybook.as_of(ref("remade"), {first}) }}}}'
    project.model("was_remade", as_it_was, "")
    project.ok(select="was_remade")
    assert sums(project, "was_remade") == [("A", 2, 2)]
    assert run(project, "remade") == []
    project.ok("--empty", select="remade")
    assert sums(project, "remade") == [("A", 4, 2)]
