"""method: session, where the threads of dbt share one Spark session."""

import json
import subprocess
import sys
import textwrap

import pytest

from spark import environment, spark_home
from support.batch_project import PACKAGE
from support.dbt import COMMAND

PROGRAM = """
import json, re, sys, threading
from pathlib import Path

from dbt.adapters.spark.session import Cursor
from dbt.cli.main import dbtRunner

project = Path(sys.argv[1])
place = ["--project-dir", str(project), "--profiles-dir", str(project), "--quiet"]
both, send = threading.Barrier(2, timeout=60), Cursor.execute


def dbt(*arguments):
    done = dbtRunner().invoke([*arguments, *place])
    if done.exception:
        raise done.exception
    return {r.node.name: (str(r.status), r.message) for r in done.result.results}


def query(sql):
    cursor = Cursor()
    cursor.execute(sql)
    return [tuple(row) for row in cursor.fetchall()]


def meet(self, sql, *parameters):
    send(self, sql, *parameters)
    # Both have said where they look, before either has looked.
    if re.search("create or replace temporary view daybook_files", sql):
        both.wait()


dbt("run")
strays = {}
for name in ("one", "two"):
    table = f"shared.{name}__batches"
    where = dict(row[:2] for row in query(f"describe table extended {table}"))
    folder = Path(where["Location"].removeprefix("file:"))
    started = json.dumps({"event": "started", "batch_id": 9000000000}).encode().hex()
    query(
        f"alter view shared__daybook.{name}__log set tblproperties"
        f" ('daybook.log.000002.0000' = '{started}')"
    )
    strays[name] = folder / "batch_id=9000000000"
    strays[name].mkdir()
    (strays[name] / f"part-{name}.parquet").write_bytes(b"half a file")
Cursor.execute = meet
outcome = dbt("run")
Cursor.execute = send
print(json.dumps({
    "outcome": {name: status for name, (status, _) in outcome.items()},
    "left": [name for name, folder in strays.items() if folder.exists()],
    "rows": {name: query(f"select id from shared.{name}") for name in strays},
}))
"""
MODEL = "{{{{ config(materialized='batched', batch='append') }}}} select {} as id"
PROFILE = """
consumer:
  target: session
  outputs:
    session:
      type: spark
      method: session
      host: unused
      schema: shared
      threads: {threads}
      server_side_parameters: {settings}
"""


def made(folder, threads, **settings):
    """A project of two models, and what its program prints."""
    settings |= {
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": (
            f"jdbc:derby:;databaseName={folder / 'metastore'};create=true"
        ),
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
    }
    for name, text in {
        "dbt_project.yml": """
            name: consumer
            version: 1.0.0
            profile: consumer
            flags: {send_anonymous_usage_stats: false}
            """,
        "packages.yml": f"packages: [{{local: {PACKAGE}}}]",
        "profiles.yml": PROFILE.format(threads=threads, settings=settings),
        "models/one.sql": MODEL.format(1),
        "models/two.sql": MODEL.format(2),
        "program.py": PROGRAM,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(textwrap.dedent(text))
    place = ["--project-dir", folder, "--profiles-dir", folder]
    subprocess.run([*COMMAND, "deps", *place], check=True, capture_output=True)
    return subprocess.run(
        [sys.executable, folder / "program.py", folder],
        cwd=folder,
        # Those of the tests' servers ask for more memory than Spark's launcher has.
        env=environment() | {"SPARK_HOME": str(spark_home()), "JAVA_TOOL_OPTIONS": ""},
        capture_output=True,
        text=True,
    )


@pytest.mark.stress
def test_models_that_recover_at_once_find_their_own_files(tmp_path):
    setting = {"spark.sql.sources.partitionOverwriteMode": "dynamic"}
    done = made(tmp_path, 4, **setting)
    assert done.returncode == 0, done.stderr[-3000:]
    said = json.loads(done.stdout.splitlines()[-1])
    assert set(said["outcome"].values()) == {"success"}
    assert said["left"] == []
    assert said["rows"] == {"one": [[1], [1]], "two": [[2], [2]]}


@pytest.mark.stress
def test_a_shared_session_that_lacks_the_setting_is_refused(tmp_path):
    done = made(tmp_path, 4)
    assert "put spark.sql.sources.partitionOverwriteMode: dynamic into" in done.stdout
