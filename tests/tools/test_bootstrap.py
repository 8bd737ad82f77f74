"""The environment: made, made again from any state, and the message if it cannot be.

Most copies lock uv alone, from a wheel of this environment's: they need no network.
"""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

import environment
from bootstrap import complaint
from console import Problem
from spark import ROOT


@pytest.fixture(scope="module", autouse=True)
def uv(tmp_path_factory):
    """What a lock says of the wheel, which pip finds."""
    wheel = tmp_path_factory.mktemp("wheels") / "uv-1.0-py3-none-any.whl"
    texts = {
        "METADATA": "Metadata-Version: 2.1\nName: uv\nVersion: 1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with ZipFile(wheel, "w") as file:
        file.write(Path(sys.executable).with_name("uv"), "uv-1.0.data/scripts/uv")
        for name, text in texts.items():
            file.writestr(f"uv-1.0.dist-info/{name}", text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(wheel.parent))
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        yield f"uv==1.0 \\\n    --hash=sha256:{digest}\n"


@pytest.fixture
def copy(tmp_path, uv):
    return make_copy(tmp_path / "a copy", uv)


def make_copy(copy: Path, lock: str) -> Path:
    shutil.copytree(ROOT / "tools", copy / "tools")
    (copy / "requirements.lock").write_text(lock)
    return copy


def bootstrap(copy: Path, python=sys.executable, **environment) -> subprocess.Popen:
    return subprocess.Popen(
        [python, copy / "tools" / "bootstrap.py"],
        env=os.environ | environment,
        stderr=subprocess.PIPE,
        text=True,
    )


def succeed(copy: Path, **environment) -> None:
    attempt = bootstrap(copy, **environment)
    _, said = attempt.communicate()
    assert attempt.returncode == 0, said


def marker(copy: Path) -> Path:
    return copy / ".venv" / "daybook.txt"


def packages(copy: Path) -> str:
    command = [copy / ".venv" / "bin" / "python", "-m", "pip", "list"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_made_once_and_kept(copy):
    succeed(copy)
    made = marker(copy).stat().st_mtime_ns
    succeed(copy)
    assert marker(copy).stat().st_mtime_ns == made
    assert packages(copy)


def break_python(copy):
    (copy / ".venv" / "bin" / "python").unlink()
    (copy / ".venv" / "bin" / "python").symlink_to("gone")


def break_folder(copy):
    shutil.rmtree(copy / ".venv")
    (copy / ".venv").write_text("not a folder")


@pytest.mark.stress
def test_made_again_from_any_state(copy):
    succeed(copy)
    for change in (lambda it: marker(it).unlink(), break_python, break_folder):
        change(copy)
        succeed(copy)
        assert packages(copy)
    before = marker(copy).read_text()
    lock = copy / "requirements.lock"
    lock.write_text(lock.read_text() + "# changed\n")
    succeed(copy)
    assert marker(copy).read_text() != before
    moved = copy.rename(copy.with_name("moved"))
    succeed(moved)
    assert str(moved) in marker(moved).read_text()


@pytest.mark.stress
def test_killed_and_run_again(copy):
    killed = bootstrap(copy)
    time.sleep(1)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert not marker(copy).exists()
    succeed(copy)
    assert packages(copy)


@pytest.mark.stress
def test_two_at_once_make_one(copy):
    attempts = [bootstrap(copy), bootstrap(copy)]
    assert [attempt.wait() for attempt in attempts] == [0, 0]
    assert packages(copy)


@pytest.mark.stress
def test_what_cannot_be_installed_is_told_in_one_sentence(tmp_path, uv):
    unknown = f"six==1.17.0 --hash=sha256:{'0' * 64}\n{uv}"
    other = re.sub("sha256:....", "sha256:0000", uv)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_CONFIG_FILE": os.devnull}
    for name, lock, settings, why in (
        ("offline", unknown, nowhere, "the package"),
        ("other", other, {}, "a package is not the one that its lock lists. "),
    ):
        attempt = bootstrap(make_copy(tmp_path / name, lock), **settings)
        _, said = attempt.communicate()
        assert attempt.returncode == 1
        start = f"daybook: the environment cannot be installed: {why}"
        assert said.splitlines()[-1].startswith(start)
        assert "Traceback" not in said


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    # Or it would stop this project's server.
    monkeypatch.setattr(environment, "PYTHON", tmp_path / "none")
    usage = SimpleNamespace(free=10**9)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    with pytest.raises(
        Problem, match=r"less than 3 GB free, which the environment need"
    ):
        environment._make(None)


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ((2, 7, 18), False),
        ((3, 9, 18), False),
        ((3, 10, 0), True),
        ((3, 13, 9), True),
        ((3, 14, 0), False),
    ],
)
def test_python_from_3_10_to_3_13(version, fits):
    assert (complaint(version, "python") is None) is fits


def test_an_older_python_is_told(copy):
    attempt = bootstrap(copy, python=old_python())
    _, said = attempt.communicate()
    assert attempt.returncode == 1
    assert said.startswith("daybook: Python 3.10 or newer, up to 3.13, is needed; ")
    assert len(said.splitlines()) == 1


def old_python() -> str:
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for minor in (6, 7, 8, 9):
        installed = sorted(pyenv.glob(f"versions/3.{minor}.*/bin/python"))
        if installed:
            return str(installed[0])
        on_path = shutil.which(f"python3.{minor}")
        # pyenv's shim of one that is not installed for this user only prints an error.
        if on_path and not subprocess.run([on_path, "--version"]).returncode:
            return on_path
    pytest.skip("no Python from 3.6 to 3.9 is installed here")
    raise AssertionError


@pytest.mark.stress
def test_the_whole_lock_is_consistent(tmp_path):
    copy = make_copy(tmp_path / "whole", (ROOT / "requirements.lock").read_text())
    succeed(copy, PIP_NO_INDEX="")
    check = [copy / ".venv" / "bin" / "python", "-m", "pip", "check"]
    assert subprocess.run(check).returncode == 0
