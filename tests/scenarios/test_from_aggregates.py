"""Questions about a fact that are answered from its aggregates, or from itself."""

import re

import pytest

from support.sessions import NOT_ANSI_IN_NEW_YORK
from support.told_facts import Fact, make

pytestmark = NOT_ANSI_IN_NEW_YORK
A_DAY = 'indicator="sold_at", grace_period="1d"'


def ask(project, name, arguments):
    project.model(
        name,
        f"select * from {{{{ daybook.from_aggregates({arguments}) }}}}",
        None,
        f"models: [{{name: {name}, config: {{materialized: view}}}}]",
    )


def read_by(project, name):
    """What the view reads."""
    text = project.query(f"show create table {project.schema}.{name}")[0][0]
    return set(re.findall(rf"{project.schema}\.(\w+)", text)) - {name}


def test_a_question_is_answered_from_an_aggregate_that_has_it(project):
    measures = """{"amount": "sum(amount)", "mean": "avg(amount)", "sales": "count(*)",
        "products": "count(distinct product)"}"""
    fact = Fact(project, "asked_of")
    days = (("2015-01-05", "A", 3), ("2015-01-06", "B", 4), ("2015-02-05", "A", 6))
    fact.add(*[(f"{day} 10:00:00", product, amount) for day, product, amount in days])
    month = "date_format( sold_at, 'yyyy-MM')"
    for name, dimensions in (
        ("wide", f'["product", {{"month": "{month}"}}]'),
        ("narrow", f'{{"sale_month": "{month}"}}'),
    ):
        make(
            project, name, f"{A_DAY}, dimensions={dimensions}, measures={measures}",
            'fed("asked_of_in")',
        )  # fmt: skip
    questions = {
        "of_narrow": (
            f'{{"m": "{month.lower()}".replace("yyyy-mm", "yyyy-MM")}}',
            "narrow",
        ),
        "of_month": ('["sale_month"]', "narrow"),
        "of_wide": ('["product"]', "wide"),
        "of_both": ('["month", {"day": "cast(sold_at as date)"}]', "asked_of_in"),
        "of_all": ("[]", "narrow"),
        "of_fact": ('{"day": "cast(sold_at as date)"}', "asked_of_in"),
    }
    for name, (dimensions, _) in questions.items():
        ask(
            project, name, f"""
            fact=fed("asked_of_in"), aggregates=[ref("wide"), ref("narrow")],
            dimensions={dimensions}, measures={{"total": "SUM(amount)",
            "mean": "avg( amount )", "sales": "count(*)",
            "kinds": "count(distinct product)"}}""",
        )  # fmt: skip
    project.ok(select="wide narrow")
    project.ok(select=" ".join(questions))
    for name, (_, source) in questions.items():
        assert read_by(project, name) == {source}, name
    assert project.rows("of_narrow", "m, total, mean, sales, kinds") == [
        ("2015-01", 7, 3.5, 2, 2), ("2015-02", 6, 6.0, 1, 1),
    ]  # fmt: skip
    assert project.rows("of_month", "sale_month, total") == [
        ("2015-01", 7), ("2015-02", 6),
    ]  # fmt: skip
    assert project.rows("of_both", "month, total") == [
        ("2015-01", 3), ("2015-01", 4), ("2015-02", 6),
    ]  # fmt: skip
    assert project.rows("of_wide", "product, total, sales") == [
        ("A", 9, 2),
        ("B", 4, 1),
    ]
    assert project.rows("of_all", "total, sales, kinds") == [(13, 3, 2)]
    assert project.rows("of_fact", "total, kinds") == [(3, 1), (4, 1), (6, 1)]


def test_levels_mean_the_same_in_the_aggregate_and_in_the_fact(project):
    """Those that partition it too, and whatever stands in quotes."""
    fact = Fact(project, "leveled", "at timestamp, Kind of string, amount int")
    fact.add(("2015-02-01 03:00:00Z", "A", 1), ("2015-04-01 12:00:00Z", "a", 2))
    make(
        project, "by_quarter", 'indicator="at", dimensions=["at_quarter",'
        ' {"kind": "`Kind of`"}], measures={"capital":'
        """ 'sum(case when `Kind of` = "A" then amount end)'}""",
        'fed("leveled_in")',
    )  # fmt: skip
    make(
        project, "of_months", 'indicator="at", dimensions=[],'
        ' measures={"amount": "sum(amount)"}, partition_strategy="user",'
        ' partition_key="at_month"', 'fed("leveled_in")',
    )  # fmt: skip
    small = """'sum(case when `Kind of` = "a" then amount end)'"""
    questions = {
        "capitals": (
            '["at_quarter"]', small.replace('"a"', '"A"'),
            "by_quarter", [("2015-Q1", 1), ("2015-Q2", None)],
        ),
        "small_letters": (
            '["at_quarter"]', small,
            "leveled_in", [("2015-Q1", None), ("2015-Q2", 2)],
        ),
        "largest": (
            '["at_quarter", "kind"]', '"max(amount)"',
            "leveled_in", [("2015-Q1", "A", 1), ("2015-Q2", "a", 2)],
        ),
        "of_a_month": (
            '["at_month"]', '"sum(amount)"',
            "of_months", [("2015-01", 1), ("2015-04", 2)],
        ),
        "least_of_a_month": (
            '["at_month"]', '"min(amount)"',
            "leveled_in", [("2015-01", 1), ("2015-04", 2)],
        ),
    }  # fmt: skip
    for name, (dimensions, measure, *_) in questions.items():
        ask(
            project, name, f"""
            fact=fed("leveled_in"), aggregates=[ref("by_quarter"), ref("of_months")],
            dimensions={dimensions}, measures={{"m": {measure}}}""",
        )  # fmt: skip
    zone = {"daybook_time_zone": "America/New_York"}
    project.ok(select="by_quarter of_months", vars=zone)
    project.ok(select=" ".join(questions), vars=zone)
    for name, (_, _, source, rows) in questions.items():
        assert read_by(project, name) == {source}, name
        assert project.rows(name) == rows, name


@pytest.mark.stress
def test_a_joined_column_is_asked_for_with_its_join(project):
    """Two aggregates may join different ones of one name."""
    fact = Fact(project, "traded", "n int, product string, store string, amount int")
    fact.add((1, "A", "s", 1), (2, "B", "s", 2))
    for of, key in (("wares", "product"), ("shops", "store")):
        rows = [("A", f"{of}-a"), ("B", f"{of}-b"), ("s", f"{of}-s")]
        project.feed(of, "id string, kind string", rows)
        join = (
            f'joins=[{{"relation": fed("{of}_in"), "key": {{"{key}": "id"}},'
            ' "columns": ["kind"]}]'
        )
        asked = f'{join}, dimensions=["kind"], measures={{"amount": "sum(amount)"}}'
        make(project, f"of_{of}", f'indicator="n", {asked}', 'fed("traded_in")')
        ask(
            project, f"kinds_of_{of}",
            f'fact=fed("traded_in"), aggregates=[ref("of_wares"), ref("of_shops")],'
            f" {asked}",
        )  # fmt: skip
    ask(
        project, "kinds_of_what",
        'fact=fed("traded_in"), aggregates=[ref("of_wares"), ref("of_shops")],'
        ' dimensions=["kind"], measures={"amount": "sum(amount)"}',
    )  # fmt: skip
    project.ok(select="of_wares of_shops")
    outcome = project.run(select="kinds_of_wares kinds_of_shops kinds_of_what")
    assert "it is no column of" in outcome["kinds_of_what"]
    assert "whose columns are n, product, store, amount" in outcome["kinds_of_what"]
    assert read_by(project, "kinds_of_wares") == {"of_wares"}
    assert read_by(project, "kinds_of_shops") == {"of_shops"}
    assert project.rows("kinds_of_wares") == [("wares-a", 1), ("wares-b", 2)]
    assert project.rows("kinds_of_shops") == [("shops-s", 3)]


def test_an_aggregate_that_is_not_built_is_passed_over(project):
    """And one of a batched fact answers by its batches."""
    project.fed_model("moved", 'batch="append"')
    for name in ("built", "not_built"):
        make(
            project, name, 'dimensions=["product"], measures={"amount":'
            ' "sum(amount)"}', 'ref("moved")',
        )  # fmt: skip
    ask(
        project, "in_all", 'fact=ref("moved"), aggregates=[ref("not_built"),'
        ' ref("built")], dimensions=[], measures={"amount": "sum(amount)"}',
    )  # fmt: skip
    for amount in (1, 2):
        project.feed("moved", "product string, amount int", [("A", amount)])
        project.ok(select="moved built in_all")
    assert read_by(project, "in_all") == {"built"}
    assert project.rows("in_all") == [(3,)]
