"""What a day's increment costs with 10, 100 and 730 days of history behind it.

The events are those of items with four events each in four days, the last of them in a
terminal state. One pipeline takes in no late rows, the other 1 % that come up to 30
days late. Seconds are those of the models in one dbt run, the median of three days; the
history is posted in a few large runs.
"""

from pathlib import Path
from statistics import median

from rich.table import Table

from bench.parts.sql import sql
from bench.parts.steps import seconds_of
from console import say
from server import Server
from support.batch_project import Project

OPTIONS = {"events": (1_000_000, {})}
# The history is posted through these days; three increments of a day each follow.
HISTORIES = (10, 100, 730)
DAYS = HISTORIES[-1] + 20
# At most so many days of history are posted in one run.
AT_ONCE = 150
CONFIGS = {
    "stg": 'partition_by="event_month", meta={"batch": "append"}',
    "entries": 'partition_by="entry_month", meta={"batch": "append", '
    "'replace_where': \"entry_month = 'open'\", 'private': ['open', 'resting']}",
    "snapshot": 'partition_by="snapshot_month", meta={"batch": "append"}',
    "milestones": 'partition_by="first_month"',
}


def measure(server: Server, folder: Path, options):
    days = [f"{history} days" for history in HISTORIES]
    ratios = [f"{each} / {days[0]}" for each in days[1:]]
    table = Table("late rows", "model", *days, *ratios)
    # A server that was started just now is slower: the first days do not count.
    warm = pipeline(folder, "warm", server.port, options.events)
    post(warm, False, HISTORIES[0])
    increments(warm, False, HISTORIES[0])
    for late in (False, True):
        name = "late" if late else "on_time"
        project = pipeline(folder, name, server.port, options.events, late)
        taken = []
        for history in HISTORIES:
            post(project, late, history)
            taken.append(increments(project, late, history))
        for model in (*CONFIGS, "all"):
            seconds = [each[model] for each in taken]
            table.add_row(
                "1 %" if late else "none",
                model,
                *(f"{each:.1f} s" for each in seconds),
                *(f"{each / seconds[0]:.2f}" for each in seconds[1:]),
            )
    yield table


def pipeline(
    folder: Path, name: str, port: int, events: int, late: bool = False
) -> Project:
    (folder / name).mkdir()
    project = Project(folder / name, port, f"bench_{name}")
    items = events // 4
    sizes = {"items": items, "per_day": items // DAYS}
    project.query(sql("increments_landed", schema=project.schema, **sizes))
    project.model("days", '{{ daybook.calendar("2015-01-01", "2017-12-31") }}')
    for model, config in CONFIGS.items():
        project.model(model, sql(f"increments_{model}"), config)
    return project


def post(project: Project, late: bool, history: int) -> None:
    """Posts the days of the history that are not posted yet."""
    earlier = [each for each in HISTORIES if each < history]
    after = earlier[-1] + 3 if earlier else -1
    for last in [*range(after + AT_ONCE, history, AT_ONCE), history]:
        project.ok(vars=arrival(late, after, last))
        after = last


def arrival(late: bool, after: int, through: int) -> dict:
    return {"late": late, "after": after, "through": through}


def increments(project: Project, late: bool, day: int) -> dict[str, float]:
    """The median of three days' seconds, by model and in all."""
    taken = []
    for number in (day, day + 1, day + 2):
        days = arrival(late, number, number + 1)
        seconds = seconds_of(project, select=" ".join(CONFIGS), vars=days)
        taken.append(seconds | {"all": sum(seconds.values())})
        say(f"late={late}, day {number + 1}: {taken[-1]['all']:.1f} s")
    return {name: median(each[name] for each in taken) for name in taken[0]}
