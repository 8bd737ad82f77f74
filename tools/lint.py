"""Check the code: Python with ruff, SQL with sqlfmt and sqlfluff; or format it.

sqlfluff has dbt compile the models, which asks Spark for tables. It gets a server of
its own, so that what stands on the user's does not matter, and does not change. With
--without-spark it is left out. With --format, ruff and sqlfmt correct what they can.
"""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

from console import Parser, Progress, run, say, spoken
from server import Server
from spark import ROOT
from temporary_server import temporary_server

SQL = ("macros", "models", "analyses", "tests/data", "examples/*/*.sql")


def main() -> int:
    parser = Parser(__doc__)
    parser.add_argument("--without-spark", action="store_true")
    parser.add_argument("--format", action="store_true")
    given = parser.parse_args()
    places = [place for pattern in SQL for place in ROOT.glob(pattern)]
    if given.format:
        corrected = [
            check("ruff", "check", "--fix", "--quiet", "."),
            check("ruff", "format", "--quiet", "."),
            check("sqlfmt", "--quiet", *places),
        ]
        return 0 if all(corrected) else 1
    passed = [
        check("ruff", "check", "--quiet", "."),
        check("ruff", "format", "--check", "--quiet", "."),
        check("sqlfmt", "--reset-cache", "--check", "--no-progressbar", *places),
    ]
    if not given.without_spark:
        with temporary_server() as server:
            passed.append(check_models(server))
    return 0 if all(passed) else 1


def check(tool: str, *arguments: str, **environment: str) -> bool:
    command = [sys.executable, "-m", tool, *arguments]
    with spoken(Progress(f"checking with {tool}")):
        outcome = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    if outcome.returncode:
        say(f"{outcome.stdout}{tool} found the above.\n")
    return outcome.returncode == 0


def check_models(server: Server) -> bool:
    with TemporaryDirectory(prefix="daybook-") as folder:
        return check(
            "sqlfluff",
            *("lint", "--disable-progress-bar", "models"),
            DAYBOOK_PORT=str(server.port),
            # Nothing is built in it: the models compile as on their first run.
            DAYBOOK_SCHEMA="daybook_lint",
            DBT_TARGET_PATH=f"{folder}/target",
            DBT_LOG_PATH=f"{folder}/logs",
        )


if __name__ == "__main__":
    run(main)
