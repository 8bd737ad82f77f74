"""Start, find and stop the project's Spark server.

    python tools/server.py up|down|status

A server belongs to a folder, its home (.daybook), which holds its tables, its metastore
and its log. The table of processes alone says whether it runs, and on which port.
"""

import logging
import os
import shutil
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from pyhive import hive
from thrift.transport.TTransport import TTransportException

from console import Parser, Problem, Progress, alone, run, say
from hive_gap import write_missing_class
from ports import ANY_PORT, USUAL_PORT, free_port, listens, obstacle, wanted_ports
from sentences import last_words
from spark import ROOT, environment, port_of, thrift_server

HOME = ROOT / ".daybook"
SECONDS_TO_START = 180
SECONDS_TO_STOP = 20
# A lost connection is told in our own words.
logging.getLogger("thrift").setLevel(logging.CRITICAL)


@dataclass
class Server:
    home: Path
    process: psutil.Process
    port: int

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def runs(self) -> bool:
        try:
            is_there = self.process.is_running()
            return is_there and self.process.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    def query(self, *statements: str) -> list[tuple]:
        try:
            with hive.connect("127.0.0.1", self.port, username="daybook") as connection:
                cursor = connection.cursor()
                for sql in statements:
                    cursor.execute(sql)
                return cursor.fetchall() if cursor.description else []
        except (TTransportException, OSError) as error:
            raise self.lost() from error

    def lost(self) -> Problem:
        return Problem(
            f"Spark stopped at its work: see {self.home / 'server.log'}. The same "
            "command takes up from here; DAYBOOK_SERVER_MEMORY=6g gives it more memory."
        )

    def answers(self) -> bool:
        return listens(self.process, self.port) and self.query("select 1") == [(1,)]


def find(home: Path = HOME) -> Server | None:
    home = home.resolve()
    for process in psutil.process_iter(["cmdline", "uids", "username"]):
        port = port_of(process.info["cmdline"] or [], home)
        if port and os.geteuid() not in (0, process.info["uids"].real):
            owner = process.info["username"]
            raise Problem(
                f"the server of {home} belongs to the account {owner}: "
                "stop it as that account, or work in a folder of your own."
            )
        if port:
            return Server(home, process, port)
    return None


def up(
    home: Path = HOME, ports: Iterable[int] = ANY_PORT, settings: dict | None = None
) -> Server:
    """The server of a folder, started if need be on the first port that it can have."""
    home = home.resolve()
    with alone(home / "server.lock"):
        server = find(home)
        if server is None:
            return _start(home, ports, settings or {})
        if not {0, server.port} & {*ports}:
            raise Problem(
                f"the server runs on port {server.port} and cannot move: "
                "stop it first, with `make down` (a cluster: `make cluster-down`)."
            )
        return _wait(server)


def down(home: Path = HOME) -> bool:
    """Whether there was a server to stop."""
    server = find(home)
    if server is None:
        return False
    progress = Progress("stopping Spark")
    # It may end by itself meanwhile.
    with suppress(psutil.NoSuchProcess):
        server.process.terminate()
        while server.runs() and progress.seconds < SECONDS_TO_STOP:
            progress.pause()
        if server.runs():
            server.process.kill()
        server.process.wait()
    return True


def _start(home: Path, ports: Iterable[int], settings: dict) -> Server:
    for asked in ports:
        port = asked or free_port()
        if reason := obstacle(port):
            continue
        server = _launch(home, port, settings)
        try:
            return _wait(server)
        except Problem:
            if down(home):
                raise
            # Since we looked, another program may have taken the port.
            reason = obstacle(port)
            if not reason:
                raise
    raise Problem(f"port {port} cannot be used: {reason}.")


def _launch(home: Path, port: int, settings: dict) -> Server:
    _tidy(home)
    log = home / "server.log"
    if log.exists():
        log.replace(home / "server.previous.log")
    with log.open("wb") as output:
        process = subprocess.Popen(
            thrift_server(home, port, settings),
            cwd=home,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Server(home, psutil.Process(process.pid), port)


def _tidy(home: Path) -> None:
    """What a killed server left behind; its tables and their metastore stay."""
    shutil.rmtree(home / "tmp", ignore_errors=True)
    (home / "tmp").mkdir()
    write_missing_class(home / "classes")
    # Derby writes this file last. Without it there is no table, nor can there be.
    if not (home / "metastore" / "service.properties").exists():
        shutil.rmtree(home / "metastore", ignore_errors=True)


def _wait(server: Server) -> Server:
    progress = Progress(f"starting Spark on {server.address}")
    while not server.runs() or not server.answers():
        if not server.runs():
            raise Problem(f"Spark did not start:\n{last_words(server.home)}")
        if progress.seconds > SECONDS_TO_START:
            raise Problem(f"Spark did not answer:\n{last_words(server.home)}")
        progress.pause()
    return server


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("command", choices=("up", "down", "status"))
    command = parser.parse_args().command
    if command == "up":
        server = up(ports=wanted_ports())
        say(f"Spark answers on {server.address}.")
        if server.port != USUAL_PORT:
            # Alone on stdout, so that a shell can take it: eval "$(make -s up)"
            print(f"export DAYBOOK_PORT={server.port}")
    elif command == "down":
        say("Spark is stopped." if down() else "Spark was not running.")
    else:
        server = find()
        print(server.address if server else "not running")


if __name__ == "__main__":
    run(main)
