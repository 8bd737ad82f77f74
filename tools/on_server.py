"""Run a dbt command on the local server, which is started if need be.

    python tools/on_server.py build --select facts

With DAYBOOK_TARGET=cluster the command runs there.
"""

import os
import sys
from pathlib import Path

from console import run
from ports import wanted_ports
from server import HOME, up
from spark import ROOT


def main() -> None:
    where = {"DBT_PROFILES_DIR": str(ROOT / "profiles")}
    if os.environ.get("DAYBOOK_TARGET", "local") == "local":
        where["DAYBOOK_PORT"] = str(up(HOME, wanted_ports()).port)
    dbt = str(Path(sys.executable).with_name("dbt"))
    os.execve(dbt, [dbt, *sys.argv[1:]], os.environ | where)


if __name__ == "__main__":
    run(main)
