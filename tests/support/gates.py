"""Queries that wait until the test opens a gate: a system property of the server."""

from support.waiting import wait_for

GET = "java_method('java.lang.System', 'getProperty', '{}')"
SET = "java_method('java.lang.System', 'setProperty', '{}', 'yes')"
WAIT = "java_method('java.lang.Thread', 'sleep', 50L)"


def behind(gate):
    """A condition that is true of each row, after 50 ms as long as the gate is shut."""
    value, reaches = GET.format(gate), SET.format(f"{gate} is reached")
    return f"if({value} = 'null', concat({reaches}, {WAIT}), 'open') is not null"


def number_behind(gate, number):
    """A number that a query has when the gate is open, or after ten minutes."""
    return (
        f"(select cast({number} + min(id) as int) as id"
        f" from range(0, 12000, 1, 1) where {behind(gate)})"
    )


def wait_at(project, gate):
    """Returns when a query has reached the gate. Then its view may be replaced."""
    reached = f"select {GET.format(f'{gate} is reached')}"
    wait_for(lambda: project.query(reached) == [("yes",)])


def open_gate(project, gate):
    project.query(f"select {SET.format(gate)}")
