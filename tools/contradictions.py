"""Different events of one item, time and order, where nothing says which one holds: two
in the file, or one there and one that an earlier run read.
"""

import json

from console import Problem
from event_rows import LINE_NUMBER, may_number_lines
from input_rows import InputRows
from landing import STAGING, is_built
from spark_text import quoted_text


class Contradiction(Problem):
    """Nothing says which of two events came first."""


IDENTITY = "daybook_item, daybook_occurred_at, daybook_occurred_at_utc, daybook_order"
RECORDED = "daybook_recorded_at_utc"
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
# The same events in each row of an item, or one row says something else.
DIFFERENT_ROWS = """
    select daybook_item, count(*) over ()
    from (
        select
            daybook_item,
            count(*) as number,
            sum(count_if(source_row.daybook_position = 0)) over (
                partition by daybook_item
            ) as number_of_rows
        from ({rows})
        group by {identity}, daybook_state, daybook_dimensions, daybook_is_deleted
    )
    group by daybook_item, number_of_rows
    having min(number) <> number_of_rows or max(number) <> number_of_rows
    order by daybook_item
    limit 1
"""
# What an item's row had in an earlier run, and has no more, though nothing is later.
NO_MORE = """
    with
        read as ({rows}),
        known as (
            select
                {identity},
                daybook_state,
                max_by(daybook_is_deleted, version) as is_deleted,
                max(version).recorded_at as recorded_at
            from (select *, {version} as version from ({taken_in}))
            group by {identity}, daybook_state
        )
    select daybook_item, string(daybook_occurred_at), daybook_state, count(*) over ()
    from known
    left semi join read
        on read.daybook_item = known.daybook_item
        and ({is_as_late})
    left anti join read using ({identity})
    where not is_deleted
    order by daybook_item
    limit 1
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
        different = DIFFERENT_ROWS.format(identity=IDENTITY, rows=rows.sql)
        for item, number in rows.server.query(different):
            raise Problem(_told_rows(rows, item, number))
        return
    if found := _tied(rows, _in_file(rows)):
        item, time, _, _, number = found
        raise Contradiction(_told(rows, item, time, number))


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
        recorded, is_as_late = "daybook_occurred_at_utc", "true"
        if rows.source["recorded_at"]:
            recorded = RECORDED
            is_as_late = f"read.{RECORDED} = known.recorded_at"
        no_more = NO_MORE.format(
            rows=rows.sql,
            taken_in=taken_in,
            identity=IDENTITY,
            version=f"struct({recorded} as recorded_at, daybook_is_deleted)",
            is_as_late=is_as_late,
        )
        for item, time, state, number in rows.server.query(no_more):
            raise Problem(_told_no_more(rows, item, time, state, number))


def _in_file(rows: InputRows) -> str:
    return IN_FILE.format(identity=IDENTITY, recorded=_recorded(rows), rows=rows.sql)


def _recorded(rows: InputRows) -> str:
    return f"{RECORDED}," if rows.source["recorded_at"] else ""


def _tied(rows: InputRows, sql: str) -> tuple | None:
    """The first item and time with such events, two of them, and how many cases there
    are."""
    tied = TIED.format(identity=IDENTITY, recorded=_recorded(rows), rows=sql)
    return next(iter(rows.server.query(tied)), None)


def _told(rows: InputRows, item: str, time: str, number: int) -> str:
    way_out = "name a column that does in `order`"
    if rows.source["order"]:
        way_out = "`order` does not tell them apart: name another column there, too"
    if may_number_lines(rows.origin.events, rows.source):
        way_out += f", or `{LINE_NUMBER}` if the lines are in order"
    return (
        f"{rows.name}: {rows.source['item']} {item} has different events at {time}"
        f"{_places(rows, item, time)}, and nothing says which came first: {way_out}, "
        f"or leave one out with `where`.{_more(number)}"
    )


def _told_change(
    rows: InputRows, item: str, time: str, was: str, now: str, number: int
) -> str:
    way_out = "name another `schema`, which gets the whole file as it is now"
    if recorded := rows.source["recorded_at"]:
        way_out = f"a row that corrects another needs a later {recorded} (recorded_at)"
    return (
        f"{rows.name}: an earlier run read another event of {rows.source['item']} "
        f"{item} at {time}{_places(rows, item, time)}: "
        f"{', '.join(_changes(rows.source, was, now))}. Nothing says which one holds: "
        f"{way_out}.{_more(number)}"
    )


def _told_rows(rows: InputRows, item: str, number: int) -> str:
    later = "name the column that says when a row was changed in `recorded_at`"
    if rows.source["recorded_at"]:
        later = f"{rows.source['recorded_at']} (recorded_at) is the same in them"
    return (
        f"{rows.name}: {rows.source['item']} {item} has rows that differ"
        f"{_places(rows, item)}, and nothing says which is the last: {later}, or leave "
        f"one out with `where`.{_more(number)}"
    )


def _told_no_more(
    rows: InputRows, item: str, time: str, state: str, number: int
) -> str:
    given = rows.source["events"].get(state, "its row")
    if recorded := rows.source["recorded_at"]:
        later = f"a row that changes needs a later {recorded} (recorded_at)"
    else:
        later = (
            "name another `schema`, which gets the file as it is now, and with it the "
            "column that says when a row was changed in `recorded_at`"
        )
    return (
        f"{rows.name}: an earlier run read that {rows.source['item']} {item} was "
        f"{state} at {time}, which {given} does not say any more{_places(rows, item)}. "
        f"Nothing says when that has changed: {later}.{_more(number)}"
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


def _places(rows: InputRows, item: str, time: str | None = None) -> str:
    same = f"daybook_item = {quoted_text(item)} and not daybook_is_deleted"
    if time:
        same += f" and daybook_occurred_at = '{time}'"
    else:
        same += " and source_row.daybook_position = 0"
    found = rows.places(rows.rows(same))
    places = [place for place in found if place]
    return f" in {' and '.join(places)}" if places else ""


def _more(number: int) -> str:
    return f" There are {number:,} such cases." if number > 1 else ""
