"""Files with one JSON object a line. Spark reads the first object of a line, and passes
over what comes after it."""

import json
from pathlib import Path

from text_files import open_text


def json_flaw(file: Path) -> str | None:
    with open_text(file) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and not _is_object(line):
                return f"line {number} is not one JSON object"
    return None


def _is_object(line: str) -> bool:
    try:
        # Spark reads a number of any length.
        return isinstance(json.loads(line, parse_int=str), dict)
    except (ValueError, RecursionError):
        return False
