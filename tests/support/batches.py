"""The project of a test module, on the session's server or one that is up already."""

import os

import pytest

from support.batch_project import Project

# Sessions of a project in which neither ANSI mode nor the time zone is the usual one.
NOT_ANSI_IN_NEW_YORK = pytest.mark.parametrize(
    "project",
    [
        (
            "spark.sql.ansi.enabled = false",
            "spark.sql.session.timeZone = America/New_York",
        )
    ],
    ids=["not ANSI"],
    indirect=True,
    scope="module",
)


@pytest.fixture(scope="session")
def batch_port(request):
    given = os.environ.get("DAYBOOK_TEST_PORT")
    return int(given) if given else request.getfixturevalue("spark_server").port


@pytest.fixture(scope="module")
def project(request, batch_port, tmp_path_factory):
    yield from made_project(request, batch_port, tmp_path_factory)


@pytest.fixture(scope="module")
def fragile_project(request, fragile_server, tmp_path_factory):
    """On the server that tests kill."""
    yield from made_project(request, fragile_server.port, tmp_path_factory)


def made_project(request, port, tmp_path_factory):
    schema = f"{request.module.__name__.split('.')[-1]}_{os.getpid()}"
    settings = getattr(request, "param", ())
    project = Project(tmp_path_factory.mktemp(schema), port, schema, settings)
    yield project
    project.drop()
