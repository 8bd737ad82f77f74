"""Metastores, stores and committers: what passes on Derby and disk passes there."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

import s3
from arrival import sample
from jars import class_path
from published_tables import compare, keep_from
from spark import ROOT
from support.metastore import metastore_service, shared_metastore
from support.object_store import object_store
from support.skips import skipped_without
from temporary_server import temporary_server

pytestmark = [pytest.mark.stress, pytest.mark.timeout(3600)]

READERS = "test_batches_readers.py::test_every_read_sees_exactly_one_republish[5-8]"
# Operations, writers that overlap, servers that are killed while they write or commit,
# and readers meanwhile.
ON_FILES = (
    "test_batches_adoption.py",
    "test_batches_clones.py",
    "test_batches_operations.py",
    "test_batches_publishing.py",
    "test_batches_crash.py",
    "test_batches_commit.py"
    "::test_a_batch_that_is_half_there_is_dropped_and_written_again[one process]",
    READERS,
)
# Those of them that look at no file; test_object_store has kills and overlaps.
ON_OBJECTS = (
    "test_batches_adoption.py"
    "::test_a_table_of_the_models_name_is_adopted_and_becomes_a_table_again",
    "test_batches_adoption.py"
    "::test_a_table_of_partitions_becomes_an_ordinary_one_again",
    "test_batches_clones.py",
    "test_batches_operations.py::test_back_and_forth",
    "test_batches_operations.py::test_a_protected_batch_outlives_cleaning",
    "test_batches_operations.py::test_compaction_and_cleaning_change_no_answer",
    "test_batches_publishing.py",
    READERS,
)

SPARK = "org.apache.spark.internal.io.cloud"
MANIFEST = "org.apache.hadoop.mapreduce.lib.output.committer.manifest"


@contextmanager
def objects(committer):
    with object_store() as store:
        yield store.settings(committer)


@contextmanager
def manifest_committer():
    """On disk. daybook does not use it, whatever the server is told."""
    with skipped_without():
        jars = class_path(s3.OF_COMMITTERS)
    yield {
        "spark.driver.extraClassPath": jars,
        "spark.sql.sources.commitProtocolClass": f"{SPARK}.PathOutputCommitProtocol",
        "spark.sql.parquet.output.committer.class": (
            f"{SPARK}.BindingParquetOutputCommitter"
        ),
        "spark.hadoop.mapreduce.outputcommitter.factory.scheme.file": (
            f"{MANIFEST}.ManifestCommitterFactory"
        ),
    }


ON_DISK = {
    "manifest committer": manifest_committer,
    "PostgreSQL": shared_metastore,
    "service 3.1.3": lambda: metastore_service("3.1.3"),
    "service 4.0.1": lambda: metastore_service("4.0.1"),
}
OBJECT_STORES = {
    "S3, file committer": lambda: objects("file"),
    "S3, magic committer": lambda: objects("magic"),
}
PLACES = ON_DISK | OBJECT_STORES


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


@pytest.mark.parametrize("settings", ["manifest committer"], indirect=True)
def test_what_others_write_there_is_by_its_committer(settings, tmp_path):
    with temporary_server(settings) as server:
        server.query(
            f"create table t using parquet location '{tmp_path}/t' as select 1"
        )
    success = json.loads((tmp_path / "t" / "_SUCCESS").read_text())
    assert success["committer"].startswith(MANIFEST)


@pytest.mark.parametrize("settings", ON_DISK, indirect=True)
def test_operations_kills_and_readers(settings):
    # These tests look for files in the folder of their server.
    settings = {k: v for k, v in settings.items() if k != "spark.sql.warehouse.dir"}
    assert_passed(ON_FILES, settings)


@pytest.mark.parametrize("settings", OBJECT_STORES, indirect=True)
def test_operations_and_readers_of_objects(settings):
    assert_passed(ON_OBJECTS, settings)


def assert_passed(scenarios, settings):
    outcome = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-m", ""),
            *(f"tests/scenarios/{scenario}" for scenario in scenarios),
        ],
        cwd=ROOT,
        env=os.environ | {"DAYBOOK_TEST_SETTINGS": json.dumps(settings)},
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 0, outcome.stdout[-3000:]
    assert " skipped" not in outcome.stdout, outcome.stdout[-3000:]
