"""dbt 2: how it is fetched, and that it reads each project as dbt 1 does."""

import ctypes
import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from console import Missing
from project_files import project_files
from support.dbt import invoke
from support.dbt2 import NOWHERE
from support.files import copied
from trials import dbt2 as trial
from trials import environments, turns
from trials.engines import counts, why_failed

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
# A driver that writes down what it is given.
DRIVER = """
#include <string.h>
static unsigned char set(void *database, char *key, char *value, char *error)
{
    strcat(strcat(strcat(strcat(error, key), "="), value), " ");
    return 0;
}
unsigned char AdbcDriverInit(int version, void **functions, void *error)
{
    functions[5] = (void *)set;
    return 0;
}
"""
GIVEN = (
    (b"spark.api", b"connect"),
    (b"spark.host", b"127.0.0.1"),
    (b"spark.port", b"15002"),
)
RESULTS = [
    {"unique_id": "model.daybook.a", "status": "success", "message": "OK"},
    {"unique_id": "model.daybook.b", "status": "success", "message": None},
    {"unique_id": "model.daybook.c", "status": "error", "message": "no\n such table"},
    {"unique_id": "model.daybook.d", "status": "skipped", "message": None},
    {"unique_id": "test.daybook.e", "status": "fail", "message": None},
    {"unique_id": "operation.daybook.f", "status": "success", "message": "OK"},
]


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
    monkeypatch.delenv("DAYBOOK_DBT_2", raising=False)
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


def test_another_one_is_taken_with_its_own_drivers(fetched, monkeypatch):
    monkeypatch.setenv("DAYBOOK_DBT_2", "/opt/dbt")
    assert trial.with_driver() == (Path("/opt/dbt"), trial.SETTINGS)
    assert fetched == []


def test_without_a_compiler_it_is_missing_in_one_sentence(fetched, monkeypatch):
    trial.LOCK.touch()
    monkeypatch.setattr(trial.shutil, "which", lambda name: None)
    with pytest.raises(Missing, match="there is no C compiler, cc,"):
        trial.with_driver()
    (why,) = turns.tried("2-2-2").values()
    assert why.startswith("skipped: there is no C compiler")


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_a_host_and_a_port_reach_the_driver_as_one_uri(fetched, monkeypatch, tmp_path):
    """As dbt 2 gives them: what the driver was given, it returns as an error."""
    trial.LOCK.touch()
    _, settings = trial.with_driver()
    driver = Path(settings["DAYBOOK_SPARK_DRIVER"])
    driver.parent.mkdir(parents=True)
    source = tmp_path / "driver.c"
    source.write_text(DRIVER)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", driver, source], check=True)
    monkeypatch.setenv("DAYBOOK_SPARK_DRIVER", str(driver))
    library = ctypes.CDLL(str(tmp_path / "dbt 2" / "lib" / driver.name))
    functions = (ctypes.c_void_p * 40)()
    assert library.AdbcDriverInit(1_001_000, functions, None) == 0
    set_option = ctypes.CFUNCTYPE(ctypes.c_ubyte, *[ctypes.c_char_p] * 4)(functions[5])
    said = ctypes.create_string_buffer(1000)
    for key, value in GIVEN:
        assert set_option(None, key, value, said) == 0
    assert said.value == b"spark.api=connect uri=sc://127.0.0.1:15002 "


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


def test_results_are_counted_and_what_failed_says_why():
    assert counts(RESULTS) == (
        "1 model error, 1 model skipped, 2 model success, 1 test fail"
    )
    assert why_failed(RESULTS) == "model.daybook.c: no such table; test.daybook.e: ?"


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
