"""The consumer project with adapters that are built on dbt-spark: whether dbt reads it
with them, and finds the materializations. Nothing runs: each needs a service."""

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from spark import ROOT
from trials.environments import installed
from trials.outcomes import Outcome

PROGRAM = Path(__file__).with_name("resolving.py")
CONSUMER = ROOT / "tests" / "consumer"
NOWHERE = "00000000-0000-0000-0000-000000000000"
# What each wants in a profile, before it is asked to connect.
OUTPUTS = {
    "glue": {
        "role_arn": "arn:aws:iam::000000000000:role/nobody",
        "region": "eu-west-1",
        "workers": 2,
        "worker_type": "G.1X",
    },
    "databricks": {"host": "127.0.0.1", "http_path": "/nowhere", "token": "none"},
    "fabricspark": {
        "method": "livy",
        "endpoint": "https://api.fabric.microsoft.com/v1",
        "workspaceid": NOWHERE,
        "lakehouseid": NOWHERE,
        "lakehouse": "lake",
        "authentication": "CLI",
        "spark_config": {"name": "daybook"},
    },
}
PACKAGES = {
    "glue": "dbt-glue==1.12.4",
    "databricks": "dbt-databricks==1.12.7",
    "fabricspark": "dbt-fabricspark==1.13.10",
}
ALL = tuple(PACKAGES)


def tried(adapter: str) -> Outcome:
    python = installed(f"dbt-{adapter}", PACKAGES[adapter])
    output = {"type": adapter, "schema": "analytics", **OUTPUTS[adapter]}
    with TemporaryDirectory(prefix="daybook ") as folder:
        return resolved(python, output, Path(folder) / "consumer")


def resolved(python: str | Path, output: dict, folder: Path) -> Outcome:
    """What the program says of a copy of the project, with this in its profile."""
    shutil.copytree(CONSUMER, folder)
    packages = folder / "packages.yml"
    packages.write_text(packages.read_text().replace("../..", str(ROOT)))
    profile = {"target": "ci", "outputs": {"ci": output}}
    (folder / "profiles.yml").write_text(json.dumps({"parcels": profile}))
    command = [python, PROGRAM, folder, output["type"]]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return {"dbt parse": (done.stdout + done.stderr)[-1000:]}
    return {"dbt parse": ""} | json.loads(done.stdout.splitlines()[-1])
