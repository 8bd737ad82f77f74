"""A pipeline of batched models: what its first run costs, and what a day more."""

from datetime import date, timedelta
from pathlib import Path

from bench.parts.item_events import FIRST_DAY, Events, write_models
from bench.parts.meter import Cost, Meter
from console import say
from server import Server
from support.batch_project import Project

WARMING_UP = 2
DAYS_MORE = WARMING_UP + 4


class History:
    """Of all events but those of the last days, which come one by one."""

    def __init__(self, server: Server, folder: Path, events: Events, entered_from: int):
        self.server, self.through = server, events.last_day - timedelta(DAYS_MORE)
        self.project = Project(folder, server.port, f"entered_from_{entered_from}")
        events.write(self.project, "landed", entered_from)
        write_models(
            self.project,
            'daybook.new_batches(ref("stg"))',
            'daybook.new_batches(ref("entries"))',
            'daybook.last_event_date(ref("stg"), "changed_at")',
        )
        self.best: dict[str, Cost] = {}
        self.first = self.costs(FIRST_DAY - timedelta(1), self.through)
        count = f"select count(*) from {self.project.schema}.stg"
        self.behind = self.project.query(count)[0][0]

    def a_day_more(self, counts: bool):
        before, self.through = self.through, self.through + timedelta(1)
        for model, cost in self.costs(before, self.through).items():
            if counts:
                self.best[model] = cost.best(self.best.get(model))

    def costs(self, after: date, through: date) -> dict[str, Cost]:
        """Of the models, which run one after the other."""
        meters, costs = {}, {}

        def note(event):
            if event.info.name == "LogStartLine":
                meters[event.data.node_info.node_name] = Meter(self.server.process)
            elif event.info.name == "LogModelResult":
                model = event.data.node_info.node_name
                costs[model] = meters[model].cost()

        days = {"after": f"{after}", "through": f"{through}"}
        self.project.ok("--threads", "1", vars=days, on_event=note)
        seconds = sum(cost.cpu for cost in costs.values())
        say(f"{self.project.schema}, through {through}: {seconds:.1f} s of CPU")
        return costs
