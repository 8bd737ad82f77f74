"""What tests say of themselves, test by test, and how it is told."""

import os
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from console import Problem, Progress, spoken
from spark import ROOT
from trials.environments import KEPT

# The sample, and a project that installs the package.
PROJECTS = ["tests/report/test_sample.py", "tests/scenarios/test_consumer.py"]

# Each test's name, and why it did not pass, or nothing.
Outcome = dict[str, str]


def tested(
    what: str, python: str | Path, files: list[str], variables: dict[str, str]
) -> Outcome:
    report = KEPT / f"{what}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
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


def read(case: ElementTree.Element) -> tuple[str, str]:
    file = case.get("classname", "").rpartition(".test_")[2]
    name = f"{file}::{case.get('name')}"
    for kind in ("failure", "error", "skipped"):
        for wrong in case.iter(kind):
            why = " ".join((wrong.get("message") or "?").split())
            return name, f"skipped: {why}" if kind == "skipped" else why
    return name, ""


def of_files(files: tuple[str, ...], outcome: Outcome) -> Outcome:
    return {n: why for n, why in outcome.items() if n.split("::")[0] in files}


def summary(outcome: Outcome) -> str:
    passed = [*outcome.values()].count("")
    if passed == len(outcome):
        return "yes" if passed else "no"
    return f"{passed} of {len(outcome)}"
