"""A storm: random commands on a few models, many of them killed on their way.

After each kill readers may see a model as it was or as it should be, nothing else. When
a command has come to its end, everything is whole: the rows, the files, no lock.
"""

import json
import time
from collections import defaultdict

from support.batch_project import connect
from support.doomed import run
from support.ledger import MODELS, MOVING, Ledger, complete_ids
from support.steps import CALL_EACH, VARS, Plan
from support.waiting import wait_for

FINE = ("success", "no-op")
LOCKED = "has been writing it since"
OUTDATED = "has consumed can't be taken back"
# Why the past can't be had any more.
TOO_OLD = (
    "its log no longer says what was published before",
    "files of that time have been cleaned",
)
REFUSING = ("publish_batch", "protect_batch", "unprotect_batch")
REFUSED = (*TOO_OLD, "is not protected")
# Of a command for each of its models, before they were first counted.
STATEMENTS = 30


class Storm:
    def __init__(self, project, server, seed):
        self.project, self.server, self.seed = project, server, seed
        self.ledgers = {model.name: Ledger(model) for model in MODELS}
        self.statements = defaultdict(lambda: STATEMENTS)
        self.number, self.crashes, self.story = 0, 0, []
        # Who has to be repaired, and whether somebody is locked for hours, or has
        # consumed what can't be taken back any more.
        self.hurt, self.locked, self.outdated = set(), False, False
        self.folder = server.home / "warehouse" / f"{project.schema}.db"
        # What killed servers staged.
        self.abandoned = set()
        project.write("macros/call_each.sql", CALL_EACH)
        for model in MODELS:
            model.write(project)

    def rage(self, crashes):
        while self.crashes < crashes:
            self.step()
        while self.hurt:
            self.step(killing=False)

    def step(self, killing=True):
        self.number += 1
        plan = Plan(self.project, self.ledgers, self.seed, self.number)
        step = plan.step(self.hurt, self.locked, self.outdated)
        statements = round(self.statements[step.kind] * len(step.after))
        doom = plan.doom(statements, self.server.pid) if killing else None
        end = run(self.project.arguments(step.arguments), doom)
        self.tell(step, doom, end)
        if end.died and doom.server:
            self.server.restart()
        self.project.cursor = connect(self.project.port)
        if end.died:
            self.crashes += 1
            self.hurt |= set(step.after)
            self.look(step)
            if doom.server:
                self.abandoned = self.staging()
            else:
                self.wait_for_orphans()
                self.look(step)
        else:
            self.statements[step.kind] = end.statements / len(step.after)
            whole = self.succeeded(step, end)
            self.look(step, whole)
            self.look_for_remains(whole)
            self.hurt -= set(whole)

    def wait_for_orphans(self):
        """What a dead dbt had sent goes on; an INSERT has a folder until it ends."""
        time.sleep(0.5)
        wait_for(lambda: not self.staging() - self.abandoned)

    def staging(self):
        return set(self.folder.glob("*/*/.spark-staging-*"))

    def succeeded(self, step, end):
        """The models that are whole now; the others were refused, with the reason."""
        if "run-operation" in step.arguments:
            told = "\n".join(end.lines)
            reasons = REFUSED if step.kind in REFUSING else ()
            self.check(end.success or any(r in told for r in reasons), told)
            self.locked = False
            return list(step.after) if end.success else []
        self.check(end.outcome.keys() == step.after.keys(), "\n".join(end.lines))
        refused = {n: m for n, m in end.outcome.items() if m not in FINE}
        self.locked = self.outdated = False
        for name, message in refused.items():
            model = self.ledgers[name].model
            skipped = model.upstream in refused
            locked = name in self.hurt and LOCKED in message
            outdated = bool(model.sums) and OUTDATED in message
            self.check(skipped or locked or outdated, f"{name}: {message}")
            self.locked |= locked
            if outdated:
                self.outdated = True
                self.hurt.add(name)
        return [name for name in step.after if name not in refused]

    def look(self, step, whole=()):
        """Readers see what was, or what the log says to be."""
        names, logs = self.project.names(), self.project.logs()
        for name, ledger in self.ledgers.items():
            before, after = ledger.rows, step.after.get(name)
            if f"{name}__log" in logs:
                moved = ledger.take(self.project.log(name), after)
                self.check(moved <= (name in step.after), f"{name} moved unasked")
            seen = self.read(ledger, name) if name in names else {}
            allowed = [ledger.shown, before, ledger.rows]
            # Its source's log tells of a clone, and not whether its view was moved.
            if ledger.model.clones and name in step.after:
                allowed.append(after)
            fits = seen == after if name in whole else ledger.mixes(seen, allowed)
            self.check(fits, f"{name} shows {seen}, should {after}, may {allowed}")
            ledger.shown = seen

    def read(self, ledger, view):
        table = f"{self.project.schema}.{view}"
        rows = self.project.query(ledger.model.reader.format(table=table))
        self.check(len({key for key, *_ in rows}) == len(rows), f"doubled: {rows}")
        return {key: tuple(row) for key, *row in rows}

    def look_for_remains(self, names):
        """No lock, no file of a batch that died, nothing that waits to be flipped."""
        locks, tables = self.project.locks(), self.project.names("*__batches")
        for name in names:
            held = [lock for lock in locks if lock.startswith(f"{name}__lock")]
            self.check(held == [], f"{name} is locked: {held}")
            # A clone has none, nor has a model that died before its first statement.
            if f"{name}__batches" not in tables:
                continue
            log = self.project.log(name)
            complete = complete_ids(self.project, name)
            stray = self.project.ids_on_disk(name) - complete
            self.check(not stray, f"{name} has files of dead batches: {stray}")
            shown = self.project.position_shown(name)
            unseen = [e for e in log if e["position"] > shown]
            late = [event for event in unseen if event["event"] in MOVING]
            self.check(late == [], f"{name} does not show {late}")

    def compare_past(self):
        """How many batches are answered, as they were; the others may be refused."""
        past = {
            f"known_{name}_{number}": (ledger, batch)
            for name, ledger in self.ledgers.items()
            for number, batch in enumerate(ledger.history)
        }
        for view, (ledger, batch) in past.items():
            known = f'{{{{ daybook.as_of(ref("{ledger.name}"), batch_id={batch}) }}}}'
            sql = f'{{{{ config(materialized="table") }}}} select * from {known}'
            self.project.model(view, sql, config=None)
        command = ["run", "--select", "known_*", "--vars", json.dumps(VARS)]
        outcome = run(self.project.arguments(command)).outcome
        answered = [view for view in past if outcome[view] == "success"]
        for view in answered:
            ledger, batch = past[view]
            seen, was = self.read(ledger, view), ledger.history[batch]
            self.check(seen == was, f"{view} is {seen}, and was {was}")
        for view in past.keys() - answered:
            ledger, batch = past[view]
            reason = any(reason in outcome[view] for reason in TOO_OLD)
            kept = batch in ledger.protected
            self.check(reason and not kept, f"{view}: {outcome[view]}")
        return len(answered)

    def tell(self, step, doom, end):
        line = f"seed {self.seed}, step {self.number}: {' '.join(step.arguments)}"
        if end.died:
            line += f"\n    {doom}: {end.sql}"
        self.story.append(line)

    def check(self, holds, problem):
        assert holds, "\n".join([problem, *self.story[-6:]])
