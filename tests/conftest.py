"""The fixtures that every test may ask for, and how tests are shared by workers."""

import gc
import os

from dbt_common.tests import enable_test_caching
from xdist.scheduler import LoadFileScheduling

from support.swift_java import ROOMY_JAVA, SWIFT_JAVA

pytest_plugins = ["support.browser", "support.dbt2", "support.server"]

# dbt then parses the text of a macro once in this process, not for each project.
enable_test_caching()
# What a manifest consists of lives long: looking through it took a fifth of dbt's time.
gc.set_threshold(50_000, 20, 20)

os.environ.setdefault("JAVA_TOOL_OPTIONS", f"{SWIFT_JAVA} {ROOMY_JAVA}")


class CostlyThingsOnce(LoadFileScheduling):
    """A file's tests, or those of the sample, are one worker's: they share fixtures."""

    def _split_scope(self, nodeid):
        is_of_sample = nodeid.startswith("tests/report/")
        return "sample" if is_of_sample else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return CostlyThingsOnce(config, log)
