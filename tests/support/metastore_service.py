"""A Hive metastore service of another release than Spark's own client.

    python tests/support/metastore_service.py <Hive> <port> <properties> <more jars>

Hive's own program listens on every address of the machine, this one on the loopback.
It ends when its standard input does.
"""

import json
import os
import sys
from pathlib import Path
from threading import Thread

from py4j.java_gateway import (
    GatewayParameters,
    JavaClass,
    JavaGateway,
    java_import,
    launch_gateway,
)

from java import find_java
from spark import spark_home

# What Hive takes from an installation of Hadoop, as far as Spark has it.
OF_SPARK = (
    *("hadoop-client-*", "httpclient-4*", "javax.servlet-api-*"),
    *("jcl-over-slf4j-*", "slf4j-api-*", "log4j-*"),
)
CLASSES = (
    *("org.apache.hadoop.hive.metastore.*", "org.apache.hadoop.hive.metastore.conf.*"),
    *("org.apache.thrift.server.*", "org.apache.thrift.transport.*"),
    "java.net.InetSocketAddress",
)


def main():
    folder, port, properties, more = sys.argv[1:]
    java = gateway(Path(folder), more)
    conf = java.MetastoreConf.newMetastoreConf()
    for name, value in json.loads(properties).items():
        conf.set(name, value)
    client = handler(java, conf)
    socket = java.TServerSocket(java.InetSocketAddress("127.0.0.1", int(port)))
    options = getattr(java, "TThreadPoolServer$Args")(socket)
    options.processor(java.TSetIpAddressProcessor(client))
    Thread(target=java.TThreadPoolServer(options).serve, daemon=True).start()
    sys.stdin.read()


def gateway(folder, more):
    """The classes of Hive, and of what it needs, in a Java of their own."""
    spark = spark_home() / "jars"
    (py4j,) = spark.glob("py4j-*.jar")
    # Spark's log4j is the newer one.
    jars = [j for j in (folder / "lib").glob("*.jar") if not j.name.startswith("log4j")]
    jars += [jar for name in OF_SPARK for jar in spark.glob(f"{name}.jar")]
    jars += [more]
    port, token = launch_gateway(
        jarpath=str(py4j),
        classpath=os.pathsep.join(map(str, jars)),
        java_path=find_java(),
        javaopts=["-Xmx512m"],
        redirect_stderr=sys.stderr,
        die_on_exit=True,
        enable_auth=True,
    )
    java = JavaGateway(
        gateway_parameters=GatewayParameters(port=port, auth_token=token)
    ).jvm
    for name in CLASSES:
        java_import(java, name)
    return java


def handler(java, conf):
    """Where Hive 4 keeps it, or Hive 3."""
    if isinstance(java.HMSHandlerProxyFactory, JavaClass):
        served = java.HMSHandler("service", conf)
        return java.HMSHandlerProxyFactory.getProxy(conf, served, False)
    served = getattr(java, "HiveMetaStore$HMSHandler")("service", conf, False)
    return java.RetryingHMSHandler.getProxy(conf, served, False)


if __name__ == "__main__":
    main()
