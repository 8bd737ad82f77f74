"""dbt 2 as a test needs it: a program of its own.

It writes into the folder of a project, so it gets a copy.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from support.skips import skipped_without
from trials import dbt2 as trial

# Nothing is there: dbt 2 connects only when it has something to ask.
NOWHERE = {
    "type": "spark",
    "method": "thrift",
    "host": "127.0.0.1",
    "port": 1,
    "schema": "shop",
    "threads": 2,
}

Run = Callable[..., subprocess.CompletedProcess]


@pytest.fixture(scope="session")
def dbt2() -> Run:
    """Runs a command of it in the folder of a project."""
    with skipped_without():
        program = trial.program()
    settings = trial.without_settings() | trial.SETTINGS

    def run(folder: Path, *arguments: str | Path):
        return subprocess.run(
            [program, *arguments],
            cwd=folder,
            env=settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    return run
