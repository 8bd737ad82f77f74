"""The keys of CONFIG, and what each may say."""

import re
from datetime import date
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Literal

import holidays
import pytz
import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    model_validator,
)

from spark import ROOT
from text_files import ENCODINGS

# `make run` without a CONFIG builds in it.
SCHEMA_OF_THE_SAMPLE = "daybook"


@cache
def project_variables() -> dict:
    return yaml.safe_load((ROOT / "dbt_project.yml").read_text("utf-8"))["vars"]


@cache
def _published_columns() -> set[str]:
    """Of the models in which dimensions stand, all columns but these."""
    dimensions = set(project_variables()["input"]["dimensions"])
    published = set()
    for file in ROOT.glob("models/*/[!_]*.yml"):
        for model in yaml.safe_load(file.read_text("utf-8"))["models"]:
            columns = {column["name"] for column in model["columns"]}
            if columns >= dimensions:
                published |= columns - dimensions
    return published


def _is_taken(name: str) -> bool:
    return name.startswith("daybook_") or name in _published_columns()


def _schema(name: str) -> str:
    if not _is_name(name):
        raise ValueError(f"{_misnamed(name)}, as in `schema: {usable_name(name)}`")
    if name == SCHEMA_OF_THE_SAMPLE:
        raise ValueError(f"{name!r} is the schema of the sample: name another")
    return name


def _listed(given):
    return [given] if isinstance(given, str) else given


def _dimensions(given: dict[str, str] | list[str]) -> dict[str, str]:
    named = given if isinstance(given, dict) else {name: name for name in given}
    for name, expression in named.items():
        if not _is_name(name):
            way_out = yaml_line("dimensions", {usable_name(name): expression})
            raise ValueError(f"{_misnamed(name)}, as in `{way_out}`")
        if _is_taken(name):
            way_out = yaml_line("dimensions", {"other_name": expression})
            raise ValueError(
                f"the name {name!r} is the models' own; give it another, as in "
                f"`{way_out}`"
            )
    return named


def _events(given: dict[str, str]) -> dict[str, str]:
    if not given:
        raise ValueError("it names no state")
    return given


def _encoding(asked: str) -> str:
    for name in ENCODINGS:
        if name.lower() == asked.lower():
            return name
    raise ValueError(f"{asked!r} is none of {', '.join(ENCODINGS)}")


def _delimiter(asked: str) -> str:
    delimiter = "\t" if asked in ("tab", "\\t") else asked
    if len(delimiter) != 1 or delimiter.isalnum() or delimiter in '"\\\r\n\0':
        raise ValueError(
            f'{asked!r} is no single character that separates cells, such as ";", or '
            "the word tab"
        )
    return delimiter


def _time_zone(asked: str) -> str:
    if asked in pytz.all_timezones_set:
        return asked
    places = {zone.rpartition("/")[2]: zone for zone in pytz.all_timezones}
    near = get_close_matches(asked.rpartition("/")[2], places, 1)
    such = places[near[0]] if near else "Europe/Berlin"
    raise ValueError(f"{asked!r} is no time zone, such as {such}")


def _country(asked: str) -> str:
    if asked not in holidays.list_supported_countries(include_aliases=False):
        raise ValueError(
            f"{asked!r} is no country whose holidays are known; it has two letters of "
            "ISO 3166, such as DE"
        )
    return asked


class Calendar(BaseModel, extra="forbid"):
    start_date: date
    end_date: date

    @model_validator(mode="after")
    def _forwards(self):
        """Spark would count a calendar that ends before it starts backwards."""
        if self.end_date < self.start_date:
            raise ValueError("its end_date comes before its start_date")
        return self


class OnHand(BaseModel, extra="forbid"):
    """What the page calls the items that are not done. Work is bad if it piles up."""

    name: Annotated[str, Field(min_length=1)]
    up_is: Literal["bad", "good", "neither"] = "bad"


def _named(given):
    return {"name": given} if isinstance(given, str) else given


Texts = Annotated[list[str], BeforeValidator(_listed)]
Names = Annotated[
    dict[str, str] | list[str], BeforeValidator(_listed), AfterValidator(_dimensions)
]


class Source(BaseModel, extra="forbid"):
    schema_: Annotated[str, AfterValidator(_schema)] = Field(alias="schema")
    title: str | None = None
    item: str
    state: str | None = None
    occurred_at: str | None = None
    # Of a log with a row per item: each state with its time. On one instant, the states
    # are entered in this order.
    events: Annotated[dict[str, str], AfterValidator(_events)] = {}
    recorded_at: str | None = None
    order: Texts = []
    dimensions: Names = {}
    is_deleted: str | None = None
    where: str | None = None
    terminal_states: Texts = []
    # Milestones of one name are told apart by names of the user's.
    milestones: Annotated[dict[str, str] | list[str], BeforeValidator(_listed)] = []
    time_zone: Annotated[str, AfterValidator(_time_zone)] = Field(
        default_factory=lambda: project_variables()["daybook_time_zone"]
    )
    country: Annotated[str, AfterValidator(_country)] | None = None
    calendar: Calendar | None = None
    delimiter: Annotated[str, AfterValidator(_delimiter)] | None = None
    encoding: Annotated[str, AfterValidator(_encoding)] = "UTF-8"
    on_hand: Annotated[OnHand, BeforeValidator(_named)] | None = None


def yaml_line(key: str, value) -> str:
    """As CONFIG has it, with the quotes that it needs."""
    flow = False if isinstance(value, str) else None
    options = {"allow_unicode": True, "width": 2**31, "sort_keys": False}
    return yaml.safe_dump({key: value}, default_flow_style=flow, **options).strip()


def in_letters(text: str) -> str:
    """Of a-z, digits and underscores alone; empty where nothing of the text is left."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def usable_name(text: str) -> str:
    """One that can be, for a name that cannot."""
    name = in_letters(text)
    return name if _is_name(name) and not _is_taken(name) else f"the_{name}"


def _is_name(text: str) -> bool:
    return re.fullmatch(r"[a-z_][a-z0-9_]*", text) is not None


def _misnamed(name: str) -> str:
    return f"the name {name!r} must be of the letters a-z, digits and underscores"
