"""What a storm does next: random commands, and what they should make of the models."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass

from support.doomed import MOMENTS, Doom
from support.ledger import MODELS, MONTHS, sums

COLUMNS = "id int, month string, amount int"
# Old events are deleted on the way.
VARS = {"daybook_log_events": 25}
# How long after a statement was sent one dies who dies meanwhile.
SECONDS = (0.0, 0.01, 0.03, 0.1, 0.3)
RUNS = ["run"] * 4
# Several operations in one dbt process, which spares the start of the others.
CALL_EACH = """
{% macro call_each(calls) %}
    {% for name, arguments in calls %} {% do daybook[name](**arguments) %} {% endfor %}
{% endmacro %}
"""


@dataclass(frozen=True)
class Operation:
    name: str
    # Its arguments, by chance and the model's ledger.
    arguments: Callable = lambda random, ledger: {}
    # The model's rows then.
    after: Callable = lambda ledger, arguments: ledger.rows


def some_batch(random, ledger):
    return {"batch_id": random.choice([*ledger.history])}


def protected_batch(random, ledger):
    return {"batch_id": random.choice([*ledger.protected, *ledger.history])}


def as_published(ledger, arguments):
    return ledger.history[arguments["batch_id"]]


RECOVER = Operation("recover", lambda random, ledger: {"force": True})
OPERATIONS = [
    Operation("publish_batch", some_batch, as_published),
    Operation("protect_batch", some_batch),
    Operation("unprotect_batch", protected_batch),
    Operation("clean_batches", lambda *_: {"older_than_days": 0, "apply": True}),
    Operation("compact_batches", lambda *_: {"apply": True}),
]


@dataclass
class Step:
    """A dbt command, and by model the rows that it should have when it has ended."""

    kind: str
    arguments: list[str]
    after: dict[str, dict]


class Plan:
    """The next step depends on the seed, its number, and what the ledgers say."""

    def __init__(self, project, ledgers, seed, number):
        self.project, self.ledgers, self.number = project, ledgers, number
        self.random = random.Random(f"{seed} {number}")

    def step(self, hurt, locked, outdated):
        kinds = ["run", RECOVER] if hurt else [*RUNS, "refresh", *OPERATIONS]
        if locked or outdated:
            kinds = [RECOVER] if locked else ["refresh"]
        kind = self.random.choice(kinds)
        names = self._models(hurt)
        if kind in OPERATIONS and not self._have_run(names):
            kind = "run"
        if kind in ("run", "refresh"):
            return self._run(names, kind == "refresh")
        return self._calls(names, kind)

    def doom(self, statements, server):
        """Who dies at which of so many statements, if anybody does."""
        if self.random.random() < 0.2:
            return None
        return Doom(
            self.random.randint(1, statements),
            self.random.choice(MOMENTS),
            self.random.choice([None, None, None, server]),
            self.random.choice(SECONDS),
        )

    def _models(self, hurt):
        """Those that have to be repaired, or some of them all; and what they read."""
        some = {m.name for m in MODELS if self.random.random() < 0.35}
        picked = set(hurt) or some
        picked |= {m.upstream for m in MODELS if m.upstream and m.name in picked}
        return [m.name for m in MODELS if m.name in picked] or [MODELS[0].name]

    def _have_run(self, names):
        ledgers = [self.ledgers[name] for name in names]
        return all(ledger.history or ledger.model.clones for ledger in ledgers)

    def _run(self, names, rebuilt):
        after = {}
        for name in names:
            ledger = self.ledgers[name]
            if ledger.model.upstream:
                rows = after[ledger.model.upstream]
                after[name] = sums(rows) if ledger.model.sums else rows
                continue
            new = self._new_rows(MODELS.index(ledger.model))
            after[name] = ledger.after_batch(new, rebuilt)
            self.project.feed(name, COLUMNS, [(key, *row) for key, row in new.items()])
        arguments = ["run", "--threads", "1", "--select", *names]
        if rebuilt:
            arguments.append("--full-refresh")
        return self._step("refresh" if rebuilt else "run", arguments, after)

    def _new_rows(self, model):
        months = self.random.choices(MONTHS, k=self.random.randint(1, 4))
        return {
            (self.number * 10 + model) * 10 + i: (month, self.random.randint(1, 9))
            for i, month in enumerate(months)
        }

    def _calls(self, names, operation):
        calls, after = [], {}
        for name in names:
            ledger = self.ledgers[name]
            if ledger.model.clones:
                continue
            arguments = operation.arguments(self.random, ledger)
            calls.append((operation.name, {"model": name, **arguments}))
            after[name] = operation.after(ledger, arguments)
        return self._step(
            operation.name,
            ["run-operation", "call_each", "--args", json.dumps({"calls": calls})],
            after,
        )

    def _step(self, kind, arguments, after):
        return Step(kind, [*arguments, "--vars", json.dumps(VARS)], after)
