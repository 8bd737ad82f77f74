"""What of a file Spark would misread without a word, looked for before Spark reads it.

Types are Spark's to check: it refuses what it cannot read as one.
"""

import csv
import json
from pathlib import Path

from console import Problem
from csv_rows import checked_names
from text_files import open_text, text_flaw


def refusal(name: str, flaw: str) -> Problem:
    return Problem(f"{name}: {flaw}: mend or remove it; nothing was landed with it.")


def flaw(file: Path, form: str, columns: list[str]) -> str | None:
    if form == "parquet":
        return None
    if found := text_flaw(file):
        return found
    if form == "json":
        return _json_flaw(file)
    try:
        return _csv_flaw(file, columns)
    except csv.Error as error:
        return str(error)


def _csv_flaw(file: Path, columns: list[str]) -> str | None:
    names = checked_names(file)
    if [name.lower() for name in names] == [name.lower() for name in columns]:
        return None
    found, wanted = ", ".join(names), ", ".join(columns)
    return f"its first line is {found}, where --columns has {wanted}"


def _json_flaw(file: Path) -> str | None:
    """Spark reads the first object of a line, and passes over what comes after it."""
    with open_text(file) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and not _is_object(line):
                return f"line {number} is not one JSON object"
    return None


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False
