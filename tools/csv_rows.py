"""A CSV file's rows, looked at before Spark reads them: it takes in any, silently."""

import csv
from pathlib import Path

from console import Problem, Progress, spoken


def check_rows(file: Path) -> None:
    """Refuses a quote that is left open, and rows of more or fewer cells than names."""
    for part in [file] if file.is_file() else sorted(file.rglob("*.csv")):
        with spoken(Progress(f"looking through {part.name}")):
            try:
                checked_names(part)
            except csv.Error as error:
                raise Problem(f"EVENTS {part}: {error}.") from error


def checked_names(file: Path, errors: str = "replace") -> list[str]:
    """The names in its first line. A csv.Error says what is wrong, and in which line;
    errors is what becomes of characters that are not UTF-8, as in open()."""
    names, first, line = [], 1, [""]
    with file.open(encoding="utf-8-sig", errors=errors, newline="") as text:
        rows = csv.reader(_noted(text, line), strict=True)
        try:
            for row in rows:
                ending = line[0][len(line[0].rstrip("\r\n")) :]
                if not names:
                    names, endings = row, (ending, "")
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


def _noted(lines, line: list):
    for line[0] in lines:
        yield line[0]


def _place(first: int, last: int) -> str:
    """A quoted cell may hold line breaks, and one that is never closed does."""
    if first == last:
        return f"line {first}"
    return f"lines {first} to {last}, one row by their quotes"
