"""The Spark servers of a session, each in a folder of its own."""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server import down, temporary_server, up
from support.doomed import Fragile

HOME = pytest.StashKey[Path]()
IN_MEMORY = Path("/dev/shm")
BYTES_NEEDED = 2 * 10**9


def pytest_configure(config):
    """The process that starts the workers has their one server, and stops it."""
    if hasattr(config, "workerinput"):
        config.stash[HOME] = Path(config.workerinput["home"])
        return
    folder = TemporaryDirectory(prefix="daybook ", dir=_roomy_folder())
    config.stash[HOME] = Path(folder.name)
    config.add_cleanup(folder.cleanup)
    config.add_cleanup(lambda: down(config.stash[HOME]))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput["home"] = str(node.config.stash[HOME])


def _roomy_folder():
    """In memory, where there is enough of it; else wherever temporary files go."""
    is_roomy = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    if is_roomy and shutil.disk_usage(IN_MEMORY).free > BYTES_NEEDED:
        return IN_MEMORY
    return None


@pytest.fixture(scope="session")
def spark_server(pytestconfig):
    """The one that all workers share. Nobody kills it: Derby waits for no disk."""
    home = pytestconfig.stash[HOME]
    (home / "derby.properties").write_text("derby.system.durability=test\n")
    return up(home)


@pytest.fixture(scope="session")
def fragile_server():
    """One that tests kill, and start again."""
    with temporary_server() as server:
        yield Fragile(server)
