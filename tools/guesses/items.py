"""Whether each row of a log is an item, with a time for each state that it entered."""

from dataclasses import dataclass, field
from itertools import combinations

from console import Problem
from guesses.columns import MOSTLY, RETURNS, Column

# The likeliest name of an item comes first.
NAMES = (
    *("key", "number", "nummer", "ticket", "case", "incident", "issue", "id", "nr"),
    *("request", "order", "claim", "parcel", "shipment", "application", "item"),
    *("vorgang", "auftrag", "sendung", "fall", "numero", "dossier"),
)
# What has another value in each row of a log of events, too.
ROWS = {"event", "row", "line", "log", "entry", "seq", "sequence", "history"}
BEGINS = {
    *("created", "opened", "submitted", "received", "reported", "registered", "filed"),
    *("requested", "raised", "erstellt", "angelegt", "eingang", "cree", "creado"),
}
ENDS = {
    *("closed", "resolved", "solved", "completed", "finished", "done", "ended"),
    *("merged", "fixed", "cancelled", "canceled", "rejected", "delivered", "archived"),
    *("geschlossen", "erledigt", "abgeschlossen", "ferme", "cerrado", "resolution"),
}
UPDATED = {"updated", "modified", "changed", "edited", "aktualisiert", "modifie"}
# Times that are no events of the item, or not yet.
OTHERS = UPDATED | {
    *("due", "deadline", "planned", "expected", "estimated", "scheduled", "target"),
    *("sla", "exported", "loaded", "birth", "viewed", "last", "latest", "next"),
}
# What a state's name does without.
WORDS_OF_TIMES = {
    *("at", "on", "date", "time", "timestamp", "datetime", "sys", "ts", "when", "utc"),
    *("datum", "zeit", "am", "day"),
}
# Beside a column that is unique, an item has no more of them.
ROWS_OF_AN_ITEM = 20
# A change may be written a moment before the event that it is, in microseconds.
A_MINUTE = 60 * 10**6
# Columns that say the same of nearly all items are one event.
SAME = 0.95


@dataclass
class ItemRoles:
    item: Column
    events: dict[str, Column]
    recorded: Column | None
    dimensions: dict[str, Column] = field(default_factory=dict)
    other_times: list[Column] = field(default_factory=list)


def unique_columns(columns: list[Column]) -> list[Column]:
    """That are called like an item, and have another value in nearly each row: some
    exports have a row twice."""
    unique = [
        column
        for column in columns
        if column.distinct > max(1, RETURNS * len(column.values))
        and not column.words & ROWS
    ]
    called = [it for it in unique if it.words & {*NAMES}]
    return sorted(called, key=lambda it: min(map(NAMES.index, it.words & {*NAMES})))


def no_kinds(items: list[Column], columns: list[Column]) -> list[Column]:
    """Without what has few values beside an id: that is a kind of items."""
    unique = unique_columns(columns)
    many = [
        column
        for column in items
        if column.words & {*NAMES}
        or (
            column.distinct * ROWS_OF_AN_ITEM >= len(column.values)
            and not column.is_free_text
        )
    ]
    if unique and not many:
        raise Problem(
            f"{unique[0].name} is different in nearly every row, as if each were an "
            "item, and no columns say when it was opened and closed. Write CONFIG by "
            "hand: examples/incidents.yml is of a log of events, and "
            "examples/github.yml of one with a row per item."
        )
    return many if unique else items


def guessed_item_roles(
    columns: list[Column], times: list[Column], instants
) -> ItemRoles | None:
    """None if a row is no item. `instants` are a time's numbers in each row."""
    unique = unique_columns([column for column in columns if column not in times])
    moved = [column for column in times if not column.is_called(OTHERS)]
    begins = [it for it in moved if it.is_called(BEGINS) and it.filled >= MOSTLY]
    ends = [it for it in moved if it.is_called(ENDS)]
    if not unique or not begins or not ends:
        return None
    read = {it.name: instants(it) for it in times}
    later = _later_in_rows(moved, read)
    before = {
        it.name: sum(later[one.name, it.name] > 0 for one in moved) for it in moved
    }
    kept: list[Column] = []
    for column in sorted(moved, key=lambda it: before[it.name]):
        if not any(_are_same(read[column.name], read[it.name]) for it in kept):
            kept.append(column)
    roles = ItemRoles(unique[0], _by_state(kept), _recorded(times, kept, read))
    used = [*kept, roles.recorded]
    roles.other_times = [column for column in times if column not in used]
    return roles


def _later_in_rows(columns: list[Column], read: dict) -> dict:
    """In how many more rows the second time is later than the first."""
    later = {(it.name, it.name): 0 for it in columns}
    for one, other in combinations((it.name for it in columns), 2):
        signs = [
            (after > before) - (after < before)
            for before, after in zip(read[one], read[other], strict=True)
            if None not in (before, after)
        ]
        later[one, other] = sum(signs)
        later[other, one] = -sum(signs)
    return later


def _are_same(one: list, other: list) -> bool:
    both = [pair for pair in zip(one, other, strict=True) if any(pair)]
    return sum(a == b for a, b in both) >= SAME * len(both)


def _by_state(columns: list[Column]) -> dict[str, Column]:
    named = {}
    for column in columns:
        words = column.parted.split()
        kept = [word for word in words if word.lower() not in WORDS_OF_TIMES]
        name = " ".join(kept).capitalize() or column.name
        free = (it for it in (name, column.name, f"{name} ({column.name})"))
        named[next(it for it in free if it not in named)] = column
    return named


def _recorded(times: list[Column], events: list[Column], read: dict) -> Column | None:
    """The time of the last change, which no event comes after."""
    updated = [it for it in times if it.is_called(UPDATED) and it.filled >= 1]
    for column in sorted(updated, key=lambda it: len(it.words)):
        rows = [*zip(*(read[it.name] for it in (column, *events)), strict=True)]
        last = sum(
            row[0] is not None and row[0] + A_MINUTE >= max(filter(None, row))
            for row in rows
        )
        if last >= MOSTLY * len(rows):
            return column
    return None
