"""`make run` as a test needs it: in a copy of the project, on files of the test."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

from server import Server
from spark import ROOT

PARTS = ("analyses", "macros", "models", "profiles", "seeds", "tools")


def make_copy(folder: Path, server: Server) -> Path:
    """The copy takes the server for its own, and the checkout's stays as it is."""
    copy = folder / "a copy of the project"
    for part in PARTS:
        shutil.copytree(ROOT / part, copy / part)
    shutil.copy(ROOT / "dbt_project.yml", copy)
    (copy / ".daybook").symlink_to(server.home)
    return copy


def start(copy, events, config):
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("DAYBOOK_", "DBT_"))
    }
    return subprocess.Popen(
        [sys.executable, copy / "tools" / "run.py"],
        cwd=copy,
        env=kept | {"EVENTS": str(events), "CONFIG": str(config)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Ctrl-C reaches it even where pytest itself runs in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def finish(process):
    out, said = process.communicate()
    assert "Traceback" not in said
    return SimpleNamespace(
        code=process.returncode, tables=tables(out), said=said, out=out
    )


def tables(out):
    """The rows of what is printed, by the words of their titles."""
    rows, title = {}, None
    for line in out.splitlines():
        if line.startswith("│"):
            name, *figures = (cell.strip() for cell in line.strip("│").split("│"))
            rows[title].append([name, *map(int, figures)])
        elif line[:1] not in "┏┃┡└":
            title = line.strip()
            rows[title] = []
    return rows
