"""What the models read of a landed log: its rows, each with what the table lacks."""

import re
from pathlib import Path

from configuration import in_sql
from console import Problem
from event_files import Events
from spark_text import quoted_text

LINE_NUMBER = "line_number"
NEWEST_FIRST = re.compile(rf"\s*-\s*{LINE_NUMBER}\s*", re.I)
# By the name of the file, so that a file beside it changes no number, and from the end
# at which it does not grow. Spark divides a long file into blocks, and numbers what it
# reads of each in the order of its lines.
NUMBERED = """
    select
        * except (daybook_file, daybook_block, daybook_row),
        {sign}row_number() over (
            partition by ({item}), ({occurred_at}), daybook_file
            order by daybook_block {direction}, daybook_row {direction}
        ) as line_number
    from (
        select
            *,
            input_file_name() as daybook_file,
            input_file_block_start() as daybook_block,
            monotonically_increasing_id() as daybook_row
        from {table}
    )
    where true and ({where})
"""
# One row per time that is there. A row without any keeps its place, to be counted.
EVENTS_OF_ITEMS = """
    select daybook_rows.*, daybook_position, daybook_event
    from (select * from {table} where true and ({where})) as daybook_rows
    lateral view outer posexplode(
        filter(array({events}), event -> event.is_there)
    ) as daybook_position, daybook_event
"""
# Columns of other types would be cast to one of them, and times lose their zones.
EVENT = """
    struct(
        {state} as state,
        {text} is not null as is_there,
        {time} as occurred_at,
        {number} as number
    )
"""
TEXT = """
    nullif(
        trim(
            if(
                typeof({of}) = 'timestamp',
                date_format(
                    try_cast({of} as timestamp), 'yyyy-MM-dd HH:mm:ss.SSSSSSXXX'
                ),
                cast({of} as string)
            )
        ),
        ''
    )
"""
# It would give NULL for a text in another form, or end the query for an empty one.
READ_BY_A_PATTERN = re.compile(
    r"(to_timestamp(?:_ntz)?)\s*\((.*),\s*('(?:[^'\\]|\\.)*')\s*\)", re.S | re.I
)


def read_as(events: Events, config: Path, source: dict, table: str, columns: list):
    """The source in SQL, with the `relation` that its expressions are about."""
    sql = in_sql(source, columns) | {"relation": table}
    given = sql | {"table": table, "where": source["where"] or "true"}
    if source["events"]:
        listed = enumerate(sql["events"].items(), 1)
        each = [_event(number, *event) for number, event in listed]
        given["events"] = ", ".join(each)
        return sql | {
            "relation": f"({EVENTS_OF_ITEMS.format(**given)})",
            "state": "daybook_event.state",
            "occurred_at": "daybook_event.occurred_at",
            "order": ["daybook_event.number"],
            "is_row_per_item": True,
        }
    if numbers_lines(events, source, columns):
        for key in ("recorded_at", "is_deleted"):
            if source[key]:
                raise Problem(
                    f"CONFIG {config}: order: a row that corrects another has another "
                    f"{LINE_NUMBER}, so leave out {key}, or name another column in "
                    "`order`."
                )
        is_newest_first = any(NEWEST_FIRST.fullmatch(it) for it in source["order"])
        sign, direction = ("-", "desc") if is_newest_first else ("", "asc")
        numbered = NUMBERED.format(**given, sign=sign, direction=direction)
        sql["relation"] = f"({numbered})"
    return sql


def _event(number: int, state: str, expression: str) -> str:
    found = READ_BY_A_PATTERN.fullmatch(expression.strip())
    if found and _is_balanced(found[2]):
        text = TEXT.format(of=found[2])
        time = TEXT.format(of=f"{found[1]}({text}, {found[3]})")
    else:
        text = time = TEXT.format(of=expression)
    named = {"state": quoted_text(state), "text": text, "time": time}
    return EVENT.format(number=number, **named)


def _is_balanced(text: str) -> bool:
    """Whether no parenthesis is closed before it is opened."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0


def may_number_lines(events: Events, source: dict, columns: list[str]) -> bool:
    """Whether they would say more than `order` does."""
    corrects = source["recorded_at"] or source["is_deleted"] or source["events"]
    return _has_numbers(events, columns) and not corrects and not _is_named(source)


def numbers_lines(events: Events, source: dict, columns: list[str]) -> bool:
    return _has_numbers(events, columns) and _is_named(source)


def _is_named(source: dict) -> bool:
    return any(re.search(rf"\b{LINE_NUMBER}\b", it, re.I) for it in source["order"])


def _has_numbers(events: Events, columns: list[str]) -> bool:
    """A column of that name is the file's own."""
    is_own = LINE_NUMBER in map(str.lower, columns)
    return events.format in ("csv", "json") and not is_own
