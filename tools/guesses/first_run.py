"""What a first run would make of a log, and in which states its items come to rest."""

import re
import unicodedata
from dataclasses import dataclass

from input_rows import TOLERANT, InputRows

# Without accents.
FINAL = {
    *("closed", "done", "completed", "complete", "resolved", "cancelled", "canceled"),
    *("rejected", "delivered", "finished", "ended", "paid", "archived", "abandoned"),
    *("zugestellt", "erledigt", "abgeschlossen", "geschlossen", "storniert", "beendet"),
    *("abgelehnt", "bezahlt", "termine", "ferme", "annule", "livre", "cerrado"),
    *("entregado", "completado", "chiuso", "consegnato"),
}
# How often a state must be an item's last: if its name says so, and if it does not.
SHARE_IF_CALLED, SHARE = 0.5, 0.95
VISITS = 5
# If less of the items end in those, the states that end many are among them.
EXPLAINED, MANY = 0.8, 0.05
FOLLOWED = """
    select
        *,
        lag(struct(daybook_state, daybook_dimensions)) over in_order as before,
        lead(daybook_state) over in_order is null as is_last
    from (
        select distinct daybook_item, daybook_occurred_at, daybook_occurred_at_utc,
            daybook_order, daybook_state, daybook_dimensions
        from ({rows})
        where size(daybook_problems) = 0
    )
    window in_order as (
        partition by daybook_item
        order by date(daybook_occurred_at), daybook_occurred_at_utc,
            daybook_occurred_at, daybook_order
    )
"""
# What changes an item is an entry, and another one out of what was before.
POSTED = """
    select count(*), count(distinct daybook_item),
        2 * count_if(not before <=> struct(daybook_state, daybook_dimensions))
        - count(distinct daybook_item),
        date(min(daybook_occurred_at)), date(max(daybook_occurred_at))
    from ({followed})
"""
ENDS = """
    select daybook_state, count(*), count(distinct daybook_item), count_if(is_last),
        count_if(
            is_last
            and datediff(date'{last}', daybook_occurred_at)
            >= datediff(date'{last}', date'{first}') / 10
        )
    from ({followed})
    group by daybook_state
    order by count_if(is_last) desc, daybook_state
"""


@dataclass
class FirstRun:
    events: int
    items: int
    entries: int
    # As Spark writes them; none without events.
    first_day: str | None
    last_day: str | None


@dataclass
class End:
    """How often items entered a state, and were there last."""

    state: str
    visits: int
    items: int
    last: int
    # Before the last tenth of the days, in which items may still go on.
    last_early: int

    @property
    def is_final(self) -> bool:
        if FINAL & {*re.findall(r"\w+", without_accents(self.state.lower()))}:
            return self.last >= SHARE_IF_CALLED * self.visits
        is_seldom_left = self.last >= SHARE * self.visits
        return self.visits >= VISITS and self.last_early > 0 and is_seldom_left


def first_run(rows: InputRows) -> FirstRun:
    followed = FOLLOWED.format(rows=rows.sql)
    (found,) = rows.server.query(TOLERANT, POSTED.format(followed=followed))
    return FirstRun(*found)


def last_states(rows: InputRows, posted: FirstRun) -> list[End]:
    """Those in which items ended, the most usual first."""
    if not posted.events:
        return []
    followed = FOLLOWED.format(rows=rows.sql)
    days = {"first": posted.first_day, "last": posted.last_day}
    found = rows.server.query(TOLERANT, ENDS.format(followed=followed, **days))
    return [end for end in (End(*each) for each in found) if end.last]


def final_states(ends: list[End]) -> list[str]:
    found = [end for end in ends if end.is_final]
    total = sum(end.last for end in ends)
    if sum(end.last for end in found) < EXPLAINED * total:
        found = [
            end
            for end in ends
            if end in found
            or (
                end.last >= MANY * total
                and end.last_early >= VISITS
                and end.last >= SHARE_IF_CALLED * end.items
            )
        ]
    return sorted(end.state for end in found)


def without_accents(text: str) -> str:
    parted = unicodedata.normalize("NFD", text)
    return "".join(c for c in parted if not unicodedata.combining(c))
