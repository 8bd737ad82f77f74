"""Metastores and object stores: what passes in one process on Derby passes there."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from arrival import sample
from published_tables import compare, keep_from
from server import temporary_server
from spark import ROOT
from support.metastore import metastore_service, shared_metastore
from support.object_store import object_store

pytestmark = [pytest.mark.stress, pytest.mark.timeout(3600)]

# Operations, servers that are killed while they write or commit, and readers meanwhile.
SCENARIOS = (
    "test_batches_adoption.py",
    "test_batches_clones.py",
    "test_batches_operations.py",
    "test_batches_publishing.py",
    "test_batches_commit.py",
    "test_batches_readers.py::test_every_read_sees_exactly_one_republish[5]",
)


@contextmanager
def s3(committer):
    with object_store() as store:
        yield store.settings(committer)


METASTORES = {
    "PostgreSQL": shared_metastore,
    "service 3.1.3": lambda: metastore_service("3.1.3"),
    "service 4.0.1": lambda: metastore_service("4.0.1"),
}
OBJECT_STORES = {
    "S3, file committer": lambda: s3("file"),
    "S3, magic committer": lambda: s3("magic"),
}
PLACES = METASTORES | OBJECT_STORES


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    return kept_sample(tmp_path_factory.mktemp("local"), {})


@pytest.fixture(scope="module", params=PLACES)
def settings(request):
    with PLACES[request.param]() as settings:
        yield settings


def kept_sample(folder, settings):
    """Its tables after each of three arrivals."""
    with temporary_server(settings) as server, pytest.MonkeyPatch.context() as m:
        # They are set for dbt, and then as they were.
        for name in ("DAYBOOK_PORT", "DAYBOOK_SCHEMA"):
            m.setenv(name, "")
        keep_from(server, sample(), folder)
    return folder


def test_the_sample_has_the_same_rows(settings, local, tmp_path):
    compare(local, kept_sample(tmp_path, settings))


@pytest.mark.parametrize("settings", METASTORES, indirect=True)
def test_operations_kills_and_readers(settings):
    """On S3, test_object_store has them."""
    files = [f"tests/scenarios/{file}" for file in SCENARIOS]
    # These tests look for files in the folder of their server.
    elsewhere = {k: v for k, v in settings.items() if k != "spark.sql.warehouse.dir"}
    outcome = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "", *files],
        cwd=ROOT,
        env=os.environ | {"DAYBOOK_TEST_SETTINGS": json.dumps(elsewhere)},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 0, outcome.stdout[-3000:]
