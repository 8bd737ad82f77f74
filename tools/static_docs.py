"""Write dbt's documentation as one file, target/static_index.html.

It shows what `dbt docs generate` has written, without analyses and unit tests: they
would crowd the lineage graph. It opens on the package's overview, whose name,
__daybook__, leaves alone the first page of projects that install the package.
"""

import json
from pathlib import Path

from dbt.task.docs import DOCS_INDEX_FILE_PATH

from console import Parser, Problem, run
from spark import ROOT

TARGET = ROOT / "target"
FILES = ("manifest.json", "catalog.json")


def main() -> None:
    Parser(__doc__).parse_args()
    print(write(TARGET))


def write(target: Path) -> Path:
    page = Path(DOCS_INDEX_FILE_PATH).read_text(encoding="utf-8")
    for name in FILES:
        if not (target / name).is_file():
            raise Problem(f"{target / name} is missing: `make docs` writes it.")
        content = json.loads((target / name).read_text(encoding="utf-8"))
        if name == "manifest.json":
            content = for_readers(content)
        # No text in it may end the script that it stands in, or open a comment there.
        inline = json.dumps(content).replace("<", "\\u003c")
        page = page.replace(f'"{name.upper()} INLINE DATA"', inline)
    written = target / "static_index.html"
    written.write_text(page, encoding="utf-8")
    return written


def for_readers(manifest: dict) -> dict:
    """The manifest without analyses and unit tests, and without edges to them; the
    package's overview is the first page."""
    nodes = manifest["nodes"]
    hidden = {key for key in nodes if nodes[key]["resource_type"] == "analysis"}
    hidden |= {*manifest["unit_tests"]}
    shown = {
        part: {key: node for key, node in manifest[part].items() if key not in hidden}
        for part in ("nodes", "unit_tests", "parent_map", "child_map")
    }
    for part in ("parent_map", "child_map"):
        for key, others in shown[part].items():
            shown[part][key] = [other for other in others if other not in hidden]
    overview = manifest["docs"]["doc.daybook.__daybook__"] | {"name": "__overview__"}
    shown["docs"] = manifest["docs"] | {"doc.daybook.__overview__": overview}
    return manifest | shown


if __name__ == "__main__":
    run(main)
