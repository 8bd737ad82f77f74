"""Files that a test looks at."""

import shutil
from pathlib import Path

from project_files import called


def too_long(files, limit) -> dict[str, int]:
    """{file: lines} of the files that are longer than the limit."""
    lengths = {called(file): file.read_text().count("\n") for file in files}
    return {name: lines for name, lines in lengths.items() if lines > limit}


def copied(files: list[Path], folder: Path) -> Path:
    """The folder, with a copy of the project's files at their places."""
    for file in files:
        copy = folder / called(file)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    return folder
