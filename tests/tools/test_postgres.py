"""A PostgreSQL server that was killed, and whose process id another program has."""

import subprocess

from postgres import Postgres


def test_another_process_with_its_id_is_left_alone(tmp_path):
    postgres = Postgres(tmp_path)
    postgres.data.mkdir()
    (tmp_path / "made").touch()
    with subprocess.Popen(["sleep", "60"]) as other:
        lines = [other.pid, postgres.data, 0, 5432]
        (postgres.data / "postmaster.pid").write_text("\n".join(map(str, lines)))
        assert not postgres.runs()
        assert not postgres.stop()
        assert other.poll() is None
        other.kill()
