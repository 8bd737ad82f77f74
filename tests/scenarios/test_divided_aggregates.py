"""Aggregates in partitions, and with joined dimensions."""

import re

import pytest

from support.sessions import NOT_ANSI_IN_NEW_YORK
from support.told_facts import SALES, SUMS, Fact, make, run

pytestmark = NOT_ANSI_IN_NEW_YORK
LEVELS = """levels={"sale_year": "year(sold_at)",
    "sale_month": "date_format(sold_at, 'yyyy-MM')",
    "sale_day": "cast(sold_at as date)"}"""
A_DAY = 'indicator="sold_at", grace_period="1d"'
BY_MONTH = f'partition_strategy="user", partition_key="sale_month", {LEVELS}'


def partitions(project, name):
    """Those that the last batch wrote."""
    committed = [e for e in project.log(name) if e["event"] == "committed"]
    return [p.strip('[]"') for p, _ in committed[-1]["partitions"]]


def by_month(fact):
    months = {(row[0][:7], row[1]): [] for row in fact.rows}
    for at, product, amount in fact.rows:
        months[at[:7], product].append(amount)
    return sorted((p, m, sum(v), len(v)) for (m, p), v in months.items())


def monthly(project, name):
    return project.rows(name, "product, sale_month, amount, sales")


def test_a_run_rebuilds_open_months(project):
    make(project, "monthly", f"{A_DAY}, {BY_MONTH}, {SUMS}")
    fact = Fact(project, "monthly")
    steps = [
        (["2015-01-05", "2015-02-07"], ["2015-01", "2015-02"]),
        (["2015-02-09"], ["2015-02"]),
        # A month that has begun, and the one that its grace period reaches into.
        (["2015-03-01"], ["2015-02", "2015-03"]),
        (["2015-03-05"], ["2015-02", "2015-03"]),
        (["2015-03-06"], ["2015-03"]),
        ([], ["2015-03"]),
    ]
    for days, written in steps:
        fact.add(*[(f"{day} 10:00:00", "A", 2) for day in days])
        assert run(project, "monthly") == []
        assert monthly(project, "monthly") == by_month(fact)
        assert partitions(project, "monthly") == written
    shown = project.query(f"show create table {project.schema}.monthly")[0][0]
    assert "group by" not in shown.lower()


@pytest.mark.stress
def test_late_rows_of_partitions(project):
    for choice in ("report", "repair"):
        make(
            project,
            f"tardy_{choice}",
            f'{A_DAY}, {BY_MONTH}, late_rows="{choice}", {SUMS}',
        )
    facts = [Fact(project, f"tardy_{choice}") for choice in ("report", "repair")]
    for fact in facts:
        fact.add(*[(f"2015-{month:02}-10 10:00:00", "A", 1) for month in range(1, 6)])
    project.ok(select="tardy_report tardy_repair")
    for fact in facts:
        fact.add(("2015-02-01 00:00:00", "B", 1), ("2015-05-12 00:00:00", "A", 1))
    (said,) = run(project, "tardy_report")
    assert re.search("1 rows of .* came later than grace_period=1d", said)
    (said,) = run(project, "tardy_repair")
    assert said.endswith("1 rows came late, or went: 1 closed partitions are rebuilt")
    assert monthly(project, "tardy_repair") == by_month(facts[1])
    assert partitions(project, "tardy_repair") == ["2015-02", "2015-05"]


@pytest.mark.stress
def test_a_key_that_is_no_level_is_refused(project):
    """Before anything is written, and with the levels that there are."""
    user = 'partition_strategy="user", partition_key='
    of_days = f"{A_DAY}, {LEVELS}"
    other = "it goes with partition_strategy='user'"
    cases = {
        f'{of_days}, {user}"product"': "the indicator, which has sale_year, sale_",
        f'{of_days}, partition_key="sale_day"': other,
        f'{of_days}, partition_key="sale_day", partition_strategy="indicator"': other,
        f'{of_days}, partition_strategy="indicator"': "which can't name a directory",
        'indicator="amount", partition_strategy="distribution"': "amount has no levels",
        f'{A_DAY}, {user}"at", levels={{"at": "sold_at"}}': "can't name a directory",
    }
    names = []
    for number, arguments in enumerate(cases):
        names.append(f"keyed_{number}")
        make(project, names[-1], f"{arguments}, {SUMS}", 'fed("keyed_0_in")')
    Fact(project, names[0]).add(("2015-01-05 10:00:00", "A", 1))
    outcome = project.run(select=" ".join(names))
    for name, sentence in zip(names, cases.values(), strict=True):
        assert sentence in outcome[name], name
    assert not project.names("keyed_*__batches")


@pytest.mark.stress
def test_a_level_that_does_not_grow_is_refused(project):
    """Before anything of it is seen."""
    levels = """levels={"weekday": "date_format(sold_at, 'E')"}"""
    weekly = f'partition_strategy="user", partition_key="weekday", {levels}'
    make(project, "weekly", f"{A_DAY}, {weekly}, {SUMS}")
    fact = Fact(project, "weekly")
    fact.add(*[(f"2015-03-{day:02} 10:00:00", "A", 1) for day in range(1, 6)])
    assert run(project, "weekly") == []
    fact.add(*[(f"2015-03-{day:02} 10:00:00", "A", 1) for day in range(6, 10)])
    assert "does not grow with the indicator" in run(project, "weekly")
    assert project.rows("weekly", "sum(sales)") == [(5,)]


@pytest.mark.stress
def test_the_indicator_as_the_partition(project):
    arguments = 'indicator="day", grace_period="2d", partition_strategy="indicator"'
    make(project, "daily", f"{arguments}, {SUMS}")
    fact = Fact(project, "daily", "day date, product string, amount int")
    for day in (1, 2, 5, 6):
        fact.add((f"2015-03-{day:02}", "A", day))
        assert run(project, "daily") == []
    found = project.rows("daily", "cast(day as string), amount")
    assert found == [(row[0], row[2]) for row in fact.rows]
    assert partitions(project, "daily") == ["2015-03-05", "2015-03-06"]
    # Of a number no more is rebuilt than the grace period before the last run's last.
    make(
        project, "counted",
        f'indicator="n", grace_period=3, partition_strategy="indicator", {SUMS}',
    )  # fmt: skip
    fact = Fact(project, "counted", "n bigint, product string, amount int")
    for last in (8, 9, 12):
        fact.rows = [(n, "A", n * last) for n in range(last + 1)]
        fact.feed()
        assert run(project, "counted") == []
    made_by = {n: 8 if n < 8 - 3 else 9 if n < 9 - 3 else 12 for n in range(13)}
    wanted = [(n, n * last) for n, last in made_by.items()]
    assert project.rows("counted", "n, amount") == wanted
    assert set(partitions(project, "counted")) == {str(n) for n in range(6, 13)}


CHOICE = re.compile(
    r"partitioned by (\w+): of (.+) its partitions, about (\d+) of (\d+) rows each"
)


@pytest.mark.stress
def test_distribution_chooses_the_level_nearest_to_the_target(project):
    """Among dimensions of the aggregate, or where none is a level, among all levels."""
    cases = {
        "by_all": ("", 100, "sale_year, sale_month, sale_day", "sale_year"),
        "by_small": ("", 3, "sale_year, sale_month, sale_day", "sale_month"),
        "by_own": (
            'dimensions=["product", "sale_month"]',
            100,
            "sale_month",
            "sale_month",
        ),
    }
    told = [
        (f"2015-{month:02}-{day:02} 10:00:00", f"p{product}", 1)
        for month in range(1, 5) for day in range(1, 11) for product in range(10)
    ]  # fmt: skip
    for name, (arguments, target, *_) in cases.items():
        sums = SUMS if not arguments else f"{arguments}, {SUMS.split('], ', 1)[1]}"
        make(
            project, name, f'{A_DAY}, {LEVELS}, partition_strategy="distribution",'
            f" target_rows={target}, {sums}",
        )  # fmt: skip
        Fact(project, name).add(*told)
    for name, (_, _, candidates, chosen) in cases.items():
        (said,) = run(project, name)
        found = CHOICE.search(said)
        assert found.groups()[:2] == (chosen, candidates)
        # Spark's estimate, within a tenth.
        rows = int(found[3]) * int(found[4])
        assert rows == pytest.approx(40 if name == "by_own" else 10, rel=0.25)
    # The choice stays, even if a later run would choose otherwise.
    make(
        project, "by_all",
        f'{A_DAY}, {LEVELS}, partition_strategy="distribution", target_rows=1, {SUMS}',
    )  # fmt: skip
    assert run(project, "by_all") == []
    assert project.rows("by_all", "distinct sale_year") == [(2015,)]
    assert run(project, "by_all", full_refresh=True) == []
    project.operate("remove_model", model="by_all", apply=True)
    assert len(run(project, "by_all")) == 1
    # 10 rows: in 4 months 2.5 each; in 40 days a quarter, in one year ten.
    assert len(partitions(project, "by_all")) == 4


@pytest.mark.stress
def test_months_of_a_batched_fact(project):
    """A late row has its own month rebuilt, and no other."""
    project.fed_model("entered", 'batch="append", partition_by="entry_month"')
    make(
        project, "by_entry", 'partition_strategy="user", partition_key="entry_month",'
        ' dimensions=["entry_month"], measures={"moved": "sum(moved)"}',
        'ref("entered")',
    )  # fmt: skip
    steps = [
        (
            [("2015-01", 1), ("2015-02", 2), ("2015-03", 3)],
            ["2015-01", "2015-02", "2015-03"],
        ),
        ([("2015-01", -1), ("2015-04", 4)], ["2015-01", "2015-04"]),
        ([("2015-02", 5)], ["2015-02"]),
    ]
    told = []
    for rows, written in steps:
        told += rows
        project.feed("entered", "entry_month string, moved int", rows)
        project.ok(select="entered by_entry")
        assert partitions(project, "by_entry") == written
        totals = {month: sum(n for m, n in told if m == month) for month, _ in told}
        assert project.rows("by_entry", "entry_month, moved") == sorted(totals.items())


JOIN = """joins=[
        {"relation": fed("%s"), "key": {"product": "id"}, "columns": ["kind"]}],
    dimensions=["kind"], measures={"amount": "sum(amount)", "sales": "count(*)"}"""


def feed_products(project, name, **kinds):
    project.feed(name, "id string, kind string", list(kinds.items()))


def by_kind(fact, kinds):
    groups = {}
    for _, product, amount in fact.rows:
        groups.setdefault(kinds.get(product), []).append(amount)
    found = [(kind, sum(v), len(v)) for kind, v in groups.items()]
    return sorted(found, key=lambda row: (row[0] is None, row))


@pytest.mark.parametrize(
    "form",
    [
        pytest.param("segments", marks=pytest.mark.stress),
        pytest.param("partitions", marks=pytest.mark.stress),
        pytest.param("batches", marks=pytest.mark.stress),
    ],
)
def test_a_dimension_that_changed_under_closed_rows(project, form):
    """All is rebuilt, or refused; what open rows alone have is no matter."""
    more = {
        "segments": f"{A_DAY},",
        "partitions": f"{A_DAY}, {BY_MONTH},",
        "batches": "",
    }[form]
    rebuilt, refused = f"joined_{form}", f"refusing_{form}"
    of = None
    if form == "batches":
        project.fed_model("told", 'batch="append"')
        of = 'ref("told")'
    products = f"products_{form}"
    join = JOIN % f"{products}_in"
    make(project, rebuilt, f"{more} max_segments=2, {join}", of)
    make(project, refused, f'{more} changed_dimensions="refuse", {join}', of)
    facts = [Fact(project, rebuilt), Fact(project, refused)]
    kinds = {"A": "x", "B": "y", "C": "x", "E": "z"}
    feed_products(project, products, **kinds)

    def step(*rows):
        for fact in facts:
            fact.add(*rows)
        if of:
            project.feed("told", SALES, list(rows))
            project.ok(select="told")
        return run(project, rebuilt), run(project, refused)

    def agrees(name=rebuilt):
        return project.rows(
            name, "kind, sum(amount), sum(sales)", "true group by kind"
        ) == (by_kind(facts[0], kinds))

    assert step(("2015-03-01 10:00:00", "A", 1), ("2015-03-02 10:00:00", "D", 2)) == (
        [],
        [],
    )
    assert step(("2015-03-05 10:00:00", "B", 4), ("2015-03-05 11:00:00", None, 8)) == (
        [],
        [],
    )
    assert agrees()
    assert agrees(refused)
    # A product that no row has, and one of open rows only.
    kinds |= {"E": "w", "F": "v"} | ({} if of else {"B": "w"})
    feed_products(project, products, **kinds)
    assert step(("2015-03-05 12:00:00", "C", 16)) == ([], [])
    assert agrees()
    assert agrees(refused)
    assert step(("2015-03-09 12:00:00", "B", 16)) == ([], [])
    # One of closed rows, and one that such rows had lacked.
    kinds |= {"A": "y", "D": "u"}
    feed_products(project, products, **kinds)
    (said,), error = step(("2015-03-10 12:00:00", "A", 32))
    assert re.search(
        "2 rows of its dimensions have changed, or have come, .* rebuilt", said
    )
    assert agrees()
    assert "changed_dimensions='rebuild'" in error
    before = project.published(rebuilt)
    assert run(project, rebuilt) == []
    assert agrees()
    assert (project.published(rebuilt) == before) == (form == "batches")


@pytest.mark.stress
def test_joins_that_would_count_twice_or_name_twice(project):
    fact = Fact(project, "doubled")
    fact.add(("2015-03-01 10:00:00", "A", 1))
    project.feed("double_products", "id string, kind string", [("A", "x"), ("A", "y")])
    join = JOIN % "double_products_in"
    make(project, "doubled", f"{A_DAY}, {join}")
    make(
        project,
        "renamed",
        f"{A_DAY}, {join.replace('id', 'key_of')}",
        'fed("doubled_in")',
    )
    named = join.replace('["kind"]}]', '{"amount": "kind"}}]')
    make(project, "colliding", f"{A_DAY}, {named}", 'fed("doubled_in")')
    keyless = join.replace('{"product": "id"}', '["id"]')
    make(project, "keyless", f"{A_DAY}, {keyless}", 'fed("doubled_in")')
    outcome = project.run(select="doubled renamed colliding keyless")
    assert "has 1 keys (`id`) with several rows" in outcome["doubled"]
    assert "double_products_in, whose columns are id, kind" in outcome["renamed"]
    assert "a column of that name: give it one of its own" in outcome["colliding"]
    assert "whose columns are sold_at, product, amount" in outcome["keyless"]


@pytest.mark.stress
def test_if_scores_are_equal_the_finer_level_wins(project):
    """The fact is asked once for all levels."""
    project.query(
        f"create view {project.schema}.tied_in as"
        " select id as n, cast(id as string) as product, 1 as amount from range(20000)"
    )
    levels = 'levels={"whole": "n div 100000", "quarter": "n div 5000"}'
    by = f'indicator="n", {levels}, partition_strategy="distribution"'

    def chosen(name, target):
        make(
            project, name, f"{by}, target_rows={target}, {SUMS}", 'fed("tied_in")',
        )  # fmt: skip
        lines = run(project, name, every=True)
        looks = [line for line in lines if "approx_count_distinct" in line]
        assert len([line for line in looks if line.startswith("On model")]) == 1
        level, _, values, rows = CHOICE.search("\n".join(lines)).groups()
        return level, int(values) * int(rows)

    _, rows = chosen("measured_by", 1000000)
    # As far from the whole as from a quarter, less the tenth for the finer level.
    assert chosen("tied", round(rows / 2 * 2**0.05))[0] == "quarter"
    assert chosen("not_tied", round(rows / 2 * 2**0.06))[0] == "whole"
