"""The virtual environment: whether it is whole, and how it is made."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

from console import Problem, Progress, alone

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
MARKER = VENV / "daybook.txt"
LOG = ROOT / ".daybook" / "bootstrap.log"
BYTES_NEEDED = 2 * 10**9

# What pip or Python says, and the sentence for it.
CAUSES = {
    "No space left|Disk quota exceeded": "the disk is full",
    "connection broken|Connection refused|ConnectionError|NewConnectionError|timed out"
    "|name resolution|Name or service|unreachable|ProxyError|SSLError": (
        "the package index cannot be reached"
    ),
    "ensurepip": (
        f"{sys.executable} lacks its venv module (Debian, Ubuntu: package python3-venv)"
    ),
}


def make_ready() -> None:
    if is_whole():
        return
    with alone(ROOT / ".daybook" / "bootstrap.lock") as lock:
        if not is_whole():
            _make(lock)


def is_whole() -> bool:
    """The marker is written last, so an interrupted run leaves none that fits."""
    try:
        *description, files = MARKER.read_text().splitlines()
    except (OSError, ValueError):
        return False
    python = VENV / "bin" / "python"
    return description == _description() and python.exists() and _files() >= int(files)


def _description() -> list[str]:
    """Scripts name their Python by its full path, so a moved .venv does not count."""
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    return [lock, f"Python {sys.version_info[0]}.{sys.version_info[1]}", str(VENV)]


def _files() -> int:
    """Compiled files come and go as the environment is used."""
    return sum(
        len(names)
        for folder, _, names in os.walk(VENV)
        if not folder.endswith("__pycache__")
    )


def _make(lock: IO) -> None:
    _stop_server()
    _remove()
    if shutil.disk_usage(ROOT).free < BYTES_NEEDED:
        raise Problem("the disk has less than 2 GB free, which the environment needs.")
    python = VENV / "bin" / "python"
    LOG.write_text("")
    progress = Progress("installing the environment (a minute or two, once)")
    _call(lock, progress, [sys.executable, "-I", "-m", "venv", VENV])
    # The lock file is complete. What pip would add to it would not be pinned.
    install = "-m pip install --disable-pip-version-check --no-deps --retries 3 -r"
    _call(lock, progress, [python, "-I", *install.split(), LOCK])
    MARKER.touch()
    MARKER.write_text("\n".join([*_description(), str(_files())]))


def _stop_server() -> None:
    """It runs from the environment that is about to go."""
    down = [VENV / "bin" / "python", ROOT / "tools" / "server.py", "down"]
    if down[0].exists():
        subprocess.run(down, capture_output=True)


def _remove() -> None:
    if VENV.is_dir() and not VENV.is_symlink():
        shutil.rmtree(VENV)
    else:
        VENV.unlink(missing_ok=True)


def _call(lock: IO, progress: Progress, command: list) -> None:
    with LOG.open("a") as output:
        # The child holds the lock too: if we are killed, the next run waits for it.
        process = subprocess.Popen(
            command, stdout=output, stderr=output, pass_fds=[lock.fileno()]
        )
        while process.poll() is None:
            progress.pause()
    if process.returncode:
        raise Problem(f"the environment cannot be installed: {_cause()}. See {LOG}.")


def _cause() -> str:
    log = LOG.read_text(errors="replace")
    for pattern, sentence in CAUSES.items():
        if re.search(pattern, log):
            return sentence
    return (log.strip().splitlines() or ["it said nothing"])[-1]
