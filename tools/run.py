"""The main job: from an event log to what was on hand every day, and the report of it.

    python tools/run.py                                      the sample, in three runs
    python tools/run.py --events log.csv --config log.yml    any log of events

Run again when the log has grown, it reads what is new. --config names its columns,
as examples/incidents.yml does; suggest_config.py writes one. EVENTS and CONFIG of the
environment say the same.
CLUSTER=1 there builds on a cluster on this machine, and STORE=s3 with it on one that
keeps its tables in S3.
"""

import os
import sys
import time

from rich.console import Console
from rich.table import Table

import report
from advice import advise, advise_of_days, advise_of_states
from arrival import Arrival, check_seeds, from_events, sample
from config_keys import project_variables
from console import Parser, alone, printable, run, say
from contradictions import refuse_changes
from holiday_table import holidays_note
from input_rows import InputRows
from project import Target
from server import HOME
from unusable_rows import refuse_unusable_rows
from wanted_server import wanted_server

ON_HAND = """
    select status, sum(quantity_in), sum(quantity_out), sum(quantity_on_hand)
    from {schema}.snap_issues_daily
    where snapshot_date = date'{last_day}'
    group by status
    having sum(quantity_in) <> 0 or sum(quantity_out) <> 0 or sum(quantity_on_hand) <> 0
    order by sum(quantity_on_hand) desc, status
"""
# Of an item that was withdrawn, nothing is left.
ITEMS = """
    select count(*)
    from (
        select issue_id from {schema}.fct_issue_entries
        group by issue_id
        having sum(event_count) > 0
    )
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
    parser = Parser(__doc__)
    parser.add_argument("--events", default=os.environ.get("EVENTS"))
    parser.add_argument("--config", default=os.environ.get("CONFIG"))
    given = parser.parse_args()
    started = time.monotonic()
    say(f"Building everything from {given.events or 'the sample'}, and a report of it.")
    with alone(HOME / "run.lock"):
        check_seeds()
        server = wanted_server()
        arrivals = sample()
        if given.events or given.config:
            arrivals = [from_events(server, given.events, given.config)]
        target = Target(server, arrivals[0].schema)
        target.recover()
        target.read(arrivals[0].variables)
        say(f"Days are those of the time zone {zone_of(arrivals[-1])}.")
        for arrival in arrivals:
            say(f"{arrival.name}:")
            if arrival.origin:
                rows = InputRows(target, arrival)
                refuse_unusable_rows(rows)
                refuse_changes(rows)
                advise_of_states(rows)
                advise_of_days(rows)
            target.dbt(*arrival.command, variables=arrival.variables)
        last, on_hand = arrivals[-1], show(target)
        if last.origin:
            ((items,),) = target.query(ITEMS)
            advise(last.origin.source["terminal_states"], on_hand, items)
        note = holidays_note(target, last.origin and last.origin.source)
        say(note)
        page = report.write(
            server.port,
            target.schema,
            last.variables,
            HOME.parent / "target" / "report" / f"{target.schema}.html",
            target.manifest,
            title=last.title,
            holidays_note=note,
            on_hand=last.origin and last.origin.source["on_hand"],
        )
    say(f"The report: {page}")
    say(f"All of it took {time.monotonic() - started:.0f} s.")


def zone_of(arrival: Arrival) -> str:
    """It decides on which day an event falls."""
    known = project_variables() | arrival.variables
    return known["daybook_time_zone"]


def show(target: Target) -> list[tuple]:
    """What was posted, run by run, and what is on hand on the last day, which comes
    back by state, the largest first."""
    # States are texts of the user's, not rich's markup.
    console = Console(file=sys.stdout, markup=False, emoji=False)
    posted = Table("batch", "entries", "late", "reversals", title="Entries posted")
    for row in target.query(POSTED):
        posted.add_row(*map(str, row))
    console.print(posted)
    last_day = target.query(
        f"select max(snapshot_date) from {target.schema}.snap_issues_daily"
    )[0][0]
    if last_day is None:
        return []
    table = Table(
        "status",
        "in that day",
        "out that day",
        "on hand",
        title=f"At the end of {last_day}",
    )
    on_hand = target.query(ON_HAND, last_day=last_day)
    for row in on_hand:
        table.add_row(*(printable(f"{value}") for value in row))
    console.print(table)
    return on_hand


if __name__ == "__main__":
    run(main)
