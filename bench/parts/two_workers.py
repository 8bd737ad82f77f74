"""A cluster of two workers that goes, and its processes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from psutil import Process

from cluster import Cluster
from server import Server
from temporary_cluster import temporary_cluster


@contextmanager
def two_workers():
    """Its Thrift server, and what lists the others that work for it."""
    with temporary_cluster() as cluster:
        server = cluster.up()
        yield server, partial(helpers, cluster, server)


def helpers(cluster: Cluster, server: Server) -> Iterator[Process]:
    """The master, the workers and what they started; PostgreSQL, which left us."""
    for process in Process().children(recursive=True):
        if process != server.process:
            yield process
    yield (postmaster := Process(cluster.postgres.pid))
    yield from postmaster.children()
