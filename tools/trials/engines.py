"""dbt 1 and dbt 2, each as a program that works in a copy of the project."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from console import Problem
from project_files import called, project_files
from server import Server
from trials import dbt2


@dataclass
class Engine:
    name: str
    program: Path
    settings: dict[str, str]
    folder: Path

    def dbt(self, *words: str) -> str:
        """How many of its nodes came to which end; a failure is a problem."""
        results = self.folder / "target" / "run_results.json"
        results.unlink(missing_ok=True)
        done = subprocess.run(
            [self.program, *words, "--profiles-dir", self.folder],
            cwd=self.folder,
            env=dbt2.without_settings() | self.settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        found = json.loads(results.read_text())["results"] if results.exists() else []
        if done.returncode:
            # If an operation fails, dbt 2 says the same of all nodes.
            failed = "" if words[0] == "run-operation" else why_failed(found)
            raise Problem(failed or done.stdout[-1000:])
        return counts(found)


def dbt_1(folder: Path, schema: str, server: Server) -> Engine:
    program = Path(sys.executable).with_name("dbt")
    output = by_thrift(server) | {"poll_interval": 0}
    return Engine("dbt 1", program, {}, copy_of_project(folder, schema, output))


def dbt_2(folder: Path, schema: str, server: Server, connect: int) -> Engine:
    """By Spark Connect, on that port, where no driver for Thrift is to be had."""
    program, settings = dbt2.with_driver()
    by_connect = {"method": "spark-connect", "port": connect}
    output = by_thrift(server) if dbt2.given() else by_connect
    return Engine("dbt 2", program, settings, copy_of_project(folder, schema, output))


def by_thrift(server: Server) -> dict:
    return {"method": "thrift", "port": server.port, "user": "daybook"}


def copy_of_project(folder: Path, schema: str, output: dict) -> Path:
    for file in project_files():
        copy = folder / called(file)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    server = {"type": "spark", "host": "127.0.0.1", "schema": schema, "threads": 2}
    profile = {"target": "trial", "outputs": {"trial": server | output}}
    (folder / "profiles.yml").write_text(json.dumps({"daybook": profile}))
    return folder


def counts(results: list[dict]) -> str:
    """Such as: 14 model success. Hooks and operations are left out."""
    ends = Counter((kind_of(each), each["status"]) for each in results)
    return ", ".join(
        f"{count} {kind} {status}"
        for (kind, status), count in sorted(ends.items())
        if kind in ("model", "seed", "test")
    )


def why_failed(results: list[dict]) -> str:
    """What failed itself, and was not skipped because of another one."""
    return "; ".join(
        f"{each['unique_id']}: {' '.join((each['message'] or '?').split())[:400]}"
        for each in results
        if each["status"] in ("error", "fail", "runtime error")
    )


def kind_of(result: dict) -> str:
    return result["unique_id"].partition(".")[0]
