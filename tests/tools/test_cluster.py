"""A cluster on this machine: what passes in one process passes there."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cluster import Cluster
from spark import ROOT
from support.skips import skipped_without

# A scenario of each pattern.
SCENARIOS = (
    "test_consumer.py",
    "test_history_joins.py",
    "test_merge_snapshot.py::test_each_case",
    "test_random_aggregates.py::test_any_split_into_runs_gives_the_whole[1-2]",
)


@pytest.fixture(scope="module")
def server():
    with (
        TemporaryDirectory(prefix="daybook-") as folder,
        pytest.MonkeyPatch.context() as m,
    ):
        # Its heaps are small, and PostgreSQL may be another account's.
        m.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        m.setenv("DAYBOOK_SERVER_MEMORY", "1g")
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "cluster")
        try:
            with skipped_without():
                started = cluster.up()
            yield started
        finally:
            cluster.down()


def test_each_pattern_works_there(server):
    assert server.query("set spark.master")[0][1].startswith("spark://")
    files = [f"tests/scenarios/{file}" for file in SCENARIOS]
    outcome = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        env=os.environ | {"DAYBOOK_TEST_PORT": str(server.port)},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 0, outcome.stdout[-3000:]
