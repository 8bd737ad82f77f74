"""What could make an aggregate wrong later on: facts that change, tables that go."""

import pytest

from support.fact_examples import SALES, SUMS, Fact, make, run, sums, totals
from support.sessions import NOT_ANSI_IN_NEW_YORK

pytestmark = [NOT_ANSI_IN_NEW_YORK, pytest.mark.stress]
A_DAY = 'indicator={"column": "sold_at", "grace_period": "1d"}'


def sales(*days):
    """A sale of 1 of A on each day of March."""
    return [(f"2015-03-{day:02} 10:00:00", "A", 1) for day in days]


EDGES = [
    # type, grace period, the first value, one before the edge, the edge, the last
    ("bigint", "86400", "1", "99", "100", "86500"),
    ("int", "10", "1", "99", "100", "110"),
    ("decimal(38, 0)", "10", "1", f"9{'0' * 30}", f"9{'0' * 29}1", f"9{'0' * 28}11"),
    ("date", '"1w"', "2015-01-01", "2015-03-01", "2015-03-02", "2015-03-09"),
    ("timestamp", '"90m"', "2015-03-29 00:00:00", "2015-03-29 00:59:59.999999",
     "2015-03-29 01:00:00", "2015-03-29 02:30:00"),
    # In New York the eighth of March had 23 hours.
    ("timestamp", '"1d"', "2015-03-01 00:00:00Z", "2015-03-07 15:59:59.999999Z",
     "2015-03-07 16:00:00Z", "2015-03-08 16:00:00Z"),
    ("timestamp_ntz", '"100s"', "2015-01-01 00:00:00", "2015-03-29 01:59:59.999999",
     "2015-03-29 02:00:00", "2015-03-29 02:01:40"),
]  # fmt: skip


def test_the_grace_period_is_exact_at_its_edge(project):
    """What lies on it is read again, what lies before it stays as it was aggregated."""
    names = [f"edge_{number}" for number in range(len(EDGES))]
    for step in range(2):
        for name, (type, grace, *values) in zip(names, EDGES, strict=True):
            fact = Fact(project, name, f"at {type}, product string, amount int")
            at = f'indicator={{"column": "at", "grace_period": {grace}}}'
            make(project, name, fact, f"{at}, {SUMS}")
            # In the second run each row has another amount than it was aggregated with.
            fact.add(*[(at, "A", 10 ** (n * step)) for n, at in enumerate(values)])
        assert run(project, *names) == {}
    for name, edge in zip(names, EDGES, strict=True):
        assert sums(project, name) == [("A", 1 + 1 + 100 + 1000, 4)], edge


CHANGES = [
    # (types of the indicator and of the amount, a measure), which of them changes, and
    # the message.
    (("date", "int", "sum(amount)"), {0: "timestamp_ntz"}, "at, a date"),
    (("timestamp_ntz", "int", "sum(amount)"), {0: "date"}, "at, a timestamp_ntz"),
    (("timestamp_ntz", "int", "sum(amount)"), {0: "timestamp"}, "at, a timestamp_ntz"),
    (("int", "int", "sum(amount)"), {0: "date"}, "at, a number"),
    (("int", "int", "sum(amount)"), {2: "sum(2 * amount)"}, "measures was"),
    # 7 has one hash as an int, and another one as a bigint.
    (("int", "int", "count(distinct amount)"), {1: "bigint"}, "hashed was"),
    (("int", "int", "sum(amount)"), {0: "decimal(38,0)"}, None),
]  # fmt: skip


def test_what_it_is_made_of_may_not_change_unseen(project):
    """What is kept of a fact means the same in what it is now, or it is refused."""
    names = [f"changed_{number}" for number in range(len(CHANGES))]

    def define(name, at, amount, measure):
        fact = Fact(project, name, f"at {at}, amount {amount}")
        is_number = at.startswith(("int", "decimal"))
        fact.add(*[(day if is_number else f"2015-03-0{day}", 7) for day in "19"])
        make(
            project, name, fact,
            f'indicator="at", dimensions=[], measures={{"m": "{measure}"}}',
        )  # fmt: skip

    for name, (before, *_) in zip(names, CHANGES, strict=True):
        define(name, *before)
    assert run(project, *names) == {}
    published = {name: project.rows(name, "m") for name in names}
    for name, (before, change, _) in zip(names, CHANGES, strict=True):
        define(name, *[change.get(n, given) for n, given in enumerate(before)])
    said = run(project, *names)
    for name, (*_, why) in zip(names, CHANGES, strict=True):
        if why:
            assert why in said[name]
            assert "now: rebuild it with --full-refresh" in said[name]
        else:
            assert name not in said
        assert project.rows(name, "m") == published[name]

    assert run(project, *names, full_refresh=True) == {}
    assert project.rows("changed_4", "m") == [(28,)]
    assert project.rows("changed_5", "m") == [(1,)]
    # As of the first batch, it is put together as it was then.
    first = project.published("changed_4")[0]
    as_it_was = f'select m from {{{{ daybook.as_of(ref("changed_4"), {first}) }}}}'
    project.model("as_it_was", as_it_was)
    assert run(project, "changed_4", "as_it_was") == {}
    assert project.rows("as_it_was", "m") == [(14,)]
    project.ok("--empty", select="changed_4")
    assert project.rows("changed_4", "m") == [(28,)]


def test_the_grace_period_may_change(project):
    """A longer one spares rows to come, not those that were late already."""
    fact = Fact(project, "patients")
    # grace, days of new rows, rows that have come late
    steps = [("1d", [1, 9], 0), ("9d", [4], 1), ("9d", [8, 12], 1), ("1d", [20], 1)]
    for grace, days, late in steps:
        make(
            project, "patient", fact,
            f'indicator={{"column": "sold_at", "grace_period": "{grace}"}}, {SUMS}',
        )  # fmt: skip
        fact.add(*sales(*days))
        said = run(project, "patient")
        in_time = len(fact.rows) - late
        assert sums(project, "patient") == [("A", in_time, in_time)], days
        if late:
            assert said["patient"].startswith("1 rows of ")
            assert "a longer grace_period spares those to come" in said["patient"]
        else:
            assert said == {}


def test_a_fact_without_rows(project):
    """Nothing is closed, and what comes while it is read is the next run's."""
    at = "timestamp_ntz'2015-03-01 10:00:00' + make_dt_interval(0, count(*))"
    table = f"{project.schema}.dawning"
    project.query(f"create table {table} ({SALES}) using parquet")
    # The first one adds a row after it has asked for all three.
    fill = f", post_hook=\"insert into {table} select {at}, 'A', 1 from {table}\""
    by_month = 'layout={"partition_strategy": "user", "partition_key": "sold_at_month"}'
    forms = {"first": fill, "second": "", "third": ""}
    for name, config in forms.items():
        more = f", {by_month}" if name == "third" else ""
        arguments = f'{A_DAY}, policies={{"late_rows": "repair"}}{more}, {SUMS}'
        make(project, name, 'fed("dawning")', arguments, config)
    for number in range(4):
        assert run(project, *forms, threads=1) == {}, number
        for name in forms:
            rows = [("A", number, number)] if number else []
            assert sums(project, name) == rows, (name, number)
    assert project.log("second")[0]["remembers"]["segments"] == []


def test_a_level_that_a_join_has(project):
    """The fiscal year of a calendar: it grows with the day, but is not made of it."""
    years = [
        (f"201{n}-{m:02}-01", f"FY{n + m // 7}") for n in (5, 6) for m in range(1, 13)
    ]
    project.feed("fiscal", "day date, fiscal_year string", years)
    fact = Fact(project, "days", "day date, amount int")
    make(
        project, "fiscally", fact,
        'indicator={"column": "day", "grace_period": "1d"}, joins=[{'
        '"relation": fed("fiscal_in"), "key": ["day"], "columns": ["fiscal_year"]}],'
        ' layout={"levels": {"fiscal_year": "fiscal_year"},'
        ' "partition_strategy": "user", "partition_key": "fiscal_year"},'
        ' dimensions=["fiscal_year"],'
        ' measures={"amount": "sum(amount)", "sales": "count(*)"}',
    )  # fmt: skip
    for end in (5, 10, 15, 20):
        fact.rows = [(day, 2**number) for number, (day, _) in enumerate(years[:end])]
        fact.feed()
        assert run(project, "fiscally") == {}
        told = [(year, 2**number) for number, (_, year) in enumerate(years[:end])]
        assert sums(project, "fiscally", "fiscal_year") == totals(told, key=0)


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
    make(project, "of_rewritten", 'ref("rewritten")')
    for amount, total in ((1, 1), (2, 12)):
        project.feed("rewritten", "product string, amount int", [("A", amount)])
        said = run(project, "rewritten", "of_rewritten")
        assert project.rows("of_rewritten", "amount") == [(total,)]
    assert "has replaced rows that are in it, so it is rebuilt" in said["of_rewritten"]


def test_what_would_count_rows_wrongly_is_refused(project):
    """A level that does not grow, a view of several batches, and the ids of files."""
    by_weekday = """layout={"partition_strategy": "user", "partition_key": "weekday",
        "levels": {"weekday": "date_format(sold_at, 'E')"}}"""
    fact = Fact(project, "weekdays")
    make(project, "weekly", fact, f"{A_DAY}, {by_weekday}, {SUMS}")
    project.fed_model("posted", 'batch="append"')
    project.feed("posted", SALES, sales(1))
    make(project, "of_posted", 'ref("posted")')
    fact.add(*sales(2, 3, 4, 5))
    assert run(project, "weekly", "posted", "of_posted") == {}
    fact.add(*sales(6, 7, 8, 9))
    make(project, "of_of_posted", 'ref("of_posted")')
    make(project, "of_files", 'ref("posted")', f'indicator="batch_id", {SUMS}')
    said = run(project, "weekly", "of_of_posted", "of_files")
    assert "must grow with the indicator" in said["weekly"]
    assert sums(project, "weekly") == [("A", 4, 4)]
    assert "its view combines rows of several batches" in said["of_of_posted"]
    assert "leave it out, and posted_batch_id is the indicator" in said["of_files"]
    assert not project.names("of_of_posted*") + project.names("of_files*")
