"""A cluster with small heaps, for as long as a test asks."""

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cluster import Cluster
from support.doomed import Fragile
from support.skips import skipped_without
from support.swift_java import SWIFT_JAVA


@contextmanager
def small_cluster(**options):
    with (
        TemporaryDirectory(prefix="daybook-") as folder,
        pytest.MonkeyPatch.context() as m,
    ):
        # PostgreSQL may be another account's.
        m.setenv("JAVA_TOOL_OPTIONS", SWIFT_JAVA)
        m.setenv("DAYBOOK_SERVER_MEMORY", "1g")
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "cluster", **options)
        try:
            yield cluster
        finally:
            cluster.down()


class FragileCluster(Fragile):
    """Its driver is the server. If that is killed, the executors are left alone."""

    def __init__(self, cluster):
        self.cluster = cluster
        with skipped_without():
            super().__init__(cluster.up())

    def restart(self):
        self.server.process.wait()
        self.server = self.cluster.up([self.port])

    def executors(self):
        workers = self.cluster.parts()
        return [child for worker in workers for child in worker.children()]
