"""What a run says of a log whose items may count as on hand although they are done."""

from difflib import get_close_matches

import yaml

from console import say
from input_rows import InputRows
from spark_text import quoted_text

# States of which a run says how many items they hold.
SHOWN = 6
# So many are looked at.
STATES = 1000
# Items that would rest if their last day ended with its terminal state.
ENDED_TOO_EARLY = """
    select count(*)
    from (
        select max(daybook_occurred_at) filter (where is_end) as ended_at,
            max(daybook_occurred_at) filter (where not is_end) as others_at
        from (select *, daybook_state in ({states}) as is_end from ({rows}))
        group by daybook_item
    )
    where ended_at = cast(date(others_at) as timestamp_ntz) and ended_at < others_at
"""


def advise_of_states(rows: InputRows) -> None:
    """A terminal state that is misspelt leaves items on hand forever."""
    read = f"select distinct daybook_state from ({rows.sql}) limit {STATES}"
    states = [state for (state,) in rows.server.query(read)]
    for state in rows.source["terminal_states"]:
        if state not in states and len(states) < STATES:
            near = get_close_matches(state, states, 1)
            meant = f": is {near[0]!r} meant?" if near else "."
            say(
                f"CONFIG {rows.origin.config}: terminal_states: no event of the log "
                f"has the state {state!r}{meant}"
            )


def advise_of_days(rows: InputRows) -> None:
    """In a log with a row per item, a column may have days, and another one times."""
    if not (rows.source["events"] and rows.source["terminal_states"]):
        return
    states = ", ".join(map(quoted_text, rows.source["terminal_states"]))
    ((count,),) = rows.server.query(
        ENDED_TOO_EARLY.format(states=states, rows=rows.sql)
    )
    if count:
        say(
            f"CONFIG {rows.origin.config}: events: {count:,} items reach a terminal "
            "state at 00:00 of a day on which another state comes later, so they stay "
            "on hand. If that time is a day without a clock, give it one, as in "
            "`concat(nullif(closed, ''), ' 23:59:59')`."
        )


def advise(terminal_states: list[str], on_hand: list[tuple], items: int) -> None:
    """Where done items count as on hand, they hide all others."""
    if not on_hand or not items:
        return
    total = sum(row[-1] for row in on_hand)
    if terminal_states:
        say(
            f"Not in a terminal state at the end: {total:,} of {items:,} items "
            f"({100 * total / items:.3g} %)."
        )
    elif total:
        counts = ", ".join(f"{state} {row[-1]:,}" for state, *row in on_hand[:SHOWN])
        first = [on_hand[0][0]]
        states = yaml.safe_dump(first, default_flow_style=True, allow_unicode=True)
        say(
            f"No state is terminal, and {total:,} items are on hand: {counts}. If they "
            "rest in some of these states, add them, as in `terminal_states: "
            f"{states.strip()}`, to CONFIG, and name another `schema`, because this "
            "one is built without them."
        )
