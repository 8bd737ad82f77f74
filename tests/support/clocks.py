"""A machine with dbt whose clock is wrong."""

import datetime
from contextlib import contextmanager
from unittest.mock import patch

from dbt import tracking
from dbt.context import base


@contextmanager
def clock_off_by(hours):
    """dbt's clock, for its macros and for the start of a run, is so far ahead."""
    off = datetime.timedelta(hours=hours)

    class Wrong(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.now(tz) + off

    modules = base.get_datetime_module_context() | {"datetime": Wrong}
    with (
        patch.object(base, "get_datetime_module_context", lambda: modules),
        patch.object(tracking, "datetime", Wrong),
    ):
        yield
