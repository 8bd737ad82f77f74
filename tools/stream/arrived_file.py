"""What of a file Spark would misread without a word, looked for before Spark reads it.

Types are Spark's to check: it refuses what it cannot read as one.
"""

import csv
from pathlib import Path

from console import Problem
from csv_rows import checked_names
from json_lines import json_flaw
from text_files import text_flaw


def refusal(name: str, flaw: str) -> Problem:
    return Problem(f"{name}: {flaw}: correct or remove it; nothing was landed with it.")


def flaw(file: Path, form: str, columns: list[str]) -> str | None:
    if form == "parquet":
        return None
    if found := text_flaw(file):
        return found
    if form == "json":
        return json_flaw(file)
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
