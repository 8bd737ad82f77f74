"""dbt as a test needs it: in this process, with all that it said."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from dbt.cli.main import dbtRunner

from server import Server
from spark import ROOT


@dataclass
class Outcome:
    success: bool
    # What dbt returns: its results, or nothing for some commands and failures.
    result: object
    exception: BaseException | None
    lines: list[str]


def invoke(arguments, on_event=None, manifest=None) -> Outcome:
    """A command in this process, which spares dbt's start; with a manifest, which
    `dbt parse` returns, also the reading of the project."""
    lines: list[str] = []

    def hear(event):
        lines.append(event.info.msg)
        if on_event:
            on_event(event)

    done = dbtRunner(manifest, [hear]).invoke([str(each) for each in arguments])
    return Outcome(done.success, done.result, done.exception, lines)


@dataclass
class Dbt:
    """The project of a folder that is there, on a server, in a schema of its own."""

    server: Server
    # It takes what dbt writes, so that the runs of two tests never meet.
    folder: Path
    schema: str
    project: Path = ROOT
    profiles: Path = ROOT / "profiles"

    def run(self, *command: str, **variables) -> Outcome:
        with pytest.MonkeyPatch.context() as patch:
            # dbt moves into the project, and would leave us there.
            patch.chdir(self.project)
            for name, value in self._environment().items():
                patch.setenv(name, value)
            return invoke([*command, *_options(variables)])

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
