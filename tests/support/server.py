"""The Spark servers of a session, each in a folder of its own."""

import json
import os
import shutil
from pathlib import Path

import pytest

from support.doomed import Fragile
from support.own_session import in_process, remote
from temporary_server import temporary_server

IN_MEMORY = Path("/dev/shm")
BYTES_NEEDED = 2 * 10**9
# Spark's settings, where tests are to run in another place.
SETTINGS = json.loads(os.environ.get("DAYBOOK_TEST_SETTINGS", "{}"))

# Derby then waits for no disk, and keeps the plans of all statements that it has seen.
DERBY = """
derby.system.durability=test
derby.language.statementCacheSize=1000
derby.language.stalePlanCheckInterval=1000000
"""


def roomy_folder():
    """In memory, where there is enough of it; else wherever temporary files go."""
    is_roomy = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    if is_roomy and shutil.disk_usage(IN_MEMORY).free > BYTES_NEEDED:
        return IN_MEMORY
    return None


@pytest.fixture(scope="session")
def spark_server():
    """The one that all tests of a worker share. Nobody kills it, so what it writes need
    not outlive a crash of the machine."""
    files = {"derby.properties": DERBY}
    with temporary_server(SETTINGS, roomy_folder(), files) as server:
        yield server


@pytest.fixture(scope="session")
def spark_port(request, tmp_path_factory):
    """The port of the server, or a session for so many threads of dbt."""
    threads = int(os.environ.get("DAYBOOK_TEST_SESSION") or 0)
    if not threads:
        return request.getfixturevalue("spark_server").port
    if "SPARK_REMOTE" in os.environ:
        return remote(threads)
    return in_process(threads, tmp_path_factory.mktemp("spark"))


@pytest.fixture(scope="session")
def fragile_server():
    """One that tests kill, and start again."""
    with temporary_server(SETTINGS) as server:
        yield Fragile(server, SETTINGS)
