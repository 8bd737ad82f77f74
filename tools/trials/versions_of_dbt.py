"""The sample and the consumer project with a version of dbt-core; whether v2 could read
this project."""

import sys
from contextlib import suppress
from importlib.metadata import version as version_of

from console import Problem
from trials.environments import TOOLS, add, installed
from trials.outcomes import PROJECTS, Outcome, tested

REFERENCE = version_of("dbt-core")
ALL = (REFERENCE, "1.12.6", "1.13.0b1")
FILES = [*PROJECTS, "tests/scenarios/test_v2_parser.py"]


def tried(version: str) -> Outcome:
    name = f"dbt-core {version}"
    if version == REFERENCE:
        return tested(name, sys.executable, PROJECTS, {})
    python = installed(name, *TOOLS, instead=(f"dbt-core=={version}",))
    # Where it cannot be had, the test that needs it is skipped.
    with suppress(Problem):
        add("the parser of dbt v2", python, "dbt-core-experimental-parser")
    return tested(name, python, FILES, {})
