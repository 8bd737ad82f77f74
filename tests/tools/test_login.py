"""The profile's target `cluster` with a password that LDAP checks, over TLS."""

import subprocess
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from hive_gap import write_missing_class
from jars import class_path
from java import find_java
from ports import free_port, listens
from spark import environment, thrift_server
from support.cluster_target import built
from support.skips import skipped_without
from support.waiting import wait_for

pytestmark = pytest.mark.stress

DIRECTORY = "com.unboundid:unboundid-ldapsdk:7.0.3"
DIRECTORY_SERVER = "com.unboundid.ldap.listener.InMemoryDirectoryServerTool"
PEOPLE = """\
dn: dc=example
objectClass: domain
dc: example

dn: uid=ana,dc=example
objectClass: inetOrgPerson
uid: ana
cn: Ana
sn: Ana
userPassword: 31415
"""
SETTING = "<property><name>hive.server2.{}</name><value>{}</value></property>"


@contextmanager
def running(command, folder, port):
    log = folder / f"{port}.log"
    with log.open("wb") as output:
        process = psutil.Popen(
            command,
            cwd=folder,
            env=environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(lambda: process.poll() is not None or listens(process, port))
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.terminate()
        process.wait()


def directory(folder, port):
    """The command of an LDAP server that knows one person."""
    people = folder / "people.ldif"
    people.write_text(PEOPLE)
    with skipped_without():
        jar = class_path(DIRECTORY)
    options = ["--baseDN", "dc=example", "--port", port, "--ldifFile", people]
    return [find_java(), "-cp", jar, DIRECTORY_SERVER, *map(str, options)]


def certificate(folder):
    """Of a host with another name, signed by itself."""
    store = folder / "server.p12"
    keytool = Path(find_java()).with_name("keytool")
    options = "-genkeypair -keyalg RSA -dname CN=elsewhere -storetype PKCS12"
    where = ["-keystore", store, "-storepass", "changeit"]
    subprocess.run([keytool, *options.split(), *where], check=True, capture_output=True)
    return store


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder, port, of_directory = (
        tmp_path_factory.mktemp("server"),
        free_port(),
        free_port(),
    )
    settings = {
        "use.SSL": "true",
        "keystore.path": certificate(folder),
        "keystore.password": "changeit",
        "authentication": "LDAP",
        "authentication.ldap.url": f"ldap://127.0.0.1:{of_directory}",
        "authentication.ldap.baseDN": "dc=example",
    }
    (folder / "tmp").mkdir()
    write_missing_class(folder / "classes")
    told = "".join(SETTING.format(*setting) for setting in settings.items())
    site = folder / "classes" / "hive-site.xml"
    site.write_text(f"<configuration>{told}</configuration>")
    with (
        running(directory(folder, of_directory), folder, of_directory),
        running(thrift_server(folder, port, {}), folder, port),
    ):
        yield port


def test_who_has_the_password_builds_and_nobody_checks_the_certificate(port, tmp_path):
    login = {"auth": "LDAP", "ssl": "True", "user": "ana", "password": "31415"}
    said = built(port, tmp_path, **login)
    assert "OK created sql batched model daybook.dim_date" in said, said


def test_who_has_another_password_is_refused(port, tmp_path):
    login = {"auth": "LDAP", "ssl": "True", "user": "ana", "password": "sun"}
    assert "Error validating the login" in built(port, tmp_path, **login)


def test_who_does_not_use_tls_is_refused(port, tmp_path):
    login = {"auth": "LDAP", "user": "ana", "password": "31415"}
    assert "TSocket read 0 bytes" in built(port, tmp_path, **login)
