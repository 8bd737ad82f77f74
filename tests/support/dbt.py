"""dbt as a test needs it: in this process, with all that it said."""

import sys
from dataclasses import dataclass

from dbt.cli.main import dbtRunner

# The same in a process of its own.
COMMAND = (sys.executable, "-c", "from dbt.cli.main import cli; cli()")


@dataclass
class Outcome:
    success: bool
    # What dbt returns: its results, or nothing for some commands and failures.
    result: object
    exception: BaseException | None
    lines: list[str]


def invoke(arguments, on_event=None, manifest=None) -> Outcome:
    """A command in this process, which spares dbt's start; with a manifest, which
    `dbt parse` returns, also the reading of the project."""
    lines: list[str] = []

    def hear(event):
        lines.append(event.info.msg)
        if on_event:
            on_event(event)

    done = dbtRunner(manifest, [hear]).invoke([str(each) for each in arguments])
    return Outcome(done.success, done.result, done.exception, lines)
