"""DuckDB, a peer, which works in this process."""

from psutil import Process

from bench.parts.item_events import Events, naive
from bench.parts.meter import Cost, Meter
from support.batch_project import Project

MOST_SPILLED = "20GiB"

try:
    import duckdb
except ImportError:
    duckdb = None


def answer(
    project: Project, landed: str, events: Events, by_age: bool, table: str, **limits
) -> Cost:
    """From the files of a table, as a file of Parquet that Spark has as another."""
    files = f"read_parquet('{project.folder(landed)}/*.parquet')"
    file = project.path / f"{table}.parquet"
    select = naive("duckdb", files, events.last_day, by_age)
    spilled = {"temp_directory": str(project.path / "duckdb")}
    settings = spilled | {"max_temp_directory_size": MOST_SPILLED} | limits
    meter = Meter(Process())
    with duckdb.connect(config=settings) as connection:
        connection.execute(f"copy ({select}) to '{file}'")
    cost = meter.cost()
    project.query(f"create or replace view {table} as select * from parquet.`{file}`")
    return cost
