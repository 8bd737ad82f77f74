"""The main job: from an event log to what was on hand every day, and the report of it.

    python tools/run.py                                  the sample, in three runs
    EVENTS=log.csv CONFIG=log.yml python tools/run.py    any file

Said again when the file has grown, it takes in what is new. CONFIG names its columns,
as examples/incidents.yml does.
"""

import os
import sys
import time

from rich.console import Console
from rich.table import Table

import report
from arrival import Arrival, from_file, sample
from console import alone, run, say
from ports import wanted_ports
from project import Project
from server import HOME, up

ON_HAND = """
    select status, sum(quantity_in), sum(quantity_out), sum(quantity_on_hand)
    from {schema}.snap_issues_daily
    where snapshot_date = date'{last_day}'
    group by status
    having sum(quantity_in) <> 0 or sum(quantity_out) <> 0 or sum(quantity_on_hand) <> 0
    order by sum(quantity_on_hand) desc, status
"""
POSTED = """
    select posted_batch_id, count(*), count_if(event_date <= published_to),
        count_if(direction = 'in' and event_count = -1
            or direction = 'out' and event_count = 1)
    from (
        select *, max(event_date) over (
            order by posted_batch_id range between unbounded preceding and 1 preceding
        ) as published_to
        from {schema}.fct_issue_entries
    )
    group by posted_batch_id
    order by posted_batch_id
"""


def main() -> None:
    started = time.monotonic()
    with alone(HOME / "run.lock"):
        server = up(HOME, wanted_ports())
        arrivals = _arrivals(server)
        project = Project(server, arrivals[0].schema)
        project.recover()
        for arrival in arrivals:
            say(f"{arrival.name}:")
            project.dbt(*_build(arrival), variables=arrival.variables)
        show(project)
        page = report.write(
            server.port,
            project.schema,
            arrivals[-1].variables,
            HOME.parent / "target" / "report" / f"{project.schema}.html",
        )
    say(f"The report: {page}")
    say(f"All of it took {time.monotonic() - started:.0f} s.")


def _arrivals(server) -> list[Arrival]:
    events, config = os.environ.get("EVENTS"), os.environ.get("CONFIG")
    if events or config:
        return [from_file(server, events, config)]
    return sample()


def _build(arrival: Arrival) -> list[str]:
    """Models, and the seeds that they need, in one go; `make build` tests them too."""
    types = ["--resource-type", "model", "--resource-type", "seed"]
    return ["build", *types, "--select", "resource_type:model", *arrival.seeds]


def show(project: Project) -> None:
    """What was posted, run by run, and what is on hand on the last day."""
    # States are texts of the user's, not rich's markup.
    console = Console(file=sys.stdout, markup=False, emoji=False)
    posted = Table(
        "batch", "entries", "of these late", "taking back", title="Entries posted"
    )
    for row in project.query(POSTED):
        posted.add_row(*(f"{value}" for value in row))
    console.print(posted)
    last_day = project.query(
        f"select max(snapshot_date) from {project.schema}.snap_issues_daily"
    )[0][0]
    if last_day is None:
        return
    on_hand = Table("status", "in", "out", "on hand", title=f"At the end of {last_day}")
    for row in project.query(ON_HAND, last_day=last_day):
        on_hand.add_row(*(f"{value}" for value in row))
    console.print(on_hand)


if __name__ == "__main__":
    run(main)
