"""The files that are kept: none names its place, none is heavy, all is pinned."""

import re

import pytest

from spark import ROOT
from support.files import called, project_files

FILES = project_files()
BYTES_OF_A_FILE = 10**6
LINES_OF_A_TOOL = 200
# Where packages come from is for the user's own settings to say.
REGISTRY = re.compile(
    r"pypi[.]org|python[h]osted[.]org|repo1[.]maven"
    r"|maven[.]org|registry[.]npmjs|registry[.]yarnpkg|conda[.]anaconda"
)


def text(file):
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        return ""


def test_no_file_names_the_folder_that_the_checkout_is_in():
    assert [called(file) for file in FILES if str(ROOT) in text(file)] == []


def test_no_file_names_a_package_registry():
    found = {called(file): REGISTRY.findall(text(file)) for file in FILES}
    assert {name: names for name, names in found.items() if names} == {}


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
