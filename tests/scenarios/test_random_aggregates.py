"""Random facts in random runs: the parts equal the whole.

Six aggregates of one fact, in segments and in partitions, by a time, a date and a
number, and two of batched facts, are run after each change; plain Python says what they
have to hold.
"""

import random
from collections import defaultdict
from datetime import datetime, timedelta

import pytest

from support.told_facts import RELATION_OF, Fact

START = datetime(2015, 1, 1)
A_DAY = timedelta(days=1)
COLUMNS = "at timestamp_ntz, day date, n bigint, product string, amount int"
MEASURES = (
    'dimensions=["product"], measures={"amount": "sum(amount)", "sales": "count(*)",'
    ' "least": "min(amount)", "most": "max(amount)", "mean": "avg(amount)"}'
)
MONTH = """levels={"month": "date_format(at, 'yyyy-MM')"}"""
TEN_DAYS = f'levels={{"decade": "cast(n div {10 * 86400} as int)"}}'
REPAIRED = {
    "by_time": 'indicator="at", grace_period="1d", max_segments=2',
    "by_date": 'indicator="day", grace_period="1d", max_segments=1',
    "by_number": 'indicator="n", grace_period=86400, max_segments=50',
    "by_month": 'indicator="at", grace_period="24h", partition_strategy="user",'
    f' partition_key="month", {MONTH}',
    "by_decade": 'indicator="n", grace_period=86400,'
    f' partition_strategy="distribution", {TEN_DAYS}',
    "by_day": 'indicator="day", grace_period="2d", partition_strategy="indicator"',
}
SHOWN = "product, sum(amount), sum(sales), min(least), max(most)"


class Workload:
    """Rows as [time, product, amount, whether it came later than the grace period]."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rows, self.now, self.open_from = [], START, None

    def at(self, since, until):
        seconds = (until - since).total_seconds()
        return since + timedelta(seconds=self.random.randint(0, int(seconds)))

    def step(self):
        """Time passes; rows come in order, within grace or late; open ones change."""
        before_late = sum(row[3] for row in self.rows)
        before, self.now = self.now, self.now + A_DAY * self.random.uniform(0, 12)
        if self.open_from:
            self.change_open_rows()
        for _ in range(self.random.randrange(0, 8)):
            self.add(self.at(before, self.now))
        for _ in range(self.random.randrange(0, 4) if self.open_from else 0):
            self.add(self.at(self.open_from, max(self.open_from, before)))
        for _ in range(self.random.randrange(0, 3) if self.open_from else 0):
            # The edge itself is open.
            self.add(self.at(START, self.open_from))
        self.late = sum(row[3] for row in self.rows) - before_late
        if self.rows:
            last = max(row[0] for row in self.rows)
            self.open_from = max(self.open_from or START, last - A_DAY)

    def add(self, at):
        product = self.random.choice([None, "A", "B", "C"])
        is_late = self.open_from is not None and at < self.open_from
        self.rows.append([at, product, self.random.randrange(-9, 99), is_late])

    def change_open_rows(self):
        for row in [row for row in self.rows if row[0] >= self.open_from]:
            luck = self.random.random()
            if luck < 0.2:
                self.rows.remove(row)
            elif luck < 0.5:
                row[2] = self.random.randrange(-9, 99)
            elif luck < 0.6:
                row[0] = self.at(self.open_from, max(self.open_from, self.now))

    def told(self):
        epoch = datetime(1970, 1, 1)
        return [
            (str(at), str(at.date()), int((at - epoch).total_seconds()), *rest)
            for at, *rest, _ in self.rows
        ]


def aggregated(rows):
    """[(product, sum, count, least, most)] of (product, amount)."""
    groups = defaultdict(list)
    for product, amount in rows:
        groups[product].append(amount)
    found = [(p, sum(v), len(v), min(v), max(v)) for p, v in groups.items()]
    return sorted(found, key=lambda row: (row[0] is None, row[0] or ""))


@pytest.fixture(scope="module")
def models(project):
    project.write("macros/fed.sql", RELATION_OF)
    asked = {
        name: f'{arguments}, late_rows="repair"' for name, arguments in REPAIRED.items()
    }
    asked["reporting"] = REPAIRED["by_time"]
    for name, arguments in asked.items():
        project.model(
            name,
            "{{ daybook.incremental_aggregate("
            f'fact=fed("ticks_in"), posted=this, {arguments}, {MEASURES}) }}}}',
            'batch="append"',
        )
    project.fed_model("moves", 'batch="append"')
    project.fed_model("stock", 'partition_by="product_group"')
    for of, more in (("moves", ", max_segments=2"), ("stock", "")):
        project.model(
            f"of_{of}",
            f'{{{{ daybook.incremental_aggregate(fact=ref("{of}"), posted=this,'
            f" {MEASURES}{more}) }}}}",
            'batch="append"',
        )
    return [*asked, "moves", "stock", "of_moves", "of_stock"]


@pytest.mark.parametrize(
    ("seed", "steps"),
    [(1, 2), *[pytest.param(n, 5, marks=pytest.mark.stress) for n in range(1, 13)]],
)
def test_any_split_into_runs_gives_the_whole(project, models, seed, steps):
    work, moves, stock = Workload(seed), [], {}
    fact = Fact(project, "ticks", COLUMNS)
    for step in range(steps):
        work.step()
        fact.rows = work.told()
        fact.feed()
        new = [(product, work.random.randrange(9)) for product in "AB"]
        moves += new
        project.feed("moves", "product string, amount int", new)
        # A group is replaced as a whole, or another one joins.
        group = work.random.randrange(3)
        stock[group] = [("AB"[n % 2], work.random.randrange(9)) for n in range(3)]
        project.feed(
            "stock", "product string, amount int, product_group int",
            [(p, a, group) for p, a in stock[group]],
        )  # fmt: skip
        said = []
        outcome = project.run(
            select=" ".join(models), full_refresh=step == 0,
            on_event=lambda event: said.append(event.info.msg),  # noqa: B023
        )  # fmt: skip
        assert set(outcome.values()) == {"success"}, outcome
        whole = aggregated([(row[1], row[2]) for row in work.rows])
        for name in REPAIRED:
            found = project.rows(name, SHOWN, "true group by product")
            assert found == whole, (name, step)
        kept = [row for row in work.rows if not row[3]]
        found = project.rows("reporting", SHOWN, "true group by product")
        assert found == aggregated([(row[1], row[2]) for row in kept]), step
        # A row that a run had lost, it would find and mend as one that came late.
        if work.late == 0:
            assert not [line for line in said if "came late, or went" in line], step
        late = [line for line in said if "daybook: reporting: " in line]
        if len(kept) < len(work.rows):
            (line,) = late
            assert f"reporting: {len(work.rows) - len(kept)} rows of" in line
        else:
            assert late == []
        in_stock = [row for group in stock.values() for row in group]
        for name, rows in (("of_moves", moves), ("of_stock", in_stock)):
            found = project.rows(name, SHOWN, "true group by product")
            assert found == aggregated(rows), (name, step)


@pytest.mark.stress
def test_a_rerun_changes_nothing(project, models):
    """The fact is as the last run found it."""
    names = [name for name in models if name not in ("moves", "stock")]
    before = {
        name: project.rows(name, SHOWN, "true group by product") for name in names
    }
    project.ok(select=" ".join(names))
    for name in names:
        assert project.rows(name, SHOWN, "true group by product") == before[name], name
