"""dbt 2: how it is fetched, and that it reads each project as dbt 1 does."""

import json
import re
from collections import Counter
from types import SimpleNamespace

import pytest

from console import Missing
from project_files import project_files
from support.dbt import invoke
from support.dbt2 import NOWHERE
from support.files import copied
from trials import dbt2 as trial
from trials import environments

# Where each project lies, and its profiles. dbt 2 knows no method: session, which is in
# that of the consumer project.
PROJECTS = {
    "sample": (".", "profiles"),
    "examples": ("examples", "profiles"),
    "consumer": ("tests/consumer", "nowhere"),
}
PROFILE = {"parcels": {"target": "none", "outputs": {"none": NOWHERE}}}
# dbt 1 puts the package's name before that of its generic test, also in the package.
NAMED_TEST = re.compile(r"^test\.(\w+)\.(?:daybook_)?(\w+)\.[0-9a-f]{10}$")


@pytest.fixture
def fetched(monkeypatch, tmp_path):
    """The commands that would fetch it."""
    fetched = []

    def fetch(what, *command):
        fetched.append(command)
        (tmp_path / what).mkdir(exist_ok=True)

    monkeypatch.setattr(environments, "KEPT", tmp_path)
    monkeypatch.setattr(environments, "fetch", fetch)
    monkeypatch.setattr(trial, "LOCK", tmp_path / "lock")
    monkeypatch.setattr(trial.platform, "system", lambda: "Linux")
    monkeypatch.setattr(trial.platform, "machine", lambda: "x86_64")
    return fetched


def test_it_is_fetched_once_and_again_when_another_one_is_locked(fetched):
    for lock in ("2.0.0", "2.0.0", "2.0.1"):
        trial.LOCK.write_text(lock)
        assert trial.program() == environments.KEPT / "dbt 2" / "bin" / "dbt"
    assert len(fetched) == 2
    assert {"--require-hashes", trial.LOCK} <= {*fetched[0]}


def test_on_another_machine_it_is_missing(fetched, monkeypatch):
    monkeypatch.setattr(trial.platform, "machine", lambda: "aarch64")
    with pytest.raises(Missing, match="Linux on x86_64 alone"):
        trial.program()
    assert fetched == []


def test_without_a_network_it_is_missing_in_one_sentence(monkeypatch, tmp_path):
    said = "WARNING: Retrying\nafter connection broken by 'NewConnectionError('"
    done = SimpleNamespace(returncode=1, stderr=said)
    monkeypatch.setattr(environments, "KEPT", tmp_path)
    monkeypatch.setattr(environments.subprocess, "run", lambda *_, **__: done)
    with pytest.raises(Missing) as missing:
        environments.fetch("dbt 2", "pip")
    assert str(missing.value) == (
        "dbt 2 cannot be installed: the package index cannot be reached"
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    folder = copied(project_files(), tmp_path_factory.mktemp("checkout") / "daybook")
    profiles = folder / "tests" / "consumer" / "nowhere" / "profiles.yml"
    profiles.parent.mkdir()
    profiles.write_text(json.dumps(PROFILE))
    return folder


def lineage(target):
    """How often each node, unit test and exposure is there, with what it reads."""
    parents = json.loads((target / "manifest.json").read_text())["parent_map"]
    return Counter(
        (NAMED_TEST.sub(r"test.\1.\2", name), *sorted(parents[name]))
        for name in parents
    )


@pytest.mark.parametrize("project", PROJECTS)
def test_it_reads_each_project_as_dbt_1_does(dbt2, checkout, tmp_path, project):
    place, profiles = PROJECTS[project]
    folder = checkout / place
    profiles = (checkout if profiles == "profiles" else folder) / profiles
    if (folder / "packages.yml").exists():
        done = dbt2(folder, "deps", "--profiles-dir", profiles)
        assert done.returncode == 0, done.stdout
    done = dbt2(
        *(folder, "parse", "--profiles-dir", profiles, "--target-path", tmp_path / "2")
    )
    assert done.returncode == 0, done.stdout
    options = {
        "--project-dir": folder,
        "--profiles-dir": profiles,
        "--target-path": tmp_path / "1",
        "--log-path": tmp_path,
    }
    options = [word for option in options.items() for word in option]
    assert invoke(["parse", "--no-partial-parse", *options]).success
    assert lineage(tmp_path / "2") == lineage(tmp_path / "1")
