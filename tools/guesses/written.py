"""A guess as the text of a CONFIG, with why in comments."""

import re
from pathlib import Path
from shlex import quote

from config_keys import yaml_line
from console import printable
from guesses.columns import Column
from guesses.roles import Roles

HEAD = """\
# A guess from the first {rows:,} rows of {events}: check each line.
# A value is a column of the file, or a SQL expression of its columns; docs/event-log.md
# has all keys.
#
#     make run EVENTS={events} CONFIG={config}
"""
LETTERS = 100
# If the file loses the column, such a name is an expression that can do no harm; one
# with ( might call a function.
PLAIN = re.compile(r"[\w .:/-]+")
TAIL = """\
# Whose holidays are no working days, in two letters:
# country: DE
# A SQL condition of the rows to read; without one, all are read:
# where: {item} is not null
"""


def source_of(roles: Roles, **keys) -> dict:
    """The keys of CONFIG that are guessed, in the order in which they are written."""
    time = roles.time
    is_read = time.form.pattern is None and time.parts == (time,)
    return {
        **keys,
        "item": _named(roles.item),
        "state": _named(roles.state),
        "occurred_at": _named(time) if is_read else time.form.expression(time.sql),
        "order": [f"cast({it.sql} as bigint)" for it in roles.order],
        "dimensions": {name: _named(it) for name, it in roles.dimensions.items()},
    }


def _named(column: Column) -> str:
    return column.name if PLAIN.fullmatch(column.name) else column.sql


def text_of(source: dict, roles: Roles, rows: int, events: str, config: Path) -> str:
    why = _comments(roles)
    names = {"events": quote(events), "config": quote(str(config))}
    parts = [
        HEAD.format(rows=rows, **{key: one_line(name) for key, name in names.items()})
    ]
    for key, value in source.items():
        if value not in (None, [], {}):
            comment = f"# {why[key]}\n" if key in why else ""
            parts.append(f"{comment}{yaml_line(key, value)}\n")
    parts.append(TAIL.format(item=shown(roles.item.sql)))
    return "".join(parts)


def _comments(roles: Roles) -> dict[str, str]:
    time = roles.time
    when = f"When it happened, such as {_values(time)}."
    if doubt := time.form.doubt:
        when += f" It is read with {time.form.first} first; {doubt} may as well be."
    if letters := " and ".join(time.form.letters):
        when += f" What {letters} stands for is the same all year."
    if roles.other_times:
        names = ", ".join(shown(column.name) for column in roles.other_times)
        when += f" Other times are in {names}."
    return {
        "encoding": "If letters look wrong, name another.",
        "item": f"What moves: {_values(roles.item)}, and others.",
        "state": f"The state that an event puts it in: {_values(roles.state)}.",
        "occurred_at": when,
        "time_zone": "Days are those of this zone, and times without a zone are in it.",
        "order": "Which of an item's events at one time came first.",
        "dimensions": "What to count by.",
        "terminal_states": "Items rest in these states, and are no longer on hand.",
    }


def _values(column: Column) -> str:
    return ", ".join(shown(value) for value in column.examples())


def one_line(text: str) -> str:
    return printable(text).replace("\n", " ")


def shown(text: str) -> str:
    """In one line of a comment, whatever is in it."""
    kept = " ".join(one_line(text).split())
    return kept if len(kept) <= LETTERS else f"{kept[:LETTERS]}..."
