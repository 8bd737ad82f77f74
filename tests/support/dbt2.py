"""dbt 2 as a test needs it: a program of its own.

It writes into the folder of a project, so it gets a copy.
"""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from support.skips import skipped_without
from trials import dbt2 as trial

# It wants to be asked for Spark, and a trace of its own code tells a test nothing.
SETTINGS = {
    "DBT_ALLOW_EXPERIMENTAL_ADAPTERS": "true",
    "DO_NOT_TRACK": "1",
    "RUST_BACKTRACE": "0",
    "RUST_LIB_BACKTRACE": "0",
}
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
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("DAYBOOK_", "DBT_"))
    }

    def run(folder: Path, *arguments: str | Path):
        return subprocess.run(
            [program, *arguments],
            cwd=folder,
            env=kept | SETTINGS,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    return run
