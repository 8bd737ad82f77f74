"""Batched models of one log of events, which they take in by days."""

from datetime import date
from pathlib import Path

from bench.parts.item_events import Events, write_models
from bench.parts.meter import Cost
from bench.parts.sql import sql
from bench.parts.steps import costs_of
from server import Server
from support.batch_project import Project


class Pipeline:
    def __init__(
        self, server: Server, folder: Path, events: Events, entered_from: int = 0
    ):
        self.server, self.events = server, events
        self.project = Project(folder, server.port, f"entered_from_{entered_from}")
        events.write(self.project, "landed", entered_from)
        write_models(
            self.project,
            'daybook.new_batches(ref("stg"))',
            'daybook.new_batches(ref("entries"))',
            f'daybook.last_event_date(ref("stg"), {sql("events_log")})',
        )

    def costs(self, after: date, through: date, **options) -> dict[str, Cost]:
        """Of the models, which run one after the other."""
        days = {"after": f"{after}", "through": f"{through}"}
        process = self.server.process
        return costs_of(self.project, process, vars=days, **options)
