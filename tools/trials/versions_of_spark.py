"""The tests of the macros on a version of Spark."""

import os
import sys

import pyspark

from console import Problem
from temporary_server import temporary_server
from trials.environments import installed_spark
from trials.outcomes import Outcome, of_files, summary, tested

ALL = ("3.5.9", "4.0.5", "4.1.4", pyspark.__version__, "4.3.0")
# The macros that readers know, and the scenarios that show them at work.
CAPABILITIES = {
    "`batched`": ("batches_models", "batches_partitions", "batches_log"),
    "`publish: partitions`": ("batches_publishing",),
    "`new_batches`": ("batches_consuming",),
    "`private`, `published`": ("batches_private",),
    "`as_of`, `pointer_clone`": ("batches_clones",),
    "operations": ("batches_operations", "batches_adoption"),
    "`accept_events`, `negate_events`": (
        "entries",
        "random_logs",
        "local_times",
        "clock_changes",
    ),
    "snapshots": ("snapshots", "period_balances"),
    "`calendar`": ("calendars",),
    "`bitemporal_history`, `known`": ("histories", "history_times"),
    "`history_of_snapshots`": ("full_snapshots", "full_snapshots_in_turn"),
    "`with_versions`": ("history_joins",),
    "`deduplicate`, `merge_snapshot`": ("merge_snapshot",),
    '`strategy="adopt"`': ("snapshots_adopted",),
    "`incremental_aggregate`, `from_aggregates`": (
        "aggregates",
        "divided_aggregates",
        "aggregates_guarded",
        "from_aggregates",
    ),
}

FILES = [
    f"tests/scenarios/test_{file}.py" for of in CAPABILITIES.values() for file in of
]


def tried(version: str) -> Outcome:
    os.environ["DAYBOOK_SPARK_HOME"] = str(installed_spark(version))
    try:
        with temporary_server(settings_of(version)) as server:
            runs = server.query("select version()")[0][0].split()[0]
            if runs != version:
                raise Problem(f"Spark {version} was asked for, and {runs} answers.")
            port = {"DAYBOOK_TEST_PORT": str(server.port)}
            return tested(f"Spark {version}", sys.executable, FILES, port)
    finally:
        del os.environ["DAYBOOK_SPARK_HOME"]


def settings_of(version: str) -> dict[str, str]:
    """What the package asks of a server that is older than Spark 4.0."""
    is_old = version.startswith("3.")
    return {"spark.sql.sources.partitionOverwriteMode": "dynamic"} if is_old else {}


def table(outcomes: dict[str, Outcome]) -> list[str]:
    """The lines of a table, with a column for each version."""
    rows = [["capability", *outcomes], ["---"] * (1 + len(outcomes))]
    for capability, files in CAPABILITIES.items():
        cells = [summary(of_files(files, outcome)) for outcome in outcomes.values()]
        rows.append([capability, *cells])
    return [f"| {' | '.join(row)} |" for row in rows]
