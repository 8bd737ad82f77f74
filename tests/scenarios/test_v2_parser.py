"""Whether dbt v2 could read this project, as far as dbt-core 1.12 can tell."""

import os
import sys
from pathlib import Path

import pytest

from spark import ROOT
from support.dbt import invoke

PROGRAM = "dbt-core-experimental-parser"


@pytest.mark.stress
def test_the_parser_of_dbt_v2_reads_this_project(tmp_path, monkeypatch):
    programs = Path(sys.executable).parent
    if not (programs / PROGRAM).exists():
        pytest.skip(f"{PROGRAM} is not installed")
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    place = ["--project-dir", ROOT, "--profiles-dir", ROOT / "profiles"]
    written = ["--target-path", tmp_path / "target", "--log-path", tmp_path]
    parsed = invoke(["parse", "--use-v2-parser", *place, *written])
    assert parsed.success, parsed.lines
