"""Random facts in random runs: the parts equal the whole.

Six aggregates of one fact, in segments and in partitions, by a time, a date and a
number, and two of batched facts, are run after each change; plain Python says what they
have to hold.
"""

import random
import re
from collections import defaultdict
from datetime import datetime, timedelta

import pytest

from support.fact_examples import Fact, make, run

START = datetime(2015, 1, 1)
A_DAY = timedelta(days=1)
COLUMNS = "at timestamp_ntz, day date, n bigint, product string, amount int"
MEASURES = (
    'dimensions=["product"], measures={"amount": "sum(amount)", "sales": "count(*)",'
    ' "least": "min(amount)", "most": "max(amount)", "mean": "avg(amount)"}'
)
MONTH = """"levels": {"month": "date_format(at, 'yyyy-MM')"}"""
TEN_DAYS = f'"levels": {{"decade": "cast(n div {10 * 86400} as int)"}}'


def by(column, grace_period, layout):
    indicator = f'{{"column": "{column}", "grace_period": {grace_period}}}'
    return f'indicator={indicator}, layout={{{layout}, "show_parts": true}}'


REPAIRED = {
    "by_time": by("at", '"1d"', '"max_segments": 2'),
    "by_date": by("day", '"1d"', '"max_segments": 1'),
    "by_number": by("n", 86400, '"max_segments": 50'),
    "by_month": by(
        "at",
        '"24h"',
        f'"partition_strategy": "user", "partition_key": "month", {MONTH}',
    ),
    "by_decade": by("n", 86400, f'"partition_strategy": "distribution", {TEN_DAYS}'),
    "by_day": by("day", '"2d"', '"partition_strategy": "indicator"'),
}
SHOWN = (
    "product, sum(amount), sum(sales), min(least), max(most), sum(mean_sum),"
    " sum(mean_count)"
)


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
    """[(product, sum, count, least, most, sum, count)] of (product, amount)."""
    groups = defaultdict(list)
    for product, amount in rows:
        groups[product].append(amount)
    found = [
        (p, sum(v), len(v), min(v), max(v), sum(v), len(v)) for p, v in groups.items()
    ]
    return sorted(found, key=lambda row: (row[0] is None, row[0] or ""))


@pytest.fixture(scope="module")
def aggregates(project):
    repair = 'policies={"late_rows": "repair"}'
    asked = {name: f"{more}, {repair}" for name, more in REPAIRED.items()}
    asked["reporting"] = REPAIRED["by_time"]
    for name, arguments in asked.items():
        make(project, name, 'fed("ticks_in")', f"{arguments}, {MEASURES}")
    project.fed_model("moves", 'batch="append"')
    project.fed_model("stock", 'partition_by="product_group"')
    two_segments = f'{MEASURES}, layout={{"max_segments": 2, "show_parts": True}}'
    make(project, "of_moves", 'ref("moves")', two_segments)
    shown = f'{MEASURES}, layout={{"show_parts": True}}'
    make(project, "of_stock", 'ref("stock")', shown)
    return [*asked, "of_moves", "of_stock"]


@pytest.mark.parametrize(
    ("seed", "steps"),
    [(1, 2), *[pytest.param(n, 6, marks=pytest.mark.stress) for n in range(1, 13)]],
)
def test_any_split_into_runs_gives_the_whole(project, aggregates, seed, steps):
    work, moves, stock = Workload(seed), [], {}
    fact = Fact(project, "ticks", COLUMNS)
    for step in range(steps):
        ran, may_repair = aggregates, False
        # A sixth step is a rerun, which changes nothing.
        if step < 5:
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
            ran, may_repair = ["moves", "stock", *aggregates], work.late > 0
        said = run(project, *ran, full_refresh=step == 0)

        kept = [row for row in work.rows if not row[3]]
        wanted = {name: [row[1:3] for row in work.rows] for name in REPAIRED}
        wanted["reporting"] = [row[1:3] for row in kept]
        wanted["of_moves"] = moves
        wanted["of_stock"] = [row for group in stock.values() for row in group]
        for name, rows in wanted.items():
            found = project.rows(name, SHOWN, "true group by product")
            assert found == aggregated(rows), (name, step)
        if len(kept) < len(work.rows):
            late = f"{len(work.rows) - len(kept)} rows of"
            assert said.pop("reporting").startswith(late)
        # A row that a run had lost, it would find and repair as one that came late.
        usual = (
            "is partitioned by|so it is rebuilt" + "|came late, or went" * may_repair
        )
        assert all(re.search(usual, text) for text in said.values()), (said, step)
