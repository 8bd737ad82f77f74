"""What a day's increment costs with 10 and with 600 days of history behind it.

    python tools/bench/increments.py [events]

A million events by default, of items with four events each in four days, the last of
them in a terminal state. One pipeline takes in no late rows, the other 1 % that come up
to 30 days late. Seconds are those of the models in one dbt run, the median of three
days; the history is posted in a few large runs.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

TOOLS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOOLS), str(TOOLS.parent / "tests")]

from console import Parser, run, say  # noqa: E402
from server import temporary_server  # noqa: E402
from support.batch_project import Project  # noqa: E402

DAYS = 620
LANDED = """
    create table {schema}.landed using parquet as
    select
        cast(item as string) as item,
        array('Opened', 'Assigned', 'Resolved', 'Closed')[step] as state,
        timestamp_ntz'2015-01-01 08:00:00'
            + make_dt_interval(cast(item / {per_day} as int) + step, step) as at,
        step as order_no,
        concat('team ', item % 20) as team,
        pmod(hash(item, step), 100) = 0 as is_late,
        cast(item / {per_day} as int) + step
            + if(pmod(hash(item, step), 100) = 0, pmod(hash(step, item), 30) + 1, 0)
            as arrives_on
    from range({items}) as items (item)
    lateral view explode(array(0, 1, 2, 3)) as step
"""
STAGING = """
{%- set events %}
    (
        select item, state, at, order_no, team
        from {{ target.schema }}.landed
        where arrives_on > {{ var("after") }} and arrives_on <= {{ var("through") }}
            {{ "and not is_late" if not var("late") }}
    )
{%- endset %}
{{ daybook.accept_events(
    events=events, accepted=daybook.published(this), item="item", state="state",
    occurred_at="at", order_by=["order_no"], dimensions=["team"]) }}
"""
ENTRIES = """
{{ daybook.negate_events(
    events=daybook.new_batches(ref("stg")), history=ref("stg"), posted=this,
    item="item", state="state", occurred_at="at", order_by=["order_no"],
    dimensions=["team"], calendar=ref("days"), terminal_states=["Closed"]) }}
"""
SNAPSHOT = """
{{ daybook.accumulating_snapshot(
    entries=daybook.new_batches(ref("entries")), posted=this,
    through=daybook.last_event_date(ref("stg"), "at"), state="state",
    dimensions=["team"], terminal_states=["Closed"]) }}
"""
MILESTONES = """
{{ daybook.milestone_snapshot(
    events=daybook.new_batches(ref("stg")), posted=daybook.published(this), item="item",
    state="state", occurred_at="at", order_by=["order_no"], dimensions=["team"],
    milestones=["Opened", "Assigned", "Resolved", "Closed"]) }}
"""
MODELS = ["stg", "entries", "snapshot", "milestones"]


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("events", nargs="?", type=int, default=1_000_000)
    events = parser.parse_args().events
    table = Table("late rows", "model", "10 days", "600 days", "ratio")
    with temporary_server() as server, TemporaryDirectory() as folder:
        for late in (False, True):
            project = pipeline(Path(folder, str(late)), server.port, events, late)
            short = increments(project, late, 10)
            for through in (150, 300, 450, 600):
                project.ok(vars=arrival(late, days_before(through), through))
            long = increments(project, late, 600)
            for model in (*MODELS, "all"):
                table.add_row(
                    "1 %" if late else "none",
                    model,
                    f"{short[model]:.1f} s",
                    f"{long[model]:.1f} s",
                    f"{long[model] / short[model]:.2f}",
                )
    Console().print(table)


def pipeline(folder: Path, port: int, events: int, late: bool) -> Project:
    folder.mkdir()
    project = Project(folder, port, f"bench_{late}".lower())
    items = events // 4
    project.query(
        LANDED.format(schema=project.schema, items=items, per_day=items // DAYS)
    )
    project.model("days", '{{ daybook.calendar("2015-01-01", "2017-12-31") }}')
    project.model("stg", STAGING, 'batch="append", partition_by="event_month"')
    project.model(
        "entries",
        ENTRIES,
        'batch="append", partition_by="entry_month", '
        "replace_where=\"entry_month = 'open'\", private=['open', 'resting']",
    )
    project.model("snapshot", SNAPSHOT, 'batch="append", partition_by="snapshot_month"')
    project.model("milestones", MILESTONES, 'partition_by="first_month"')
    project.ok(vars=arrival(late, -1, 10))
    return project


def days_before(through: int) -> int:
    return 13 if through == 150 else through - 150


def arrival(late: bool, after: int, through: int) -> dict:
    return {"late": late, "after": after, "through": through}


def increments(project: Project, late: bool, day: int) -> dict[str, float]:
    """The median of three days' seconds, by model and in all."""
    taken = []
    for number in (day, day + 1, day + 2):
        seconds = {}

        def note(event, seconds=seconds):
            if event.info.name == "LogModelResult":
                seconds[event.data.node_info.node_name] = event.data.execution_time

        project.ok(
            select=" ".join(MODELS),
            vars=arrival(late, number, number + 1),
            on_event=note,
        )
        taken.append(seconds | {"all": sum(seconds.values())})
        say(f"late={late}, day {number + 1}: {taken[-1]['all']:.1f} s")
    return {name: median(each[name] for each in taken) for name in taken[0]}


if __name__ == "__main__":
    run(main)
