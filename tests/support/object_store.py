"""An S3 server of a test's own, which can be asked what it was asked."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

import s3
from ports import free_port, listens
from support.skips import skipped_without
from support.waiting import wait_for


class ObjectStore:
    def __init__(self, port, log):
        self.port, self.log = port, log
        self.client = s3.client(port)

    def settings(self, committer):
        """Spark's, with the committer that it takes by itself: file or magic."""
        with skipped_without():
            return s3.settings(self.port, has_committers=committer == "magic")

    def objects(self, name):
        """The keys of the objects of a model, hidden ones too."""
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=s3.BUCKET)
        keys = [found["Key"] for page in pages for found in page.get("Contents", [])]
        return [key for key in keys if f"/{name}__batches/" in key]

    def uploads(self, name):
        """The keys of the uploads of a model that nobody has finished."""
        found = self.client.list_multipart_uploads(Bucket=s3.BUCKET)
        keys = [upload["Key"] for upload in found.get("Uploads", [])]
        return [key for key in keys if f"/{name}__batches/" in key]

    def requests(self):
        """All so far, a line each."""
        return [line for line in self.log.read_text().splitlines() if " /lake" in line]


@contextmanager
def object_store():
    with TemporaryDirectory(prefix="daybook-") as folder:
        port, log = free_port(), Path(folder) / "s3.log"
        with log.open("wb") as output:
            server = subprocess.Popen(
                [sys.executable, s3.__file__, "--port", str(port)],
                stdout=output,
                stderr=output,
            )
        try:
            wait_for(lambda: listens(psutil.Process(server.pid), port))
            yield ObjectStore(port, log)
        finally:
            server.kill()
            server.wait()
