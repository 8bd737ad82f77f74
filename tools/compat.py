"""Test the package's macros on other versions of Spark, and print which passed.

    python tools/compat.py [VERSION ...]

What a version fails is told below the table. Other versions lie in .daybook; the one of
requirements.lock is the reference.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pyspark

from console import Parser, Problem, Progress, run, spoken
from server import temporary_server
from spark import ROOT

VERSIONS = ("3.5.9", "4.0.5", "4.1.4", pyspark.__version__, "4.3.0")
KEPT = ROOT / ".daybook" / "spark"
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
        "late_arrivals",
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


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("version", nargs="*", type=numbered, default=VERSIONS)
    versions = parser.parse_args().version
    outcomes = {version: tested(version) for version in versions}
    print("| capability |", " | ".join(versions), "|")
    print("|---" * (1 + len(versions)) + "|")
    for capability, files in CAPABILITIES.items():
        cells = [told(files, outcome) for outcome in outcomes.values()]
        print("|", " | ".join([capability, *cells]), "|")
    for version, outcome in outcomes.items():
        for name, why in outcome.items():
            if why:
                print(f"\n{version}, {name}: {why}")


def numbered(text: str) -> str:
    if not re.fullmatch(r"\d+\.\d+\.\d+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no version, such as 4.2.0")
    return text


def tested(version: str) -> dict[str, str]:
    """Each test's name, and why it failed or nothing."""
    os.environ["DAYBOOK_SPARK_HOME"] = str(installed(version))
    report = KEPT / f"{version}.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", f"--junitxml={report}"]
    # Those too that are left to `make stress`.
    command += ["-m", ""]
    with temporary_server(settings_of(version)) as server:
        runs = server.query("select version()")[0][0].split()[0]
        if runs != version:
            raise Problem(f"Spark {version} was asked for, and {runs} answers.")
        with spoken(Progress(f"testing with Spark {version}")):
            outcome = subprocess.run(
                [*command, *FILES],
                cwd=ROOT,
                env=os.environ | {"DAYBOOK_TEST_PORT": str(server.port)},
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
    of_these = [why for name, why in outcome.items() if name.split("::")[0] in files]
    passed = of_these.count("")
    return "yes" if passed == len(of_these) else f"{passed} of {len(of_these)}"


def installed(version: str) -> Path:
    if version == pyspark.__version__:
        return Path(pyspark.__file__).parent
    folder = KEPT / version
    if not (folder / "pyspark" / "jars").exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        install = [sys.executable, "-m", "pip", "install", "--no-deps", "--target"]
        with spoken(Progress(f"fetching Spark {version}")):
            outcome = subprocess.run(
                [*install, folder, f"pyspark=={version}"],
                capture_output=True,
                text=True,
            )
        if outcome.returncode:
            raise Problem(f"it cannot be installed: {outcome.stderr[-500:]}")
    return folder / "pyspark"


if __name__ == "__main__":
    run(main)
