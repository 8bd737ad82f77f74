"""The files that are kept: no machine in them, nothing heavy, every version pinned."""

import re

import pytest

from spark import ROOT
from support.files import called, project_files

FILES = project_files()
BYTES_OF_A_FILE = 10**6
LINES_OF_A_TOOL = 200
# Written so that this file does not find itself.
FOREIGN = {
    "a path of one machine": r"(?<![\w.~-])/(root|work|home)/|/tmp/bash[_]jobs",
    "a package registry": r"pypi[.]org|python[h]osted[.]org|repo1[.]maven"
    r"|maven[.]org|registry[.]npmjs|registry[.]yarnpkg|conda[.]anaconda",
}


def text(file):
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        return ""


def test_the_files_are_those_of_the_project():
    assert ROOT / "README.md" in FILES
    assert len(FILES) > 100


@pytest.mark.parametrize("what", FOREIGN)
def test_no_file_names(what):
    found = {called(file): re.search(FOREIGN[what], text(file)) for file in FILES}
    assert {name: match.group() for name, match in found.items() if match} == {}


def test_where_the_full_data_lies_stands_in_one_place():
    location = re.compile(r"\.\./shar" + "ed")
    assert [called(f) for f in FILES if location.search(text(f))] == [".ci/run"]


def test_no_file_is_heavy():
    heavy = {called(f): f.stat().st_size for f in FILES}
    assert {name: size for name, size in heavy.items() if size > BYTES_OF_A_FILE} == {}


@pytest.mark.parametrize(
    "file", project_files("tools/*.py") + project_files("bench/*.py"), ids=called
)
def test_a_tool_can_be_read(file):
    assert file.read_text().count("\n") <= LINES_OF_A_TOOL
    assert re.match(r'"""\w', file.read_text())


def test_every_version_is_pinned_and_has_its_hash():
    text = (ROOT / "requirements.lock").read_text()
    locked = set(re.findall(r"(?m)^(\S+==\S+) .*\\\n    --hash=sha256:", text))
    assert len(locked) == len(re.findall(r"(?m)^\w", text))
    needed = (ROOT / "pyproject.toml").read_text()
    pinned = re.findall(r'(?m)^    "(\S+?)(?:\[.*\])?(==\S+)",$', needed)
    assert len(pinned) == needed.count("==")
    assert {name.lower() + version for name, version in pinned} <= locked
