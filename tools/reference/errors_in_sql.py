"""The messages with which a query ends itself: what macros pass to raise_error."""

import re
from collections.abc import Iterator

CALL = "raise_error("
VALUE = "`<value>`"
# A text, what separates two cases, or anything else of SQL.
PART = re.compile(r"'([^']*)'|( / )|[^\s',/]+")


def errors_in_sql(sql: str) -> list[str]:
    """Of each call the texts that it joins, with `<value>` for what is between them."""
    return [message(call) for call in calls(sql)]


def calls(sql: str) -> Iterator[str]:
    """What is between the parentheses of each."""
    without_texts = re.sub(r"'[^']*'", lambda text: "'" * len(text[0]), sql)
    for found in re.finditer(re.escape(CALL), sql):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(without_texts[end], 0)
            end += 1
        yield sql[found.end() : end - 1]


def message(call: str) -> str:
    parts = []
    for part in PART.finditer(call):
        if part[1] == "NULL" or part[0] in ("(", ")", "concat("):
            continue
        text = part[1] or part[2] or VALUE
        if text != VALUE or parts[-1:] != [VALUE]:
            parts.append(text)
    return "".join(parts)
