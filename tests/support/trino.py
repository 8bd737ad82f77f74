"""A Trino of a test's own, which reads tables that lie in an object store."""

import json
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

import s3
from console import Missing
from jars import unpacked
from java import find_java, version
from ports import free_port
from support.skips import skipped_without
from support.waiting import wait_for

CORE, HIVE = "io.trino:trino-server-core:476", "io.trino:trino-hive:476"
OLDEST_JAVA = 24
OPTIONS = (
    *("-Xmx1g", "--add-modules=jdk.incubator.vector"),
    *("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"),
    "-Djdk.attach.allowAttachSelf=true",
)


class Trino:
    def __init__(self, port):
        self.address = f"http://127.0.0.1:{port}"

    def query(self, sql):
        """It answers by parts, each of which says where the next one is."""
        headers = {"X-Trino-User": "daybook", "X-Trino-Catalog": "lake"}
        statement = f"{self.address}/v1/statement"
        asked, rows = Request(statement, sql.encode(), headers), []
        while asked:
            answer = self._answer(asked)
            assert "error" not in answer, answer["error"]["message"]
            rows += map(tuple, answer.get("data", []))
            asked = answer.get("nextUri")
        return rows

    def is_ready(self):
        with suppress(OSError):
            return not self._answer(f"{self.address}/v1/info")["starting"]
        return False

    def _answer(self, asked):
        with urlopen(asked) as answer:
            return json.load(answer)


@contextmanager
def trino(metastore, store):
    """On the address of a metastore service, and an object store."""
    with skipped_without():
        java, core, hive = newest_java(), unpacked(CORE, ""), unpacked(HIVE, "", "zip")
    with TemporaryDirectory(prefix="trino-") as folder:
        home, port = Path(folder), free_port()
        settings = {
            "node.environment": "test",
            "node.bind-ip": "127.0.0.1",
            "node.internal-address": "127.0.0.1",
            "http-server.http.port": port,
            "discovery.uri": f"http://127.0.0.1:{port}",
            "node-scheduler.include-coordinator": "true",
            "query.max-memory-per-node": "300MB",
        }
        # Where Trino looks for them.
        for name in ("plugin", "secrets-plugin", "etc/catalog"):
            (home / name).mkdir(parents=True)
        (home / "plugin" / "hive").symlink_to(hive)
        _write(home / "etc/catalog/lake.properties", _catalog(metastore, store))
        _write(home / "etc/config.properties", settings)
        with (home / "log").open("wb") as log:
            server = subprocess.Popen(
                [
                    *(java, *OPTIONS, "-Dconfig=etc/config.properties"),
                    *("-cp", core / "lib" / "*", "io.trino.server.TrinoServer"),
                ],
                cwd=home,
                stdout=log,
                stderr=log,
            )
        try:
            wait_for(lambda: _is_ready(server, Trino(port), home / "log"))
            yield Trino(port)
        finally:
            server.kill()
            server.wait()


def _is_ready(server, trino, log):
    assert server.poll() is None, log.read_text()[-2000:]
    return trino.is_ready()


def newest_java():
    installed = Path("/usr/lib/jvm").glob("*/bin/java")
    java = max([find_java(), *map(str, installed)], key=version)
    if version(java) < OLDEST_JAVA:
        raise Missing(f"Trino needs Java {OLDEST_JAVA} or newer.")
    return java


def _catalog(metastore, store):
    return {
        "connector.name": "hive",
        "hive.metastore.uri": metastore,
        "fs.native-s3.enabled": "true",
        "s3.endpoint": s3.address(store.port),
        "s3.region": s3.REGION,
        "s3.path-style-access": "true",
        "s3.aws-access-key": s3.ACCOUNT["aws_access_key_id"],
        "s3.aws-secret-key": s3.ACCOUNT["aws_secret_access_key"],
    }


def _write(file, properties):
    file.write_text("".join(f"{name}={properties[name]}\n" for name in properties))
