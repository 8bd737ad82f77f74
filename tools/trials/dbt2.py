"""dbt 2, which is a program: DAYBOOK_DBT_2, or the one in requirements-dbt-2.lock.

The locked one is kept in .daybook, so it is fetched once. Its driver for Spark Connect
is a package, and needs connect_driver.c, which is compiled. Another dbt 2 has drivers
of its own.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from console import Missing, Problem, alone
from spark import ROOT
from trials import environments

LOCK = ROOT / "requirements-dbt-2.lock"
SOURCE = Path(__file__).with_name("connect_driver.c")
PLATFORM = ("Linux", "x86_64")
# It wants to be asked for Spark, and a trace of its own code tells nobody anything.
SETTINGS = {
    "DBT_ALLOW_EXPERIMENTAL_ADAPTERS": "true",
    "DO_NOT_TRACK": "1",
    "RUST_BACKTRACE": "0",
    "RUST_LIB_BACKTRACE": "0",
}


def given() -> Path | None:
    path = os.environ.get("DAYBOOK_DBT_2")
    return Path(path).absolute() if path else None


def program() -> Path:
    if other := given():
        return other
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


def with_driver() -> tuple[Path, dict[str, str]]:
    """The program, and its settings. Without them, the locked one would look for a
    driver that its vendor serves."""
    dbt = program()
    if given():
        return dbt, SETTINGS
    folder = dbt.parent.parent
    # dbt looks for drivers in the first lib above its own place.
    library = folder / "lib" / "libadbc_driver_spark.so"
    library.parent.mkdir(exist_ok=True)
    compiler = shutil.which("cc")
    if not compiler:
        raise Missing("there is no C compiler, cc, for dbt 2's driver of Spark Connect")
    compiled = subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"],
        capture_output=True,
        text=True,
    )
    if compiled.returncode:
        raise Problem(f"{SOURCE.name} does not compile: {compiled.stderr[-500:]}")
    return dbt, SETTINGS | {
        # Whatever its name says, it concerns every driver.
        "DBT_LOAD_STANDARD_SNOWFLAKE_DRIVER": "1",
        "DAYBOOK_SPARK_DRIVER": str(folder / "adbc_driver_spark" / library.name),
    }


def without_settings() -> dict[str, str]:
    """The environment without what somebody has set for a project of their own."""
    return {
        k: v for k, v in os.environ.items() if not k.startswith(("DAYBOOK_", "DBT_"))
    }
