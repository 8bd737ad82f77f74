"""The SELECTs from one log of events, ours and others, each written as a table."""

from pathlib import Path

from dbt.cli.main import dbtRunner
from psutil import Process

from bench.parts.item_events import Events, naive, write_models
from bench.parts.meter import Cost, Meter
from console import say
from server import Server
from support.batch_project import Project

try:
    import duckdb
except ImportError:
    duckdb = None


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
            self.measure_duckdb("DuckDB, range join", by_age=False)
            self.measure_duckdb("DuckDB, explode", by_age=True)

    def measure_duckdb(self, step: str, by_age: bool):
        """From the same files, with a file of Parquet for what comes of it."""
        files = f"read_parquet('{self.project.folder('events')}/*.parquet')"
        file = self.project.path / f"{self.table(step)}.parquet"
        select = naive("duckdb", files, self.events.last_day, by_age)
        settings = {"temp_directory": str(self.project.path / "duckdb")}
        meter = Meter(Process())
        with duckdb.connect(config=settings) as connection:
            connection.execute(f"copy ({select}) to '{file}'")
        self.note(step, meter.cost())
        self.project.query(
            f"create or replace view {self.table(step)} as"
            f" select * from parquet.`{file}`"
        )

    def note(self, step: str, cost: Cost):
        say(f"{self.rows:,} events, {step}: {cost.cpu:.1f} s of CPU")
        self.best[step] = cost.best(self.best.get(step))

    def equal_rows(self, ours: str, peer: str, columns: str) -> str:
        """How many they are, if there are as many of both, with the same hashes."""
        # A hash passes over a NULL, in whichever column it is.
        nulls = ", ".join(f"{column} is null" for column in columns.split(", "))
        found = [
            self.project.query(
                "select count(*), bit_xor(hash), sum(cast(hash as decimal(38)))"
                f" from (select xxhash64({columns}, {nulls}) as hash"
                f" from {self.table(step)} where quantity_on_hand <> 0)"
            )[0]
            for step in (ours, peer)
        ]
        return f"{found[0][0]:,}" if found[0] == found[1] else f"DIFFER: {found}"
