"""Different events of one item, time and order, where nothing says which one holds: two
in the file, or one there and one that an earlier run read.
"""

import json

from console import Problem
from event_rows import LINE_NUMBER, may_number_lines, numbers_lines
from input_rows import IDENTITY, RECORDED, TOLERANT, InputRows, in_lines, more
from item_rows import (
    WITHOUT_RECORDED_AT,
    refuse_changed_rows,
    refuse_different_rows,
)
from landing import STAGING, is_built
from spark_text import quoted_text

# As accept_events has it. The event that was read comes before that of the file.
TIED = """
    select
        daybook_item,
        string(daybook_occurred_at),
        to_json(max_by(event, is_known)),
        to_json(min_by(event, is_known)),
        count(*) over ()
    from (
        select
            *,
            max(version) over (partition by {identity}) = version
            and not daybook_is_deleted
            and not (min(event) over (partition by {identity}, version))
            <=> (max(event) over (partition by {identity}, version)) as is_tied
        from (
            select
                {identity},
                daybook_is_deleted,
                struct({recorded} daybook_is_deleted) as version,
                struct(daybook_state, daybook_dimensions) as event,
                is_known
            from ({rows})
        )
    )
    where is_tied
    group by {identity}
    order by daybook_occurred_at, daybook_item
    limit 1
"""
IN_FILE = """
    select
        {identity},
        {recorded}
        daybook_is_deleted,
        daybook_state,
        daybook_dimensions,
        false as is_known
    from ({rows})
"""
TAKEN_IN = """
    select
        issue_id as daybook_item,
        event_at as daybook_occurred_at,
        event_at_utc as daybook_occurred_at_utc,
        event_order as daybook_order,
        {recorded}
        is_deleted as daybook_is_deleted,
        status as daybook_state,
        struct({dimensions} 0 as daybook_none) as daybook_dimensions,
        true as is_known
    from {schema}.{staging}
"""


def refuse_contradictions(rows: InputRows) -> None:
    """Looks for such events in two rows of the file."""
    if rows.source["events"]:
        refuse_different_rows(rows)
        return
    if found := _tied(rows, _in_file(rows)):
        item, time, _, _, number = found
        raise Problem(_told(rows, item, time, number))


def has_ties(rows: InputRows) -> bool:
    """Whether such events are among the rows that can be used."""
    usable = f"select * from ({rows.sql}) where size(daybook_problems) = 0"
    return bool(_tied(rows, _in_file(rows, usable), TOLERANT))


def refuse_changes(rows: InputRows) -> None:
    """Looks for a row of the file that differs from what an earlier run read."""
    schema = rows.source["schema"]
    if not is_built(rows.server, schema):
        return
    taken_in = TAKEN_IN.format(
        recorded=f"recorded_at as {RECORDED}," if rows.source["recorded_at"] else "",
        dimensions="".join(f"{name}, " for name in rows.source["dimensions"] or {}),
        schema=schema,
        staging=STAGING,
    )
    if found := _tied(rows, f"{_in_file(rows)} union all {taken_in}"):
        raise Problem(_told_change(rows, *found))
    if rows.source["events"]:
        refuse_changed_rows(rows, taken_in)


def _in_file(rows: InputRows, sql: str | None = None) -> str:
    recorded = _recorded(rows)
    return IN_FILE.format(identity=IDENTITY, recorded=recorded, rows=sql or rows.sql)


def _recorded(rows: InputRows) -> str:
    return f"{RECORDED}," if rows.source["recorded_at"] else ""


def _tied(rows: InputRows, sql: str, *settings: str) -> tuple | None:
    """The first item and time with such events, two of them, and how many cases there
    are."""
    tied = TIED.format(identity=IDENTITY, recorded=_recorded(rows), rows=sql)
    return next(iter(rows.server.query(*settings, tied)), None)


def _told(rows: InputRows, item: str, time: str, number: int) -> str:
    way_out = "name a column that does in `order`"
    if rows.source["order"]:
        way_out = "`order` does not tell them apart: name another column there, too"
    if may_number_lines(rows.origin.events, rows.source, rows.columns):
        way_out += f", or `{LINE_NUMBER}` if the lines are in order"
    places = in_lines(rows, _same(item, time))
    return (
        f"{rows.name}: {rows.source['item']} {item} has different events at {time}"
        f"{places}, and nothing says which came first: {way_out}, or leave one out "
        f"with `where`.{more(number)}"
    )


def _told_change(
    rows: InputRows, item: str, time: str, was: str, now: str, number: int
) -> str:
    way_out = "name another `schema`, which gets the whole file as it is now"
    if rows.source["events"]:
        way_out = WITHOUT_RECORDED_AT
    if numbers_lines(rows.origin.events, rows.source, rows.columns):
        way_out = (
            f"if you have changed `where`, write it as it was, because {LINE_NUMBER} "
            f"counts the rows that it leaves, or {way_out}"
        )
    if recorded := rows.source["recorded_at"]:
        way_out = f"a row that corrects another needs a later {recorded} (recorded_at)"
    return (
        f"{rows.name}: an earlier run read another event of {rows.source['item']} "
        f"{item} at {time}{in_lines(rows, _same(item, time))}: "
        f"{', '.join(_changes(rows.source, was, now))}. Nothing says which one holds: "
        f"{way_out}.{more(number)}"
    )


def _changes(source: dict, *events: str):
    """What is different in the two, by its name in CONFIG."""
    dimensions = source["dimensions"] or {}
    values = []
    for event in map(json.loads, events):
        others = map(event["daybook_dimensions"].get, dimensions)
        values.append([event.get("daybook_state"), *others])
    named = [("state", source["state"]), *dimensions.items()]
    for (key, given), was, now in zip(named, *values, strict=True):
        if was != now:
            yield f"{given} ({key}) was {_shown(was)} and is now {_shown(now)}"


def _shown(value: str | None) -> str:
    return "empty" if value is None else repr(value)


def _same(item: str, time: str) -> str:
    return f"daybook_item = {quoted_text(item)} and daybook_occurred_at = '{time}'"
