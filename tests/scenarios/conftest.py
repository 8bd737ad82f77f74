"""A project for every scenario, on the session's server or one that is up already.

With DAYBOOK_TEST_STORE=iceberg, its models lie in Iceberg: that of a server which has
it, in a catalog `lake`, and whose port is in DAYBOOK_TEST_PORT.
"""

import os

import pytest

from support.batch_project import Project
from support.iceberg_project import IcebergProject
from support.scenes import play

STORES = {"files": Project, "iceberg": IcebergProject}
STORE = os.environ.get("DAYBOOK_TEST_STORE", "files")


def pytest_runtest_setup(item):
    if STORE != "files" and item.get_closest_marker("files_only"):
        pytest.skip("it is about batches in files")


@pytest.fixture(scope="session")
def batch_port(request):
    given = os.environ.get("DAYBOOK_TEST_PORT")
    return int(given) if given else request.getfixturevalue("spark_port")


@pytest.fixture(scope="module")
def project(request, batch_port, tmp_path_factory):
    yield from _made(request, batch_port, tmp_path_factory)


@pytest.fixture(scope="module")
def played(request, project):
    """The scenes of the file that were asked for: {scene: its error, or none}."""
    items = [item for item in request.session.items if item.path == request.path]
    acts = [getattr(item.function, "act", None) for item in items]
    return play(project, [act for act in acts if act])


@pytest.fixture(scope="module")
def fragile_project(request, fragile_server, tmp_path_factory):
    """On the server that tests kill."""
    yield from _made(request, fragile_server.port, tmp_path_factory)


def _made(request, port, tmp_path_factory):
    schema = f"{request.module.__name__.split('.')[-1]}_{os.getpid()}"
    # The settings of a session, where a test asks for another than the usual one.
    settings = getattr(request, "param", ())
    project = STORES[STORE](tmp_path_factory.mktemp(schema), port, schema, settings)
    yield project
    project.drop()
