"""The commands, as make lists and calls them."""

import os
import re
import shutil
import subprocess

import pytest

from spark import ROOT

PHONY = re.findall(r"(?m)^\.PHONY: (.*)", (ROOT / "Makefile").read_text())
# The others make the environment, or need none.
COMMANDS = sorted({*" ".join(PHONY).split()} - {"help", "ready"})
# They have work only where something was started.
AFTER_OTHERS = {
    "status": "not running",
    "down": "Spark was not running.",
    "cluster-down": "No cluster was running.",
    "clean": "Spark was not running.\nNo cluster was running.",
}


def make(*arguments, folder=ROOT):
    # make hands on what it was told, such as PYTHON.
    told = ("MAKE", "PYTHON")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(told)}
    outcome = subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=folder,
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


@pytest.fixture
def clone(tmp_path):
    """As if just made, as far as make sees it."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    return tmp_path


def test_every_command_makes_the_environment_first(clone):
    """An empty folder has none, and each command may be the first one."""

    def check(commands):
        for command in commands:
            steps = make("--dry-run", command, folder=clone).splitlines()
            assert steps[0] == "python3 tools/bootstrap.py", command
            assert len(steps) > 1, command

    check({*COMMANDS} - {*AFTER_OTHERS})
    (clone / ".daybook" / "cluster").mkdir(parents=True)
    (clone / ".daybook" / "server.lock").touch()
    check(COMMANDS)


def test_where_nothing_was_started_nothing_is_installed_to_say_so(clone):
    for command, said in AFTER_OTHERS.items():
        assert make(command, folder=clone) == f"{said}\n"
    assert [file.name for file in clone.iterdir()] == ["Makefile"]


def test_help_names_what_a_log_of_ones_own_needs():
    lines = [line for line in make("help").splitlines() if "EVENTS=" in line]
    assert [line.split()[1] for line in lines] == ["run", "config"]
    assert "CONFIG=" in lines[0]


def test_what_is_given_to_make_reaches_the_run():
    printed = make(
        "run",
        "PYTHON=true",
        "python=printenv EVENTS CONFIG #",
        "EVENTS=a b$(shell echo c)$d",
        "CONFIG=$$(echo e)",
    )
    assert printed.splitlines() == ["a b$(shell echo c)$d", "$$(echo e)"]
