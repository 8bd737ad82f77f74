"""The pages of the report: templates that are filled with their data."""

import gzip
import json
from base64 import b64encode

from plotly.offline import get_plotlyjs

from report_data import BY_DIMENSION
from spark import ROOT

PARTS = ROOT / "tools" / "report"


def filled_page(figures: dict, template: str = "page.html") -> str:
    """The figures of each dimension are packed apart: the page opens without them."""
    first = {name: figures[name] for name in figures if name != BY_DIMENSION}
    texts = {file.name: file.read_text("utf-8") for file in PARTS.iterdir()}
    texts |= {
        "plotly": packed(get_plotlyjs()),
        "data": packed(as_json(first)),
        BY_DIMENSION: packed(as_json(figures.get(BY_DIMENSION))),
    }
    before, *rest = texts[template].split("<!-- fill in ")
    filled = [before]
    for part in rest:
        name, after = part.split(" -->", 1)
        filled += [texts[name], after]
    return "".join(filled)


def as_json(figures: dict | None) -> str:
    return json.dumps(figures, separators=(",", ":"), default=str)


def packed(text: str) -> str:
    """A third of its size, and of letters that end no script of the page."""
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()
