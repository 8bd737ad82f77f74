"""The user's log of events as a table of Spark, with the CONFIG that it is read by.

Files stay where they are, and are read there; only XES, where an event is no row, is
copied. The table has the CONFIG as properties: what was accepted under one is not known
again under another.
"""

import json
from contextlib import contextmanager
from pathlib import Path

from pyhive.exc import DatabaseError

from configuration import DEFAULTS, expressions, in_sql
from console import Problem, say
from event_files import CORRUPT_RECORD, Events, check_text
from event_rows import read_as
from landed_tables import PREFIX, drop_landed, kind_of
from sentences import spark_said
from server import Server
from spark_text import quoted_text
from variants import readable_columns, refuse_variants
from xes_log import rows_of_traces, traces

TABLE, STAGING = "landed_events", "stg_issue_events"
NEXT = f"{TABLE}__next"
# Each run rebuilds milestones and the calendar; the others are of the file or the page.
MAY_CHANGE = (
    *("schema", "title", "on_hand", "milestones", "country", "calendar"),
    *("delimiter", "encoding"),
)


def land(server: Server, events: Events, config: Path, source: dict) -> dict:
    """The source in SQL, about the table, which replaces an earlier one after all
    checks."""
    schema, final = source["schema"], f"{source['schema']}.{TABLE}"
    with _told(f"CONFIG {config}: the schema {schema} cannot be created"):
        server.query(f"create schema if not exists {schema}")
    _refuse_changes(server, config, source)
    check_text(events, config, source)
    with landed(server, events, f"{schema}.{NEXT}", source) as table:
        columns = columns_of(server, table)
        _check_expressions(server, table, events, config, source, columns)
        drop_landed(server, final)
        server.query(f"alter {kind_of(server, table)} {table} rename to {final}")
    return read_as(events, config, source, final, columns)


def columns_of(server: Server, table: str) -> list[str]:
    return [row[0] for row in server.query(f"describe query select * from {table}")]


@contextmanager
def landed(server: Server, events: Events, table: str, source: dict):
    """The table, for as long as nobody renames it."""
    drop_landed(server, table)
    try:
        with _told(f"EVENTS {events.name} cannot be read"):
            _make(server, events, table, source)
            _check_columns(events, columns_of(server, table))
            refuse_variants(server, events, table)
            server.query(f"select * from {table} limit 1")
        yield table
    finally:
        drop_landed(server, table)


def _check_columns(events: Events, columns: list[str]) -> None:
    if not columns:
        raise Problem(f"EVENTS {events.name} has no columns.")
    if events.format in ("csv", "json") and CORRUPT_RECORD in columns:
        raise Problem(
            f"EVENTS {events.name} has a column {CORRUPT_RECORD}, and Spark would "
            "lose what is in it: give it another name."
        )


def _make(server: Server, events: Events, table: str, source: dict) -> None:
    kept = [f"'{name}' = '{value}'" for name, value in _properties(source).items()]
    properties = f"tblproperties ({', '.join(kept)})"
    if events.format is None:
        name = events.name.lower().removeprefix("spark_catalog.")
        if f"{source['schema']}.{TABLE}" in (name, f"default.{name}"):
            raise Problem(f"EVENTS {events.name} is what this schema is built from.")
        columns = readable_columns(server, events.name)
        read = f"select {columns} from {events.name}"
        server.query(f"create view {table} {properties} as {read}")
        return
    options = events.options(source) | {"path": str(events.path)}
    listed = ", ".join(f"{key} {quoted_text(options[key])}" for key in options)
    reader = f"using {events.format} options ({listed})"
    if events.format != "xml":
        server.query(f"create table {table} {reader} {properties}")
        if events.is_partitioned:
            server.query(f"alter table {table} recover partitions")
        return
    with traces(server, f"{table}__traces", reader) as read:
        rows = rows_of_traces(server, read)
        server.query(f"create table {table} using parquet {properties} as {rows}")


def is_built(server: Server, schema: str) -> bool:
    """Whether a run has read events there."""
    return bool(server.query(f"show views in {schema} like '{STAGING}'"))


def _refuse_changes(server: Server, config: Path, source: dict) -> None:
    schema = source["schema"]
    if not is_built(server, schema):
        return
    # A run that was killed while it replaced the one by the other has left the second.
    kept = [
        t for t in (TABLE, NEXT) if server.query(f"show tables in {schema} like '{t}'")
    ]
    if not kept:
        return
    built_with = dict(server.query(f"show tblproperties {schema}.{kept[0]}"))
    usual = _properties(DEFAULTS)
    changes = []
    for name, now in _properties(source).items():
        before = built_with.get(name, usual[name])
        if before != now:
            key = name.rpartition(".")[2]
            changes.append(f"{key} was {_shown(before)} and is now {_shown(now)}")
    # It says which rows are read from now on.
    for change in [change for change in changes if change.startswith("where ")]:
        say(f"CONFIG {config}: {change}: what earlier runs read stays.")
        changes.remove(change)
    if changes:
        raise Problem(
            f"CONFIG {config}: the schema {schema} is built, and by another CONFIG: "
            f"{'; '.join(changes)}. Name another `schema`, put back what was, or first "
            f"drop what is built: drop schema {schema} cascade, and the same with "
            f"{schema}__daybook."
        )


def _check_expressions(
    server: Server,
    table: str,
    events: Events,
    config: Path,
    source: dict,
    names: list[str],
) -> None:
    columns, sql = ", ".join(names), in_sql(source, names)
    relation = read_as(events, config, source, table, names)["relation"]
    for (key, given), (_, used) in zip(
        expressions(source), expressions(sql), strict=True
    ):
        # As the staging model has it, beside columns: a sum over rows is none of them.
        value, of = f"cast({used} as string)", table
        if key == "order":
            value, of = f"struct({used})", relation
        with _told(
            f"CONFIG {config}: {key}: {given!r} is neither a column nor an expression "
            f"of columns, which are {columns}"
        ):
            server.query(f"describe query select *, {value} from {of}")
    if where := source["where"]:
        what = (
            f"CONFIG {config}: where: {where!r} is no condition of columns, which are "
        )
        with _told(what + columns):
            # Spark takes `where (a)` for another name of the table and its columns.
            rows = f"select * from {table} where true and ({where})"
            server.query(f"describe query {rows}")
            types = server.query(f"describe query select ({where}) from {table}")
        if types[0][1] != "boolean":
            raise Problem(f"{what}{columns}: it is of type {types[0][1]}.")


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
    # Their order counts.
    kept["events"] = [*kept["events"].items()]
    return {
        f"{PREFIX}{key}": json.dumps(value, sort_keys=True).encode().hex()
        for key, value in kept.items()
    }


def _shown(kept: str) -> str:
    value = json.loads(bytes.fromhex(kept))
    return "not named" if value in (None, [], {}) else json.dumps(value)
