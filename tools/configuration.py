"""CONFIG: a YAML file that says what the columns of a file of events are."""

import json
import re
from datetime import date
from pathlib import Path

import yaml

from console import Problem
from text_files import ENCODINGS, text_flaw

REQUIRED = ("schema", "item", "state", "occurred_at")
OPTIONAL = {
    "recorded_at": None,
    "order": [],
    "dimensions": {},
    "is_deleted": None,
    "terminal_states": [],
    "milestones": [],
    "calendar": {},
    "encoding": "UTF-8",
}
ABSENT = ("", "null", "~")
EXPRESSIONS = ("item", "state", "occurred_at", "recorded_at", "is_deleted")
KINDS = {
    str: "one text",
    list: "a list of texts",
    dict: "names, each with a text, or a list of names",
}
# `make run` without a CONFIG builds in it.
SCHEMA_OF_THE_SAMPLE = "daybook"
# What no dimension can be called: columns of the models and the analyses, and what is a
# value to SQL even where a column is called so.
TAKEN = (
    *("issue_id", "status", "event_at", "event_at_utc", "event_order"),
    *("recorded_at", "is_deleted"),
    *("event_date", "event_month", "entry_month", "direction", "event_count"),
    *("held_since", "age_days", "age_days_by_item", "age_working_days"),
    *("state_since", "item_since", "first_month", "snapshot_date", "snapshot_month"),
    *("quantity_in", "quantity_out", "quantity_moving", "quantity_moved"),
    *("quantity_on_hand", "posted_batch_id", "batch_id", "moved_on", "next_date"),
    *("last_date", "month_end", "reported_batch_id", "first_told"),
    *("enters_state", "first_new", "is_accepted", "is_change", "is_known"),
    *("is_last", "is_late", "is_live", "is_of_previous", "is_superseded"),
    *("is_tied", "is_withdrawn", "item_began", "item_from", "known_since"),
    *("present", "previous", "previous_held_since", "previous_state_since"),
    "sequence",
    *("dimension", "value", "milestone", "date_tk", "reached_date", "first_date"),
    *("entries", "issues", "issues_sketch", "daybook_rows", "daybook_segment"),
    *("null", "true", "false", "current_path"),
)


def read_config(config: Path) -> dict:
    given = {key: value for key, value in _read(config).items() if value not in ABSENT}
    unknown = [key for key in given if key not in {*REQUIRED, *OPTIONAL}]
    if unknown:
        raise Problem(
            f"CONFIG {config} names {', '.join(map(str, unknown))}, which is none of "
            f"{', '.join([*REQUIRED, *OPTIONAL])}."
        )
    missing = [key for key in REQUIRED if not given.get(key)]
    if missing:
        raise Problem(f"CONFIG {config} does not name {', '.join(missing)}.")
    where = f"CONFIG {config}: "
    _check_calendar(where, given.get("calendar"))
    source = OPTIONAL | {
        key: _of_its_kind(where, key, value) for key, value in given.items()
    }
    _check_schema(where, source["schema"])
    source["encoding"] = _known_encoding(where, source["encoding"])
    for name, expression in source["dimensions"].items():
        _check_dimension(where, name, expression)
    return source


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


def _of_its_kind(where: str, key: str, value):
    """The value as its kind, which for some keys may be written in a shorter way."""
    kind = str if OPTIONAL.get(key) is None else type(OPTIONAL[key])
    if key == "order" and isinstance(value, str):
        value = [value]
    texts = value.values() if isinstance(value, dict) else value
    if all(isinstance(text, str) for text in texts):
        if key == "dimensions" and isinstance(value, list):
            return {name: name for name in value}
        # Milestones of one name are told apart by names of the user's.
        if isinstance(value, kind) or (key == "milestones" and type(value) is dict):
            return value
    raise Problem(f"{where}{key}: {value!r} must be {KINDS[kind]}.")


def _check_schema(where: str, schema: str) -> None:
    if not _is_name(schema):
        raise Problem(f"{where}{_misnamed(schema)}, as in `schema: {_name(schema)}`.")
    if schema == SCHEMA_OF_THE_SAMPLE:
        raise Problem(
            f"{where}the schema {schema} is that of the sample: name another."
        )


def _known_encoding(where: str, asked: str) -> str:
    for name in ENCODINGS:
        if name.lower() == asked.lower():
            return name
    raise Problem(f"{where}encoding: {asked!r} is none of {', '.join(ENCODINGS)}.")


def _check_dimension(where: str, name: str, expression: str) -> None:
    if not _is_name(name):
        mended = f"`dimensions: {{{_name(name)}: {_as_yaml(expression)}}}`"
        raise Problem(f"{where}dimensions: {_misnamed(name)}, as in {mended}.")
    if name in TAKEN:
        mended = f"`dimensions: {{other_name: {_as_yaml(expression)}}}`"
        raise Problem(
            f"{where}dimensions: the name {name!r} is taken by the models or by SQL "
            f"itself; give it another, as in {mended}."
        )


def _check_calendar(where: str, calendar) -> None:
    """Spark would count a calendar that ends before it starts backwards."""
    ends = {"start_date", "end_date"}
    whole = isinstance(calendar, dict) and calendar.keys() == ends
    if calendar and not (whole and all(map(_is_day, calendar.values()))):
        raise Problem(
            f"{where}calendar needs both start_date and end_date, as 2015-01-01, and "
            f"nothing else; it is {json.dumps(calendar)}."
        )
    if calendar and calendar["end_date"] < calendar["start_date"]:
        raise Problem(f"{where}calendar: its end_date comes before its start_date.")


def _is_day(text) -> bool:
    try:
        return str(date.fromisoformat(text)) == text
    except (TypeError, ValueError):
        return False


def _is_name(text: str) -> bool:
    return re.fullmatch(r"[a-z_][a-z0-9_]*", text) is not None


def _misnamed(name: str) -> str:
    return f"the name {name!r} must be of the letters a-z, digits and underscores"


def _name(text: str) -> str:
    """One that can be, for a name that cannot."""
    name = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return name if _is_name(name) and name not in TAKEN else f"the_{name}"


def _as_yaml(expression: str) -> str:
    """A column with a space in its name is quoted for SQL, and then for YAML."""
    has_space = re.fullmatch(r"\w[\w ]* [\w ]*", expression)
    return f'"`{expression}`"' if has_space else expression
