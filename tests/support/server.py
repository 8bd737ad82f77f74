"""The Spark server that all tests of a session share, in a folder of its own."""

import pytest

from server import temporary_server


@pytest.fixture(scope="session")
def spark_server():
    with temporary_server() as server:
        yield server
