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
    select daybook_state, count(*), count_if(is_last),
        count_if(
            is_last
            and datediff(date'{last}', daybook_occurred_at)
            >= datediff(date'{last}', date'{first}') / 10
        )
    from ({followed})
    group by daybook_state
    order by daybook_state
"""


@dataclass
class FirstRun:
    events: int
    items: int
    entries: int
    # As Spark writes them; none without events.
    first_day: str | None
    last_day: str | None


def first_run(rows: InputRows) -> FirstRun:
    followed = FOLLOWED.format(rows=rows.sql)
    (found,) = rows.server.query(TOLERANT, POSTED.format(followed=followed))
    return FirstRun(*found)


def final_states(rows: InputRows, posted: FirstRun) -> list[str]:
    """Those from which items seldom go on. In the last tenth of the days they may still
    do so."""
    if not posted.events:
        return []
    followed = FOLLOWED.format(rows=rows.sql)
    days = {"first": posted.first_day, "last": posted.last_day}
    found = rows.server.query(TOLERANT, ENDS.format(followed=followed, **days))
    return [state for state, *visits in found if is_final(state, *visits)]


def is_final(state: str, visits: int, last: int, last_early: int) -> bool:
    if FINAL & {*re.findall(r"\w+", without_accents(state.lower()))}:
        return last >= SHARE_IF_CALLED * visits
    return visits >= VISITS and last_early > 0 and last >= SHARE * visits


def without_accents(text: str) -> str:
    parted = unicodedata.normalize("NFD", text)
    return "".join(c for c in parted if not unicodedata.combining(c))
