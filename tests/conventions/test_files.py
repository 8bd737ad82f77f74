"""Files that are kept: light, pinned, and tied to no place."""

import re

from project_files import called, project_files
from spark import ROOT
from support.files import too_long

FILES = project_files()
BYTES_OF_A_FILE = 10**6
LINES_OF_A_TOOL = 200
# dbt 2, which is built when it is installed, from what it fetches.
UNLOCKED = {"dbt", "dbt-oss"}
# The user's own settings say where packages come from.
REGISTRY = re.compile(
    r"pypi[.]org|python[h]osted[.]org|repo1[.]maven"
    r"|maven[.]org|registry[.]npmjs|registry[.]yarnpkg|conda[.]anaconda"
)


def test_no_file_names_a_package_registry():
    texts = {called(file): file.read_bytes().decode(errors="replace") for file in FILES}
    assert [name for name, text in texts.items() if REGISTRY.search(text)] == []


def test_no_file_is_heavy():
    heavy = [called(f) for f in FILES if f.stat().st_size > BYTES_OF_A_FILE]
    assert heavy == []


def test_tools_are_short_and_begin_with_what_they_do():
    tools = project_files("tools/*.py") + project_files("bench/*.py")
    scripts = project_files("tools/*.js")
    assert too_long(tools + scripts, LINES_OF_A_TOOL) == {}
    assert [called(f) for f in tools if not re.match(r'"""\w', f.read_text())] == []
    assert [called(f) for f in scripts if not f.read_text().startswith("/* ")] == []


def test_every_version_is_pinned_and_has_its_hash():
    text = "".join(lock.read_text() for lock in project_files("*.lock"))
    locked = set(re.findall(r"(?m)^(\S+==\S+) .*\\\n    --hash=sha256:", text))
    assert len(locked) == len(re.findall(r"(?m)^\w", text))
    needed = (ROOT / "pyproject.toml").read_text()
    pinned = re.findall(r'(?m)^    "(\S+?)(?:\[.*\])?(==\S+)(?: ;.*)?",$', needed)
    assert len(pinned) == needed.count("==")
    assert {name.lower() + version for name, version in pinned} <= locked


def test_the_workflow_installs_what_is_locked():
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    pinned = re.findall(r'"([\w-]+)(?:\[\w+\])?(==[^"]+)"', workflow)
    locked = (ROOT / "requirements.lock").read_text()
    assert {name for name, version in pinned if f"\n{name}{version} " in locked} == {
        "dbt-core",
        "dbt-spark",
        "pyspark",
    }
    assert {
        name for name, version in pinned if f"\n{name}{version} " not in locked
    } == UNLOCKED
