"""dbt 2, which is a program: the one that requirements-dbt-2.lock lists.

It is kept in .daybook, so it is fetched once.
"""

import platform
import shutil
import sys
from pathlib import Path

from console import Missing, alone
from spark import ROOT
from trials import environments

LOCK = ROOT / "requirements-dbt-2.lock"
PLATFORM = ("Linux", "x86_64")


def program() -> Path:
    if (platform.system(), platform.machine()) != PLATFORM:
        raise Missing("dbt 2 is tried on Linux on x86_64 alone")
    folder = environments.KEPT / "dbt 2"
    done, wanted = folder / "done", LOCK.read_text()
    # Several workers of the tests may need it first.
    with alone(environments.KEPT / "dbt 2.lock"):
        if not done.exists() or done.read_text() != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            install = "-m pip install --disable-pip-version-check --no-deps"
            hashes = ["--require-hashes", "-r", LOCK, "--target", folder]
            environments.fetch("dbt 2", sys.executable, *install.split(), *hashes)
            done.write_text(wanted)
    return folder / "bin" / "dbt"
