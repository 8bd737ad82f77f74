"""Random batches against a model of a few lines of Python: what readers should see."""

import random
from collections import Counter

import pytest

MONTHS = [f"2015-{month:02}" for month in range(1, 7)]
LEDGERS = [f"ledger_{seed}" for seed in range(4)]
STEPS = 7


class Ledger:
    """Rows by month, and what each batch left published."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.months = {}
        self.history = []

    def step(self, number):
        """The next batch: its config, its rows, and whether it is a full refresh."""
        kind = self.random.choice(
            ["append", "append", "replace", "restate", "where", "rebuilt"]
        )
        months = self.random.sample(MONTHS, self.random.randint(0, 3))
        rows = [
            (number * 100 + i, month, self.random.randint(1, 9))
            for i, month in enumerate(months * 2)
        ]
        first, last = sorted(self.random.sample(MONTHS, 2))
        config = {
            "append": 'batch="append"',
            "replace": 'batch="replace"',
            "restate": f'restate_from="{first}", restate_to="({last!r})"',
            "where": f'batch="append", replace_where="month > {last!r}"',
            "rebuilt": 'batch="append"',
        }[kind]
        gone = {
            "append": [],
            "replace": months,
            "restate": [m for m in MONTHS if first <= m <= last] + months,
            "where": [m for m in MONTHS if m > last],
            "rebuilt": MONTHS,
        }[kind]
        refreshed = kind == "rebuilt" and bool(self.history)
        # Without rows, and with nothing to replace, a batch is no batch.
        counts = rows or refreshed or not self.history or set(gone) & set(self.months)
        kept = {m: r for m, r in self.months.items() if m not in gone}
        for row in rows:
            kept[row[1]] = [*kept.get(row[1], []), row]
        self.months = kept
        if counts:
            self.history.append(self.rows())
        return config + ', partition_by="month", compact_after=3', rows, refreshed

    def rows(self):
        return sorted(row for rows in self.months.values() for row in rows)

    def sums(self):
        sums = Counter()
        for _, month, amount in self.rows():
            sums[month] += amount
        return dict(sums)


def downstream(project, ledger):
    project.model(
        f"sums_{ledger}",
        f"""
        select month, sum(amount) as amount
        from {{{{ daybook.new_batches(
            ref("{ledger}"), retract="negate", measures=["amount"]
        ) }}}}
        group by month
        """,
        'batch="append", compact_after=3',
    )


def as_known(project, ledger):
    """A table of the ledger as published with each of its batches."""
    known = " union all ".join(
        f"select {number} as step, id, month, amount"
        f' from {{{{ daybook.as_of(ref("{ledger}"), batch_id={batch}) }}}}'
        for number, batch in enumerate(project.published(ledger))
    )
    table = '{{ config(materialized="table") }} '
    project.model(f"known_{ledger}", table + known, None)


def look(project, name, ledger, lagging):
    """Readers, and what reads batch by batch, see what the batches add up to."""
    assert project.rows(name, "id, month, amount") == ledger.rows()
    if f"sums_{name}" not in lagging:
        sums = project.query(
            "select month, cast(sum(amount) as int)"
            f" from {project.schema}.sums_{name} group by month having sum(amount) <> 0"
        )
        assert dict(sums) == ledger.sums()


@pytest.mark.stress
def test_random_batches(project):
    """After each of them; and in the end every earlier one is known as it was."""
    ledgers = {name: Ledger(name) for name in LEDGERS}
    for name in ledgers:
        downstream(project, name)
    for number in range(STEPS):
        rebuilt = set()
        for name, ledger in ledgers.items():
            config, rows, refreshed = ledger.step(number)
            project.fed_model(name, config)
            project.feed(name, "id int, month string, amount int", rows)
            if refreshed and number:
                rebuilt.add(name)
        lagging = {
            f"sums_{name}"
            for name in ledgers
            if random.Random(f"{number}{name}").random() < 0.4
        }
        if rebuilt:
            project.ok(select=" ".join(rebuilt), full_refresh=True)
        project.ok("--exclude", *rebuilt, *lagging, "known_*")
        for name, ledger in ledgers.items():
            look(project, name, ledger, lagging)
    for name in ledgers:
        as_known(project, name)
    project.ok(select="known_*")
    for name, ledger in ledgers.items():
        for number, rows in enumerate(ledger.history):
            known = project.rows(
                f"known_{name}", "id, month, amount", f"step = {number}"
            )
            assert known == rows, (name, number)
