"""The Spark server: started, found, killed, stopped, and beside others."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pyhive import hive

from console import Problem
from server import down, find, up
from spark import ROOT, home_mark


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "a home"
    home.mkdir()
    yield home
    down(home)


@pytest.fixture
def copy(tmp_path):
    """Another copy of the project, in a folder with a space in its name."""
    copy = tmp_path / "a copy"
    shutil.copytree(ROOT / "tools", copy / "tools")
    shutil.copytree(ROOT / "profiles", copy / "profiles")
    yield copy
    down(copy / ".daybook")


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def command(copy: Path, word: str, **environment) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, copy / "tools" / "server.py", word],
        env=os.environ | {"DAYBOOK_PORT": ""} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_answers_in_utc(spark_server):
    assert spark_server.query("select current_timezone()") == [("UTC",)]


def test_it_is_found_and_not_started_twice(spark_server):
    assert find(spark_server.home).process == spark_server.process
    assert up(spark_server.home).process == spark_server.process


def test_it_listens_on_this_machine_alone(spark_server):
    connections = spark_server.process.net_connections("tcp")
    listening = [c.laddr.ip for c in connections if c.status == "LISTEN"]
    assert listening
    assert {ip.removeprefix("::ffff:") for ip in listening} == {"127.0.0.1"}


def test_nothing_runs_in_a_new_home(home):
    assert find(home) is None
    assert down(home) is False


def test_what_only_names_a_home_is_no_server(home):
    """A process that has the mark and no port is none."""
    sleeps = [sys.executable, "-c", "import time; time.sleep(60)", home_mark(home)]
    with subprocess.Popen([*sleeps, "with words"]) as other:
        assert find(home) is None
        other.kill()


def test_the_server_of_another_account_is_left_to_it(spark_server, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    with pytest.raises(Problem, match="stop it as that account, or work"):
        find(spark_server.home)


@pytest.mark.stress
def test_killed_at_any_moment_it_comes_up_with_its_tables(home, taken_port):
    # As Derby leaves it, killed while it made the metastore.
    (home / "metastore" / "seg0").mkdir(parents=True)
    (home / "tmp" / "blockmgr").mkdir(parents=True)
    server = up(home, [taken_port, 0])
    assert server.port != taken_port
    server.query("create table kept as select 7 as number")
    server.process.kill()
    server.process.wait()
    assert find(home) is None
    with pytest.raises(Problem, match=r"Spark stopped at its work: see .*server\.log"):
        server.query("select 1")
    again = up(home)
    assert again.query("select * from kept") == [(7,)]
    assert not (home / "tmp" / "blockmgr").exists()
    assert down(home) is True
    assert find(home) is None


def test_a_port_that_cannot_be_is_named(copy, taken_port):
    for port, why in (
        (str(taken_port), f"port {taken_port} cannot be used: Address already in use."),
        ("http", "DAYBOOK_PORT must be a port from 1 to 65535, not 'http'."),
    ):
        attempt = command(copy, "up", DAYBOOK_PORT=port)
        assert attempt.communicate()[1] == f"daybook: {why}\n"
        assert attempt.returncode == 1


@pytest.mark.stress
def test_two_at_once_start_one(copy, spark_server):
    # Java would find no file of another name in the locale C.
    first, second = (command(copy, "up", LC_ALL="C") for _ in range(2))
    assert first.communicate()[0] == second.communicate()[0]
    server = find(copy / ".daybook")
    assert command(copy, "status").communicate()[0] == f"{server.address}\n"
    assert server.process != spark_server.process
    encoding = "reflect('java.lang.System', 'getProperty', 'sun.jnu.encoding')"
    assert server.query(f"select {encoding}") == [("UTF-8",)]
    command(copy, "down").wait()
    assert command(copy, "status").communicate()[0] == "not running\n"
    assert command(copy, "down").communicate()[1] == "Spark was not running.\n"
    assert spark_server.query("select 1") == [(1,)]


def test_a_failed_start_gives_sparks_last_words(home, monkeypatch):
    monkeypatch.setenv("DAYBOOK_SERVER_MEMORY", "plenty")
    with pytest.raises(Problem, match="Invalid maximum heap size: -Xmxplenty"):
        up(home)


def test_a_session_closes_without_a_class_that_spark_lacks(spark_server):
    """Left open, it is closed by the server, which then asks Hive for its functions."""
    connection = hive.connect("127.0.0.1", spark_server.port, username="daybook")
    connection.cursor().execute("select 1")
    connection._transport.close()
    spark_server.query("select 1")
    log = (spark_server.home / "server.log").read_text(errors="replace")
    assert "NoClassDefFoundError" not in log
