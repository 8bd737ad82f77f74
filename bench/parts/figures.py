"""Figures as the tables have them, and the machine that they are of."""

import os

from server import Server


def times(this: float, other: float) -> str:
    return f"{this / other:.2f}" if other else ""


def both(ours: float, theirs: float) -> str:
    return f"{ours:.1f} / {theirs:.1f}"


def heap(server: Server) -> str:
    """The most that it may be, such as 3g."""
    words = server.process.cmdline()
    return next(word for word in words if word.startswith("-Xmx"))[len("-Xmx") :]


def machine(server: Server) -> str:
    java = "java_method('java.lang.System', 'getProperty', 'java.version')"
    spark, java = server.query(f"select version(), {java}")[0]
    cores = f"{os.cpu_count()} cores, heap {heap(server)}"
    return f"{cores}, Spark {spark.split()[0]}, Java {java}"
