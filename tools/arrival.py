"""What arrives: the sample in three runs, or a file as its configuration says."""

from dataclasses import dataclass
from pathlib import Path

from configuration import SCHEMA_OF_THE_SAMPLE, read_config
from console import Problem
from landing import land
from server import Server
from spark import ROOT
from text_files import text_flaw

SEEDS_OF_THE_SAMPLE = (
    "issue_events",
    "holidays",
    "customer_scores",
    "product_attributes",
    "product_sales",
)
SAMPLE_CUTS = ("2015-08-31", "2015-11-30", "2015-12-31")


@dataclass
class Arrival:
    name: str
    schema: str
    variables: dict
    # Which seeds it needs, as dbt selects them.
    seeds: tuple[str, ...]

    @property
    def command(self) -> list[str]:
        """Models and the seeds that they need; `make build` tests them too."""
        types = ["--resource-type", "model", "--resource-type", "seed"]
        return ["build", *types, "--select", "resource_type:model", *self.seeds]


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


def from_file(server: Server, events: str | None, config: str | None) -> Arrival:
    if not events or not config:
        raise Problem("EVENTS and CONFIG go together: a file, and what it holds.")
    source = read_config(Path(config).expanduser())
    file = Path(events).expanduser().resolve()
    relation = land(server, file, Path(config), source)
    schema, calendar = source.pop("schema"), source.pop("calendar")
    del source["encoding"]
    variables = {"input": source | {"relation": relation}}
    if calendar:
        variables["calendar"] = calendar
    name = (
        f"{file.name}, as {config} describes it (its {source['item']} is issue_id, "
        f"{source['state']} is status, {source['occurred_at']} is event_at)"
    )
    return Arrival(name, schema, variables, ("holidays",))
