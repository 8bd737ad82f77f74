"""Write macros/_private.yml, which keeps private macros out of the documentation.

A macro is private if its name begins with an underscore. `make format` calls this.
"""

import re

from console import Parser, run
from spark import ROOT

FILE = ROOT / "macros" / "_private.yml"
HEADER = """\
# Written by `make format`: dbt docs shows every macro that no YAML hides.
macros:
"""
PRIVATE = re.compile(r"{%-?\s*macro\s+(_\w+)")


def text() -> str:
    found = set()
    for file in ROOT.glob("macros/*/*.sql"):
        found |= set(PRIVATE.findall(file.read_text()))
    return HEADER + "".join(
        f"  - {{name: {name}, docs: {{show: false}}}}\n" for name in sorted(found)
    )


def main() -> None:
    Parser(__doc__).parse_args()
    FILE.write_text(text())


if __name__ == "__main__":
    run(main)
