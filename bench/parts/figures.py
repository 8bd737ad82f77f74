"""Figures as the tables have them, and the machine that they are of."""

import os

from server import Server


def times(this: float, other: float) -> str:
    return f"{this / other:.2f}" if other else ""


def both(ours: float, theirs: float) -> str:
    return f"{ours:.1f} / {theirs:.1f}"


def machine(server: Server) -> str:
    java = "java_method('java.lang.System', 'getProperty', 'java.version')"
    spark, java = server.query(f"select version(), {java}")[0]
    heap = next(word for word in server.process.cmdline() if word.startswith("-Xmx"))
    cores = f"{os.cpu_count()} cores, heap {heap.removeprefix('-Xmx')}"
    return f"{cores}, Spark {spark.split()[0]}, Java {java}"
