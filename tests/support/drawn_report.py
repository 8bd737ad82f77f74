"""A page of the report: what it knows, and what it shows in a browser."""

import gzip
import json
import re
from base64 import b64decode
from bisect import bisect
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from support.accessibility import check_accessibility

DASH = "\N{EN DASH}"
# Ranges of ages in working days, by where they begin.
AGES = [0, 1, 2, 5, 10, 20, 60]
RANGES = ["0", "1", "2-4", "5-9", "10-19", "20-59", "60 and more"]

# Plotly passes over what follows a hover within 50 ms.
HOVER = """async place => {
    const said = [];
    for (const [curveNumber, trace] of place.data.entries()) {
        const axes = (trace.xaxis || "x") + (trace.yaxis || "y");
        await new Promise((done) => setTimeout(done, 100));
        Plotly.Fx.hover(place, [{curveNumber, pointNumber: 0}], [axes]);
        said.push(place.querySelector(".hoverlayer").textContent);
    }
    return said.join();
}"""


def figures_of(file: Path) -> dict:
    """What a page is drawn from."""
    (packed,) = re.findall(r'<script id="data"[^>]*>([^<]*)<', file.read_text())
    return json.loads(gzip.decompress(b64decode(packed)))


@dataclass
class Report:
    page: Page

    def reset(self):
        """It takes its filters from the address, and writes them there again."""
        self.page.evaluate("location.hash = ''")
        self.page.wait_for_function("location.hash !== ''")

    def choose_days(self, first, last):
        self.page.fill("#from", first)
        self.page.fill("#to", last)

    def choose(self, first, last, dimension, value):
        self.choose_days(first, last)
        everything = dimension == "(all)"
        self.page.select_option("#dimension", "" if everything else dimension)
        if not everything:
            self.page.select_option("#value", value)

    def tiles(self):
        """{name: (figure, change)} of the headline."""
        tiles = self.page.locator("#tiles > div").all()
        return {
            tile.locator("dt").inner_text(): tuple(
                tile.locator(part).inner_text() for part in (".figure", ".change")
            )
            for tile in tiles
        }

    def traces(self, chart):
        """What plotly has been given, as it stands in the page, once it is drawn."""
        place = self.page.locator(f"#{chart}")
        place.evaluate("place => place.scrollIntoView()")
        self.page.wait_for_selector(f"#{chart}:not(.waiting)", state="attached")
        return place.evaluate("place => place.data || []")

    def hovered(self, chart):
        """What plotly says of the first point of each trace, as the page has it."""
        self.traces(chart)
        return self.page.locator(f"#{chart}").evaluate(HOVER)

    def check_accessibility(self):
        for colours in ("dark", "light"):
            self.page.emulate_media(color_scheme=colours)
            check_accessibility(self.page)

    def lines(self, table, part="tbody"):
        """{what heads the row: [text, ...]} of a part of a table."""
        rows = self.page.locator(f"#{table} {part} tr").all()
        texts = [row.locator("th, td").all_inner_texts() for row in rows]
        return {name: [*map(plain, figures)] for name, *figures in texts}

    def table(self):
        """{state: [before, in, out, at the end]} as numbers; a dash is none."""
        return {
            name: [number(text) for text in figures]
            for name, figures in self.lines("figures").items()
        }

    def totals(self):
        """{name: number} of the table's last row; a dash is none."""
        names, figures = self.lines("figures", "tfoot").values()
        return dict(zip(names, map(number, figures), strict=True))

    def on_hand(self):
        """{(day, state): items} of the bands, where there are any."""
        return {
            (day, trace["name"]): items
            for trace in self.traces("by-state")
            if trace.get("stackgroup")
            for day, items in zip(trace["x"], trace["y"], strict=True)
            if items
        }

    def ages(self, chart):
        """{(bar, range of ages): items}; a bar is a state or the end of a week."""
        found = Counter()
        for trace in self.traces(chart):
            if trace["type"] == "bar":
                for bar, items in trace["customdata"]:
                    found[bar, plain(trace["name"])] += number(items.split()[0])
            elif trace["name"] != "median":
                for age in trace["x"]:
                    found[trace["name"], RANGES[bisect(AGES, age) - 1]] += 1
        return +found

    def flow(self):
        """{(from, to): moves} of the arcs."""
        found = Counter()
        for trace in self.traces("flow"):
            if trace["name"] == "move":
                ends = re.findall("<b>(.*?)</b>", trace["text"])
                found[tuple(ends)] += trace["meta"][-1]
        return found


def plain(text):
    return text.replace(DASH, "-")


def number(text):
    return 0 if text == "-" else int(text.replace(",", ""))
