"""The server of a command: this folder's own, or the cluster's on this machine."""

import os

from console import Problem
from ports import wanted_ports
from server import HOME, Server, up


def wanted_server() -> Server:
    asked = os.environ.get("CLUSTER")
    if not asked:
        return up(HOME, wanted_ports())
    if asked != "1":
        raise Problem(f"CLUSTER must be 1 or empty, not {asked!r}.")
    # It needs what is slow to import.
    import cluster

    return cluster.chosen().up(wanted_ports())
