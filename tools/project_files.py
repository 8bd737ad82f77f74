"""The project's files as git sees them: tracked, and new ones that will be."""

import subprocess
from functools import cache
from pathlib import Path

from console import Problem
from spark import ROOT


@cache
def project_files(*patterns: str) -> list[Path]:
    command = "git ls-files -z --cached --others --exclude-standard --"
    listed = subprocess.run(
        [*command.split(), *patterns], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        raise Problem(f"git does not list the project's files: {listed.stderr.strip()}")
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return sorted(file for file in files if file.is_file())


def called(file: Path) -> str:
    return str(file.relative_to(ROOT))
