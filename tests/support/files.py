"""The project's files as git sees them: tracked, and new ones that will be."""

import subprocess
from pathlib import Path

from spark import ROOT


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
    return sorted(file for file in files if file.exists())


def called(file: Path) -> str:
    return str(file.relative_to(ROOT))
