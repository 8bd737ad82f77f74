"""Tests of what needs more than every machine has."""

from contextlib import contextmanager

import pytest

from console import Missing


@contextmanager
def skipped_without():
    """Skips the test if this machine lacks something, and says what."""
    try:
        yield
    except Missing as missing:
        pytest.skip(str(missing))
