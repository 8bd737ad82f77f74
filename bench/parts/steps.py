"""A step: what it took, what one statement of it took, and the bytes it wrote."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dbt.cli.main import dbtRunner
from psutil import Process

from bench.parts.meter import Cost, Meter
from console import Problem, say
from support.batch_project import Project


@dataclass
class Step:
    whole: Cost
    # Without what is worked out before it, and logged after.
    statement: Cost
    bytes: int

    def best(self, other: "Step | None") -> "Step":
        if not other:
            return self
        return Step(
            self.whole.best(other.whole),
            self.statement.best(other.statement),
            min(self.bytes, other.bytes),
        )


class Measured:
    """What a process takes and writes in folders while the block runs."""

    def __init__(self, process: Process, *folders: Path):
        self.process, self.folders = process, folders

    def __enter__(self) -> "Measured":
        self.before, self.statement = self._files(), None
        self.meter = Meter(self.process)
        return self

    def __exit__(self, *_):
        whole = self.meter.cost()
        written = self._files().items() - self.before.items()
        size = sum(size for _, size in written)
        self.step = Step(whole, self.statement or whole, size)

    @contextmanager
    def the_statement(self):
        meter = Meter(self.process)
        yield
        self.statement = meter.cost()

    def _files(self) -> dict[Path, int]:
        # Hadoop writes a hidden file of checksums beside each.
        return {
            file: file.stat().st_size
            for folder in self.folders
            for file in folder.rglob("*")
            if file.is_file() and not file.name.endswith(".crc")
        }


def of_dbt(
    process: Process, project: Project, words: str, folder: Path, *command: str
) -> Step:
    """Of a dbt command, and of its one statement with these words."""
    meters = []

    with Measured(process, folder) as measured:

        def note(event):
            if event.info.name == "SQLQuery" and words in event.data.sql.lower():
                meters.append(Meter(process))
            elif event.info.name == "SQLQueryStatus" and meters:
                measured.statement = measured.statement or meters[0].cost()

        dbt = dbtRunner(callbacks=[note])
        outcome = dbt.invoke(project.arguments([*command]))
        if isinstance(outcome.exception, KeyboardInterrupt):
            raise outcome.exception
        if not outcome.success:
            failed = outcome.exception or [r.message for r in outcome.result.results]
            raise Problem(f"{' '.join(command)}: {failed}")
    if measured.statement is None:
        raise Problem(f"{' '.join(command)}: no statement of it has {words!r}.")
    return measured.step


def of_query(process: Process, query: Callable, sql: str, *folders: Path) -> Step:
    with Measured(process, *folders) as measured:
        query(sql)
    return measured.step


def costs_of(
    project: Project, process: Process, *arguments: str, helpers=list, **options
) -> dict[str, Cost]:
    """Of each model, in one run of dbt, where they run one after the other."""
    meters, costs = {}, {}

    def note(event):
        if event.info.name == "LogStartLine":
            meters[event.data.node_info.node_name] = Meter(process, helpers)
        elif event.info.name == "LogModelResult":
            model = event.data.node_info.node_name
            costs[model] = meters[model].cost()

    project.ok("--threads", "1", *arguments, on_event=note, **options)
    seconds = sum(cost.cpu for cost in costs.values())
    say(f"{project.schema}: {', '.join(costs)} with {seconds:.1f} s of CPU")
    return costs


def seconds_of(project: Project, *arguments: str, **options) -> dict[str, float]:
    """Of each model, in one run of dbt."""
    seconds = {}

    def note(event):
        if event.info.name == "LogModelResult":
            seconds[event.data.node_info.node_name] = event.data.execution_time

    project.ok(*arguments, on_event=note, **options)
    return seconds
