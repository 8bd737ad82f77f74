"""Whether two tables have the same rows."""

from support.batch_project import Project


def digest(project: Project, table: str, columns: str, where: str = "true") -> tuple:
    """How many rows it has, and what their hashes add up to."""
    # A hash passes over a NULL, in whichever column it is.
    nulls = ", ".join(f"{column} is null" for column in columns.split(", "))
    return project.query(
        "select count(*), bit_xor(hash), sum(cast(hash as decimal(38)))"
        f" from (select xxhash64({columns}, {nulls}) as hash"
        f" from {table} where {where})"
    )[0]


def rows_if_equal(ours: tuple, theirs: tuple) -> str:
    """How many rows there are, if what they come to is the same."""
    return f"{ours[0]:,}" if ours == theirs else f"DIFFER: {ours}, {theirs}"
