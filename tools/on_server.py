"""Run a dbt command on the local server, which is started if need be.

    python tools/on_server.py build --select facts

With DAYBOOK_TARGET=cluster the command runs there. `dbt build --help` lists the options
of a command.
"""

import os
import subprocess
import sys
from pathlib import Path

from console import Parser, Problem, run
from ports import wanted_ports
from server import HOME, find, up
from spark import ROOT


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("command", help="dbt's, and then its options")
    parser.parse_known_args()
    dbt = str(Path(sys.executable).with_name("dbt"))
    command = [dbt, *sys.argv[1:]]
    variables = os.environ | {"DBT_PROFILES_DIR": str(ROOT / "profiles")}
    if os.environ.get("DAYBOOK_TARGET", "local") == "local":
        if not find():
            look_through(command, variables)
        variables["DAYBOOK_PORT"] = str(up(HOME, wanted_ports()).port)
    os.execve(dbt, command, variables)


def look_through(command: list[str], variables: dict[str, str]) -> None:
    """Refuses what dbt would refuse, before a server is started for it."""
    asked = [*command, "--help"]
    outcome = subprocess.run(asked, env=variables, capture_output=True, text=True)
    if outcome.returncode:
        said = (outcome.stdout + outcome.stderr).strip().splitlines()[-1]
        raise Problem(f"dbt: {said.removeprefix('Error: ')}")


if __name__ == "__main__":
    run(main)
