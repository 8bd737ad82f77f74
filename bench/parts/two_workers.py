"""A cluster of two workers, of a folder that goes, and the processes of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from psutil import Process

from cluster import Cluster
from server import Server


@contextmanager
def two_workers():
    """Its Thrift server, and what lists the others that work for it."""
    with TemporaryDirectory(prefix="daybook-") as folder:
        # PostgreSQL may be another account's.
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "cluster")
        try:
            server = cluster.up()
            yield server, partial(helpers, cluster, server)
        finally:
            cluster.down()


def helpers(cluster: Cluster, server: Server) -> Iterator[Process]:
    """The master, the workers and what they started; PostgreSQL, which left us."""
    for process in Process().children(recursive=True):
        if process != server.process:
            yield process
    yield (postmaster := Process(cluster.postgres.pid))
    yield from postmaster.children()
