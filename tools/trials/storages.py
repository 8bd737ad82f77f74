"""The tests of batches and patterns, with models in Iceberg."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from jars import class_path
from temporary_server import temporary_server
from trials.environments import installed_spark
from trials.outcomes import Outcome, tested

ALL = ("iceberg",)
# The newest Spark for which Iceberg has a release.
SPARK = "4.1.4"
ICEBERG = "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.12.0"
EXTENSIONS = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
CATALOG = "spark.sql.catalog.lake"
FILES = [
    f"tests/scenarios/test_{name}.py"
    for name in (
        "batches_models",
        "batches_consuming",
        "batches_random",
        "snapshots",
        "period_balances",
    )
]


def lake(folder: Path) -> dict[str, object]:
    """Spark's settings for Iceberg, with a catalog `lake` in a folder."""
    return {
        "spark.driver.extraClassPath": class_path(ICEBERG),
        "spark.sql.extensions": EXTENSIONS,
        CATALOG: "org.apache.iceberg.spark.SparkCatalog",
        f"{CATALOG}.type": "hadoop",
        f"{CATALOG}.warehouse": folder,
        f"{CATALOG}.cache-enabled": "false",
    }


def tried(store: str) -> Outcome:
    os.environ["DAYBOOK_SPARK_HOME"] = str(installed_spark(SPARK))
    try:
        with (
            TemporaryDirectory(prefix="daybook ") as folder,
            temporary_server(lake(Path(folder))) as server,
        ):
            chosen = {
                "DAYBOOK_TEST_PORT": str(server.port),
                "DAYBOOK_TEST_STORE": store,
            }
            return tested(store, sys.executable, FILES, chosen)
    finally:
        del os.environ["DAYBOOK_SPARK_HOME"]
