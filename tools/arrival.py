"""What arrives: the sample in three runs, or a log of events as CONFIG describes it."""

from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from config_keys import SCHEMA_OF_THE_SAMPLE
from configuration import read_config
from console import Problem
from event_files import Events, events_of
from given_paths import given_path
from holiday_table import land_holidays
from landing import TABLE, land
from server import Server
from spark import ROOT
from text_files import text_flaw

SEEDS_OF_THE_SAMPLE = (
    "issue_events",
    "holidays",
    "customer_scores",
    "price_lists",
    "product_attributes",
    "product_sales",
)
SAMPLE_CUTS = ("2015-08-31", "2015-11-30", "2015-12-31")
# What the models read of a CONFIG.
INPUT = (
    *("relation", "item", "state", "occurred_at", "recorded_at", "order", "dimensions"),
    *("is_deleted", "where", "terminal_states", "milestones", "is_row_per_item"),
)


@dataclass
class Origin:
    """What the user gave: what messages are about."""

    events: Events
    config: Path
    source: dict


@dataclass
class Arrival:
    name: str
    schema: str
    variables: dict
    # Which seeds it needs, as dbt selects them.
    seeds: tuple[str, ...]
    # The next two are none of the sample: the landed log, and where it is from.
    table: str | None = None
    origin: Origin | None = None

    @property
    def command(self) -> list[str]:
        """Models and the seeds that they need; `make build` tests them too."""
        types = ["--resource-type", "model", "--resource-type", "seed"]
        return ["build", *types, "--select", "resource_type:model", *self.seeds]

    @property
    def title(self) -> str | None:
        """What the page is called."""
        if self.origin is None:
            return None
        return self.origin.source["title"] or self.origin.events.title


def check_seeds() -> None:
    """dbt reads all of them, and does not say which one is no text."""
    for seed in sorted((ROOT / "seeds").glob("*.csv")):
        if flaw := text_flaw(seed):
            raise Problem(f"the seed {seed}: {flaw}. Save it as UTF-8.")


def sample() -> list[Arrival]:
    return [
        Arrival(
            f"What had been recorded by {day}",
            SCHEMA_OF_THE_SAMPLE,
            {"recorded_until": f"{day} 23:59:59"},
            SEEDS_OF_THE_SAMPLE if day == SAMPLE_CUTS[0] else (),
        )
        for day in SAMPLE_CUTS
    ]


def from_events(server: Server, given: str | None, config: str | None) -> Arrival:
    if not given:
        raise Problem(f"CONFIG {config} needs EVENTS, the log that it describes.")
    events = events_of(given)
    if not config:
        way_out = f"`make config EVENTS={quote(given)}` writes one that you can edit"
        if (found := events.config).exists():
            command = f"make run EVENTS={quote(given)} CONFIG={quote(str(found))}"
            way_out = f"to take the one that lies beside it, run `{command}`"
        raise Problem(
            f"EVENTS {given} needs a CONFIG, which says what its columns are: "
            f"{way_out}."
        )
    source = read_config(given_path(config))
    sql = land(server, events, Path(config), source)
    return Arrival(
        f"{events.title}, as {config} describes it",
        source["schema"],
        variables_of(sql) | land_holidays(server, source),
        (),
        f"{source['schema']}.{TABLE}",
        Origin(events, Path(config), source),
    )


def variables_of(sql: dict) -> dict:
    """Those of dbt, for a source in SQL."""
    return {
        "input": {key: sql.get(key) for key in INPUT},
        "daybook_time_zone": sql["time_zone"],
    }
