"""The virtual environment: whether it is whole, and how uv makes it.

uv comes by pip, which is in every environment; requirements.lock has its hashes too.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from ast import literal_eval
from pathlib import Path
from typing import IO

from console import Problem, Progress, alone, say

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements.lock"
MARKER = VENV / "daybook.txt"
LOG = ROOT / ".daybook" / "bootstrap.log"
BYTES_NEEDED = 3 * 10**9

# What pip, uv or Python says, and the sentence for it.
CAUSES = {
    "No space left|Disk quota exceeded": "the disk is full",
    "connection broken|Connection refused|ConnectionError|NewConnectionError|timed out"
    "|name resolution|Name or service|unreachable|ProxyError|SSLError"
    "|error sending request": "the package index cannot be reached",
    "DO NOT MATCH THE HASHES|Hash mismatch": (
        "a package is not the one that its lock lists"
    ),
    "ensurepip": (
        f"{sys.executable} lacks its venv module (Debian, Ubuntu: package python3-venv)"
    ),
}
# uv does not read pip's settings, which may name a mirror.
AS_PIP = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "cert": "SSL_CERT_FILE",
}


def make_ready() -> None:
    if is_whole():
        return
    with alone(ROOT / ".daybook" / "bootstrap.lock") as lock:
        if not is_whole():
            _make(lock)


def is_whole() -> bool:
    """The marker is written last, so an interrupted run leaves none that fits."""
    fits = MARKER.is_file() and MARKER.read_text() == _description()
    return fits and PYTHON.exists()


def _description() -> str:
    """Scripts name their Python by its full path, so a moved .venv does not count."""
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    return f"{lock}\nPython {sys.version_info[0]}.{sys.version_info[1]}\n{VENV}"


def _make(lock: IO) -> None:
    _stop_servers()
    _remove()
    if shutil.disk_usage(ROOT).free < BYTES_NEEDED:
        raise Problem("the disk has less than 3 GB free, which the environment needs.")
    LOG.write_text("")
    say(f"Installing the environment, once: 1.2 GB, a minute or two. Its log is {LOG}.")
    progress = Progress("installing")
    _call(lock, progress, [sys.executable, "-I", "-m", "venv", VENV])
    of_uv = VENV / "uv.txt"
    of_uv.write_text(re.search(r"(?m)^uv==(.*\\\n)+.*", LOCK.read_text())[0])
    install = "-m pip install --disable-pip-version-check --no-deps --require-hashes -r"
    _call(lock, progress, [PYTHON, "-I", *install.split(), of_uv])
    # The lock file is complete, and names what builds a package from its source.
    sync = "pip sync --system-certs --require-hashes --require-build-hashes"
    more = ["--python", PYTHON, "--build-constraints", LOCK, LOCK]
    _call(lock, progress, [VENV / "bin" / "uv", *sync.split(), *more], as_pip())
    MARKER.write_text(_description())


def as_pip() -> dict[str, str]:
    listed = [PYTHON, "-I", "-m", "pip", "config", "list"]
    told = subprocess.run(listed, capture_output=True, text=True).stdout
    found = re.findall(rf"(?m)^[\w:]+\.({'|'.join(AS_PIP)})=(.*)$", told)
    return {
        AS_PIP[key]: ("," if key == "find-links" else " ").join(
            literal_eval(value).split()
        )
        for key, value in found
    }


def _stop_servers() -> None:
    """They run from the environment that is about to go."""
    if PYTHON.exists():
        for tool in ("server.py", "cluster.py"):
            down = [PYTHON, ROOT / "tools" / tool, "down"]
            subprocess.run(down, capture_output=True)


def _remove() -> None:
    if VENV.is_dir() and not VENV.is_symlink():
        shutil.rmtree(VENV)
    else:
        VENV.unlink(missing_ok=True)


def _call(lock: IO, progress: Progress, command: list, settings=()) -> None:
    with LOG.open("a") as output:
        # The child holds the lock too: if we are killed, the next run waits for it.
        process = subprocess.Popen(
            command,
            env={**dict(settings), **os.environ},
            stdout=output,
            stderr=output,
            pass_fds=[lock.fileno()],
        )
        while process.poll() is None:
            progress.pause()
    if process.returncode:
        raise Problem(f"the environment cannot be installed: {_cause()}. See {LOG}.")


def _cause() -> str:
    log = LOG.read_text(errors="replace")
    last = (log.strip().splitlines() or ["it said nothing"])[-1]
    return known_cause(log) or last


def known_cause(said: str) -> str | None:
    """The sentence for what pip, uv or Python said, if there is one."""
    found = (cause for words, cause in CAUSES.items() if re.search(words, said))
    return next(found, None)
