"""What a user is told while something takes long."""

import time
from types import SimpleNamespace

import pytest

import console
from console import Progress, spoken
from project import Teller


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch):
    monkeypatch.setattr(console, "EVERY_SECONDS", 0.3)


def told(capsys):
    return capsys.readouterr().err.splitlines()


def event(name, node, seconds=0.0):
    data = SimpleNamespace(
        node_info=SimpleNamespace(node_name=node), execution_time=seconds
    )
    return SimpleNamespace(info=SimpleNamespace(name=name), data=data)


def test_what_takes_long_is_said_again_and_again(capsys):
    with spoken(Progress("waiting")):
        time.sleep(1.2)
    lines = told(capsys)
    assert 2 <= len(lines) <= 4
    assert lines[-1] == "waiting ... 1 s"


def test_what_is_done_at_once_is_not_spoken_of(capsys):
    with spoken(Progress("waiting")):
        pass
    time.sleep(0.5)
    assert told(capsys) == []


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
