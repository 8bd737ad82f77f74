"""Entries, on hand and aged of so many events, in one run; and DuckDB beside them."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

from bench.parts.duck import MOST_SPILLED, answer, duckdb
from bench.parts.equal import rows_if_equal
from bench.parts.figures import heap
from bench.parts.item_events import FIRST_DAY, Events
from bench.parts.kinds import Run
from bench.parts.pipeline import Pipeline
from server import Server

EVENTS_OF_AN_ITEM, DAYS, STATES, GROUPS = 5, 730, 8, 20
ON_HAND = "snapshot_date, state, team, quantity_on_hand"
SNAPSHOTS = {"on_hand": ON_HAND, "aged": f"{ON_HAND}, age_days"}
LANDED = (
    "select sum(events), count_if(state <> 'Closed') from (select count(*) as events,"
    " max_by(state, struct(changed_at, order_no)) as state from {} group by item)"
)


def backlog(
    server: Server, folder: Path, events: int, helpers: Callable | None = None
) -> Iterator[Run]:
    """With helpers, those of a cluster: without aged, and without DuckDB."""
    snapshots = ["on_hand"] if helpers else [*SNAPSHOTS]
    sizes = (events, events // EVENTS_OF_AN_ITEM, DAYS, STATES, GROUPS)
    pipeline = Pipeline(server, folder, Events(*sizes))
    schema, last_day = pipeline.project.schema, pipeline.events.last_day
    costs = pipeline.costs(
        FIRST_DAY - timedelta(1),
        last_day,
        select=" ".join(["stg", "entries", *snapshots]),
        helpers=helpers or list,
    )
    ((rows, still_open),) = pipeline.project.query(LANDED.format(f"{schema}.landed"))

    def run(model: str, on_hand: str, digest: tuple = ()) -> Run:
        """Right if as much is on hand as there are items that are open at the end."""
        table = f"{schema}.{model}"
        found = pipeline.project.query(f"select count(*), {on_hand} from {table}")[0]
        right = rows_if_equal(found, (found[0], still_open))
        return Run(model, rows, "events", costs[model], right, digest)

    yield run("entries", "sum(event_count) filter (where state <> 'Closed')")
    for model in snapshots:
        found = _digest(pipeline, model, model)
        on_that_day = f"filter (where snapshot_date = date'{last_day}')"
        yield run(model, f"sum(quantity_on_hand) {on_that_day}", found)
        if duckdb and not helpers:
            yield _by_duckdb(pipeline, model, rows, found)
    pipeline.project.drop()


def _by_duckdb(pipeline: Pipeline, model: str, rows: int, ours: tuple) -> Run:
    """It may take as much memory as the heap."""
    name, limit = f"{model}_duckdb", f"{heap(pipeline.server)}ib"
    table = f"{pipeline.project.schema}.{name}"
    asked = (pipeline.project, "landed", pipeline.events, model == "aged", table)
    try:
        cost = answer(*asked, memory_limit=limit)
    except duckdb.OutOfMemoryException:
        return Run(name, rows, "events", None, f"out of memory, {MOST_SPILLED} spilled")
    return Run(
        name, rows, "events", cost, rows_if_equal(ours, _digest(pipeline, model, name))
    )


def _digest(pipeline: Pipeline, model: str, table: str) -> tuple:
    of, where = f"{pipeline.project.schema}.{table}", "quantity_on_hand <> 0"
    return pipeline.project.digest(of, SNAPSHOTS[model], where)
