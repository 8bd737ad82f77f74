"""Questions about a fact that are answered from its aggregates, or from itself."""

import re

import pytest

from support.fact_examples import Fact, make, run
from support.sessions import NOT_ANSI_IN_NEW_YORK

pytestmark = NOT_ANSI_IN_NEW_YORK


def ask(project, name, of, aggregates, question, config=None):
    """A view that asks a question of aggregates, which are named in one text."""
    named = ", ".join(f'ref("{aggregate}")' for aggregate in aggregates.split())
    project.model(
        name,
        f"select * from {{{{ daybook.from_aggregates(fact={of},"
        f" aggregates=[{named}], {question}) }}}}",
        config,
    )


def read_by(project, name):
    """What the view reads."""
    text = project.query(f"show create table {project.schema}.{name}")[0][0]
    return set(re.findall(rf"{project.schema}\.(\w+)", text)) - {name}


def of_kind(kind):
    return {"m": f"sum(case when `Kind of` = '{kind}' then amount end)"}


def asked(dimensions, measures):
    """Both are written in Jinja as in Python."""
    return f"dimensions={dimensions}, measures={measures}"


MONTH, DAY = "date_format( sold_at, 'yyyy-MM')", {"day": "dayofmonth(sold_at)"}
FOUR = {"amount": "sum(amount)", "mean": "avg(amount)", "sales": "count(*)"}
FOUR |= {"products": "count(distinct product)"}
SPELT = {"total": "SUM(amount)", "mean": "avg( amount )", "n": "count(*)"}
SPELT |= {"kinds": "count(distinct product)"}
SHOWS = ', layout={"show_parts": true}'
AGGREGATES = {
    "wide": asked(["product", {"month": MONTH}], FOUR) + SHOWS,
    "narrow": asked({"sale_month": MONTH}, FOUR) + SHOWS,
    "quarterly": asked(["sold_at_quarter", {"kind": "`Kind of`"}], of_kind("A")),
    "yearly": asked([], {"least": "min(amount)"})
    + ', layout={"partition_strategy": "user", "partition_key": "sold_at_year"}',
    "not_built": asked([], FOUR),
}
BY_MONTH = [("2015-01", 7, 3.5, 2, 2), ("2015-04", 6, 6.0, 1, 1)]
# Dimensions, measures, what answers, and its rows.
QUESTIONS = [
    ({"m": MONTH}, SPELT, "narrow", BY_MONTH),
    (["sale_month"], SPELT, "narrow", BY_MONTH),
    (["product"], SPELT, "wide", [("A", 9, 4.5, 2, 1), ("B", 4, 4.0, 1, 1)]),
    ([], {"n": "count(*)"}, "narrow", [(3,)]),
    (["month", DAY], {"n": "sum(amount)"}, "sold_in",
     [("2015-01", 6, 4), ("2015-01", 31, 3), ("2015-04", 1, 6)]),
    # Levels mean the same in an aggregate and in the fact, and so do quoted texts.
    (["sold_at_quarter"], of_kind("A"), "quarterly",
     [("2015-Q1", 3), ("2015-Q2", None)]),
    (["sold_at_quarter"], of_kind("a"), "sold_in", [("2015-Q1", 4), ("2015-Q2", 6)]),
    (["sold_at_quarter", "kind"], {"m": "max(amount)"}, "sold_in",
     [("2015-Q1", "A", 3), ("2015-Q1", "a", 4), ("2015-Q2", "a", 6)]),
    (["sold_at_year"], {"m": "min(amount)"}, "yearly", [(2015, 3)]),
    (["sold_at_year"], {"m": "max(amount)"}, "sold_in", [(2015, 6)]),
]  # fmt: skip


def test_a_question_is_answered_from_an_aggregate_that_has_it(project):
    """Otherwise from the fact; an aggregate that is not built is passed over."""
    fact = Fact(
        project, "sold", "sold_at timestamp, product string, Kind of string, amount int"
    )
    fact.add(
        # In New York, the last day of January.
        ("2015-02-01 03:00:00Z", "A", "A", 3),
        ("2015-01-06 12:00:00Z", "B", "a", 4),
        ("2015-04-01 12:00:00Z", "A", "a", 6),
    )
    for name, arguments in AGGREGATES.items():
        make(project, name, fact, f'indicator="sold_at", {arguments}')
    # One of a batched fact answers as of its last run.
    project.fed_model("moved", 'batch="append"')
    project.feed("moved", "amount int", [(1,), (2,)])
    in_all = asked([], {"amount": "sum(amount)"})
    make(project, "of_moved", 'ref("moved")', in_all)
    zone = {"daybook_time_zone": "America/New_York"}
    built = [*AGGREGATES, "moved", "of_moved"]
    built.remove("not_built")
    assert run(project, *built, vars=zone) == {}
    project.feed("moved", "amount int", [(4,)])

    for number, (dimensions, measures, *_) in enumerate(QUESTIONS):
        question = asked(dimensions, measures)
        ask(project, f"question_{number}", fact, " ".join(AGGREGATES), question)
    ask(project, "moved_in_all", 'ref("moved")', "of_moved", in_all)
    questions = [f"question_{number}" for number in range(len(QUESTIONS))]
    assert run(project, *questions, "moved", "moved_in_all", vars=zone) == {}
    for name, (*_, source, rows) in zip(questions, QUESTIONS, strict=True):
        assert read_by(project, name) == {source}, name
        assert project.rows(name) == rows, name
    assert project.rows("moved_in_all") == [(3,)]


def test_an_aggregate_that_left_rows_out_does_not_answer(project):
    fact = Fact(project, "partly", "n int, amount int")
    question = asked([], {"amount": "sum(amount)"})
    left_out = 'indicator="n", policies={"null_indicators": "leave_out"}'
    make(project, "of_partly", fact, f"{left_out}, {question}")
    ask(project, "partly_in_all", fact, "of_partly", question)
    fact.add((1, 1), (None, 2))
    for source, rows in (("partly_in", [(3,)]), ("of_partly", [(1,)])):
        said = run(project, "of_partly", "partly_in_all")
        assert read_by(project, "partly_in_all") == {source}, said
        assert project.rows("partly_in_all") == rows
        fact.rows.pop()
        fact.feed()
    # Nor does one that wrote no row when it left some out.
    fact.rows.clear()
    fact.feed()
    assert run(project, "of_partly") == {}
    fact.add((None, 2))
    said = run(project, "of_partly", "partly_in_all")
    assert read_by(project, "partly_in_all") == {"partly_in"}, said


@pytest.mark.stress
def test_a_joined_column_is_asked_for_with_its_join(project):
    """Two aggregates may join different ones of one name."""
    fact = Fact(project, "traded", "n int, product string, store string, amount int")
    fact.add((1, "A", "s", 1), (2, "B", "s", 2))
    question = asked(["kind"], {"amount": "sum(amount)"})
    for of, key in (("wares", "product"), ("shops", "store")):
        kinds = [(each, f"{of}-{each}") for each in "ABs"]
        project.feed(of, "id string, kind string", kinds)
        join = (
            f'joins=[{{"relation": fed("{of}_in"), "key": {{"{key}": "id"}},'
            f' "columns": ["kind"]}}], {question}'
        )
        make(project, f"of_{of}", fact, f'indicator="n", {join}')
        ask(project, f"kinds_of_{of}", fact, "of_wares of_shops", join)
    ask(project, "kinds_of_what", fact, "of_wares of_shops", question)
    assert run(project, "of_wares", "of_shops") == {}
    said = run(project, "kinds_of_wares", "kinds_of_shops", "kinds_of_what")
    what = said.pop("kinds_of_what")
    assert "(columns: n, product, store, amount)" in what
    assert said == {}
    assert read_by(project, "kinds_of_wares") == {"of_wares"}
    assert read_by(project, "kinds_of_shops") == {"of_shops"}
    assert project.rows("kinds_of_wares") == [("wares-A", 1), ("wares-B", 2)]
    assert project.rows("kinds_of_shops") == [("shops-s", 3)]


def test_a_join_that_would_count_rows_of_the_fact_twice_is_refused(project):
    """Also where no aggregate answers."""
    fact = Fact(project, "earned", "n int, product int, amount int")
    fact.add((1, 7, 10))
    goods = [(7, "7", "x"), (7, "07", "y")]
    project.feed("goods", "id int, code string, kind string", goods)
    question = asked([], {"amount": "sum(amount)"})
    for name, key in (("by_id", "id"), ("by_code", "code")):
        join = (
            f'joins=[{{"relation": fed("goods_in"), "key": {{"product": "{key}"}},'
            f' "columns": ["kind"]}}], {question}'
        )
        ask(project, name, fact, "", join)
    said = run(project, "by_id", "by_code")
    assert re.search(r"goods_in has 1 keys \(`?id`?\) with several rows", said["by_id"])
    assert 'invalid value "product" for joins: it is of type int' in said["by_code"]


def test_parts_that_readers_do_not_see_are_read_from_the_batches(project):
    """In a model that keeps rows. A view would keep the batches' names, too."""
    fact = Fact(project, "kept", "n int, product string, amount int")
    fact.add((1, "A", 3), (2, "B", 4))
    question = asked([], {"mean": "avg(amount)", "products": "count(distinct product)"})
    grouped = asked(["product"], {"m": "avg(amount)", "p": "count(distinct product)"})
    make(project, "of_kept", fact, f'indicator="n", {grouped}')
    ask(project, "kept_in_all", fact, "of_kept", question, "")
    ask(project, "seen_in_all", fact, "of_kept", question)
    refused = f"it is a view, and {project.schema}.of_kept has the answer, but does"
    for row, rows in (((3, "C", 8), [(5.0, 3)]), ((4, "A", 5), [(5.0, 3)])):
        fact.add(row)
        said = run(project, "of_kept", "kept_in_all", "seen_in_all")
        assert f"{refused} not show m_sum, m_count, p_sketch" in said.pop("seen_in_all")
        assert said == {}
        assert project.rows("kept_in_all", "mean, products") == rows
        described = project.query(f"describe {project.schema}.of_kept")
        assert [name for name, *_ in described] == [
            "product",
            "m",
            "p",
            "posted_batch_id",
            "batch_id",
        ]
    # From the next run on, readers see them, also if nothing is new.
    make(project, "of_kept", fact, f'indicator="n", {grouped}{SHOWS}')
    assert run(project, "of_kept", "seen_in_all") == {}
    assert project.rows("seen_in_all") == [(5.0, 3)]
    assert project.rows("of_kept", "product, m_sum, m_count") == [
        ("A", 8, 2), ("B", 4, 1), ("C", 8, 1)
    ]  # fmt: skip
