"""Test the package on other versions of Spark and of dbt-core, and print which passed.

    python tools/compat.py [--spark VERSION ...] [--dbt VERSION ...]

What a version fails is told below the tables. Other versions lie in .daybook; those of
requirements.lock are the reference. On another Spark run the tests of the macros; with
another dbt-core, in an environment of its own, the sample and the consumer project.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pyspark

from console import Missing, Parser, Problem, Progress, run, spoken
from environment import as_pip
from server import temporary_server
from spark import ROOT

SPARK = ("3.5.9", "4.0.5", "4.1.4", pyspark.__version__, "4.3.0")
DBT = ("1.12.6",)
KEPT = ROOT / ".daybook" / "compat"
# The macros that readers know, and the scenarios that show them at work.
CAPABILITIES = {
    "`batched`": ("batches_models", "batches_partitions", "batches_log"),
    "`publish: partitions`": ("batches_publishing",),
    "`new_batches`": ("batches_consuming",),
    "`private`, `published`": ("batches_private",),
    "`as_of`, `pointer_clone`": ("batches_clones",),
    "operations": ("batches_operations", "batches_adoption"),
    "`accept_events`, `negate_events`": (
        "entries",
        "random_logs",
        "local_times",
        "clock_changes",
    ),
    "snapshots": ("snapshots", "period_balances"),
    "`calendar`": ("calendars",),
    "`bitemporal_history`, `known`": ("histories", "history_times"),
    "`with_versions`": ("history_joins",),
    "`deduplicate`, `merge_snapshot`": ("merge_snapshot",),
    '`strategy="adopt"`': ("snapshots_adopted",),
    "`incremental_aggregate`, `from_aggregates`": (
        "aggregates",
        "divided_aggregates",
        "aggregates_guarded",
        "from_aggregates",
    ),
}

FILES = [
    f"tests/scenarios/test_{file}.py" for of in CAPABILITIES.values() for file in of
]
WITH_DBT = ["tests/report/test_sample.py", "tests/scenarios/test_consumer.py"]


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("--spark", nargs="*", type=numbered, metavar="VERSION")
    parser.add_argument("--dbt", nargs="*", type=numbered, metavar="VERSION")
    given = parser.parse_args()
    asked = given.spark is not None or given.dbt is not None
    outcomes = {v: on_spark(v) for v in (given.spark or () if asked else SPARK)}
    with_dbt = {v: on_dbt(v) for v in (given.dbt or () if asked else DBT)}
    if outcomes:
        print("| capability |", " | ".join(outcomes), "|")
        print("|---" * (1 + len(outcomes)) + "|")
        for capability, files in CAPABILITIES.items():
            cells = [told(files, outcome) for outcome in outcomes.values()]
            print("|", " | ".join([capability, *cells]), "|")
    for version, outcome in with_dbt.items():
        print(f"dbt-core {version}: {summary(outcome.values())}")
    for version, outcome in [*outcomes.items(), *with_dbt.items()]:
        for name, why in outcome.items():
            if why:
                print(f"\n{version}, {name}: {why}")


def numbered(text: str) -> str:
    if not re.fullmatch(r"\d+\.\d+\.\d+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no version, such as 4.2.0")
    return text


def on_spark(version: str) -> dict[str, str]:
    """Each test's name, and why it failed or nothing."""
    os.environ["DAYBOOK_SPARK_HOME"] = str(installed_spark(version))
    with temporary_server(settings_of(version)) as server:
        runs = server.query("select version()")[0][0].split()[0]
        if runs != version:
            raise Problem(f"Spark {version} was asked for, and {runs} answers.")
        port = {"DAYBOOK_TEST_PORT": str(server.port)}
        return tested(f"Spark {version}", sys.executable, FILES, port)


def on_dbt(version: str) -> dict[str, str]:
    os.environ.pop("DAYBOOK_SPARK_HOME", None)
    return tested(f"dbt-core {version}", installed_dbt(version), WITH_DBT, {})


def tested(what: str, python: str | Path, files: list[str], variables: dict) -> dict:
    report = KEPT / f"{what}.xml"
    report.unlink(missing_ok=True)
    # Those too that are left to `make stress`.
    command = [python, "-m", "pytest", "-q", "-n", "2", "-m", ""]
    with spoken(Progress(f"testing with {what}")):
        outcome = subprocess.run(
            [*command, f"--junitxml={report}", *files],
            cwd=ROOT,
            env=os.environ | variables,
            capture_output=True,
        )
    if not report.exists():
        raise Problem(f"pytest stopped: {outcome.stdout.decode()[-2000:]}")
    return dict(map(read, ElementTree.parse(report).iter("testcase")))


def settings_of(version: str) -> dict[str, str]:
    """What the package asks of a server that is older than Spark 4.0."""
    is_old = version.startswith("3.")
    return {"spark.sql.sources.partitionOverwriteMode": "dynamic"} if is_old else {}


def read(case: ElementTree.Element) -> tuple[str, str]:
    file = case.get("classname", "").rpartition(".test_")[2]
    wrong = [w for kind in ("failure", "error") for w in case.iter(kind)]
    name = f"{file}::{case.get('name')}"
    return name, " ".join((wrong[0].get("message") or "?").split()) if wrong else ""


def told(files: tuple[str, ...], outcome: dict[str, str]) -> str:
    return summary(
        [why for name, why in outcome.items() if name.split("::")[0] in files]
    )


def summary(outcomes) -> str:
    passed = [*outcomes].count("")
    return "yes" if passed == len(outcomes) else f"{passed} of {len(outcomes)}"


def installed_spark(version: str) -> Path:
    if version == pyspark.__version__:
        return Path(pyspark.__file__).parent
    folder = KEPT / f"spark {version}"
    if not (folder / "pyspark" / "jars").exists():
        install = ["-m", "pip", "install", "--no-deps", "--target", folder]
        fetch(f"Spark {version}", sys.executable, *install, f"pyspark=={version}")
    return folder / "pyspark"


def installed_dbt(version: str) -> Path:
    """The Python of an environment like ours but for dbt-core.

    The parser in Rust is left out: dbt-core works without, and some machines have no
    wheel of it.
    """
    folder = KEPT / f"dbt-core {version}"
    python, done = folder / "bin" / "python", folder / "done"
    if not done.exists():
        uv = [sys.executable, "-m", "uv"]
        fetch(
            "an environment", *uv, "venv", "--clear", "--python", sys.executable, folder
        )
        overrides = folder / "overrides.txt"
        overrides.write_text(
            f"dbt-core=={version}\n"
            "dbt-core-experimental-parser ; sys_platform == 'none'\n"
        )
        install = [*uv, "pip", "install", "--system-certs", "--python", python]
        project = ["-r", ROOT / "pyproject.toml", "--override", overrides]
        fetch(f"dbt-core {version}", *install, *project, settings=as_pip())
        done.touch()
    return python


def fetch(what: str, *command, settings=()) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    with spoken(Progress(f"fetching {what}")):
        outcome = subprocess.run(
            command,
            env={**dict(settings), **os.environ},
            capture_output=True,
            text=True,
        )
    if outcome.returncode:
        raise Missing(f"{what} cannot be installed: {outcome.stderr[-500:]}")


if __name__ == "__main__":
    run(main)
