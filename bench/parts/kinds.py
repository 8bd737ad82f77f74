"""Models at any size: what whole dbt runs of them cost, with a check of their rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.parts.arrivals import MIXED, Sizes
from bench.parts.equal import rows_if_equal
from bench.parts.full_snapshots import COLUMNS, Kind, Snapshots
from bench.parts.meter import Cost
from bench.parts.sales import Sales
from bench.parts.sql import sql
from bench.parts.steps import costs_of
from bench.parts.versions import Versions
from server import Server
from support.batch_project import Project

VERSIONS, DAYS_OF_SNAPSHOTS, SHARE = 5, 13, 50
CHANGES = Kind(0.01)


@dataclass
class Run:
    """Of one model: what it takes in, and how many rows were found to be right."""

    model: str
    rows: int
    of: str
    # There is none of what had too little memory.
    cost: Cost | None
    right: str
    # What its rows come to, where others are to have the same.
    digest: tuple = ()


def history(server: Server, folder: Path, arrivals: int) -> Iterator[Run]:
    sizes = Sizes(arrivals // VERSIONS, VERSIONS, arrivals // SHARE)
    versions = Versions(server, folder, "scaled", sizes)
    first = versions.first["history"]
    yield Run("history, built", arrivals, "arrivals", first, "")
    versions.land(MIXED)
    batch, right = versions.take().whole, _is_right(versions)
    yield Run("history, a batch", sizes.arrivals, "arrivals", batch, right)
    versions.drop()


def _is_right(versions: Versions) -> str:
    """If all that is believed is what the last arrival about each day says."""
    landed, told_once = versions.arrivals.table, f"{versions.schema}.told_once"
    versions.project.query(sql("told_once", view=told_once, table=landed))
    believed = f"{versions.schema}.history where history_part <> 'closed'"
    last = f"select k, day, max_by(score, arrived_at) as score from {landed} group by"
    wanted, found = (
        versions.project.query(
            "select count(*), sum(score), bit_xor(xxhash64(k, day, score))"
            f" from ({rows}) left semi join {told_once} using (k)"
        )[0]
        for rows in (
            f"{last} k, day",
            f"select k, score, valid_from as day from {believed}",
        )
    )
    return rows_if_equal(found, wanted)


def aggregate(server: Server, folder: Path, facts: int) -> Iterator[Run]:
    project = Project(folder, server.port, "scaled_sales")
    sales = Sales(project, facts, SHARE)
    days = {"aggregate, built": range(SHARE), "aggregate, a day": [SHARE]}
    for model, numbers in days.items():
        for number in numbers:
            sales.arrive(number)
        cost = costs_of(project, server.process, select="segments")["segments"]
        rows = sum(row[2] for row in sales.compare(["segments"]))
        arrived = len(numbers) * sales.rows
        yield Run(model, arrived, "facts", cost, f"{rows:,}")
    project.drop()


def adopt(server: Server, folder: Path, rows: int) -> Iterator[Run]:
    project = Project(folder, server.port, "scaled_snapshots")
    by_date = 'partition_by="date"'
    project.fed_model("incoming", by_date + ', meta={"restate_from": "1900-01-01"}')
    project.model("merged", sql("merged", more=', strategy="adopt"'), by_date)
    snapshots = Snapshots(project, rows, DAYS_OF_SNAPSHOTS)

    def taken(model: str) -> Run:
        cost = costs_of(project, server.process)["merged"]
        merged, incoming = (
            project.digest(f"{project.schema}.{table}", ", ".join(COLUMNS))
            for table in ("merged", "incoming")
        )
        return Run(model, rows, "rows", cost, rows_if_equal(merged, incoming))

    yield taken("adopt, the first")
    snapshots.tell(CHANGES)
    yield taken("adopt, the next")
    project.drop()
