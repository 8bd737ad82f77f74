"""The same batches, taken by a history and by its peers."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.parts.arrivals import LATER, Sizes
from bench.parts.dbt_snapshot import Snapshot
from bench.parts.figures import both, times
from bench.parts.merge import Merge
from bench.parts.steps import Step
from bench.parts.versions import COPIES, Versions
from console import say
from server import Server

OURS, ONE_AXIS = "history", "on one axis"
LEAST_TIMES_A_MERGE = 5


class Contest:
    def __init__(self, server: Server, folder: Path, sizes: Sizes):
        self.versions = Versions(
            server, folder, "contest", sizes, ("history", "on_one_axis")
        )
        self.merges = [
            Merge(self.versions, in_parts, has_vectors)
            for in_parts in (False, True)
            for has_vectors in (False, True)
        ]
        self.snapshot = Snapshot(self.versions)
        # By the kind of arrivals, and who takes them.
        self.best: dict[tuple[str, str], Step] = {}
        # Only while all that came was later.
        self.equal_then: dict[str, str] = {}

    def a_batch(self, kind: str, backwards: bool):
        self.versions.land(kind)
        takers = [(OURS, self.versions.take)]
        takers += [(merge.name, merge.take) for merge in self.merges]
        if kind == LATER:
            takers += [
                (ONE_AXIS, partial(self.versions.take, "on_one_axis")),
                (self.snapshot.name, self.snapshot.take),
            ]
        takers += [(name, partial(self.versions.copy, name)) for name in COPIES]
        for name, take in takers[:: -1 if backwards else 1]:
            step = take()
            self.best[kind, name] = step.best(self.best.get((kind, name)))
            alone = f"{step.statement.cpu:.1f} s of it the statement"
            say(f"{kind}, {name}: {step.whole.cpu:.1f} s of CPU, {alone}")
        if kind == LATER:
            self.equal_then[self.snapshot.name] = self.snapshot.equal_rows()

    def rows(self) -> Iterator[tuple]:
        """A row for each peer, as the table has it."""
        equal = {merge.name: merge.equal_rows() for merge in self.merges}
        for (kind, name), step in self.best.items():
            if name == OURS:
                continue
            ours = self.best[kind, ONE_AXIS if name == self.snapshot.name else OURS]
            yield (
                kind,
                name,
                times(step.whole.cpu, ours.whole.cpu),
                f"{LEAST_TIMES_A_MERGE}" if name in equal else "",
                times(step.statement.cpu, ours.statement.cpu),
                both(ours.whole.cpu, step.whole.cpu),
                both(ours.statement.cpu, step.statement.cpu),
                both(ours.whole.elapsed, step.whole.elapsed),
                both(ours.bytes / 1e6, step.bytes / 1e6),
                (equal | self.equal_then).get(name, ""),
            )
