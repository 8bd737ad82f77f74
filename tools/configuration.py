"""CONFIG: a YAML file that says what the columns of a file of events are."""

import re
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import AfterValidator, BaseModel, Field, ValidationError, model_validator

from console import Problem
from spark import ROOT
from text_files import ENCODINGS, text_flaw

ABSENT = ("", "null", "~")
EXPRESSIONS = ("item", "state", "occurred_at", "recorded_at", "is_deleted")
# `make run` without a CONFIG builds in it.
SCHEMA_OF_THE_SAMPLE = "daybook"


@cache
def _published_columns() -> set[str]:
    """Of the models in which dimensions stand, all columns but these."""
    project = yaml.safe_load((ROOT / "dbt_project.yml").read_text("utf-8"))
    dimensions = set(project["vars"]["input"]["dimensions"])
    published = set()
    for file in ROOT.glob("models/*/*.yml"):
        for model in yaml.safe_load(file.read_text("utf-8"))["models"]:
            columns = {column["name"] for column in model["columns"]}
            if columns >= dimensions:
                published |= columns - dimensions
    return published


def _is_taken(name: str) -> bool:
    return name.startswith("daybook_") or name in _published_columns()


def _schema(name: str) -> str:
    if not _is_name(name):
        raise ValueError(f"{_misnamed(name)}, as in `schema: {_name(name)}`")
    if name == SCHEMA_OF_THE_SAMPLE:
        raise ValueError(f"{name!r} is the schema of the sample: name another")
    return name


def _order(given: list[str] | str) -> list[str]:
    return [given] if isinstance(given, str) else given


def _dimensions(given: dict[str, str] | list[str]) -> dict[str, str]:
    named = given if isinstance(given, dict) else {name: name for name in given}
    for name, expression in named.items():
        sql = _as_yaml(expression)
        if not _is_name(name):
            way_out = f"`dimensions: {{{_name(name)}: {sql}}}`"
            raise ValueError(f"{_misnamed(name)}, as in {way_out}")
        if _is_taken(name):
            raise ValueError(
                f"the name {name!r} is the models' own; give it another, as in "
                f"`dimensions: {{other_name: {sql}}}`"
            )
    return named


def _encoding(asked: str) -> str:
    for name in ENCODINGS:
        if name.lower() == asked.lower():
            return name
    raise ValueError(f"{asked!r} is none of {', '.join(ENCODINGS)}")


class Calendar(BaseModel, extra="forbid"):
    start_date: date
    end_date: date

    @model_validator(mode="after")
    def _forwards(self):
        """Spark would count a calendar that ends before it starts backwards."""
        if self.end_date < self.start_date:
            raise ValueError("its end_date comes before its start_date")
        return self


class Source(BaseModel, extra="forbid"):
    schema_: Annotated[str, AfterValidator(_schema)] = Field(alias="schema")
    item: str
    state: str
    occurred_at: str
    recorded_at: str | None = None
    order: Annotated[list[str] | str, AfterValidator(_order)] = []
    dimensions: Annotated[dict[str, str] | list[str], AfterValidator(_dimensions)] = {}
    is_deleted: str | None = None
    terminal_states: list[str] = []
    # Milestones of one name are told apart by names of the user's.
    milestones: list[str] | dict[str, str] = []
    calendar: Calendar | None = None
    encoding: Annotated[str, AfterValidator(_encoding)] = "UTF-8"


FIELDS = {field.alias or name: field for name, field in Source.model_fields.items()}
REQUIRED = [key for key, field in FIELDS.items() if field.is_required()]
# What a value must be, where that is more than one text.
KINDS = {
    "order": "a list of texts",
    "terminal_states": "a list of texts",
    "milestones": "a list of texts",
    "dimensions": "names, each with a text, or a list of names",
    "calendar": "a start_date and an end_date, as 2015-01-01, and nothing else",
}


def read_config(config: Path) -> dict:
    given = {key: value for key, value in _read(config).items() if value not in ABSENT}
    try:
        source = Source.model_validate(given)
    except ValidationError as error:
        # A key that is misspelt is missing, too.
        errors = sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
        raise Problem(f"CONFIG {config}{_told(errors[0], given)}.") from error
    return source.model_dump(mode="json", by_alias=True)


def _told(error: dict, given: dict) -> str:
    key, kind = error["loc"][0], error["type"]
    if key not in FIELDS:
        return f" names {key}, which is none of {', '.join(FIELDS)}"
    if key not in given:
        return f" does not name {key}"
    if kind == "value_error":
        return f": {key}: {error['ctx']['error']}"
    return f": {key}: {given[key]!r} must be {KINDS.get(key, 'one text')}"


def expressions(source: dict):
    for key in EXPRESSIONS:
        if source[key]:
            yield key, source[key]
    for expression in source["order"]:
        yield "order", expression
    for name, expression in source["dimensions"].items():
        yield f"dimensions: {name}", expression


def _read(config: Path) -> dict:
    if not config.exists():
        raise Problem(f"CONFIG {config} does not exist.")
    try:
        if flaw := text_flaw(config):
            raise Problem(f"CONFIG {config} cannot be read: {flaw}. Save it as UTF-8.")
        # As texts: YAML has dates, which dbt's variables have not.
        given = yaml.load(config.read_text("utf-8"), yaml.BaseLoader)
    except (OSError, yaml.YAMLError) as error:
        mark = getattr(error, "problem_mark", None)
        said = f"line {mark.line + 1}: {error.problem}" if mark else str(error)
        raise Problem(f"CONFIG {config} cannot be read: {said}.") from error
    if not isinstance(given, dict):
        raise Problem(f"CONFIG {config} must name {', '.join(REQUIRED)}.")
    return given


def _is_name(text: str) -> bool:
    return re.fullmatch(r"[a-z_][a-z0-9_]*", text) is not None


def _misnamed(name: str) -> str:
    return f"the name {name!r} must be of the letters a-z, digits and underscores"


def _name(text: str) -> str:
    """One that can be, for a name that cannot."""
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return name if _is_name(name) and not _is_taken(name) else f"the_{name}"


def _as_yaml(expression: str) -> str:
    """A column with a space in its name is quoted for SQL, and then for YAML."""
    has_space = re.fullmatch(r"\w[\w ]* [\w ]*", expression)
    return f'"`{expression}`"' if has_space else expression
