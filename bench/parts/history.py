"""A pipeline of batched models: what its first run costs, and what a day more."""

from datetime import timedelta
from pathlib import Path

from bench.parts.item_events import FIRST_DAY, Events
from bench.parts.meter import Cost
from bench.parts.pipeline import Pipeline
from server import Server

WARMING_UP = 2
DAYS_MORE = WARMING_UP + 4


class History(Pipeline):
    """Of all events but those of the last days, which come one by one."""

    def __init__(self, server: Server, folder: Path, events: Events, entered_from: int):
        super().__init__(server, folder, events, entered_from)
        self.through = events.last_day - timedelta(DAYS_MORE)
        self.best: dict[str, Cost] = {}
        self.first = self.costs(FIRST_DAY - timedelta(1), self.through)
        count = f"select count(*) from {self.project.schema}.stg"
        self.behind = self.project.query(count)[0][0]

    def a_day_more(self, counts: bool):
        before, self.through = self.through, self.through + timedelta(1)
        for model, cost in self.costs(before, self.through).items():
            if counts:
                self.best[model] = cost.best(self.best.get(model))
