"""The paths that a user gives: what they mean, and what Spark reads of a folder."""

import os
import re
from contextlib import suppress
from pathlib import Path


def given_path(given: str) -> Path:
    """Links are not followed, so a file keeps the name that its user gave."""
    path = Path(given)
    with suppress(RuntimeError):
        path = path.expanduser()
    return Path(os.path.normpath(path.absolute()))


def has_utf_8_name(path: Path) -> bool:
    try:
        return bool(str(path).encode())
    except UnicodeEncodeError:
        return False


def shown_parts(folder: Path) -> list[Path]:
    """What Spark reads of a folder. It follows links to folders."""
    files = [
        Path(above, name)
        for above, _, names in os.walk(folder, followlinks=True)
        for name in names
        if Path(above, name).is_file()
    ]
    return [
        file
        for file in sorted(files)
        if not re.search(r"(^|/)(\.|_[^/=]*(/|$))", str(file.relative_to(folder)))
    ]
