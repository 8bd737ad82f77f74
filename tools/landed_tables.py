"""Tables and views that `make run` and `make config` put beside the models: each has a
property of theirs. What has none is somebody else's, and stays."""

from console import Problem
from server import Server

PROPERTY = "daybook.input."
# Of those that have no other.
PROPERTIES = f"tblproperties ('{PROPERTY}kept' = 'until the next run')"


def kind_of(server: Server, table: str) -> str:
    schema, name = table.split(".")
    return "view" if server.query(f"show views in {schema} like '{name}'") else "table"


def drop_landed(server: Server, table: str) -> None:
    schema, name = table.split(".")
    if not server.query(f"show tables in {schema} like '{name}'"):
        return
    properties = [key for key, _ in server.query(f"show tblproperties {table}")]
    if not any(key.startswith(PROPERTY) for key in properties):
        raise Problem(f"the table {table} is not one of `make run`: rename it first.")
    server.query(f"drop {kind_of(server, table)} {table}")
