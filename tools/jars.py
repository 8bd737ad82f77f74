"""Jars that come with no wheel, fetched by Ivy, which is among Spark's own.

They are kept in .daybook, so what was fetched once needs no network.
"""

import os
import subprocess
from pathlib import Path

from console import Problem
from java import find_java
from spark import ROOT, spark_home

KEPT = ROOT / ".daybook" / "ivy"


def class_path(*modules: str) -> str:
    """Of modules given as group:name:version, without what they need themselves."""
    return os.pathsep.join(str(_fetched(module)) for module in modules)


def _fetched(module: str) -> Path:
    group, name, version = module.split(":")
    jar = KEPT / "jars" / f"{name}-{version}.jar"
    if not jar.exists():
        command = [
            *(find_java(), "-cp", spark_home() / "jars" / "*", "org.apache.ivy.Main"),
            *("-cache", KEPT / "cache", "-types", "jar", "bundle", "-notransitive"),
            *("-dependency", group, name, version),
            *("-retrieve", jar.parent / "[artifact]-[revision].[ext]"),
        ]
        subprocess.run(command, capture_output=True)
    if not jar.exists():
        raise Problem(f"{module} cannot be fetched: see whether there is a network.")
    return jar
