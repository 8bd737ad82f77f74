"""A cluster that goes when the work on it ends."""

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cluster import Cluster


@contextmanager
def temporary_cluster(**options):
    with TemporaryDirectory(prefix="daybook-") as folder:
        # PostgreSQL may be another account's.
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "cluster", **options)
        try:
            yield cluster
        finally:
            cluster.down()
