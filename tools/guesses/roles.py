"""Which column is the item, which the state, and so on: a guess."""

import math
from collections import defaultdict
from dataclasses import dataclass, field

from config_keys import usable_name
from console import Problem
from guesses.columns import MOSTLY, RETURNS, Column, variety
from guesses.date_and_time import dates_with_times
from guesses.items import NAMES, ItemRoles, guessed_item_roles, no_kinds

ITEM = {*NAMES, "no"}
STATE = {
    *("state", "status", "stage", "phase", "activity", "step", "event", "action"),
    *("concept", "zustand", "schritt", "statut", "etat", "estado", "stato", "task"),
}
TIME = {
    *("time", "timestamp", "ts", "at", "when", "date", "datetime", "zeit", "datum"),
    *("zeitpunkt", "changed", "updated", "moved", "occurred", "happened", "epoch"),
}
# Times of the item rather than of the event, or of the source.
OTHER_TIME = {
    *("created", "opened", "closed", "resolved", "due", "deadline", "exported"),
    *("recorded", "logged", "inserted", "loaded", "imported", "birth", "erfasst"),
}
ORDER = {
    *("seq", "sequence", "order", "position", "pos", "step", "line", "row", "lfd"),
    *("index", "number", "count", "version", "revision", "no", "nr"),
}
# An export of XES to another form keeps the name; other columns of the trace begin with
# `case:` as well.
NAME_IN_XES = "case:concept:name"
DELETED = {"deleted", "gone", "withdrawn", "removed", "storno", "cancelled"}
LETTERS = 40
VALUES_OF_A_STATE, VALUES_OF_A_DIMENSION, DIMENSIONS = 60, 40, 3


@dataclass
class Roles:
    item: Column
    state: Column
    time: Column
    order: list[Column] = field(default_factory=list)
    dimensions: dict[str, Column] = field(default_factory=dict)
    other_times: list[Column] = field(default_factory=list)


def guessed_roles(columns: list[Column], instants=None) -> Roles | ItemRoles:
    times = dates_with_times(_times(columns), columns)
    used = [part for column in times for part in column.parts]
    others = [column for column in columns if column not in used]
    if instants and (roles := guessed_item_roles(columns, times, instants)):
        rest = [it for it in others if it is not roles.item and not it.is_called(STATE)]
        roles.dimensions = _dimensions(rest, roles)
        return roles
    items = [column for column in others if _may_be_item(column)]
    items = no_kinds(items, others)
    states = [column for column in others if _may_be_state(column)]
    item = _best(items, _item_score, columns, "an item, which returns in several rows")
    states = [column for column in states if column is not item]
    wanted = "a state, of which there are few and which changes within an item"
    state = _best(states, lambda it: _state_score(it, item), columns, wanted)
    wanted = f"a time in a form that is known{_unknown_forms(columns)}"
    time = _best(times, lambda it: _time_score(it, item), columns, wanted)
    roles = Roles(item, state, time)
    roles.other_times = [column for column in times if column is not time]
    rest = [column for column in others if column not in (item, state)]
    roles.dimensions = _dimensions(rest, roles)
    roles.order = _order(rest, roles)
    return roles


def _times(columns: list[Column]) -> list[Column]:
    """Digits may be those of an item as well: its name decides, or that there is no
    other time."""
    formed = [column for column in columns if column.form]
    sure = [
        column
        for column in formed
        if not column.is_whole or column.is_called(TIME | OTHER_TIME)
    ]
    return sure or [column for column in formed if not column.is_called(ITEM)]


def _unknown_forms(columns: list[Column]) -> str:
    """What stands in columns that are called a time."""
    called = [it for it in columns if it.is_called(TIME | OTHER_TIME) and it.counts]
    told = [f"{it.name} has {', '.join(map(_quoted, it.kinds()))}" for it in called]
    return f" ({'; '.join(told)})" if told else ""


def _quoted(value: str) -> str:
    return repr(value if len(value) <= LETTERS else f"{value[:LETTERS]}...")


def _may_be_item(column: Column) -> bool:
    returns = 1 < column.distinct <= RETURNS * len(column.values)
    return returns and column.filled >= MOSTLY


def _may_be_state(column: Column) -> bool:
    few = min(VALUES_OF_A_STATE, max(2, len(column.values) // 2))
    return 1 < column.distinct <= few and column.filled >= MOSTLY


def _item_score(column: Column) -> float:
    """Of items there are many; amounts, which may be many too, have fractions."""
    many = math.log(column.distinct) / math.log(len(column.values))
    has_fractions = column.is_number and not column.is_whole
    called = 2 * column.is_called(ITEM) - column.is_called(STATE)
    if column.name == NAME_IN_XES:
        called = 5
    return called + 2 * many - has_fractions


def _state_score(column: Column, item: Column) -> float:
    return (
        2 * column.is_called(STATE) + 3 * variety(column, item) - 1.5 * column.is_number
    )


def _time_score(column: Column, item: Column) -> float:
    called = column.is_called(TIME) - column.is_called(OTHER_TIME)
    return called + 3 * variety(column, item)


def _best(
    candidates: list[Column], score, columns: list[Column], wanted: str
) -> Column:
    if not candidates:
        raise Problem(
            f"no column looks like {wanted}: they are "
            f"{', '.join(column.name for column in columns)}. Write CONFIG by hand; "
            "examples/incidents.yml is one."
        )
    # The first of equals.
    return max(candidates, key=score)


def _dimensions(rest: list[Column], roles: Roles) -> dict[str, Column]:
    found = {}
    for column in rest:
        few = min(VALUES_OF_A_DIMENSION, column.counts.total() // 3)
        is_few = 1 < column.distinct <= few and not column.is_free_text
        is_amount = column.is_number and (not column.is_whole or column.distinct > 10)
        is_steady = variety(column, roles.item) <= 0.5 and not _is_lost(column, roles)
        name = usable_name(column.name)
        if is_few and is_steady and not is_amount and not column.is_called(DELETED):
            found.setdefault(name, column)
    return dict([*found.items()][:DIMENSIONS])


def _is_lost(column: Column, roles: Roles) -> bool:
    """Whether most items that have a value have none in a later event: they would all
    move on to NULL."""
    last = {}
    for item, value in zip(roles.item.values, column.values, strict=True):
        if item and (value or item in last):
            last[item] = value
    return 2 * sum(not value for value in last.values()) > len(last)


def _order(rest: list[Column], roles: Roles) -> list[Column]:
    """Numbers that put in order what the time does not."""
    numbers = [column for column in rest if column.is_whole and column.filled == 1]
    numbers.sort(key=lambda column: not column.is_called(ORDER))
    chosen: list[Column] = []
    for column in numbers:
        left = _contradictions(roles, chosen)
        counts_items = column.is_called(ORDER) and variety(column, roles.item) > MOSTLY
        helps = left and _contradictions(roles, [*chosen, column]) < left
        if helps or (not chosen and counts_items):
            chosen.append(column)
    return chosen


def _contradictions(roles: Roles, order: list[Column]) -> int:
    """Items and times with events that differ, and nothing that puts them in order."""
    events = defaultdict(set)
    keys = [roles.item, roles.time, *order]
    values = [roles.state, *roles.dimensions.values()]
    for number in range(len(roles.item.values)):
        key = tuple(column.values[number] for column in keys)
        events[key].add(tuple(column.values[number] for column in values))
    return sum(len(different) > 1 for different in events.values())
