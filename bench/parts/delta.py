"""Delta, a peer: the settings of a server that knows it."""

from jars import class_path

JARS = (
    "io.delta:delta-spark_4.2_2.13:4.4.0",
    "io.delta:delta-storage:4.4.0",
    "io.delta:delta-kernel-api:4.4.0",
    "io.delta:delta-kernel-defaults:4.4.0",
    "io.delta:delta-kernel-unitycatalog:4.4.0",
    "io.unitycatalog:unitycatalog-client:0.6.0",
)


def settings() -> dict:
    return {
        "spark.driver.extraClassPath": class_path(*JARS),
        # A log of a few files needs no fifty tasks a read.
        "spark.databricks.delta.snapshotPartitions": 2,
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": (
            "org.apache.spark.sql.delta.catalog.DeltaCatalog"
        ),
    }
