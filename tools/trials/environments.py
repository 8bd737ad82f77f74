"""Other versions of Spark, and environments of Python with other packages: kept in
.daybook, so that each is fetched once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyspark

from console import Missing, Progress, spoken
from environment import as_pip, known_cause
from spark import ROOT

KEPT = ROOT / ".daybook" / "compat"
TOOLS = ("-r", str(ROOT / "pyproject.toml"))
# The parser in Rust comes from elsewhere than other packages, and dbt works without it.
WITHOUT_PARSER = "dbt-core-experimental-parser ; sys_platform == 'none'"
UV = (sys.executable, "-m", "uv")


def installed_spark(version: str) -> Path:
    if version == pyspark.__version__:
        return Path(pyspark.__file__).parent
    folder = KEPT / f"spark {version}"
    done = folder / "done"
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        install = ["-m", "pip", "install", "--no-deps", "--target", folder]
        fetch(f"Spark {version}", sys.executable, *install, f"pyspark=={version}")
        done.touch()
    return folder / "pyspark"


def installed(name: str, *packages: str, instead: tuple[str, ...] = ()) -> Path:
    """The Python of an environment with these packages; some are named instead of what
    the packages ask for."""
    folder = KEPT / name
    python, done = folder / "bin" / "python", folder / "done"
    wanted = "\n".join([*packages, *instead, (ROOT / "pyproject.toml").read_text()])
    if not done.exists() or done.read_text() != wanted:
        fetch(name, *UV, "venv", "--clear", "--python", sys.executable, folder)
        overrides = folder / "overrides.txt"
        overrides.write_text("\n".join([WITHOUT_PARSER, *instead]))
        install = ["pip", "install", "--system-certs", "--python", python]
        wishes = [*packages, "--override", overrides]
        fetch(name, *UV, *install, *wishes, settings=as_pip())
        done.write_text(wanted)
    return python


def fetch(what: str, *command, settings=()) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    with spoken(Progress(f"fetching {what}")):
        outcome = subprocess.run(
            command,
            env={**dict(settings), **os.environ},
            capture_output=True,
            text=True,
        )
    if outcome.returncode:
        why = known_cause(outcome.stderr) or outcome.stderr[-500:]
        raise Missing(f"{what} cannot be installed: {why}")
