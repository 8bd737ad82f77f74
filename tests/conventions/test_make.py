"""The commands, as make lists and calls them."""

import os
import re
import subprocess

from spark import ROOT

PHONY = re.findall(r"(?m)^\.PHONY: (.*)", (ROOT / "Makefile").read_text())
# The others make the environment, or need none.
COMMANDS = sorted({*" ".join(PHONY).split()} - {"help", "ready"})


def make(*arguments):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
    outcome = subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
    )
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout


def test_make_alone_lists_every_command():
    lines = [line.split(maxsplit=2) for line in make().splitlines()]
    assert all(word == "make" and what for word, _, what in lines)
    assert {name for _, name, _ in lines} == {"help", *COMMANDS}


def test_every_command_makes_the_environment_first():
    """An empty folder has none, and each command may be the first one."""
    for command in COMMANDS:
        steps = make("--dry-run", command).splitlines()
        assert steps[0] == "python3 tools/bootstrap.py", command
        assert len(steps) > 1, command


def test_what_is_given_to_make_reaches_the_run():
    printed = make(
        "run",
        "PYTHON=true",
        "python=printenv EVENTS CONFIG #",
        "EVENTS=a b",
        "CONFIG=c",
    )
    assert printed.splitlines() == ["a b", "c"]
