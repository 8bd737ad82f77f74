"""dbt on the target `cluster` of the profile."""

import os
import subprocess
import sys

from spark import ROOT


def built(port, folder, **settings):
    """What dbt says of a seed and a model."""
    settings = {f"DAYBOOK_{name.upper()}": value for name, value in settings.items()}
    place = ["--profiles-dir", "profiles", "--target", "cluster"]
    out = ["--target-path", folder, "--log-path", folder]
    chosen = ["build", "--select", "holidays", "dim_date", "--resource-type", "seed"]
    program = [sys.executable, "-c", "from dbt.cli.main import cli; cli()"]
    outcome = subprocess.run(
        [*program, *chosen, "--resource-type", "model", *place, *out],
        cwd=ROOT,
        env=os.environ
        | {"DAYBOOK_HOST": "127.0.0.1", "DAYBOOK_PORT": str(port)}
        | settings,
        capture_output=True,
        text=True,
    )
    return outcome.stdout
