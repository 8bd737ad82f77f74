"""The profile's target `cluster` with a password that LDAP checks, over TLS."""

import subprocess
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway

from hive_gap import write_missing_class
from jars import class_path
from java import find_java
from ports import free_port, listens
from spark import environment, spark_home, thrift_server
from support.cluster_target import built
from support.skips import skipped_without
from support.waiting import wait_for

pytestmark = pytest.mark.stress

DIRECTORY = "com.unboundid:unboundid-ldapsdk:7.0.3"
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


@contextmanager
def directory(folder):
    """The port of an LDAP server that knows one person."""
    people = folder / "people.ldif"
    people.write_text(PEOPLE)
    with skipped_without():
        jar = class_path(DIRECTORY)
    (py4j,) = (spark_home() / "jars").glob("py4j-*.jar")
    port, token = launch_gateway(
        jarpath=f"{py4j}",
        classpath=jar,
        java_path=find_java(),
        die_on_exit=True,
        enable_auth=True,
    )
    place = GatewayParameters(port=port, auth_token=token, auto_convert=True)
    gateway = JavaGateway(gateway_parameters=place)
    java, ldap = gateway.jvm.java, gateway.jvm.com.unboundid.ldap.listener
    names = gateway.new_array(java.lang.String, 1)
    names[0] = "dc=example"
    config = ldap.InMemoryDirectoryServerConfig(names)
    here = java.net.InetAddress.getLoopbackAddress()
    listener = ldap.InMemoryListenerConfig("LDAP", here, 0, None, None, None)
    config.setListenerConfigs([listener])
    server = ldap.InMemoryDirectoryServer(config)
    server.importFromLDIF(True, f"{people}")
    server.startListening()
    try:
        yield server.getListenPort()
    finally:
        server.shutDown(True)
        gateway.shutdown()


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
    folder, port = tmp_path_factory.mktemp("server"), free_port()
    with directory(folder) as of_directory:
        prepare(folder, of_directory)
        with running(thrift_server(folder, port, {}), folder, port):
            yield port


def prepare(folder, of_directory):
    """Writes the settings of a server that asks the directory."""
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
