"""A condition of the rows in which a value is a time."""

import re

# Functions that end the query at a flaw, and those that give NULL instead.
TRIED = {"to_timestamp(_ntz|_ltz)?": "try_to_timestamp", "cast": "try_cast"}
# These end no query, or have already ended the one that counts rows.
HARMLESS = {
    "try_to_timestamp",
    "try_cast",
    "timestamp_seconds",
    "timestamp_millis",
    "coalesce",
    "concat",
    "left",
    "replace",
    "right",
    "substr",
    "substring",
    "trim",
}
# Spark casts 2015-09 and 09:30 as well, and local_timestamp gives NULL for them.
BEGINS_WITH_A_DAY = "^[^0-9+-]*[0-9]{4}-[0-9]{1,2}-[0-9]"


def time_condition(value: str) -> str | None:
    """What local_timestamp takes for a time, by functions that give NULL where others
    would end the query; none if a function is left that may."""
    tried = value
    for function, instead in TRIED.items():
        tried = re.sub(rf"\b{function}\s*\(", f"{instead}(", tried, flags=re.I)
    # Without texts and names of columns.
    code = re.sub(r"""(['"])(\\.|(?!\1).)*\1|`[^`]*`""", "x", tried)
    functions = {name.lower() for name in re.findall(r"(\w+)\s*\(", code)}
    if functions - HARMLESS or re.search(r"::|[/%\[]", code):
        return None
    is_day = f"{tried} rlike '{BEGINS_WITH_A_DAY}'"
    return f"try_cast({tried} as timestamp) is not null and {is_day}"
