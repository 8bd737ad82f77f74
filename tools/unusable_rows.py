"""Check the user's rows before a run: what no run can use, in the words of the file.

accept_events refuses them as well: what has come between this look and the run.
"""

import re
from dataclasses import dataclass

from config_keys import project_variables, yaml_line
from console import Problem
from contradictions import refuse_contradictions
from input_rows import InputRows
from spark_text import quoted_name, quoted_text
from time_conditions import time_condition
from time_formats import form_of

FLAWS = {
    "item": "is missing",
    "state": "is missing",
    "occurred_at": "is no time",
    "recorded_at": "is no time",
    "is_deleted": "is neither true nor false",
    "events": "has no time",
}
# So many values may stand in a condition.
VALUES = 5


def refuse_unusable_rows(rows: InputRows) -> None:
    looked_at = [*_looked_at(rows)]
    conditions = [f"{of} and {bad}" for *_, of, bad in looked_at]
    _, *counts = rows.counts(conditions, [of for *_, of, _ in looked_at])
    flawed, totals = counts[: len(conditions)], counts[len(conditions) :]
    numbers = zip(looked_at, conditions, flawed, totals, strict=True)
    found = [
        Unusable(rows, key, given, condition, number, total)
        for (key, given, *_), condition, number, total in numbers
        if number
    ]
    if found:
        raise Problem(f"{rows.name}: " + "\n  ".join(_told(rows, found)))
    calendar = rows.source["calendar"] or project_variables()["calendar"]
    if days := rows.days_off_the_calendar(calendar):
        raise Problem(_told_days(rows, calendar, *days))
    refuse_contradictions(rows)


def _looked_at(rows: InputRows):
    """Keys with what CONFIG says of them: of which rows, and when they are unusable."""
    source = rows.source
    flaw = "array_contains(daybook_problems, '{}')".format
    of = "coalesce(source_row.daybook_position, 0) = 0" if source["events"] else "true"
    for key in FLAWS:
        if source[key] and key != "events":
            yield key, source[key], of, flaw(key)
    for state, given in source["events"].items():
        of_state = f"daybook_state <=> {quoted_text(state)}"
        yield f"events: {state}", given, of_state, flaw("occurred_at")
    if source["events"]:
        yield "events", ", ".join(source["events"].values()), of, flaw("state")


def _told(rows: InputRows, found: list["Unusable"]) -> list[str]:
    forms = {problem.key: problem.form() for problem in found}
    others = [problem for problem in found if not forms[problem.key]]
    told = [problem.sentence() for problem in found] + [*filter(None, forms.values())]
    events = {each.state: read for each in others if (read := each.without_words())}
    if events:
        read = yaml_line("events", rows.source["events"] | events)
        told.append(f"To read none of them, write `{read}` in CONFIG.")
    conditions = [*filter(None, (problem.condition() for problem in others))]
    if conditions:
        before = [f"({rows.source['where']})"] if rows.source["where"] else []
        where = yaml_line("where", " and ".join([*before, *conditions]))
        told.append(f"Correct them, or leave them out with `{where}` in CONFIG.")
    return told


def _told_days(
    rows: InputRows, calendar: dict, first: str, last: str, start: str, end: str
) -> str:
    way_out = "leave rows out with `where`"
    # No calendar goes beyond the years 1 to 9999.
    if len(start) == len(end) == len("2015-01-01") and start > "0001":
        wider = yaml_line("calendar", {"start_date": start, "end_date": end})
        way_out = f"name `{wider}` in CONFIG, or {way_out}"
    given = f"{rows.source['occurred_at']} (occurred_at) goes"
    if events := rows.source["events"]:
        given = f"{', '.join(events.values())} (events) go"
    return (
        f"{rows.name}: {given} from {first} to {last}, and the calendar from "
        f"{calendar['start_date']} to {calendar['end_date']}: {way_out}."
    )


@dataclass
class Unusable:
    """What is wrong with one key: in how many rows, and what can be done."""

    rows: InputRows
    key: str
    given: str
    condition_of_rows: str
    number: int
    total: int

    def __post_init__(self):
        # Of a row per item, which event it is.
        self.state = self.key.partition(": ")[2]
        self.is_time = self.key.endswith("_at") or bool(self.state)
        self.is_column = self.given in self.rows.columns
        self.mentioned = [self.given] if self.is_column else self._mentioned()
        self.texts = []
        if self.column:
            self.texts = self.rows.texts(self.column, self.condition_of_rows)

    def _mentioned(self) -> list[str]:
        return [name for name in self.rows.columns if self._mentions(name)]

    def _mentions(self, column: str) -> bool:
        if quoted_name(column) in self.given:
            return True
        word = rf"(?<![\w`]){re.escape(column)}(?![\w`(])"
        return bool(re.search(word, self.given, re.I))

    @property
    def column(self) -> str | None:
        """The one that the value is made of, as SQL has it."""
        if len(self.mentioned) != 1:
            return None
        (name,) = self.mentioned
        return name if re.fullmatch(r"[A-Za-z_]\w*", name) else quoted_name(name)

    def sentence(self) -> str:
        rows = self.rows.rows(self.condition_of_rows)
        examples = []
        for row, place in zip(rows, self.rows.places(rows), strict=True):
            values = dict(zip(self.rows.columns, row, strict=True))
            shown = self._shown(values) or ("" if place else "nothing")
            examples.append(" in ".join(filter(None, (shown, place))))
        flaw = FLAWS["occurred_at" if self.state else self.key]
        told = f"{self.given} ({self.key}) {flaw} in {self.number:,} of "
        told += f"{self.total:,} rows"
        before = ", for example " if self.number > len(examples) else ": "
        return told + before + "; ".join(examples) + "."

    def _shown(self, values: dict) -> str:
        """Of several columns, also what is empty."""
        shown = [repr(values[it]) if values[it] else "nothing" for it in self.mentioned]
        return ", ".join(shown) if {*shown} - {"nothing"} else ""

    def form(self) -> str | None:
        """How to read all of them, if they are times in one form."""
        texts = [text for text in self.texts if text]
        is_of_all = self.is_column and self.number == self.total
        if not self.is_time or not is_of_all:
            return None
        form = form_of(texts)
        if form is None or form.pattern is None:
            return None
        way = yaml_line(self.key, read := form.expression(self.column))
        if self.state:
            way = yaml_line("events", self.rows.source["events"] | {self.state: read})
        doubt = f" (or with {form.doubt} first)" if form.doubt else ""
        return f"To read them, write `{way}`{doubt} in CONFIG."

    def without_words(self) -> str | None:
        """The expression without them. Without the row, its item would be lost."""
        texts = [text for text in self.texts if text]
        if self.column is None or not self.state or not 0 < len(texts) <= VALUES:
            return None
        listed = ", ".join(map(quoted_text, texts))
        read = f"if({self.column} in ({listed}), null, {self.column})"
        if self.is_column:
            return read
        (name,) = self.mentioned
        word = rf"(?<![\w`]){re.escape(name)}(?![\w`(])"
        given = rf"{re.escape(quoted_name(name))}|{word}"
        return re.sub(given, lambda _: read, self.given, flags=re.I)

    def condition(self) -> str | None:
        """Of the other rows."""
        if self.key.startswith("events"):
            return None
        texts = [text for text in self.texts if text is not None]
        if self.key in ("item", "state"):
            value = self.column if self.is_column else f"({self.given})"
            return f"{value} is not null"
        if self.column is None or len(texts) > VALUES:
            value = self.column if self.is_column else self.given
            return time_condition(value) if self.is_time else None
        if not texts:
            return f"{self.column} is not null"
        is_other = f"{self.column} not in ({', '.join(map(quoted_text, texts))})"
        return f"coalesce({is_other}, true)" if self.key == "is_deleted" else is_other
