"""--help prints a command's text, and a mistake is refused: neither starts anything."""

import os
import re
import runpy
import subprocess
import sys

import pytest

import environment
import server
import support.macros  # noqa: F401  (what bench imports asks git for files, once)
from spark import ROOT

COMMANDS = [
    ROOT / "bench",
    *(f for f in sorted(ROOT.glob("tools/*.py")) if "__main__" in f.read_text()),
]


@pytest.fixture
def call(monkeypatch, capsys):
    """The command in this process, where it can start no other."""

    def started(*command, **options):
        # dbt itself says what it knows.
        if "--help" not in command[0]:
            pytest.fail(f"it has started: {command}")
        return popen(*command, **options)

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", started)
    monkeypatch.setattr(os, "execve", started)
    monkeypatch.setattr(environment, "make_ready", started)
    monkeypatch.setattr(server, "find", lambda *home: None)

    def call_with(tool, *words):
        monkeypatch.syspath_prepend(tool.parent)
        monkeypatch.setattr(sys, "argv", [str(tool), *words])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(tool), run_name="__main__")
        told = capsys.readouterr()
        return ended.value.code, told.out, told.err

    return call_with


@pytest.mark.parametrize("tool", COMMANDS, ids=lambda tool: tool.stem)
def test_help_is_printed_and_an_unknown_option_refused(call, tool):
    code, out, said = call(tool, "--help")
    assert (code, said) == (0, "")
    assert re.match(f"usage: (python -m )?{tool.name} ", out)
    code, out, said = call(tool, "--nonsense")
    assert code not in (0, None)
    assert out == ""
    assert re.search(
        "arguments(:| are required:) --|required: command", f"{code}{said}"
    )


@pytest.mark.parametrize("name", [f.stem for f in ROOT.glob("bench/[a-z]*.py")])
def test_every_benchmark_tells_what_it_measures(call, name):
    code, out, said = call(ROOT / "bench", name, "--help")
    assert (code, said) == (0, "")
    assert out.startswith(f"usage: python -m bench {name} ")


@pytest.mark.parametrize(
    ("tool", "words", "sentence"),
    [
        ("run.py", "sample", "daybook: unrecognized arguments: sample; --help says m"),
        ("lint.py", "macros", "daybook: unrecognized arguments: macros"),
        ("server.py", "start", "daybook: argument command: invalid choice: 'start'"),
        ("server.py", "up down", "daybook: unrecognized arguments: down"),
        ("server.py", "", "daybook: the following arguments are required: command"),
        ("compat.py", "--dbt 4.2", "daybook: argument --dbt: '4.2' is no version, su"),
        ("on_server.py", "", "daybook: the following arguments are required: command"),
        pytest.param(
            "on_server.py",
            "build --selec x",
            "daybook: dbt: No such option '--selec'.",
            marks=pytest.mark.stress,
        ),
        ("../bench", "nothing", "daybook: argument NAME: invalid choice: 'nothing'"),
        ("../bench", "readers --republishes x", "daybook: argument --republishes: inv"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(call, tool, words, sentence):
    code, out, _ = call(ROOT / "tools" / tool, *words.split())
    assert str(code).startswith(sentence)
    assert "\n" not in code
    assert out == ""
