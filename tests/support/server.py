"""The Spark servers of a session, each in a folder of its own."""

import pytest

from server import temporary_server
from support.doomed import Fragile


@pytest.fixture(scope="session")
def spark_server():
    """The one that all tests share."""
    with temporary_server() as server:
        yield server


@pytest.fixture(scope="session")
def fragile_server():
    """One that tests kill, and start again."""
    with temporary_server() as server:
        yield Fragile(server)
