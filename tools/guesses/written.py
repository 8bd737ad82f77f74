"""A guess as the text of a CONFIG, with why in comments."""

import re
from pathlib import Path
from shlex import quote

from config_keys import yaml_line
from console import printable
from event_rows import LINE_NUMBER
from guesses.columns import Column
from guesses.first_run import End
from guesses.items import ItemRoles
from guesses.roles import Roles

HEAD = """\
# A guess from the first {rows:,} rows of {events}: check each line.
# A value is a column of the file, or a SQL expression of its columns; docs/event-log.md
# has all keys.
#
#     make run EVENTS={events} CONFIG={config}
"""
LETTERS = 100
# So many of the last states are shown.
STATES = 6
COMMENTS = {
    "encoding": "If letters look wrong, name another.",
    "order": "Which of an item's events at one time came first.",
    "dimensions": "What to count by.",
    "time_zone": "Days are those of this zone, and times without a zone are in it.",
    "calendar": "The days to count on hand for; the usual ones begin with 2010.",
    "terminal_states": "Items rest in these states, and are no longer on hand.",
}
# If the file loses the column, such a name is an expression that can do no harm; one
# with ( might call a function.
PLAIN = re.compile(r"[\w .:/-]+")
NO_TERMINAL_STATES = "# terminal_states: []\n"
TAIL = """\
# The country whose holidays are days off, in two letters; weekends always are:
# country: DE
# A SQL condition of the rows to read; without one, all are read:
# where: {item} is not null
"""


def source_of(roles: Roles | ItemRoles) -> dict:
    """The keys of CONFIG that are guessed, in the order in which they are written."""
    dimensions = {name: _named(it) for name, it in roles.dimensions.items()}
    source = {"item": _named(roles.item)}
    if isinstance(roles, ItemRoles):
        source["events"] = {state: _read(it) for state, it in roles.events.items()}
        source["recorded_at"] = roles.recorded and _read(roles.recorded)
        return source | {"dimensions": dimensions}
    return source | {
        "state": _named(roles.state),
        "occurred_at": _read(roles.time),
        "order": [f"cast({it.sql} as bigint)" for it in roles.order],
        "dimensions": dimensions,
    }


def _read(time: Column) -> str:
    is_read = time.form.pattern is None and time.parts == (time,)
    return _named(time) if is_read else time.form.expression(time.sql)


def _named(column: Column) -> str:
    return column.name if PLAIN.fullmatch(column.name) else column.sql


def text_of(
    source: dict,
    roles: Roles | ItemRoles,
    rows: int,
    events: str,
    config: Path,
    ends: list[End] = (),
) -> str:
    why = COMMENTS | {"item": f"What moves: {_values(roles.item)}, and others."}
    why |= _of_items(roles) if isinstance(roles, ItemRoles) else _of_events(roles)
    if any(LINE_NUMBER in each for each in source.get("order", [])):
        why["order"] += f" {LINE_NUMBER}: the order of the lines."
    last = ", ".join(f"{shown(it.state)} {it.last:,}" for it in ends[:STATES])
    why["terminal_states"] += f"\n# Last states of items: {last}." if last else ""
    names = {"events": quote(events), "config": quote(str(config))}
    parts = [
        HEAD.format(rows=rows, **{key: one_line(name) for key, name in names.items()})
    ]
    for key, value in source.items():
        if value not in (None, [], {}):
            comment = f"# {why[key]}\n" if key in why else ""
            parts.append(f"{comment}{yaml_line(key, value)}\n")
    if last and not source.get("terminal_states"):
        parts.append(f"# {why['terminal_states']}\n{NO_TERMINAL_STATES}")
    parts.append(TAIL.format(item=shown(roles.item.sql)))
    return "".join(parts)


def _of_events(roles: Roles) -> dict[str, str]:
    when = f"When it happened, such as {_values(roles.time)}."
    when += _form_of(roles.time) + _other_times(roles)
    state = f"The state that an event puts it in: {_values(roles.state)}."
    return {"state": state, "occurred_at": when}


def _of_items(roles: ItemRoles) -> dict[str, str]:
    times = [*roles.events.values()]
    when = "Each row has the times at which its item entered these states, such as "
    when += f"{_values(times[0])}; an empty time is no event."
    when += _form_of(times[0]) + _other_times(roles)
    by = "What to count by. If a value changes in a later export, "
    by += "it counts for the whole past." if roles.recorded else "the run is refused."
    recorded = "When a row was changed: the last row of an item holds."
    return {"events": when, "recorded_at": recorded, "dimensions": by}


def _form_of(time: Column) -> str:
    said = ""
    if doubt := time.form.doubt:
        said += f" It is read with {time.form.first} first; {doubt} may as well be."
    if letters := " and ".join(time.form.letters):
        said += f" What {letters} stands for is the same all year."
    return said


def _other_times(roles: Roles | ItemRoles) -> str:
    names = ", ".join(shown(column.name) for column in roles.other_times)
    return f" Other times are in {names}." if names else ""


def _values(column: Column) -> str:
    return ", ".join(shown(value) for value in column.examples())


def one_line(text: str) -> str:
    return printable(text).replace("\n", " ")


def shown(text: str) -> str:
    """In one line of a comment, whatever is in it."""
    kept = " ".join(one_line(text).split())
    return kept if len(kept) <= LETTERS else f"{kept[:LETTERS]}..."
