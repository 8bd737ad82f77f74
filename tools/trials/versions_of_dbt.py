"""The sample and the consumer project with a version of dbt-core."""

import sys
from importlib.metadata import version as version_of

from trials.environments import TOOLS, installed
from trials.outcomes import PROJECTS, Outcome, tested

REFERENCE = version_of("dbt-core")
ALL = (REFERENCE, "1.12.6", "1.13.0b1")


def tried(version: str) -> Outcome:
    name = f"dbt-core {version}"
    if version == REFERENCE:
        return tested(name, sys.executable, PROJECTS, {})
    python = installed(name, *TOOLS, instead=(f"dbt-core=={version}",))
    return tested(name, python, PROJECTS, {})
