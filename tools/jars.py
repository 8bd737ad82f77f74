"""Files that come with no wheel, fetched by Ivy, which is among Spark's own jars.

They are kept in .daybook, so what was fetched once needs no network.
"""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from console import Missing, Progress, spoken
from java import find_java
from spark import ROOT, spark_home

KEPT = ROOT / ".daybook" / "ivy"
WANTED = """
    <ivy-module version="2.0" xmlns:m="http://ant.apache.org/ivy/maven">
        <info organisation="daybook" module="wanted"/>
        <dependencies>
            <dependency org="{group}" name="{name}" rev="{version}" transitive="false">
                <artifact name="{name}" type="{kind}" ext="{kind}" {classifier}/>
            </dependency>
        </dependencies>
    </ivy-module>
"""


def class_path(*modules: str) -> str:
    """Of modules given as group:name:version, without what they need themselves."""
    return os.pathsep.join(str(fetched(module)) for module in modules)


def fetched(module: str, kind: str = "jar", classifier: str = "") -> Path:
    group, name, version = module.split(":")
    file = KEPT / "jars" / f"{name}-{version}.{kind}"
    if file.exists():
        return file
    file.parent.mkdir(parents=True, exist_ok=True)
    wanted = WANTED.format(
        group=group,
        name=name,
        version=version,
        kind=kind,
        classifier=f'm:classifier="{classifier}"' if classifier else "",
    )
    # A fetch that dies half way leaves nothing in its place.
    with TemporaryDirectory(dir=KEPT) as folder:
        description = Path(folder) / "ivy.xml"
        description.write_text(wanted.strip())
        command = [
            *(find_java(), "-cp", spark_home() / "jars" / "*", "org.apache.ivy.Main"),
            *("-cache", KEPT / "cache", "-ivy", description),
            *("-retrieve", Path(folder) / "[artifact]-[revision].[ext]"),
        ]
        with spoken(Progress(f"fetching {name} {version}")):
            told = subprocess.run(command, capture_output=True, text=True)
        retrieved = Path(folder) / file.name
        if not retrieved.exists():
            raise Missing(
                f"{module} cannot be fetched: see whether there is a network. "
                f"Ivy said: {' '.join((told.stdout + told.stderr).split())[-300:]}"
            )
        retrieved.replace(file)
    return file


def unpacked(module: str, classifier: str = "bin", kind: str = "tar.gz") -> Path:
    """The folder of a program that comes as an archive."""
    archive = fetched(module, kind, classifier)
    folder = KEPT / archive.name.removesuffix(f".{kind}")
    if not folder.exists():
        with TemporaryDirectory(dir=KEPT) as unfinished:
            if kind == "zip":
                # shutil leaves out what has two dots in a row in its name.
                with ZipFile(archive) as opened:
                    opened.extractall(unfinished)
            else:
                shutil.unpack_archive(archive, unfinished)
            # The archive has all of it in one folder.
            (content,) = Path(unfinished).iterdir()
            try:
                content.rename(folder)
            except OSError:
                # Another command may have been faster.
                if not folder.exists():
                    raise
    return folder


def joined(settings: dict, others: dict) -> dict:
    """Spark's settings; where both have a class path, it is that of both."""
    both = {
        name: os.pathsep.join([settings[name], others[name]])
        for name in settings.keys() & others.keys()
    }
    return settings | others | both
