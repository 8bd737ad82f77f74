"""Run dbt as a test needs it: a project, on a server, in a schema of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from dbt.cli.main import dbtRunner

from server import Server
from spark import ROOT

DBT = Path(sys.executable).with_name("dbt")

numbers = count(1)


@dataclass
class Outcome:
    success: bool
    # What dbt returns: its results, or nothing for some commands and failures.
    result: object
    exception: BaseException | None
    lines: list[str]


@dataclass
class Dbt:
    server: Server
    # Takes what dbt writes, so that the runs of two tests never meet.
    folder: Path
    project: Path = ROOT
    schema: str = field(default_factory=lambda: f"test_{next(numbers)}")
    profiles: Path = ROOT / "profiles"

    def run(self, *command: str, **variables) -> Outcome:
        """In this process, which spares dbt's start."""
        lines: list[str] = []
        dbt = dbtRunner(callbacks=[lambda event: lines.append(event.info.msg)])
        with pytest.MonkeyPatch.context() as patch:
            # dbt moves into the project, and would leave us there.
            patch.chdir(self.project)
            for name, value in self._environment().items():
                patch.setenv(name, value)
            done = dbt.invoke([*command, *_options(variables)])
        return Outcome(done.success, done.result, done.exception, lines)

    def start(self, *command: str, **variables) -> subprocess.Popen:
        """In a process of its own, which a test can kill."""
        return subprocess.Popen(
            [DBT, *command, *_options(variables)],
            cwd=self.project,
            env=os.environ | self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _environment(self) -> dict[str, str]:
        return {
            "DAYBOOK_TARGET": "local",
            "DAYBOOK_PORT": str(self.server.port),
            "DAYBOOK_SCHEMA": self.schema,
            "DBT_PROFILES_DIR": str(self.profiles),
            "DBT_TARGET_PATH": str(self.folder / "target"),
            "DBT_LOG_PATH": str(self.folder / "logs"),
        }


def _options(variables: dict) -> list[str]:
    return ["--vars", json.dumps(variables)] if variables else []


@pytest.fixture
def dbt(spark_server, tmp_path) -> Dbt:
    return Dbt(spark_server, tmp_path)
