"""The sample with dbt 2, and with dbt 1 and dbt 2 in turns on the same logs.

What is published is compared row by row with what dbt 1 alone publishes. One server
answers both, by Thrift and by Spark Connect.
"""

import json
import shutil
import time
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from arrival import sample
from config_keys import SCHEMA_OF_THE_SAMPLE
from console import Missing, Problem, Progress, say, spoken
from project import Target
from published_tables import compare, keep_tables
from trials import dbt2
from trials.connect_server import connect_server
from trials.engines import Engine, dbt_1, dbt_2
from trials.environments import KEPT
from trials.outcomes import Outcome

# Who runs the first arrival, the second, and the third with all that follows.
REFERENCE = "1-1-1"
ALL = ("2-2-2", "1-2-1", "2-1-2")
MODEL = "fct_issue_entries"
BATCHES_OF = f'select * from {{{{ daybook.batches_of(ref("{MODEL}")) }}}}'
# A model without partitions, and a table with its rows.
ADOPTS, ADOPTED = "stg_product_sales", "old_sales"
COPY = f"""
    create table {{schema}}.{ADOPTED} using parquet
    as select * except (batch_id, posted_batch_id) from {{schema}}.{ADOPTS}
"""
POSTED = f"select distinct posted_batch_id from {{schema}}.{MODEL} order by 1"


def tried(order: str) -> Outcome:
    try:
        dbt2.with_driver()
    except Missing as missing:
        return {"not tried": f"skipped: {missing}"}
    reference = published_by_dbt_1()
    with TemporaryDirectory(prefix="daybook ") as folder:
        return published(order, Path(folder), reference)


@cache
def published_by_dbt_1() -> Path:
    folder = KEPT / "published by dbt 1"
    shutil.rmtree(folder, ignore_errors=True)
    failed = {what: why for what, why in published(REFERENCE, folder).items() if why}
    if failed:
        raise Problem(f"nothing was compared, because dbt 1 failed: {failed}")
    return folder


def published(order: str, folder: Path, reference: Path | None = None) -> Outcome:
    """How each step went, up to one that failed; the folder has what was published."""
    with (
        TemporaryDirectory(prefix="daybook ") as copies,
        connect_server() as (server, port),
    ):
        schema = SCHEMA_OF_THE_SAMPLE
        engines = {
            "1": dbt_1(Path(copies, "1"), schema, server),
            "2": dbt_2(Path(copies, "2"), schema, server, port),
        }
        steps = Steps(order, Target(server, schema), folder, reference)
        with suppress(Problem):
            take(steps, [engines[turn] for turn in order.split("-")])
    return steps.outcome


def take(steps: "Steps", engines: list[Engine]) -> None:
    for engine, arrival in zip(engines, sample(), strict=True):
        steps.turn_to(engine, arrival.name, arrival.variables)
        if arrival.seeds:
            steps.dbt("seeds", "seed")
        steps.build()
    steps.turn_to(engine, "Operations", arrival.variables)
    operate(steps)
    steps.turn_to(engine, "A full refresh", arrival.variables)
    steps.build("--full-refresh")


class Steps:
    """Each says how it went, and how long it took."""

    def __init__(self, order, target, folder, reference):
        self.order, self.target = order, target
        self.folder, self.reference = folder, reference
        self.outcome: Outcome = {}

    def turn_to(self, engine: Engine, part: str, variables: dict) -> None:
        self.engine, self.part, self.variables = engine, part, variables
        say(f"{self.order}: {part}, with {engine.name}")

    def dbt(self, what: str, *words: str) -> None:
        with self._step(what) as found:
            # dbt 2 takes them on one line.
            variables = ("--vars", json.dumps(self.variables))
            found.append(self.engine.dbt(*words, *variables))

    def build(self, *options: str) -> None:
        self.dbt("models", "run", *options)
        self.dbt("data tests", "test", "--exclude", "test_type:unit")
        self.keep("published")

    def operation(self, name: str, **arguments) -> None:
        words = ("run-operation", f"daybook.{name}", "--args", json.dumps(arguments))
        self.dbt(name, *words)

    def keep(self, name: str) -> None:
        place = Path(self.part, name)
        with self._step(f"tables, {name}") as found:
            keep_tables(self.target, self.folder / place)
            if self.reference:
                found.append(
                    compare(self.reference / place, self.folder / place, briefly=True)
                )

    @contextmanager
    def _step(self, what: str):
        name, started = f"{self.part}: {what}", time.monotonic()
        if name in self.outcome:
            name += ", again"
        found, failure = [], None
        try:
            with spoken(Progress(name)):
                yield found
        except Problem as problem:
            failure = problem
        self.outcome[name] = str(failure or "")
        said = ", ".join(filter(None, [self.outcome[name] or "passed", *found]))
        say(f"  {what}: {said} ({time.monotonic() - started:.0f} s)")
        if failure:
            raise failure


def operate(steps: Steps) -> None:
    first, *_, last = (batch for (batch,) in steps.target.query(POSTED))
    steps.operation("list_batches", model=MODEL)
    steps.dbt("batches_of", "show", "--inline", BATCHES_OF)
    steps.operation("protect_batch", model=MODEL, batch_id=first)
    steps.operation("publish_batch", model=MODEL, batch_id=first)
    steps.keep("back")
    steps.operation("publish_batch", model=MODEL, batch_id=last)
    steps.keep("forth")
    steps.operation("unprotect_batch", model=MODEL, batch_id=first)
    steps.operation("compact_batches", model=MODEL, apply=True)
    steps.operation("clean_batches", older_than_days=0, apply=True)
    steps.operation("recover", model=MODEL)
    steps.target.query(COPY)
    steps.operation("remove_model", model=ADOPTS, apply=True)
    steps.operation("adopt_table", model=ADOPTS, table=ADOPTED, apply=True)
    steps.operation("check_model")
    steps.keep("published")
