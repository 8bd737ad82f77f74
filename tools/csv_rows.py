"""CSV files' rows, looked at before Spark reads them: it reads any, silently.

DuckDB finds delimiters and bad rows, too, but cannot do this: it reads three of the
encodings, does not report a line that ends differently from the first, and is not
available for Python 3.10.
"""

import csv
import re
from itertools import islice
from pathlib import Path

from console import Problem
from text_files import open_text

# What separates cells, the most usual first.
DELIMITERS = (",", ";", "\t", "|")
ROWS_TO_LOOK_AT = 50
# Python's limit is for texts of 128 KB; Spark has none.
csv.field_size_limit(2**31 - 1)


def check_rows(
    parts: list[Path], encoding: str = "UTF-8", delimiter: str = ","
) -> None:
    """Refuses a quote that is left open, rows of more or fewer cells than names, and
    files of one folder that have other names."""
    names_of = {}
    for part in parts:
        try:
            names_of[part] = names = checked_names(part, encoding, delimiter)
        except csv.Error as error:
            seems = _other_delimiter(part, encoding, delimiter)
            raise Problem(f"EVENTS {part}: {error}.{seems}") from error
        seems = _other_delimiter(part, encoding, delimiter)
        if len(names) == 1 and seems:
            raise Problem(f"EVENTS {part}: its first line has one name alone.{seems}")
        if names != names_of[parts[0]]:
            raise Problem(
                f"EVENTS {part}: its columns are {', '.join(names)}, and those of "
                f"{parts[0].name} beside it are {', '.join(names_of[parts[0]])}: files "
                "of one folder must have the same columns in the same order."
            )


def checked_names(
    file: Path, encoding: str = "UTF-8", delimiter: str = ","
) -> list[str]:
    """Those in its first line. A csv.Error says what is wrong, and in which line."""
    names, first, line = [], 1, [""]
    with open_text(file, encoding) as text:
        rows = csv.reader(_noted(text, line), delimiter=delimiter, strict=True)
        try:
            for row in rows:
                ending = line[0][len(line[0].rstrip("\r\n")) :]
                if not names:
                    names, endings = row, (ending, "")
                    if re.fullmatch("sep=.?", line[0].strip(), re.I):
                        raise csv.Error(
                            f"{line[0].strip()} is for Excel alone: remove it"
                        )
                if row and len(row) != len(names):
                    raise csv.Error(
                        f"{len(row)} cells, where the first line has {len(names)} names"
                    )
                # Spark goes by the first line: CR would be a part of the last cell.
                if ending not in endings:
                    raise csv.Error(f"it ends in {ending!r}, line 1 in {endings[0]!r}")
                first = rows.line_num + 1
        except csv.Error as error:
            said = str(error).replace("unexpected end of data", "a quote is left open")
            raise csv.Error(f"{_place(first, rows.line_num)}: {said}") from error
    if not names:
        raise csv.Error("it has no columns")
    return names


def likely_delimiter(file: Path, encoding: str = "UTF-8") -> str | None:
    """The one by which the first rows have the same number of cells, and most cells;
    none if there is one cell in a row by any."""
    cells = {each: _cells_of_rows(file, encoding, each) for each in DELIMITERS}
    best = max(DELIMITERS, key=cells.get)
    return best if cells[best] > 1 else None


def _cells_of_rows(file: Path, encoding: str, delimiter: str) -> int:
    """In each of the first rows; 0 if they differ."""
    with open_text(file, encoding) as text:
        try:
            rows = csv.reader(text, delimiter=delimiter)
            numbers = {len(row) for row in islice(rows, ROWS_TO_LOOK_AT) if row}
        except csv.Error:
            return 0
    return numbers.pop() if len(numbers) == 1 else 0


def _other_delimiter(file: Path, encoding: str, delimiter: str) -> str:
    likely = likely_delimiter(file, encoding)
    if likely in (None, delimiter):
        return ""
    shown = "tab" if likely == "\t" else f'"{likely}"'
    return f" It seems to be separated by another: name `delimiter: {shown}` in CONFIG."


def _noted(lines, line: list):
    for line[0] in lines:
        yield line[0]


def _place(first: int, last: int) -> str:
    """A quoted cell may hold line breaks, and one that is never closed does."""
    if first == last:
        return f"line {first}"
    return f"lines {first} to {last}, one row by their quotes"
