"""What a user is told while something takes long."""

import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

import advice
import console
import run
from console import Problem, Progress, spoken
from project import Target, Teller
from spark import ROOT


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch):
    monkeypatch.setattr(console, "EVERY_SECONDS", 0.3)


def told(capsys):
    return capsys.readouterr().err.replace("\033[K", "").splitlines()


@pytest.fixture
def on_terminal(capsys, monkeypatch):
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)


def event(name, node, seconds=0.0):
    data = SimpleNamespace(
        node_info=SimpleNamespace(node_name=node), execution_time=seconds
    )
    return SimpleNamespace(info=SimpleNamespace(name=name), data=data)


@pytest.mark.usefixtures("on_terminal")
def test_what_takes_long_is_said_again_and_again(capsys):
    progress = Progress("waiting")
    with spoken(progress):
        time.sleep(1.2)
    lines = told(capsys)
    assert 2 <= len(lines) <= progress.seconds / console.EVERY_SECONDS
    assert re.fullmatch(r"waiting \.\.\. [1-9] s", lines[-1])


def test_in_a_file_what_takes_long_is_said_soon_and_then_seldom(capsys):
    teller = Teller()
    teller(event("NodeStart", "first"))
    with spoken(teller.progress):
        time.sleep(1.2)
    teller(event("LogModelResult", "first", 12.34))
    first, last = told(capsys)
    assert re.fullmatch(r"  first \.\.\. \d s", first)
    assert last == "  first                     12.3 s"


@pytest.mark.usefixtures("on_terminal")
def test_what_is_done_at_once_is_not_spoken_of(capsys):
    with spoken(Progress("waiting")):
        pass
    time.sleep(0.5)
    assert told(capsys) == []


@pytest.mark.usefixtures("on_terminal")
def test_of_dbt_the_models_under_way_are_named_and_those_that_ended(capsys):
    teller = Teller()
    teller(event("NodeStart", "first"))
    teller(event("NodeStart", "second"))
    with spoken(teller.progress):
        time.sleep(0.5)
    assert told(capsys)[0].startswith("  first, second ... ")
    teller(event("NodeFinished", "first"))
    teller(event("LogModelResult", "first", 12.34))
    assert told(capsys) == ["  first                     12.3 s"]
    with spoken(teller.progress):
        time.sleep(0.5)
    assert told(capsys)[0].startswith("  second ... ")


def test_states_are_shown_as_they_are_written(capsys):
    """To rich, which draws the tables, they could be markup or emoji."""
    states = ["[New]", "[/x]", "[bold]b", ":smile:", "\x1b]2;title\x07"]
    answers = {
        "max(snapshot_date)": [("2015-09-04",)],
        "group by posted_batch_id": [(1, 4, 0, 0)],
        "group by status": [(state, 1, 0, 1) for state in states],
    }

    def query(sql, **names):
        return next(rows for part, rows in answers.items() if part in sql)

    run.show(SimpleNamespace(schema="s", query=query))
    shown = capsys.readouterr().out
    # What a terminal would obey is left out.
    states[-1] = " ]2;title"
    assert [state for state in states if f"│ {state} " not in shown] == []
    assert "\x1b" not in shown


def test_a_terminal_obeys_nothing_that_is_said(capsys):
    console.say("a\x1b[2Jb\r\nc\x9bd")
    assert capsys.readouterr().err == "a [2Jb \nc d\n"


def test_an_interrupt_ends_nothing_that_has_come_back(monkeypatch):
    ended = []
    monkeypatch.setattr(console, "SECONDS_TO_INTERRUPT", 0.2)
    monkeypatch.setattr(console.os, "_exit", ended.append)
    with pytest.raises(KeyboardInterrupt), console.interruptible():
        signal.raise_signal(signal.SIGINT)
    time.sleep(0.5)
    assert ended == []


def test_an_interrupt_ends_what_does_not_come_back_from_it():
    code = """
import time, console
console.SECONDS_TO_INTERRUPT = 0.5
with console.interruptible():
    while True:
        try:
            print("at work", flush=True)
            time.sleep(60)
        except KeyboardInterrupt:
            pass
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT / "tools",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "at work\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert said == "daybook: interrupted; the same command takes up from here.\n"
    assert process.returncode == 1


@pytest.mark.parametrize(
    ("on_hand", "named"),
    [
        ({"Closed": 1901, "New": 99}, "[Closed]"),
        ({"Closed": 900, "New": 100}, "[Closed]"),
        ({"on: hold": 10, "New": 1, "Done": 0}, "['on: hold']"),
        ({"Closed": 0}, None),
        ({}, None),
    ],
)
def test_the_largest_states_are_suggested_as_terminal(capsys, on_hand, named):
    advice.advise([], [(state, 1, 0, items) for state, items in on_hand.items()], 2000)
    said = told(capsys)
    if named is None:
        assert said == []
    else:
        (line,) = said
        total = sum(on_hand.values())
        counts = ", ".join(f"{state} {items:,}" for state, items in on_hand.items())
        assert f", and {total:,} items are on hand: {counts}. If they" in line
        assert f"`terminal_states: {named}`" in line


def test_the_share_that_is_not_terminal_is_told(capsys):
    advice.advise(["Closed"], [("New", 1, 0, 99), ("Open", 0, 0, 1)], 800)
    said = "Not in a terminal state at the end: 100 of 800 items (12.5 %)."
    assert told(capsys) == [said]
    # All items were withdrawn.
    advice.advise(["Closed"], [("New", 1, 1, 0)], 0)
    assert told(capsys) == []


@pytest.mark.parametrize(
    ("runs", "sentence"),
    [
        # A server that was lost is told before what dbt says of it.
        (False, "^lost$"),
        (True, "^dbt build: MemoryError$"),
    ],
)
def test_what_ended_dbt_is_told_in_a_word(tmp_path, runs, sentence):
    target = object.__new__(Target)
    target.server = SimpleNamespace(runs=lambda: runs, lost=lambda: Problem("lost"))
    target.at_work = tmp_path / "invocations"
    target.at_work.touch()
    ended = SimpleNamespace(success=False, exception=MemoryError())
    target._invoke = lambda *command: ended
    with pytest.raises(Problem, match=sentence):
        target.dbt("build", variables={})
    # What it has left locked is unlocked by the next run.
    assert target.at_work.exists()


def test_who_is_waited_for_is_told_also_without_a_terminal(capsys, tmp_path):
    program = "import sys, time, console, pathlib\n" + (
        "with console.alone(pathlib.Path(sys.argv[1])):\n"
        "    print(flush=True)\n"
        "    time.sleep(1)"
    )
    lock = tmp_path / "lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", program, str(lock)],
        cwd=ROOT / "tools",
        stdout=subprocess.PIPE,
    )
    with holder:
        holder.stdout.readline()
        with console.alone(lock):
            assert lock.read_text() == str(os.getpid())
    assert told(capsys) == [f"waiting for process {holder.pid}, at work here ... 0 s"]
