"""A server that answers Spark Connect, too."""

from contextlib import contextmanager

from ports import free_port
from temporary_server import temporary_server


@contextmanager
def connect_server():
    """The server, and the port of its Spark Connect."""
    port = free_port()
    settings = {
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
    }
    with temporary_server(settings) as server:
        yield server, port
