"""The project's files as git sees them: tracked, and new ones that will be."""

import subprocess
from functools import cache
from pathlib import Path

from spark import ROOT


@cache
def project_files(*patterns: str) -> list[Path]:
    command = "git ls-files -z --cached --others --exclude-standard --"
    listed = subprocess.run(
        [*command.split(), *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return sorted(file for file in files if file.is_file())


def called(file: Path) -> str:
    return str(file.relative_to(ROOT))


def too_long(files, limit) -> dict[str, int]:
    """{file: lines} of the files that are longer than the limit."""
    lengths = {called(file): file.read_text().count("\n") for file in files}
    return {name: lines for name, lines in lengths.items() if lines > limit}
