"""Write macros/_private.yml, which keeps macros out of the documentation that models do
not need: private ones, whose names begin with an underscore, and those that patterns
stand on, in files whose names do. `make format` calls this.
"""

import re

from console import Parser, run
from spark import ROOT

FILE = ROOT / "macros" / "_private.yml"
HEADER = """\
# Written by `make format`: dbt docs shows every macro that no YAML hides.
macros:
"""
MACRO = re.compile(r"{%-?\s*macro\s+(\w+)")


def text() -> str:
    found = set()
    for file in ROOT.glob("macros/*/*.sql"):
        names = MACRO.findall(file.read_text())
        if not file.stem.startswith("_"):
            names = [name for name in names if name.startswith("_")]
        found |= set(names)
    return HEADER + "".join(
        f"  - {{name: {name}, docs: {{show: false}}}}\n" for name in sorted(found)
    )


def main() -> None:
    Parser(__doc__).parse_args()
    FILE.write_text(text())


if __name__ == "__main__":
    run(main)
