"""A CSV file's rows, looked at before Spark reads them: it takes in any, silently."""

import csv
import re
from pathlib import Path

from console import Problem, Progress, spoken
from text_files import open_text, text_flaw


def check_rows(file: Path, encoding: str = "UTF-8") -> None:
    """Refuses what is no text, a quote that is left open, and rows of more or fewer
    cells than names."""
    for part in [file] if file.is_file() else _shown_parts(file):
        with spoken(Progress(f"looking through {part.name}")):
            if flaw := text_flaw(part, encoding):
                raise Problem(f"EVENTS {part}: {flaw}. {_way_out(encoding)}")
            try:
                checked_names(part, encoding)
            except csv.Error as error:
                raise Problem(f"EVENTS {part}: {error}.") from error


def _way_out(encoding: str) -> str:
    if encoding != "UTF-8":
        return "Name its own encoding in CONFIG, or none if that is UTF-8."
    return (
        "Save it as UTF-8, or name its encoding in CONFIG, as in `encoding: "
        "windows-1252` or `encoding: UTF-16`."
    )


def _shown_parts(folder: Path) -> list[Path]:
    """What Spark reads of a folder, whatever its names end in."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [
        file
        for file in sorted(files)
        if not re.search(r"(^|/)(\.|_[^/=]*(/|$))", str(file.relative_to(folder)))
    ]


def checked_names(file: Path, encoding: str = "UTF-8") -> list[str]:
    """Those in its first line. A csv.Error says what is wrong, and in which line."""
    names, first, line = [], 1, [""]
    with open_text(file, encoding) as text:
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
