"""In which lines of the user's files rows are that Spark has read from them."""

import csv
import json
from collections.abc import Iterator
from urllib.parse import unquote

from event_files import Events
from text_files import open_text


def places_of(
    events: Events, source: dict, columns: list[str], rows: list[tuple]
) -> list[str | None]:
    """Of each row, the first line with the same cells; none if there are no lines."""
    wanted = [dict(zip(columns, row, strict=True)) for row in rows]
    places: list[str | None] = [None] * len(rows)
    for place, cells in _cells(events, source, columns):
        for number, row in enumerate(wanted):
            if places[number] is None and _are_same(cells, row) and place not in places:
                places[number] = place
                break
        if None not in places:
            break
    return places


def _are_same(cells: dict, row: dict) -> bool:
    """As text; what JSON has nested is not compared."""
    return all(
        _is_same(cells.get(name), value)
        for name, value in row.items()
        if not isinstance(cells.get(name), list | dict)
    )


def _is_same(cell: str | None, value) -> bool:
    # Spark takes the name of a folder such as day=01 for a number.
    if cell and isinstance(value, int):
        return int(cell) == value
    return cell == (value if value is None else str(value))


def _cells(
    events: Events, source: dict, columns: list[str]
) -> Iterator[tuple[str, dict]]:
    readers = {"csv": _of_csv, "json": _of_json}
    if events.format not in readers:
        return
    delimiter = events.delimiter(source)
    for part in events.parts:
        of_file, of_folders = "", {}
        if part != events.path:
            file = part.relative_to(events.path)
            of_file = f" of {file}" if len(events.parts) > 1 else ""
            of_folders = dict(map(_of_folder, file.parts[:-1]))
        with open_text(part, source["encoding"]) as text:
            for line, cells in readers[events.format](text, delimiter, columns):
                yield f"line {line}{of_file}", cells | of_folders


def _of_folder(folder: str) -> tuple[str, str | None]:
    """A column and its value, as Hive and Spark write them."""
    name, value = map(unquote, folder.split("=", 1))
    return name, None if value == "__HIVE_DEFAULT_PARTITION__" else value


def _of_csv(text, delimiter: str, columns: list[str]) -> Iterator[tuple[int, dict]]:
    """By their places, for Spark gives names to columns without one. It ends lines
    within a cell by LF alone, and an empty cell is NULL."""
    rows = csv.reader(text, delimiter=delimiter)
    next(rows)
    first = rows.line_num + 1
    for row in rows:
        cells = [cell.replace("\r\n", "\n") or None for cell in row]
        yield first, dict(zip(columns, cells, strict=False))
        first = rows.line_num + 1


def _of_json(text, *_) -> Iterator[tuple[int, dict]]:
    for number, line in enumerate(text, 1):
        if line.strip():
            values = json.loads(line, parse_int=str, parse_float=str)
            yield number, {name: _as_spark(value) for name, value in values.items()}


def _as_spark(value):
    return str(value).lower() if isinstance(value, bool) else value
