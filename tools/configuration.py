"""CONFIG: a YAML file that says what the columns of a log of events are."""

from collections.abc import Iterator
from pathlib import Path

import yaml
from pydantic import ValidationError

from config_keys import Source
from console import Problem
from spark_text import quoted_name
from text_files import text_flaw

ABSENT = ("", "null", "~")
# Keys with a column or an expression; `order`, `events` and `dimensions` have several.
COLUMNS = ("item", "state", "occurred_at", "recorded_at", "is_deleted")
FIELDS = {field.alias or name: field for name, field in Source.model_fields.items()}
# Each row has them, or `events` stands for them.
OF_AN_EVENT = ("state", "occurred_at")
REQUIRED = [key for key, field in FIELDS.items() if field.is_required()]
DEFAULTS = {
    key: None if key in REQUIRED else field.get_default(call_default_factory=True)
    for key, field in FIELDS.items()
}
# What a value must be, where that is more than one text.
KINDS = {
    "order": "a text or a list of texts",
    "terminal_states": "a text or a list of texts",
    "milestones": "a list of texts, or texts, each with a name",
    "dimensions": "names, each with a text, or a list of names",
    "on_hand": "a text, or a name and whether up_is bad, good or neither",
    "events": "states, each with the column that has its time",
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
    missing = [key for key in OF_AN_EVENT if key not in given]
    if missing and "events" not in given:
        raise Problem(
            f"CONFIG {config} does not name {missing[0]}; if each row is an item with "
            "a time for each of its states, name `events`."
        )
    for key in (*OF_AN_EVENT, "order"):
        if key in given and "events" in given:
            raise Problem(
                f"CONFIG {config} names {key} and events, which says it too: leave "
                "one out."
            )
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


def expressions(source: dict) -> Iterator[tuple[str, str]]:
    for key in COLUMNS:
        if source[key]:
            yield key, source[key]
    for expression in source["order"]:
        yield "order", expression
    for state, expression in source["events"].items():
        yield f"events: {state}", expression
    for name, expression in source["dimensions"].items():
        yield f"dimensions: {name}", expression


def in_sql(source: dict, columns: list[str]) -> dict:
    """The values as SQL: what is the name of a column of the file is that column."""

    def sql(value: str) -> str:
        return quoted_name(value) if value in columns else value

    return {
        **source,
        **{key: sql(source[key]) for key in COLUMNS if source[key]},
        "order": [*map(sql, source["order"])],
        "events": {state: sql(of) for state, of in source["events"].items()},
        "dimensions": {name: sql(of) for name, of in source["dimensions"].items()},
    }


class _Texts(yaml.BaseLoader):
    """YAML has dates, which dbt's variables have not; and of a key that stands twice it
    would take the last, without a word."""

    def construct_mapping(self, node, deep=False):
        lines = {}
        for key, _ in node.value:
            mark, name = key.start_mark, str(key.value)
            first = lines.setdefault(name, mark)
            if first is not mark:
                said = f"the key {name} is in line {first.line + 1} already"
                raise yaml.MarkedYAMLError(problem=said, problem_mark=mark)
        return super().construct_mapping(node, deep)


def _read(config: Path) -> dict:
    if not config.exists():
        raise Problem(f"CONFIG {config} does not exist.")
    try:
        if flaw := text_flaw(config):
            raise Problem(f"CONFIG {config} cannot be read: {flaw}. Save it as UTF-8.")
        given = yaml.load(config.read_text("utf-8"), _Texts)
    except (OSError, yaml.YAMLError) as error:
        mark = getattr(error, "problem_mark", None)
        said = f"line {mark.line + 1}: {error.problem}" if mark else str(error)
        raise Problem(f"CONFIG {config} cannot be read: {said}.") from error
    if not isinstance(given, dict):
        raise Problem(f"CONFIG {config} must name {', '.join(REQUIRED)}.")
    return given
