"""Columns of Spark's type variant, which the Thrift server cannot send.

Of a table, their text in JSON is read instead. A file is read without a view, which is
where that could be said.
"""

import re

from console import Problem
from event_files import Events
from server import Server
from spark_text import quoted_name

# A type or a part of one, not the name of a field.
VARIANT = re.compile(r"\bvariant\b(?!:)")


def readable_columns(server: Server, table: str) -> str:
    """All of the table, in SQL."""
    names = _variants(server, table)
    texts = [f"to_json({name}) as {name}" for name in names]
    return ", ".join([f"* except ({', '.join(names)})", *texts]) if names else "*"


def refuse_variants(server: Server, events: Events, table: str) -> None:
    """Of a file, once it is a table."""
    if events.format != "parquet":
        return
    if names := ", ".join(_variants(server, table)):
        read = f"select * except ({names}) from {events.format}.`{events.path}`"
        raise Problem(
            f"EVENTS {events.name} has columns of Spark's type variant, which cannot "
            f"be sent: {names}. Make a view without them, as in `create view "
            f"some_schema.events as {read}`, and name that as EVENTS."
        )


def _variants(server: Server, table: str) -> list[str]:
    columns = server.query(f"describe query select * from {table}")
    return [quoted_name(name) for name, kind, *_ in columns if VARIANT.search(kind)]
