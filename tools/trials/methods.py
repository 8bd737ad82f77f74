"""The sample and the consumer project without a Thrift server: dbt has a session of
Spark of its own, in its process or, by Spark Connect, on a server.

The session is that of all threads of dbt.
"""

import sys

import pyspark

from spark import environment
from trials.connect_server import connect_server
from trials.environments import TOOLS, installed
from trials.outcomes import PROJECTS, Outcome, tested

ALL = ("session-1", "session-4", "connect-1", "connect-4")
# What Spark Connect needs in Python.
CONNECT = f"pyspark[connect]=={pyspark.__version__}"


def tried(name: str) -> Outcome:
    method, threads = name.split("-")
    # Java's settings of the tests' servers ask for more than spark-submit has.
    session = {"DAYBOOK_TEST_SESSION": threads, "JAVA_TOOL_OPTIONS": ""}
    if method == "session":
        home = {"SPARK_HOME": environment()["SPARK_HOME"]}
        return tested(name, sys.executable, PROJECTS, session | home)
    python = installed("Spark Connect", *TOOLS, CONNECT)
    with connect_server() as (_, port):
        remote = {"SPARK_REMOTE": f"sc://127.0.0.1:{port}"}
        return tested(name, python, PROJECTS, session | remote)
