"""What a bitemporal history costs: its batches, questions to it, and joins with facts.

batch: the model builds the versions of all keys; then come arrivals for random keys, at
three kinds of event time. Beside a whole run of the model stand the same update by
MERGE into Delta tables (by history_part or not partitioned, with deletion vectors or
without), dbt's snapshot where all are later, and copies of rows. A MERGE counts with
the statement before it, which works out the rows to close and to put in. Statements
alone are our INSERT, the MERGE with those rows prepared, and that of the snapshot. MB
are what goes into the tables. At the end the rows of all are compared.

as-of: questions after 1, 10 and --batches batches, some of each late: by daybook.known,
and by a plain filter, beside that filter on the same rows in a table of four files.

closed: a batch on a history, beside one of the same keys, current and past rows, of
which a tenth as much is no longer believed.

facts: daybook.with_versions beside other joins. All have one answer, but the join to
what is current.

All that stand beside each other take turns; the least of the rounds counts. CPU is that
of the server's process: dbt's own is in none.
"""

from pathlib import Path

from rich.table import Table

from bench.parts import delta
from bench.parts.arrivals import ANYWHERE, LATER, MIXED, Sizes
from bench.parts.asked import Asked
from bench.parts.contest import Contest
from bench.parts.facts import joined
from bench.parts.figures import both, times
from bench.parts.steps import Step
from bench.parts.versions import Versions
from server import Server

SETTINGS = delta.settings
MOST_TIMES_A_SCAN = 1.5
MOST_TIMES_WITH_MORE_CLOSED = 1.2
CORRECTIONS = (1, 10)
# A question takes less than a second, so it is asked more often.
ROUNDS_OF_QUESTIONS = 3


def sizes(options, corrections: int = 0) -> Sizes:
    return Sizes(options.keys, options.versions, options.arrivals, corrections)


def batch(server: Server, folder: Path, options) -> Table:
    contest = Contest(server, folder, sizes(options))
    for kind in (LATER, MIXED, ANYWHERE):
        for number in range(options.rounds):
            contest.a_batch(kind, backwards=number % 2)
    columns = (
        "arrivals",
        "compared with",
        "theirs ÷ ours",
        "at least",
        "statements alone",
    )
    more = ("CPU s", "of statements", "seconds", "MB written", "rows equal")
    table = Table(*columns, *more, title="A batch")
    for row in contest.rows():
        table.add_row(*row)
    contest.versions.drop()
    return table


def as_of(server: Server, folder: Path, options) -> Table:
    versions = Versions(server, folder, "as_of", sizes(options))
    asked = Asked(versions, ROUNDS_OF_QUESTIONS * options.rounds)
    columns = ("batches", "question", "known / table", "filter / table", "at most")
    more = ("CPU: known / table", "filter / table", "seconds", "CPU s", "rows")
    table = Table(*columns, *more, title="As of")
    for number in range(1, options.batches + 1):
        versions.land(MIXED)
        versions.take()
        if number not in (1, 10, options.batches):
            continue
        for question, (answer, steps) in asked.as_of().items():
            costs = [step.whole for step in steps]
            seconds = [cost.elapsed for cost in costs]
            cpu = [cost.cpu for cost in costs]
            table.add_row(
                f"{number}",
                question,
                *(times(each, seconds[-1]) for each in seconds[:2]),
                f"{MOST_TIMES_A_SCAN}",
                *(times(each, cpu[-1]) for each in cpu[:2]),
                " / ".join(f"{each:.2f}" for each in seconds),
                " / ".join(f"{each:.2f}" for each in cpu),
                f"{answer[0]:,}",
            )
    versions.drop()
    return table


def closed(server: Server, folder: Path, options) -> Table:
    short, long = (
        Versions(server, folder, f"closed_{number}", sizes(options, number))
        for number in CORRECTIONS
    )
    columns = ("arrivals", "long / short", "at most", "statements alone")
    more = ("CPU s", "seconds", "MB written", "no longer believed")
    table = Table(*columns, *more, title="With ten times as much that is closed")
    behind = " / ".join(f"{each.closed_rows():,}" for each in (long, short))
    for kind in (LATER, MIXED, ANYWHERE):
        best: list[Step | None] = [None, None]
        # One more, for the first is the one that warms up.
        for number in range(options.rounds + 1):
            for which in (0, 1) if number % 2 else (1, 0):
                versions = (long, short)[which]
                versions.land(kind)
                best[which] = versions.take().best(best[which])
        ours, peer = best
        table.add_row(
            kind,
            times(ours.whole.cpu, peer.whole.cpu),
            f"{MOST_TIMES_WITH_MORE_CLOSED}",
            times(ours.statement.cpu, peer.statement.cpu),
            both(ours.whole.cpu, peer.whole.cpu),
            both(ours.whole.elapsed, peer.whole.elapsed),
            both(ours.bytes / 1e6, peer.bytes / 1e6),
            behind,
        )
    for versions in (short, long):
        versions.drop()
    return table


def facts(server: Server, folder: Path, options) -> Table:
    versions = Versions(server, folder, "facts", sizes(options))
    asked = Asked(versions, options.rounds + 1)
    columns = (
        "facts",
        "compared with",
        "theirs ÷ ours",
        "in seconds",
        "CPU s",
        "seconds",
    )
    table = Table("question", *columns, "with a version", title="Facts")
    for (question, peer), (answer, steps) in joined(asked, options.facts).items():
        ours, theirs = (step.whole for step in steps)
        table.add_row(
            question,
            f"{answer[0]:,}",
            peer,
            times(theirs.cpu, ours.cpu),
            times(theirs.elapsed, ours.elapsed),
            both(ours.cpu, theirs.cpu),
            both(ours.elapsed, theirs.elapsed),
            f"{answer[1]:,}",
        )
    versions.drop()
    return table


PARTS = {"batch": batch, "as-of": as_of, "closed": closed, "facts": facts}
OPTIONS = {
    "keys": (1_000_000, {}),
    "versions": (5, {"help": "of each key"}),
    "arrivals": (100_000, {"help": "of a batch"}),
    "rounds": (2, {"help": "of each batch"}),
    "batches": (30, {"help": "before the last as-of"}),
    "facts": (10_000_000, {}),
    "only": ([*PARTS], {"nargs": "+", "type": str, "choices": PARTS}),
}


def measure(server: Server, folder: Path, options):
    for part in options.only:
        yield PARTS[part](server, folder, options)
    yield delta.JARS[0]
