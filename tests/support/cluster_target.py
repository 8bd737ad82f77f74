"""dbt on the target `cluster` of the profile."""

import os
import subprocess

from spark import ROOT
from support.dbt import COMMAND


def built(port, folder, **settings):
    """What dbt says of a seed and a model."""
    settings = {f"DAYBOOK_{name.upper()}": value for name, value in settings.items()}
    place = ["--profiles-dir", "profiles", "--target", "cluster"]
    out = ["--target-path", folder, "--log-path", folder]
    chosen = ["build", "--select", "holidays", "dim_date", "--resource-type", "seed"]
    outcome = subprocess.run(
        [*COMMAND, *chosen, "--resource-type", "model", *place, *out],
        cwd=ROOT,
        env=os.environ
        | {"DAYBOOK_HOST": "127.0.0.1", "DAYBOOK_PORT": str(port)}
        | settings,
        capture_output=True,
        text=True,
    )
    return outcome.stdout
