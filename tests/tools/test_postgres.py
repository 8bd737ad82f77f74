"""A PostgreSQL server that was killed, and whose process id another program has."""

import subprocess

import psutil
import pytest

from postgres import Postgres


@pytest.fixture
def other(tmp_path):
    """Another program's process, with the id that the server had."""
    postgres = Postgres(tmp_path)
    postgres.data.mkdir()
    (tmp_path / "made").touch()
    with subprocess.Popen(["sleep", "60"]) as process:
        lines = [process.pid, postgres.data, 0, 5432]
        (postgres.data / "postmaster.pid").write_text("\n".join(map(str, lines)))
        yield process
        process.kill()


def refuse(process):
    raise psutil.AccessDenied(process.pid)


@pytest.mark.parametrize("is_told", [True, False])
def test_another_process_with_its_id_is_left_alone(
    other, tmp_path, monkeypatch, is_told
):
    """Also where Linux does not say in which folder a process works."""
    if not is_told:
        monkeypatch.setattr(psutil.Process, "cwd", refuse)
    assert not Postgres(tmp_path).runs()
    assert not Postgres(tmp_path).stop()
    assert other.poll() is None


def test_its_own_process_is_known_by_its_program_too(other, tmp_path, monkeypatch):
    monkeypatch.setattr(psutil.Process, "cwd", refuse)
    program = str(tmp_path / "bin" / "postgres")
    monkeypatch.setattr(psutil.Process, "cmdline", lambda _: [program])
    assert Postgres(tmp_path)._is_ours()
