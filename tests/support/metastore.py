"""Metastores that several Spark servers can share, for as long as a test asks."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

import metastore
from console import Progress
from jars import class_path
from metastore import HIVE_2_3, Hive
from ports import free_port, listens
from postgres import Postgres
from spark import environment
from support.skips import skipped_without

PROGRAM = Path(__file__).with_name("metastore_service.py")
OF_JDBC = "spark.driver.extraClassPath"
SERVICES = {
    "3.1.3": Hive(HIVE_2_3.module, ("hive-schema-3.1.0",)),
    "4.0.1": Hive(
        "org.apache.hive:hive-standalone-metastore-server:4.0.1",
        ("hive-schema-4.0.0",),
    ),
}
# What Hive takes from an installation of Hadoop, and Spark lacks.
OF_HADOOP = (
    "commons-collections:commons-collections:3.2.2",
    "org.apache.hadoop:hadoop-hdfs:3.4.1",
)
# Spark's own client cannot speak to Hive 4.
CLIENTS = {
    "4.0.1": {
        "spark.sql.hive.metastore.version": "4.0.1",
        "spark.sql.hive.metastore.jars": "maven",
    }
}
# What the service by itself asks of a Hive that is installed around it.
ALONE = {
    "metastore.expression.proxy": (
        "org.apache.hadoop.hive.metastore.DefaultPartitionExpressionProxy"
    ),
    "metastore.task.threads.always": (
        "org.apache.hadoop.hive.metastore.events.EventCleanerTask"
    ),
}


@contextmanager
def shared_metastore(hive=HIVE_2_3):
    """Spark's settings for one in PostgreSQL, and for a warehouse beside it."""
    with TemporaryDirectory(prefix="daybook-") as folder:
        home = Path(folder)
        postgres = Postgres(home)
        try:
            with skipped_without():
                metastore.start(postgres, hive)
                settings = metastore.settings(postgres)
            yield settings | {"spark.sql.warehouse.dir": f"{home / 'warehouse'}"}
        finally:
            postgres.stop()


def postgres_of(settings):
    """The database behind a metastore of this module."""
    return Postgres(Path(settings["spark.sql.warehouse.dir"]).parent)


@contextmanager
def metastore_service(version="3.1.3", store=()):
    """Spark's settings for a Hive metastore service, which stands before PostgreSQL.

    With the settings of an object store, its tables lie there.
    """
    hive, store = SERVICES[version], dict(store)
    with shared_metastore(hive) as settings:
        port = free_port()
        with skipped_without():
            of_hadoop = class_path(*OF_HADOOP)
        jars = [of_hadoop, settings[OF_JDBC], *filter(None, [store.get(OF_JDBC)])]
        settings |= store
        warehouse = settings["spark.sql.warehouse.dir"]
        properties = ALONE | {
            name.removeprefix("spark.hadoop."): value
            for name, value in settings.items()
            if name.startswith("spark.hadoop.")
        }
        properties["metastore.warehouse.dir"] = warehouse
        jars = os.pathsep.join(jars)
        arguments = [hive.folder(), str(port), json.dumps(properties), jars]
        with subprocess.Popen(
            [sys.executable, PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            env=environment()
            | {
                "PYTHONPATH": str(Path(metastore.__file__).parent),
                # Its heap is smaller than that of the tests' servers.
                "JAVA_TOOL_OPTIONS": "",
            },
        ) as service:
            _wait_for(service, port)
            yield store | {
                "spark.sql.warehouse.dir": warehouse,
                "spark.hadoop.hive.metastore.uris": f"thrift://127.0.0.1:{port}",
                **CLIENTS.get(version, {}),
            }
            service.stdin.close()


def _wait_for(service, port):
    progress = Progress("starting a Hive metastore service")
    while not any(listens(p, port) for p in psutil.Process(service.pid).children()):
        assert service.poll() is None, "the metastore service did not start"
        assert progress.seconds < 120, "the metastore service does not answer"
        progress.pause()
