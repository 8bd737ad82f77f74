"""dbt on this project, in this process: start-up is paid once for several commands."""

import json
import os
import time

import yaml
from dbt.cli.main import dbtRunner

from console import Problem, Progress, interruptible, say, spoken
from sentences import sentence
from server import Server
from spark import ROOT


def invoke(port: int, schema: str, command: list[str], *callbacks, manifest=None):
    """What dbt makes of it. Ctrl-C is among the exceptions that it hands back.

    With a manifest, which is what `dbt parse` returns, dbt does not read the project.
    """
    # The profile reads them.
    os.environ |= {"DAYBOOK_PORT": str(port), "DAYBOOK_SCHEMA": schema}
    place = ("--project-dir", str(ROOT), "--profiles-dir", str(ROOT / "profiles"))
    options = (*place, "--target", "local", "--log-level", "none")
    outcome = dbtRunner(manifest, [*callbacks]).invoke([*command, *options])
    if isinstance(outcome.exception, KeyboardInterrupt):
        raise outcome.exception
    return outcome


def as_yaml(variables: dict) -> str:
    """For --vars: YAML does not know the two halves that JSON has of an emoji."""
    return yaml.safe_dump(variables, sort_keys=False)


def words_of(exception: BaseException) -> str:
    """Some have none but their name."""
    return sentence(str(exception)) or type(exception).__name__


class Target:
    """A schema of a server, where dbt builds this project."""

    def __init__(self, server: Server, schema: str):
        self.server = server
        self.schema = schema
        self.manifest = None
        # The invocations at work on the schema: a killed run has left its locks.
        self.at_work = server.home / f"{schema}.invocations"

    def query(self, sql: str, **names: str) -> list[tuple]:
        return self.server.query(sql.format(schema=self.schema, **names))

    def read(self, variables: dict) -> None:
        """Once for all commands that follow, if they agree on models and columns."""
        self.manifest = self.dbt("parse", variables=variables)

    def dbt(self, *command: str, variables: dict):
        """A line a model; a failure ends it with what dbt says of it."""
        outcome = self._invoke(*command, "--vars", as_yaml(variables))
        if problem := self._problem_of(outcome, command[0]):
            raise problem
        # dbt has unlocked what failed, too.
        self.at_work.unlink(missing_ok=True)
        if not outcome.success:
            raise Problem("\n".join(failures(outcome.result)))
        return outcome.result

    def recover(self) -> None:
        """Unlocks what a run that was killed here has left; it cannot be alive."""
        if not self.at_work.exists():
            return
        dead = self.at_work.read_text().split()
        for model in self._locked_by(dead):
            say(f"{model}: unlocking it, for the run that held it was killed")
            asked = json.dumps({"model": model, "force": True})
            refusals = Refusals()
            command = ("run-operation", "daybook.recover", "--args", asked)
            outcome = self._invoke(*command, callbacks=(refusals,))
            if problem := self._problem_of(outcome, "run-operation"):
                raise problem
            if refusals.told:
                said = "; ".join(refusals.told)
                raise Problem(
                    f"{model} stays locked by a run that was killed: {said}. To run "
                    f"without unlocking it, remove {self.at_work}."
                )
        self.at_work.unlink()

    def _problem_of(self, outcome, command: str) -> Problem | None:
        """None where a model has failed: the results say why."""
        if not outcome.success and not self.server.runs():
            return self.server.lost()
        if outcome.exception:
            return Problem(f"dbt {command}: {words_of(outcome.exception)}")
        return None

    def _invoke(self, *command: str, callbacks=()):
        teller = Teller()
        with spoken(teller.progress), interruptible():
            callbacks = (self._note_invocation, teller, *callbacks)
            place = (self.server.port, self.schema, [*command])
            return invoke(*place, *callbacks, manifest=self.manifest)

    def _note_invocation(self, event) -> None:
        if event.info.name == "MainReportVersion":
            with self.at_work.open("a") as file:
                file.write(f"{event.info.invocation_id}\n")

    def _locked_by(self, invocations: list[str]) -> list[str]:
        if not self.query("show schemas like '{schema}__daybook'"):
            return []
        # Locks that were broken have longer names.
        locks = self.query("show views in {schema}__daybook like '*__lock'")
        return [
            lock.removesuffix("__lock")
            for _, lock, *_ in locks
            if self._holder(lock).partition("/")[0] in invocations
        ]

    def _holder(self, lock: str) -> str:
        """A run; after a slash, which part of it."""
        name = f"{self.schema}__daybook.{lock}"
        held = dict(self.server.query(f"show tblproperties {name}"))
        return held.get("daybook.holder", "")


class Teller:
    """A line a model when it ends, and now and then one of those under way."""

    def __init__(self):
        self.progress = Progress("  dbt reads the project")
        self.under_way = {}

    def __call__(self, event) -> None:
        if event.info.name not in ("NodeStart", "NodeFinished", "LogModelResult"):
            return
        node = event.data.node_info.node_name
        if event.info.name == "NodeStart":
            self.under_way[node] = time.monotonic()
        elif event.info.name == "NodeFinished":
            self.under_way.pop(node, None)
        else:
            say(f"  {node:<24}{event.data.execution_time:6.1f} s")
        if self.under_way:
            names = ", ".join(self.under_way)
            self.progress.turn_to(f"  {names}", min(self.under_way.values()))
        else:
            self.progress.turn_to("  dbt")


class Refusals:
    """Why an operation failed, which its result does not say."""

    def __init__(self):
        self.told = []

    def __call__(self, event) -> None:
        if event.info.name.startswith("RunningOperation"):
            self.told.append(sentence(event.data.exc))


def failures(results) -> list[str]:
    told = []
    for result in results:
        if str(result.status) in ("error", "fail"):
            said, name = sentence(result.message), result.node.name
            told.append(said if name in said.partition(": ")[0] else f"{name}: {said}")
    return told
