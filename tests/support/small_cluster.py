"""A cluster with small heaps, for as long as a test asks."""

from contextlib import contextmanager

import pytest

from support.doomed import Fragile
from support.skips import skipped_without
from support.swift_java import SWIFT_JAVA
from temporary_cluster import temporary_cluster


@contextmanager
def small_cluster(**options):
    with pytest.MonkeyPatch.context() as m, temporary_cluster(**options) as cluster:
        m.setenv("JAVA_TOOL_OPTIONS", SWIFT_JAVA)
        m.setenv("DAYBOOK_SERVER_MEMORY", "1g")
        yield cluster


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
