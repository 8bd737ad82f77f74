"""The SELECTs from one log of events, ours and others, each written as a table."""

from pathlib import Path

from dbt.cli.main import dbtRunner

from bench.parts.duck import answer, duckdb
from bench.parts.equal import rows_if_equal
from bench.parts.item_events import Events, naive, write_models
from bench.parts.meter import Cost, Meter
from console import say
from server import Server
from support.batch_project import Project


class Selects:
    """A step is named as its table is in the report: ours as the model is."""

    def __init__(self, server: Server, folder: Path, events: Events):
        self.server, self.events = server, events
        self.best: dict[str, Cost] = {}
        self.project = Project(folder, server.port, f"selects_{events.events}")
        self.schema = self.project.schema
        events.write(self.project, "events")
        count = f"select count(*) from {self.schema}.events"
        self.rows = self.project.query(count)[0][0]
        self.statements = self.spark()

    def spark(self) -> dict[str, str]:
        events, posted = f"{self.schema}.events", f"{self.schema}.posted"
        last_day = self.events.last_day
        through = f"\"date'{last_day}'\""
        write_models(self.project, f'"{events}"', f'"{posted}"', through)
        arguments = self.project.arguments(
            ["compile", "--select", "consumer", "--exclude", "stg"]
        )
        result = dbtRunner().invoke(arguments)
        assert result.success, result.exception
        ours = {r.node.name: r.node.compiled_code for r in result.result.results}
        return {
            "shuffle, sort, write": f"select * from {events} distribute by item"
            " sort by item, changed_at, order_no",
            "entries": ours["entries"],
            "copy of entries": f"select * from {self.table('entries')}",
            "group by": "select event_date, state, team, sum(event_count) as moved"
            f" from {posted} group by all",
            "on_hand": ours["on_hand"],
            "aged": ours["aged"],
            "copy of aged": f"select * from {self.table('aged')}",
            "explode events": naive("spark", events, last_day, by_age=True),
            "range join": naive("spark", events, last_day, by_age=False),
        }

    def table(self, step: str) -> str:
        return f"{self.schema}.{step.lower().replace(', ', '_').replace(' ', '_')}"

    def measure(self):
        for step, sql in self.statements.items():
            self.project.query(f"drop table if exists {self.table(step)}")
            meter = Meter(self.server.process)
            self.project.query(
                f"create table {self.table(step)} using parquet as {sql}"
            )
            self.note(step, meter.cost())
            if step == "entries":
                # As readers of the model see them.
                self.project.query(
                    f"create or replace view {self.schema}.posted as select * from"
                    f" {self.table(step)} where entry_month not in ('open', 'resting')"
                )
        if duckdb:
            for step, by_age in (("range join", False), ("explode", True)):
                step = f"DuckDB, {step}"
                table = self.table(step)
                cost = answer(self.project, "events", self.events, by_age, table)
                self.note(step, cost)

    def note(self, step: str, cost: Cost):
        say(f"{self.rows:,} events, {step}: {cost.cpu:.1f} s of CPU")
        self.best[step] = cost.best(self.best.get(step))

    def equal_rows(self, ours: str, peer: str, columns: str) -> str:
        """How many they are, if there are as many of both, with the same hashes."""
        digests = [
            self.project.digest(self.table(step), columns, "quantity_on_hand <> 0")
            for step in (ours, peer)
        ]
        return rows_if_equal(*digests)
