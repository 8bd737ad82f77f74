"""A Hive metastore service, of the jars that come with Spark.

    python tests/support/metastore_service.py <port> <properties as JSON>

Hive's own program listens on every address of the machine, this one on the loopback.
It ends when its standard input does.
"""

import json
import sys
import threading

from pyspark.java_gateway import launch_gateway


def main():
    port, properties = int(sys.argv[1]), json.loads(sys.argv[2])
    java = launch_gateway().jvm
    hive, thrift = java.org.apache.hadoop.hive, java.org.apache.thrift
    conf = hive.conf.HiveConf()
    for name, value in properties.items():
        conf.set(name, value)
    metastore = hive.metastore
    handler = getattr(metastore, "HiveMetaStore$HMSHandler")("service", conf, False)
    client = metastore.RetryingHMSHandler.getProxy(conf, handler, False)
    socket = thrift.transport.TServerSocket(
        java.java.net.InetSocketAddress("127.0.0.1", port)
    )
    options = getattr(thrift.server, "TThreadPoolServer$Args")(socket)
    options.processor(metastore.TSetIpAddressProcessor(client))
    server = thrift.server.TThreadPoolServer(options)
    threading.Thread(target=server.serve, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
