"""The parts of a public macro's description, as its YAML has them."""

import re
from dataclasses import dataclass

from reference.text import RAW

LABEL = re.compile(r"(?m)^\*\*(\w+)\*\*")
FENCE = re.compile(r"(?ms)^```(\S+)\n(.*?)^```$")
FILE = re.compile(r"(?:--|#) (\S+)\n")
COLUMNS = re.compile(r"- ((?:`\w+`(?:, | and )?)+) \((\w+)[,)](.*)")


@dataclass
class Example:
    language: str
    # Where it stands in a project; a command stands nowhere.
    file: str | None
    code: str


class Description:
    """text is without code; labels are in their order."""

    def __init__(self, description):
        whole = RAW.sub("", description)
        self.examples = [example(*found) for found in FENCE.findall(whole)]
        self.text = FENCE.sub("", whole)
        about, *rest = LABEL.split(self.text)
        self.first, *_ = about.strip().split("\n\n")
        self.labels = rest[::2]
        self.parts = {
            label: part.strip() for label, part in zip(*[iter(rest)] * 2, strict=True)
        }

    def columns(self):
        """{column: its type} that the example is sure to have."""
        found = {}
        for part in (self.parts.get("Returns", ""), self.parts.get("Publishes", "")):
            for line in re.sub(r"\n  +", " ", part).splitlines():
                if (told := COLUMNS.match(line)) and ", if " not in told[3]:
                    names = re.findall(r"`(\w+)`", told[1])
                    found |= dict.fromkeys(names, told[2])
        return found


def example(language, code):
    named = FILE.match(code)
    return Example(language, named and named[1], code)
