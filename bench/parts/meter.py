"""What work costs a process: seconds of CPU and of the clock, and its most memory."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from operator import add
from pathlib import Path

from psutil import NoSuchProcess, Process


@dataclass
class Cost:
    cpu: float
    elapsed: float
    peak: float

    def __str__(self) -> str:
        return f"{self.cpu:.1f} s of CPU, {self.elapsed:.1f} s, {self.peak:,.0f} MB"

    def __add__(self, other: "Cost") -> "Cost":
        return self._with(other, add)

    def best(self, other: "Cost | None") -> "Cost":
        """The least time of both, though the most memory."""
        return self._with(other, min) if other else self

    def _with(self, other: "Cost", of_both) -> "Cost":
        return Cost(
            of_both(self.cpu, other.cpu),
            of_both(self.elapsed, other.elapsed),
            max(self.peak, other.peak),
        )


class Meter:
    """What a process takes from now on, with the CPU of its helpers; memory in MB."""

    def __init__(
        self, process: Process, helpers: Callable[[], Iterable[Process]] = list
    ):
        self.process, self.proc = process, Path("/proc", str(process.pid))
        self.helpers = helpers
        with suppress(OSError):
            # Linux counts the most from now on. Where it may not be told so, from the
            # beginning of the process.
            (self.proc / "clear_refs").write_text("5")
        self.cpu, self.started = self._cpu(), time.monotonic()

    def cost(self) -> Cost:
        elapsed = time.monotonic() - self.started
        return Cost(self._cpu() - self.cpu, elapsed, self._peak() / 2**20)

    def _cpu(self) -> float:
        seconds = 0
        for process in (self.process, *self.helpers()):
            with suppress(NoSuchProcess):
                # With the children that have ended since.
                seconds += sum(process.cpu_times()[:4])
        return seconds

    def _peak(self) -> int:
        with suppress(OSError):
            for line in (self.proc / "status").read_text().splitlines():
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) * 1024
        return self.process.memory_info().rss
