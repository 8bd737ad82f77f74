"""What could make an aggregate wrong later on: facts that change, tables that go."""

import re

import pytest

from support.sessions import NOT_ANSI_IN_NEW_YORK
from support.told_facts import SALES, SUMS, Fact, make, run

pytestmark = NOT_ANSI_IN_NEW_YORK
A_DAY = 'indicator="sold_at", grace_period="1d"'


def sums(project, name):
    return project.rows(name, "product, amount, sales")


@pytest.mark.stress
def test_types_that_change(project):
    """What is kept of an indicator means the same in another type, or it is refused."""
    types = {
        ("date", "timestamp_ntz"): "at, a date",
        ("timestamp_ntz", "date"): "at, a timestamp_ntz",
        ("timestamp_ntz", "timestamp"): "now: rebuild it with --full-refresh",
        ("int", "date"): "at, a number",
        ("int", "decimal(38,0)"): None,
    }
    facts = []
    for number, (before, _) in enumerate(types):
        name = f"typed_{number}"
        make(project, name, f'indicator="at", grace_period=1, {SUMS}')
        facts.append(Fact(project, name, f"at {before}, product string, amount int"))
        days = ("1", "9") if before == "int" else ("2015-03-01 10:00:00", "2015-03-09")
        facts[-1].add(*[(day, "A", 1) for day in days])
    names = " ".join(fact.name for fact in facts)
    project.ok(select=names)
    for fact, (_, after) in zip(facts, types, strict=True):
        fact.columns = f"at {after}, product string, amount int"
        fact.rows = [
            ("2015-03-09" if after == "date" else at, *rest) for at, *rest in fact.rows
        ]
        fact.feed()
    outcome = project.run(select=names)
    for fact, why in zip(facts, types.values(), strict=True):
        assert (why or "success") in outcome[fact.name]
        assert sums(project, fact.name) == fact.by(1)


@pytest.mark.stress
def test_values_of_a_distinct_count_keep_their_type(project):
    """7 has one hash as an int, and another one as a bigint."""
    asked = 'dimensions=[], measures={"buyers": "count(distinct buyer)"}'
    make(project, "hashed", f'indicator="n", {asked}')
    fact = Fact(project, "hashed", "n int, buyer int")
    fact.add((1, 7), (2, 7))
    assert run(project, "hashed") == []
    fact.columns = "n int, buyer bigint"
    fact.add((3, 7))
    error = run(project, "hashed")
    assert re.search(
        r'hashed was \{"buyers": "int"\} .* is \{"buyers": "bigint"\}', error
    )
    assert run(project, "hashed", full_refresh=True) == []
    assert project.rows("hashed", "buyers") == [(1,)]


@pytest.mark.stress
def test_a_day_of_grace_has_24_hours(project):
    """In New York the eighth of March had 23."""
    make(project, "shortened", f"{A_DAY}, {SUMS}")
    fact = Fact(project, "shortened", "sold_at timestamp, product string, amount int")
    times = ("03-07 15:59:59.999999Z", "03-07 16:00:00Z", "03-08 16:00:00Z")
    for step in range(2):
        fact.rows = [
            (f"2015-{at}", "A", 10 ** (n * step)) for n, at in enumerate(times)
        ]
        fact.feed()
        assert run(project, "shortened") == []
    assert sums(project, "shortened") == [("A", 1 + 10 + 100, 3)]


@pytest.mark.stress
def test_the_grace_period_may_change(project):
    """A longer one spares rows to come, not those that were late already."""
    fact = Fact(project, "patient")
    steps = [
        # grace, days of new rows, rows that have come late
        ("1d", [1, 9], 0), ("1d", [3], 1), ("9d", [4], 2),
        ("9d", [12], 2), ("9d", [8], 2), ("1d", [20], 2),
    ]  # fmt: skip
    for grace, days, late in steps:
        make(project, "patient", f'indicator="sold_at", grace_period="{grace}", {SUMS}')
        fact.add(*[(f"2015-03-{day:02} 10:00:00", "A", 1) for day in days])
        said = "".join(run(project, "patient"))
        found = len(fact.rows) - late
        assert sums(project, "patient") == [("A", found, found)], days
        assert re.findall(r"(\d) rows of .* came later", said) == [str(late)] * bool(
            late
        )
        assert ("a longer grace_period spares those to come" in said) == bool(late)


def test_closed_rows_that_are_deleted(project):
    """Said, and repaired on request: with a variable, as for rows that come late."""
    make(
        project, "thinned",
        f'{A_DAY}, late_rows=var("late_rows", "report"), {SUMS}',
    )  # fmt: skip
    fact = Fact(project, "thinned")
    for day in (1, 5, 9):
        fact.add((f"2015-03-{day:02} 10:00:00", "A", 1))
        assert run(project, "thinned") == []
    del fact.rows[0]
    fact.feed()
    for _ in range(2):
        (said,) = run(project, "thinned")
        assert re.search(
            "1 rows more are in it than .* had .*: closed ones have gone, or", said
        )
        assert sums(project, "thinned") == [("A", 3, 3)]
    (said,) = run(project, "thinned", vars={"late_rows": "repair"})
    assert said.endswith("1 rows came late, or went: 1 closed segments are rebuilt")
    assert sums(project, "thinned") == fact.by(1)
    assert run(project, "thinned") == []


@pytest.mark.stress
def test_a_fact_without_rows(project):
    """Nothing is closed, and what comes while it is read is the next run's."""
    at = "timestamp_ntz'2015-03-01 10:00:00' + make_dt_interval(0, count(*))"
    table = f"{project.schema}.dawning_in"
    project.query(f"create table {table} ({SALES}) using parquet")
    fill = f"insert into {table} select {at}, 'A', 1 from {table}"
    for form, more in (
        ("first", ""),
        ("second", ""),
        ("third", 'partition_strategy="user", partition_key="sold_at_month",'),
    ):
        make(
            project, f"dawning_{form}", f'{A_DAY}, {more} late_rows="repair", {SUMS}',
            'fed("dawning_in")',
            config=f', post_hook="{fill}"' if form == "first" else "",
        )  # fmt: skip
    names = "dawning_first dawning_second dawning_third"
    for number in range(1, 5):
        said = run(project, names, threads=1)
        assert said == [], number
        # The first one adds a row after it has asked for all three.
        for name in names.split():
            rows = [("A", number - 1, number - 1)] if number > 1 else []
            assert sums(project, name) == rows, (name, number)
        if number == 1:
            committed = project.log("dawning_second")[0]
            assert committed["remembers"]["segments"] == []


@pytest.mark.stress
def test_a_level_that_a_join_has(project):
    """The fiscal year of a calendar: it grows with the day, but is not made of it."""
    years = [
        (f"201{n}-{m:02}-01", f"FY{n + m // 7}") for n in (5, 6) for m in range(1, 13)
    ]
    project.feed("fiscal", "day date, fiscal_year string", years)
    make(
        project, "fiscally", 'indicator="day", grace_period="1d", joins=[{"relation":'
        ' fed("fiscal_in"), "key": ["day"], "columns": ["fiscal_year"]}],'
        ' levels={"fiscal_year": "fiscal_year"}, partition_strategy="user",'
        ' partition_key="fiscal_year", dimensions=["fiscal_year"],'
        ' measures={"amount": "sum(amount)"}',
    )  # fmt: skip
    fact = Fact(project, "fiscally", "day date, amount int")
    for number, (day, _) in enumerate(years):
        fact.rows.append((day, 2**number))
        if number % 5 == 4:
            fact.feed()
            assert run(project, "fiscally") == []
            wanted = dict.fromkeys((year for _, year in years[: number + 1]), 0)
            for n, (_, year) in enumerate(years[: number + 1]):
                wanted[year] += 2**n
            assert project.rows("fiscally", "fiscal_year, amount") == sorted(
                wanted.items()
            )


@pytest.mark.stress
def test_what_is_known_of_dimensions_may_go(project):
    project.feed("lost_kinds", "id string, kind string", [("A", "x")])
    join = (
        'joins=[{"relation": fed("lost_kinds_in"), "key": {"product": "id"},'
        f' "columns": ["kind"]}}], {SUMS.replace("product", "kind", 1)}'
    )
    for choice in ("rebuild", "refuse"):
        make(
            project, f"lost_{choice}", f'{A_DAY}, changed_dimensions="{choice}", {join}'
        )
        Fact(project, f"lost_{choice}").add(
            *[(f"2015-03-0{day} 10:00:00", "A", 1) for day in (1, 5)]
        )
    project.ok(select="lost_rebuild lost_refuse")
    for choice in ("rebuild", "refuse"):
        project.query(f"drop table {project.schema}.lost_{choice}__dimensions")
    (said,) = run(project, "lost_rebuild")
    assert "what it knows of its dimensions is gone: it is rebuilt" in said
    assert "is gone. Nothing was written" in run(project, "lost_refuse")
    assert run(project, "lost_refuse", full_refresh=True) == []
    for choice in ("rebuild", "refuse"):
        assert project.rows(f"lost_{choice}", "kind, amount") == [("x", 2)]
        assert run(project, f"lost_{choice}") == []


@pytest.mark.stress
def test_a_rewritten_batch_of_the_fact(project):
    """Its rows keep their posted_batch_id, and are other rows."""
    project.model(
        "rewritten",
        """
        {% set before = load_relation(this) %}
        select product, amount, cast(null as bigint) as posted_batch_id
        from {{ target.schema }}.rewritten_in
        {% if before %}
        union all
        select product, amount * 10, posted_batch_id from {{ this }}
        {% endif %}
        """,
        "keeps_posted_batch_id=true",
    )
    make(project, "of_rewritten", SUMS, 'ref("rewritten")')
    for amount, total in ((1, 1), (2, 12)):
        project.feed("rewritten", "product string, amount int", [("A", amount)])
        project.ok(select="rewritten")
        said = run(project, "of_rewritten")
        assert project.rows("of_rewritten", "amount") == [(total,)]
    assert "has replaced rows that are in it, so it is rebuilt" in said[0]


@pytest.mark.stress
def test_relations_that_it_can_not_go_on_from(project):
    project.fed_model("posted", 'batch="append"')
    project.feed("posted", "product string, amount int", [("A", 1)])
    make(project, "upon", SUMS, 'ref("posted")')
    project.ok(select="posted upon")
    project.write(
        "models/passing.sql",
        '{{ config(materialized="ephemeral") }}\nselect * from {{ ref("posted") }}',
    )
    project.feed("kinds", "id string, kind string, product string", [("A", "x", "A")])
    project.feed("numbered", "id int, kind string", [(1, "x")])

    def joined(*joins):
        given = ", ".join(
            f'{{"relation": {relation}, "key": {{"{own}": "{of}"}},'
            f' "columns": {columns}}}'
            for relation, own, of, columns in joins
        )
        return f"joins=[{given}], {SUMS}"

    kinds = ('fed("kinds_in")', "product", "id", '["kind"]')
    cases = {
        ("upon_upon", SUMS, 'ref("upon")'): "its view combines rows of several batches",
        ("upon_ephemeral", SUMS, 'ref("passing")'): "ephemeral: make it a view or a t",
        ("upon_files", f'indicator="batch_id", {SUMS}', 'ref("posted")'): "compaction "
        "changes it: leave it out, and posted_batch_id is the indicator",
        (
            "joining_passing",
            joined(('ref("passing")', "product", "product", '["amount"]')),
            'ref("posted")',
        ): "ephemeral: make it a view or a t",
        (
            "joining_on",
            joined(kinds, ('fed("kinds_in")', "kind", "kind", '{"more": "id"}')),
            'ref("posted")',
        ): "it is no column of",
        (
            "joining_numbers",
            joined(('fed("numbered_in")', "product", "id", '["kind"]')),
            'ref("posted")',
        ): "cast one to the type of the other there",
    }  # fmt: skip
    for name, arguments, of in cases:
        make(project, name, arguments, of)
    outcome = project.run(select=" ".join(name for name, *_ in cases))
    for (name, *_), mend in cases.items():
        assert mend in outcome[name], name
        assert not project.names(f"{name}__batches"), name
