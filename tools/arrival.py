"""What arrives: the sample in three runs, or a file as its configuration says."""

import re
from dataclasses import dataclass
from pathlib import Path

import yaml
from pyhive.exc import DatabaseError

from console import Problem
from project import spark_sentence
from server import Server

SAMPLE_CUTS = ("2015-08-31", "2015-11-30", "2015-12-31")
REQUIRED = ("schema", "item", "state", "occurred_at")
OPTIONAL = {
    "recorded_at": None,
    "order": [],
    "dimensions": {},
    "is_deleted": None,
    "terminal_states": [],
    "milestones": [],
    "calendar": {},
}
ABSENT = ("", "null", "~")
EXPRESSIONS = ("item", "state", "occurred_at", "recorded_at", "is_deleted")
KINDS = {str: "one text", list: "a list of texts", dict: "names, each with a text"}


@dataclass
class Arrival:
    name: str
    schema: str
    variables: dict
    # Which seeds it needs, as dbt selects them.
    seeds: tuple[str, ...]


def sample() -> list[Arrival]:
    return [
        Arrival(
            f"What had been recorded by {day}",
            "daybook",
            {"recorded_until": f"{day} 23:59:59"},
            ("issue_events", "holidays") if day == SAMPLE_CUTS[0] else (),
        )
        for day in SAMPLE_CUTS
    ]


def from_file(server: Server, events: str | None, config: str | None) -> Arrival:
    if not events or not config:
        raise Problem("EVENTS and CONFIG go together: a file, and what it holds.")
    source = read_config(Path(config).expanduser())
    file = Path(events).expanduser().resolve()
    schema, calendar = source.pop("schema"), source.pop("calendar")
    relation, columns = land(server, file, schema)
    for name, expression in expressions(source):
        check(server, relation, columns, f"CONFIG {config}: {name}", expression)
    variables = {"input": source | {"relation": relation}}
    if calendar:
        variables["calendar"] = calendar
    name = (
        f"{file.name}, as {config} describes it (its {source['item']} is issue_id, "
        f"{source['state']} is status, {source['occurred_at']} is event_at)"
    )
    return Arrival(name, schema, variables, ("holidays",))


def read_config(config: Path) -> dict:
    if not config.is_file():
        raise Problem(f"CONFIG {config} does not exist.")
    try:
        # As texts: YAML has dates, which dbt's variables have not.
        given = yaml.load(config.read_text("utf-8"), yaml.BaseLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        said = " ".join(str(error).split())
        raise Problem(f"CONFIG {config} cannot be read: {said}.") from error
    if not isinstance(given, dict):
        raise Problem(f"CONFIG {config} must name {', '.join(REQUIRED)}.")
    missing = [name for name in REQUIRED if not given.get(name)]
    unknown = [name for name in given if name not in {*REQUIRED, *OPTIONAL}]
    if unknown:
        raise Problem(
            f"CONFIG {config} names {', '.join(unknown)}, which is none of "
            f"{', '.join([*REQUIRED, *OPTIONAL])}."
        )
    if missing:
        raise Problem(f"CONFIG {config} does not name {', '.join(missing)}.")
    source = OPTIONAL | {k: v for k, v in given.items() if v not in ABSENT}
    if isinstance(source["order"], str):
        source["order"] = [source["order"]]
    if isinstance(source["dimensions"], list):
        source["dimensions"] = {str(name): name for name in source["dimensions"]}
    for name in source.keys() & given.keys():
        _check_kind(f"CONFIG {config}: {name}", source[name], OPTIONAL.get(name))
    for name in (source["schema"], *source["dimensions"]):
        if not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
            raise Problem(
                f"CONFIG {config}: the name {name!r} must be of the letters a-z, "
                "digits and underscores."
            )
    return source


def land(server: Server, file: Path, schema: str) -> tuple[str, list[str]]:
    """The file as a table that reads it where it lies, and its columns."""
    formats = {".csv": "csv", ".parquet": "parquet"}
    if file.suffix.lower() not in formats:
        raise Problem(f"EVENTS {file} is neither a .csv nor a .parquet file.")
    if not file.exists():
        raise Problem(f"EVENTS {file} does not exist.")
    relation = f"{schema}.landed_events"
    path = str(file).replace("\\", "\\\\").replace("'", "\\'")
    options = f"path '{path}', header 'true', multiLine 'true', escape '\"'"
    try:
        server.query(f"create schema if not exists {schema}")
        server.query(f"drop table if exists {relation}")
        server.query(
            f"create table {relation} using {formats[file.suffix.lower()]} "
            f"options ({options})"
        )
        server.query(f"select * from {relation} limit 1")
        columns = [row[0] for row in server.query(f"describe {relation}")]
    except DatabaseError as error:
        raise Problem(f"EVENTS {file} cannot be read: {_reason(error)}") from error
    if not columns:
        raise Problem(f"EVENTS {file} has no columns.")
    return relation, columns


def expressions(source: dict):
    for name in EXPRESSIONS:
        if source[name]:
            yield name, source[name]
    for expression in source["order"]:
        yield "order", expression
    for name, expression in source["dimensions"].items():
        yield f"dimensions: {name}", expression


def check(server: Server, relation: str, columns: list[str], where: str, sql: str):
    try:
        server.query(f"describe query select {sql} from {relation}")
    except DatabaseError as error:
        raise Problem(
            f"{where}: {sql!r} is not an expression of the file's columns, which are "
            f"{', '.join(columns)}: {_reason(error)}"
        ) from error


def _check_kind(where: str, value, default) -> None:
    kind = str if default is None else type(default)
    texts = value.values() if isinstance(value, dict) else value
    if not isinstance(value, kind) or not all(isinstance(text, str) for text in texts):
        raise Problem(f"{where}: {value!r} must be {KINDS[kind]}.")


def _reason(error: DatabaseError) -> str:
    status = getattr(error.args[0], "status", None)
    return spark_sentence(status.errorMessage if status else str(error))
