"""Questions to a history, each asked in several ways that give one answer."""

from contextlib import redirect_stdout
from datetime import datetime, timedelta
from io import StringIO

from dbt.cli.main import dbtRunner

from bench.parts.arrivals import DAYS, FIRST_DAY
from bench.parts.steps import Step, of_query
from bench.parts.versions import FAR_MOMENT, KNOWN, Versions
from console import Problem

A_DAY = FIRST_DAY + timedelta(DAYS * 2 // 3)
HALF_A_YEAR_LATER = datetime.combine(A_DAY, datetime.min.time()) + timedelta(180)
BELIEVED = f"known_to = {FAR_MOMENT}"
TOTALS = "select count(*), sum(score), bit_xor(xxhash64(k, score, valid_from)) from "


class Asked:
    def __init__(self, versions: Versions, rounds: int):
        self.versions, self.rounds = versions, rounds
        self.query, self.schema = versions.project.query, versions.schema

    def consolidate(self):
        """What readers see, as a plain table of four files, in no order."""
        self.query(f"drop table if exists {self.schema}.consolidated")
        self.query(
            f"create table {self.schema}.consolidated using parquet as"
            f" select /*+ repartition(4) */ {KNOWN} from {self.schema}.history"
        )

    def as_of(self) -> dict[str, tuple]:
        """By question: by known, by a plain filter, and by that of the plain table."""
        self.consolidate()
        late = self.versions.arrivals.week
        then = f"timestamp_ntz'{HALF_A_YEAR_LATER}' between known_from and known_to"
        known_at = f', known_at="{HALF_A_YEAR_LATER}"'
        return {
            question: self.least(
                self.compiled(
                    f"{TOTALS} {{{{ daybook.known("
                    f'ref("history"), valid_at="{day}"{argument}) }}}}'
                ),
                *(
                    f"{TOTALS} {self.schema}.{table} where {known}"
                    f" and date'{day}' between valid_from and valid_to"
                    for table in ("history", "consolidated")
                ),
            )
            for question, day, known, argument in (
                ("a late day, known now", late, BELIEVED, ""),
                ("a past day, known now", A_DAY, BELIEVED, ""),
                ("a past day, known then", A_DAY, then, known_at),
            )
        }

    def compiled(self, sql: str) -> str:
        command = self.versions.project.arguments(["compile", "--inline", sql])
        # It prints what it compiles, also where it is to be quiet.
        with redirect_stdout(StringIO()):
            outcome = dbtRunner().invoke(command)
        if not outcome.success:
            raise Problem(f"{sql}: {outcome.exception}")
        return outcome.result.results[0].node.compiled_code

    def least(self, *queries: str) -> tuple[tuple, list[Step]]:
        """The answer that all of them give, and what each takes: they take turns."""
        best, answers = [None] * len(queries), set()

        def ask(sql: str):
            answers.add(tuple(self.query(sql)[0]))

        for _ in range(self.rounds):
            for number, sql in enumerate(queries):
                step = of_query(self.versions.process, ask, sql)
                best[number] = step.best(best[number])
        if len(answers) > 1:
            raise Problem(f"these have other answers, {answers}: {queries}")
        return answers.pop(), best
