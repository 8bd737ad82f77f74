"""A file as a table that reads it where it lies, with the CONFIG that it is read by.

The table has the CONFIG as properties: what was accepted under one is not known again
under another.
"""

import json
from contextlib import contextmanager
from pathlib import Path

from pyhive.exc import DatabaseError

from configuration import expressions
from console import Problem
from csv_rows import check_rows
from sentences import spark_said
from server import Server

TABLE = "landed_events"
FORMATS = {".csv": "csv", ".parquet": "parquet"}
# Milestones are columns that may come, each run rebuilds the calendar, and the encoding
# belongs to the file alone.
MAY_CHANGE = ("schema", "milestones", "calendar", "encoding")


def land(server: Server, file: Path, config: Path, source: dict) -> str:
    """The name of the table, which replaces an earlier one after all checks."""
    if file.suffix.lower() not in FORMATS:
        raise Problem(f"EVENTS {file} is neither a .csv nor a .parquet file.")
    if not file.exists():
        raise Problem(f"EVENTS {file} does not exist.")
    if set("{}[]*?") & set(str(file)):
        raise Problem(
            f"EVENTS {file}: Spark takes a path with {{ }} [ ] * or ? in it for a "
            "pattern: rename the file or its folder."
        )
    schema = source["schema"]
    server.query(f"create schema if not exists {schema}")
    _refuse_changes(server, config, source)
    if FORMATS[file.suffix.lower()] == "csv":
        check_rows(file, source["encoding"])
    elif source["encoding"] != "UTF-8":
        raise Problem(
            f"CONFIG {config}: encoding: {source['encoding']} is for a .csv file, and "
            f"EVENTS {file} is none: leave it out."
        )
    with _table(server, file, f"{schema}.{TABLE}__next", source) as table:
        _check_expressions(server, table, config, source)
        server.query(f"drop table if exists {schema}.{TABLE}")
        server.query(f"alter table {table} rename to {schema}.{TABLE}")
    return f"{schema}.{TABLE}"


def _refuse_changes(server: Server, config: Path, source: dict) -> None:
    schema = source["schema"]
    if not server.query(f"show views in {schema} like 'stg_issue_events'"):
        return
    if not server.query(f"show tables in {schema} like '{TABLE}'"):
        return
    built_with = dict(server.query(f"show tblproperties {schema}.{TABLE}"))
    changes = []
    for name, now in _properties(source).items():
        before = built_with.get(name, now)
        if before != now:
            key = name.rpartition(".")[2]
            changes.append(f"{key} was {_shown(before)} and is now {_shown(now)}")
    if changes:
        raise Problem(
            f"CONFIG {config}: the schema {schema} is built, and by another CONFIG: "
            f"{'; '.join(changes)}. Name another `schema`, put back what was, or drop "
            f"the schema first (drop schema {schema} cascade)."
        )


@contextmanager
def _table(server: Server, file: Path, table: str, source: dict):
    path = str(file).replace("\\", "\\\\").replace("'", "\\'")
    properties = [f"'{name}' = '{kept}'" for name, kept in _properties(source).items()]
    server.query(f"drop table if exists {table}")
    try:
        with _told(f"EVENTS {file} cannot be read"):
            server.query(
                f"create table {table} using {FORMATS[file.suffix.lower()]} options "
                f"(path '{path}', encoding '{source['encoding']}', header 'true', "
                f"multiLine 'true', escape '\"') "
                f"tblproperties ({', '.join(properties)})"
            )
            server.query(f"select * from {table} limit 1")
        yield table
    finally:
        server.query(f"drop table if exists {table}")


def _check_expressions(server: Server, table: str, config: Path, source: dict) -> None:
    columns = ", ".join(row[0] for row in server.query(f"describe {table}"))
    for key, sql in expressions(source):
        # As the staging model has it, beside columns: a sum over rows is none of them.
        used = f"struct({sql})" if key == "order" else f"cast({sql} as string)"
        with _told(
            f"CONFIG {config}: {key}: {sql!r} is not an expression of the file's "
            f"columns, which are {columns}"
        ):
            server.query(f"describe query select *, {used} from {table}")


@contextmanager
def _told(what: str):
    try:
        yield
    except DatabaseError as error:
        raise Problem(f"{what}: {spark_said(error)}") from error


def _properties(source: dict) -> dict[str, str]:
    """In hexadecimal: Spark hides a value that has a word like a secret's in it."""
    kept = {key: value for key, value in source.items() if key not in MAY_CHANGE}
    kept["terminal_states"] = sorted(kept["terminal_states"])
    return {
        f"daybook.input.{key}": json.dumps(value, sort_keys=True).encode().hex()
        for key, value in kept.items()
    }


def _shown(kept: str) -> str:
    value = json.loads(bytes.fromhex(kept))
    return "not named" if value in (None, [], {}) else json.dumps(value)
