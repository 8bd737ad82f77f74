"""The pages of the report: templates that are filled with their data."""

import gzip
import json
from base64 import b64encode

from plotly.offline import get_plotlyjs

from spark import ROOT

PARTS = ROOT / "tools" / "report"


def filled_page(figures: dict, template: str = "page.html") -> str:
    data = json.dumps(figures, separators=(",", ":"), default=str)
    texts = {file.name: file.read_text("utf-8") for file in PARTS.iterdir()}
    texts |= {"plotly": packed(get_plotlyjs()), "data": packed(data)}
    before, *rest = texts[template].split("<!-- fill in ")
    filled = [before]
    for part in rest:
        name, after = part.split(" -->", 1)
        filled += [texts[name], after]
    return "".join(filled)


def packed(text: str) -> str:
    """A third of its size, and of letters that end no script of the page."""
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()
