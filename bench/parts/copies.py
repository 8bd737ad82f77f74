"""A history of full copies, and one of arrivals that say the same."""

from pathlib import Path

from bench.parts.item_events import FIRST_DAY
from bench.parts.sql import sql
from bench.parts.steps import Step, costs_of, of_dbt
from bench.parts.versions import KNOWN
from server import Server
from support.batch_project import Project

SHARE = 0.01
# The view of each staging model, and whether it has changes only.
STAGED = {"copies": False, "changes": True}
MODELS = {
    "of_snapshots": """{{ daybook.history_of_snapshots(
        snapshots=daybook.new_batches(ref("copies")), posted=this, key=["k"],
        taken_at="day", values=["score", "name"],
        history={"system_time": "arrived_at"}) }}""",
    "of_arrivals": """{{ daybook.bitemporal_history(
        arrivals=daybook.new_batches(ref("changes")), posted=this, key=["k"],
        values=["score", "name"], event_time="day", system_time="arrived_at") }}""",
}


class Copies:
    def __init__(self, server: Server, folder: Path, keys: int):
        self.process, self.keys, self.number = server.process, keys, 0
        self.project = Project(folder / "copies", server.port, "copies")
        for name in STAGED:
            self.project.fed_model(name, 'meta={"batch": "append"}')
        for name, text in MODELS.items():
            self.project.model(name, text)
        self._show()
        costs_of(self.project, self.process)

    def land(self):
        """The next day's copy, staged."""
        self.number += 1
        self._show()
        self.project.ok(select=" ".join(STAGED))

    def _show(self):
        values = {"share": SHARE, "keys": self.keys, "number": self.number}
        for name, changes_only in STAGED.items():
            view = f"{self.project.schema}.{name}_in"
            values |= {"first_day": FIRST_DAY, "changes_only": changes_only}
            self.project.query(sql("copies", view=view, **values))

    def take(self, model: str) -> Step:
        """What a run of the model takes, of which the statement is its INSERT."""
        folder = self.project.folder(f"{model}__batches")
        command = ("run", "--select", model)
        words = f"insert overwrite {self.project.schema}.{model}__batches"
        return of_dbt(self.process, self.project, words, folder, *command)

    def differing_rows(self) -> int:
        rows = [f"select {KNOWN} from {self.project.schema}.{name}" for name in MODELS]
        both_ways = (rows, rows[::-1])
        return sum(
            self.project.query(f"select count(*) from ({a} except all {b})")[0][0]
            for a, b in both_ways
        )
