"""Whether dbt reads a project, and which of the materializations it finds.

    python tools/trials/resolving.py FOLDER ADAPTER

It is called with the Python of another environment, which has dbt and the adapter.
"""

import json
import sys

from dbt.cli.main import dbtRunner

KINDS = ("batched", "pointer_clone")


def main(folder: str, adapter: str) -> None:
    place = ["--project-dir", folder, "--profiles-dir", folder, "--quiet"]
    for command in ("deps", "parse"):
        done = dbtRunner().invoke([command, *place])
        if not done.success:
            sys.exit(str(done.exception))
    found = done.result.find_materialization_macro_by_name
    missing = f"dbt finds no such materialization: is dbt-{adapter} built on dbt-spark?"
    outcome = {
        kind: "" if found("parcels", kind, adapter) else missing for kind in KINDS
    }
    print(json.dumps(outcome))


if __name__ == "__main__":
    main(*sys.argv[1:])
