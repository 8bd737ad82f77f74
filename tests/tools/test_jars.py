"""Jars that are fetched, once; and what is said of one that cannot be."""

import os
from types import SimpleNamespace

import pytest

import jars
from console import Problem


@pytest.fixture
def called(monkeypatch, tmp_path):
    """Ivy's commands, none of which fetches anything."""
    called = []

    def run(command, **_):
        called.append(command)
        return SimpleNamespace(stdout="UNRESOLVED DEPENDENCIES\n", stderr="")

    monkeypatch.setattr(jars, "KEPT", tmp_path)
    monkeypatch.setattr(jars, "find_java", lambda: "java")
    monkeypatch.setattr(jars.subprocess, "run", run)
    return called


def test_a_jar_that_was_not_fetched_is_a_problem(called):
    with pytest.raises(Problem, match=r"nothing:0 cannot be fetched.* UNRESOLVED"):
        jars.class_path("example:nothing:0")
    assert called[0][-1].name == "[artifact]-[revision].[ext]"
    assert [*(jars.KEPT / "jars").iterdir()] == []


def test_jars_that_are_there_need_no_network(called, tmp_path):
    there = [tmp_path / "jars" / f"{name}-1.jar" for name in ("a", "b")]
    there[0].parent.mkdir()
    for jar in there:
        jar.touch()
    found = jars.class_path("example:a:1", "example:b:1")
    assert found == os.pathsep.join(map(str, there))
    assert called == []
