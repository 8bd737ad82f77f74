"""Waiting for what another process or the clock does, not for a number of seconds."""

import time


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "what was waited for did not happen"
        time.sleep(0.05)


def wait_for_another_second():
    """Until what is written now has another time than what was written before."""
    now = int(time.time())
    wait_for(lambda: int(time.time()) > now)
