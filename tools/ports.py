"""The port of a server: asked for by DAYBOOK_PORT, or the usual one, or a free one."""

import os
import socket

import psutil

from console import Problem

USUAL_PORT = 10000
# Ports are tried in their order; 0 is any that is free.
ANY_PORT = (0, 0)


def wanted_ports() -> tuple[int, ...]:
    asked = os.environ.get("DAYBOOK_PORT")
    if not asked:
        return (USUAL_PORT, *ANY_PORT)
    if not asked.isdecimal() or not 0 < int(asked) < 65536:
        raise Problem(f"DAYBOOK_PORT must be a port from 1 to 65535, not {asked!r}.")
    return (int(asked),)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def obstacle(port: int) -> str | None:
    """Why a server cannot listen on a port."""
    with socket.socket() as trial:
        # As Java does it: connections that are only fading away do not count.
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            return error.strerror
    return None


def listens(process: psutil.Process, port: int) -> bool:
    """Looks at the process's own sockets: another program may hold the port."""
    try:
        sockets = process.net_connections("tcp")
    except psutil.Error:
        return False
    return any(s.status == psutil.CONN_LISTEN and s.laddr.port == port for s in sockets)
