"""A bitemporal history of arrivals, as batched models, and one on event time alone."""

from pathlib import Path

from bench.parts.arrivals import Arrivals, Sizes
from bench.parts.sql import sql
from bench.parts.steps import Step, costs_of, of_dbt, of_query
from server import Server
from support.batch_project import Project

MODELS = {"history": '"arrived_at"', "on_one_axis": "false"}
# As readers of each have them; what is known now, of both.
VALID = "k, score, name, valid_from, valid_to"
KNOWN = f"{VALID}, known_from, known_to, current_flag"
FAR, FAR_MOMENT = "date'9999-12-31'", "timestamp_ntz'9999-12-31 23:59:59'"
COPIES = {
    "copy of current": "history_part = 'current'",
    "copy of believed": "history_part <> 'closed'",
}


class Versions:
    def __init__(
        self,
        server: Server,
        folder: Path,
        name: str,
        sizes: Sizes,
        models: tuple[str, ...] = ("history",),
    ):
        self.server, self.process = server, server.process
        self.project = Project(folder / name, server.port, name)
        self.schema = self.project.schema
        self.project.fed_model("arrivals", 'meta={"batch": "append"}')
        for model in models:
            text = sql("history", system_time=MODELS[model])
            self.project.model(model, text)
        self.arrivals = Arrivals(self.project, sizes)
        self.first = costs_of(self.project, self.process)

    def land(self, kind: str):
        """A batch more, staged."""
        self.arrivals.land(kind)
        self.project.ok(select="arrivals")

    def take(self, model: str = "history") -> Step:
        """What a run of the model takes, of which the statement is its INSERT."""
        folder = self.project.folder(f"{model}__batches")
        words = "insert overwrite"
        command = ("run", "--select", model)
        return of_dbt(self.process, self.project, words, folder, *command)

    def copy(self, name: str) -> Step:
        """What a CREATE TABLE of the history's rows takes."""
        table = f"{self.schema}.copied"
        self.project.query(f"drop table if exists {table}")
        rows = f"select {KNOWN} from {self.schema}.history where {COPIES[name]}"
        folder = self.project.schema_folder() / "copied"
        create = f"create table {table} using parquet as {rows}"
        return of_query(self.process, self.project.query, create, folder)

    def equal_rows(self, ours: str, theirs: str) -> str:
        """How many they are, if neither query has one that the other has not."""
        (missing,), (more,), (rows,) = (
            self.project.query(f"select count(*) from ({query})")[0]
            for query in (
                f"{ours} except all {theirs}",
                f"{theirs} except all {ours}",
                ours,
            )
        )
        return f"{rows:,}" if missing == more == 0 else f"DIFFER: {missing}, {more}"

    def closed_rows(self) -> int:
        closed = f"{self.schema}.history where history_part = 'closed'"
        return self.project.query(f"select count(*) from {closed}")[0][0]

    def drop(self):
        self.project.query(f"drop schema {self.schema} cascade")
