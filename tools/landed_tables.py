"""Tables and views that `make run` and `make config` make beside the models.

Each has a table property whose name begins with PREFIX. A table without such a property
was made by somebody else: it is never dropped.
"""

from console import Problem
from server import Server

PREFIX = "daybook.input."
# For those that have no other property.
MARK = f"tblproperties ('{PREFIX}landed' = 'true')"


def kind_of(server: Server, table: str) -> str:
    schema, name = table.split(".")
    return "view" if server.query(f"show views in {schema} like '{name}'") else "table"


def drop_landed(server: Server, table: str) -> None:
    schema, name = table.split(".")
    if not server.query(f"show tables in {schema} like '{name}'"):
        return
    properties = [key for key, _ in server.query(f"show tblproperties {table}")]
    if not any(key.startswith(PREFIX) for key in properties):
        raise Problem(f"the table {table} is not one of `make run`: rename it first.")
    server.query(f"drop {kind_of(server, table)} {table}")
