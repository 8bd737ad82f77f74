"""The SQL that a run sends, as the reference shows it: formatted, without its ids."""

import re
from bisect import bisect_left
from datetime import datetime, timezone
from textwrap import dedent

from sqlfmt.api import Mode, format_string

COMMENT = re.compile(r'(?s)/\* {"app": "dbt".*?} \*/\s*')
ID = re.compile(r"(?<!\d)1[789]\d{8}(?!\d)")
TIME = re.compile(r"\b20[2-9]\d-\d\d-\d\d \d\d:\d\d:\d\d\b")
# Shown in place of real ids: that of the first run, of a later one, and of three
# batches after it.
IDS = ("1795576780", "1795576802", "1795576835", "1795576851", "1795576874")
TIMES = ("2026-11-25 03:19:40", "2026-11-25 03:20:02", "<now>")
# What differs from run to run.
MASKS = {
    r"('daybook.expires' = )'\d+'": r"\1'<six hours later>'",
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/[0-9a-f]{8})?": "<invocation>",
    r"'([0-9a-f]{2}){20,}'": "'<JSON in hexadecimal digits>'",
    r"(daybook event \d+) [0-9a-f]+": r"\1 <JSON in hexadecimal digits>",
    r"_[0-9a-f]{32}\b": "_<digits>",
}
# The query of a batch, around which a materialization puts its own columns.
QUERY = re.compile(r"(?s).*?\n\s*select (?:/\*\+.*?\*/ )?\*\s+from \(\n(.*)\n\)\s+\)$")
# Before the query that a statement has: formatted apart, for sqlfmt leaves such ones.
VIEW = r"(?:create|alter) view (?!if).*? as"
HEAD = re.compile(rf"(?s)(insert .*? by name|{VIEW})\s+(select.*)")
# Statements that sqlfmt does not format: it formats only queries.
NO_QUERY = ("create", "alter", "drop", "show", "describe")


def without_comment(sql):
    """A statement without the comment that dbt begins it with."""
    return COMMENT.sub("", sql).strip()


class Shown:
    """schema and location: names of this test run, replaced by those of an example.
    ends: when each run had ended."""

    def __init__(self, schema, location, ends):
        self.names = {location: "/warehouse/analytics.db", schema: "analytics"}
        self.ends = ends
        # Ids of batches after the last run, in the order in which they are found.
        self.after = []
        self.times = [
            datetime.fromtimestamp(end, timezone.utc).isoformat(" ") for end in ends
        ]

    def id(self, found):
        number = bisect_left(self.ends, found)
        if number == len(self.ends):
            if found not in self.after:
                self.after.append(found)
            number += self.after.index(found)
            assert number < len(IDS), f"no id to show for {found}"
        return IDS[number]

    def sql(self, text):
        for name, shown in self.names.items():
            text = text.replace(name, shown)
        for pattern, shown in MASKS.items():
            text = re.sub(pattern, shown, text)
        text = ID.sub(lambda found: self.id(int(found[0])), text)
        text = TIME.sub(lambda found: TIMES[bisect_left(self.times, found[0])], text)
        if parts := HEAD.fullmatch(text.strip()):
            head = re.sub(r"\( | (?=\))", lambda m: m[0].strip(), one_line(parts[1]))
            return f"{head}\n{formatted(parts[2])}"
        if text.lstrip().startswith(NO_QUERY):
            first, _, rest = text.strip().partition("\n")
            return f"{first}\n{dedent(rest)}".strip()
        return formatted(text)


def query_of_batch(insert):
    """An insert into a table beside the model is shown as it is."""
    found = QUERY.fullmatch(insert)
    return found[1] if found else insert


def one_line(text):
    return " ".join(text.split())


def formatted(text):
    return format_string(text, Mode()).strip()
