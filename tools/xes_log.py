"""XES, the XML of process mining, by Spark's reader: a row for each event of a trace.

Columns are named as there: those of the trace with `case:` before them, as in
`case:concept:name`, and event_number, its place in the trace. All are text.
Attributes of the log, and those within others, are left out.
"""

from contextlib import contextmanager

from landed_tables import MARK, drop_landed
from server import Server
from spark_text import quoted_name, quoted_text

TYPES = ("string", "date", "int", "float", "boolean", "id")
ATTRIBUTES = ", ".join(
    f"`{each}` array<struct<_key: string, _value: string>>" for each in TYPES
)
FIELDS = ATTRIBUTES.replace("` array", "`: array")


@contextmanager
def traces(server: Server, table: str, reader: str):
    columns = f"{ATTRIBUTES}, event array<struct<{FIELDS}>>"
    drop_landed(server, table)
    try:
        server.query(f"create table {table} ({columns}) {reader} {MARK}")
        yield table
    finally:
        drop_landed(server, table)


def rows_of_traces(server: Server, table: str) -> str:
    """The query. A key that one event has twice is refused."""
    of_trace, of_event = _attributes(), _attributes("of_event.")
    events = f"""
        select {of_trace} as trace, event_number, {of_event} as event
        from (
            select *, posexplode(event) as (event_number, of_event)
            from {table}
        )
    """
    keys = server.query(f"""
        select distinct place, key from ({events})
        lateral view explode(array('trace', 'event')) as place
        lateral view explode(map_keys(if(place = 'trace', trace, event))) as key
        order by place desc, key
    """)
    columns = [
        f"try_element_at({place}, {quoted_text(key)}) as "
        + quoted_name(f"case:{key}" if place == "trace" else key)
        for place, key in keys
    ]
    number = "cast(event_number + 1 as string) as event_number"
    return f"select {', '.join([*columns, number])} from ({events})"


def _attributes(of: str = "") -> str:
    lists = [f"coalesce({of}`{each}`, array())" for each in TYPES]
    return f"map_from_entries(concat({', '.join(lists)}))"
