"""Whether two tables have the same rows."""


def rows_if_equal(ours: tuple, theirs: tuple) -> str:
    """How many rows there are, if what they come to is the same."""
    return f"{ours[0]:,}" if ours == theirs else f"DIFFER: {ours}, {theirs}"
