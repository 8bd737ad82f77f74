"""Rows of a log with a row per item: which of an item's rows holds, if they differ."""

from console import Problem
from input_rows import IDENTITY, RECORDED, InputRows, in_lines, more
from spark_text import quoted_text

WITHOUT_RECORDED_AT = (
    "name another `schema`, which gets the file as it is now, and with it the column "
    "that says when a row was changed in `recorded_at`"
)
# The same events in each row of an item, or one row says something else.
DIFFERENT = """
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
CHANGED = """
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


def refuse_different_rows(rows: InputRows) -> None:
    different = DIFFERENT.format(identity=IDENTITY, rows=rows.sql)
    for item, number in rows.server.query(different):
        raise Problem(_told_different(rows, item, number))


def refuse_changed_rows(rows: InputRows, taken_in: str) -> None:
    """Changed since an earlier run read them."""
    recorded, is_as_late = "daybook_occurred_at_utc", "true"
    if rows.source["recorded_at"]:
        recorded, is_as_late = RECORDED, f"read.{RECORDED} = known.recorded_at"
    changed = CHANGED.format(
        rows=rows.sql,
        taken_in=taken_in,
        identity=IDENTITY,
        version=f"struct({recorded} as recorded_at, daybook_is_deleted)",
        is_as_late=is_as_late,
    )
    for item, time, state, number in rows.server.query(changed):
        raise Problem(_told_changed(rows, item, time, state, number))


def _told_different(rows: InputRows, item: str, number: int) -> str:
    later = "name the column that says when a row was changed in `recorded_at`"
    if rows.source["recorded_at"]:
        later = f"{rows.source['recorded_at']} (recorded_at) is the same in them"
    return (
        f"{rows.name}: {rows.source['item']} {item} has rows that differ"
        f"{in_lines(rows, _first(item))}, and nothing says which is the last: {later}, "
        f"or leave one out with `where`.{more(number)}"
    )


def _told_changed(
    rows: InputRows, item: str, time: str, state: str, number: int
) -> str:
    given, places = rows.source["events"].get(state), in_lines(rows, _first(item))
    later = WITHOUT_RECORDED_AT
    if recorded := rows.source["recorded_at"]:
        later = f"a row that changes needs a later {recorded} (recorded_at)"
    return (
        f"{rows.name}: an earlier run read that {rows.source['item']} {item} was "
        f"{state} at {time}, which {given} no longer says{places}. Nothing says "
        f"when that has changed: {later}.{more(number)}"
    )


def _first(item: str) -> str:
    """One of the events that a row has."""
    return f"daybook_item = {quoted_text(item)} and source_row.daybook_position = 0"
