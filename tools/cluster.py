"""Start and stop a small production on this machine: a cluster of Spark's own, with a
master and two workers, a metastore in PostgreSQL, and a Thrift server on both.

    python tools/cluster.py up | down

Its tables are files in .daybook/cluster. With STORE=s3 in the environment, they are
objects of an S3 server, and go when the cluster stops.
"""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

import metastore
import s3
import server
from console import Missing, Parser, Problem, Progress, alone, run, say
from jars import joined
from java import find_java, modules
from ports import ANY_PORT, free_port, listens, wanted_ports
from postgres import Postgres
from server import Server
from spark import ROOT, SETTINGS, class_path, environment

WORKERS = 2
SECONDS_TO_START = 60
# Spark tells executors to load it, and some runtimes of Java lack it.
MODULE = "jdk.incubator.vector"
ADVICE = """
Its PostgreSQL does not wait for the disk, so a power failure may damage it: then stop
the cluster, remove {home}, and build again.

To run dbt there:

    export DAYBOOK_TARGET=cluster DAYBOOK_HOST=127.0.0.1 DAYBOOK_PORT={port}

The profile of a project of your own:

    {{type: spark, method: thrift, host: 127.0.0.1, port: {port}, user: daybook,
     schema: analytics, threads: 4, poll_interval: 0}}
"""


@dataclass
class Cluster:
    """Its processes are found by its folder, which is among their arguments."""

    home: Path
    has_s3: bool = False

    def up(self, ports=ANY_PORT) -> Server:
        """Its Thrift server. If a part of it does not run, all of it is started."""
        with alone(self.home / "cluster.lock"):
            if self._is_whole():
                return server.up(self.home, ports)
            self._stop()
            try:
                started = server.up(self.home, ports, self._start())
                if not self._is_whole():
                    raise Problem(f"the cluster lost a part: see {self.home}/*.log.")
                return started
            except BaseException:
                self._stop()
                raise

    def down(self) -> bool:
        """Whether there was something to stop."""
        if not self.home.exists():
            return False
        with alone(self.home / "cluster.lock"):
            return self._stop()

    def _stop(self) -> bool:
        has_server, parts = server.down(self.home), self.parts()
        for part in parts:
            with suppress(psutil.NoSuchProcess):
                part.terminate()
        for part in psutil.wait_procs(parts, server.SECONDS_TO_STOP)[1]:
            with suppress(psutil.NoSuchProcess):
                part.kill()
        for folder in [*self.home.glob("worker *"), self.home / "tmp"]:
            shutil.rmtree(folder, ignore_errors=True)
        return any([has_server, parts, self.postgres.stop()])

    @property
    def postgres(self) -> Postgres:
        return Postgres(self.home / "postgres")

    @property
    def mark(self) -> str:
        return f"-Ddaybook.cluster={self.home.resolve()}"

    def parts(self) -> list[psutil.Process]:
        each = psutil.process_iter(["cmdline"])
        return [p for p in each if self.mark in (p.info["cmdline"] or [])]

    def _is_whole(self) -> bool:
        parts = 1 + WORKERS + self.has_s3
        runs = server.find(self.home) is not None and self.postgres.runs()
        return runs and len(self.parts()) == parts

    def _start(self) -> dict[str, str]:
        """Everything but the Thrift server; gives the settings that it needs."""
        if MODULE not in modules(find_java()):
            raise Missing(
                f"a cluster needs a Java with the module {MODULE}, such as OpenJDK 17, "
                f"and {find_java()} has none: name another by JAVA_HOME."
            )
        port = free_port()
        address = f"spark://127.0.0.1:{port}"
        settings = {
            "spark.master": address,
            "spark.cores.max": str(WORKERS),
            "spark.executor.cores": "1",
            "spark.executor.memory": "1g",
            "spark.executor.extraJavaOptions": "-XX:-UsePerfData",
        }
        if self.has_s3:
            settings |= self._start_s3()
        self._start_of_spark("Master", "--port", str(port), port=port)
        for number in range(WORKERS):
            limits = ("-c", "1", "-m", "2g", "-d", f"{self.home}/worker {number + 1}")
            self._start_of_spark("Worker", *limits, address)
        return joined(settings, metastore.settings(metastore.start(self.postgres)))

    def _start_s3(self) -> dict[str, str]:
        # The objects of its tables went with the server before.
        shutil.rmtree(self.postgres.home, ignore_errors=True)
        port = free_port()
        program = [sys.executable, s3.__file__, "--port", str(port), self.mark]
        self._launch("s3", program, port)
        return s3.settings(port, has_committers=True)

    def _start_of_spark(self, role: str, *arguments: str, port: int | None = None):
        java = [find_java(), "-Xmx256m", f"@{SETTINGS / 'java.conf'}", self.mark]
        # Its port would be fixed, and open to every account on the machine.
        java.append("-Dspark.master.rest.enabled=false")
        jars = ["-cp", os.pathsep.join(class_path())]
        program = f"org.apache.spark.deploy.{role.lower()}.{role}"
        place = ["--host", "127.0.0.1", "--webui-port", "0"]
        self._launch(role.lower(), [*java, *jars, program, *place, *arguments], port)

    def _launch(self, name: str, command: list[str], port: int | None) -> None:
        """Waits until it listens, if it is to listen on a port that is known."""
        log = self.home / f"{name}.log"
        with log.open("ab") as output:
            process = subprocess.Popen(
                command,
                cwd=self.home,
                env=environment()
                | {
                    # Workers start executors by it, and look where Spark was built.
                    "JAVA_HOME": str(Path(find_java()).resolve().parents[1]),
                    "SPARK_SCALA_VERSION": "2.13",
                    "SPARK_LOCAL_DIRS": str(self.home / "tmp"),
                },
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        progress = Progress(f"starting {name}")
        while port and not listens(psutil.Process(process.pid), port):
            if process.poll() is not None or progress.seconds > SECONDS_TO_START:
                raise Problem(f"the cluster's {name} did not start: see {log}.")
            progress.pause()


ON_DISK = Cluster(ROOT / ".daybook" / "cluster")
ON_S3 = Cluster(ROOT / ".daybook" / "cluster on s3", has_s3=True)


def chosen() -> Cluster:
    """The one that STORE asks for."""
    store = os.environ.get("STORE") or "disk"
    if store not in ("disk", "s3"):
        raise Problem(f"STORE must be disk or s3, not {store!r}.")
    return ON_S3 if store == "s3" else ON_DISK


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("command", choices=("up", "down"))
    if parser.parse_args().command == "up":
        started = chosen().up(wanted_ports())
        say(f"Spark answers on {started.address}.")
        say(ADVICE.format(port=started.port, home=started.home))
    else:
        stopped = [ON_DISK.down(), ON_S3.down()]
        say("The cluster is stopped." if any(stopped) else "No cluster was running.")


if __name__ == "__main__":
    run(main)
