"""dbt commands that die at a chosen statement, or whose server does.

Each runs in a process of its own, forked from one that has dbt loaded: nobody else
feels the SIGKILL, and no command waits for dbt to load.
"""

import multiprocessing
import os
import signal
import threading
import time
from dataclasses import dataclass, field
from itertools import count

from server import up
from support.dbt import invoke
from support.statements import each

DBT = multiprocessing.get_context("forkserver")
DBT.set_forkserver_preload(
    ["dbt.cli.main", "dbt.adapters.spark.impl", "support.doomed"]
)
SECONDS_TO_END = 240
MOMENTS = ("before", "during", "after")


@dataclass(frozen=True)
class Doom:
    """SIGKILL at the n-th statement: before it, after it returned, or meanwhile."""

    statement: int
    moment: str
    # A server's process; none for dbt itself.
    server: int | None = None
    # How long after it was sent, where it is killed meanwhile.
    seconds: float = 0.0

    def strike(self):
        os.kill(self.server or os.getpid(), signal.SIGKILL)

    def execute(self, send):
        if self.moment == "before":
            self.strike()
        if self.moment == "during":
            threading.Timer(self.seconds, self.strike).start()
        send()
        if self.moment == "after":
            self.strike()

    def __str__(self):
        victim = "the server" if self.server else "dbt"
        return f"{victim} was killed {self.moment} statement {self.statement}"


@dataclass
class End:
    """How a command ended: what it said, and by model "success" or its error."""

    statements: int = 0
    # The statement at which the doom struck.
    sql: str | None = None
    success: bool = False
    outcome: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def died(self):
        return self.sql is not None


def run(arguments, doom=None):
    """A dbt command, ended by itself, by its doom, or by us where it hangs."""
    heard, told = DBT.Pipe(duplex=False)
    process = DBT.Process(target=_invoke, args=(arguments, doom, told))
    process.start()
    told.close()
    end, last = End(), time.monotonic() + SECONDS_TO_END
    try:
        while heard.poll(max(0, last - time.monotonic())):
            vars(end).update(heard.recv())
    except EOFError:
        pass
    process.join(max(0, last - time.monotonic()))
    if process.exitcode is None:
        process.kill()
        process.join()
    assert end.died or process.exitcode == 0, (arguments, end)
    return end


def _invoke(arguments, doom, told):
    """In the forked process: dbt, with its statements counted."""
    _be_silent()
    numbers = count(1)

    def execute(sql, send):
        number = next(numbers)
        if doom and number == doom.statement:
            told.send({"sql": sql.strip()})
            doom.execute(send)
        else:
            send()

    with each(execute):
        done = invoke(arguments)
    outcome = {
        result.node.name: result.message if result.status == "error" else result.status
        for result in getattr(done.result, "results", None) or []
        if "node" in vars(result) and result.node.resource_type == "model"
    }
    told.send(
        {
            "statements": next(numbers) - 1,
            "success": done.success,
            "outcome": outcome,
            "lines": [*done.lines, str(done.exception or "")],
        }
    )


def _be_silent():
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


class Fragile:
    """A server that is killed, and started again on its home and port."""

    def __init__(self, server, settings=None):
        self.server, self.home, self.port = server, server.home, server.port
        self.settings = settings

    @property
    def pid(self):
        return self.server.process.pid

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def restart(self):
        """Derby recovers by itself."""
        self.server.process.wait()
        self.server = up(self.home, [self.port], self.settings)

    def die_during(self, run, has_happened):
        """Killed as soon as something has happened in a dbt run, and started again."""
        with run:
            try:
                end = time.monotonic() + SECONDS_TO_END
                while not has_happened():
                    assert run.poll() is None, run.communicate()
                    assert time.monotonic() < end
                    time.sleep(0.001)
                self.kill()
                run.communicate(timeout=SECONDS_TO_END)
            finally:
                run.kill()
        self.restart()
