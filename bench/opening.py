"""How long a page of the report takes to open: by the clock, up to its first chart.

Chromium opens each page several times, without a window, a network or a cache. --pages
names the pages; without it, all that `make run` has left in target/report are measured.

With --log FILE, nothing is measured: it writes a CSV file of a million events, and its
CONFIG beside it, for a page that `make run EVENTS=FILE CONFIG=...` draws.
"""

import os
import time
from pathlib import Path
from shlex import quote
from statistics import median

from playwright.sync_api import Browser
from rich.table import Table

from bench.parts.orders import write_orders
from spark import ROOT
from support.browser import MISSING, chromium

NEEDS_SERVER = False
OPTIONS = {
    "pages": ([], {"nargs": "+", "type": Path, "help": "HTML files"}),
    "times": (5, {}),
    "log": ("", {"help": "a CSV file to write"}),
}
DRAWN = ".chart .trace"


def measure(server: None, folder: None, options):
    if options.log:
        config = write_orders(Path(options.log))
        yield f"make run EVENTS={quote(options.log)} CONFIG={quote(str(config))}"
        return
    pages = options.pages or sorted((ROOT / "target" / "report").glob("*.html"))
    if not pages:
        yield "There is no page in target/report: draw one with `make run`."
        return
    table = Table("page", "MB", "seconds", "fastest", "slowest")
    with chromium() as browser:
        if browser is None:
            yield MISSING
            return
        for page in pages:
            found = [seconds_to_open(browser, page) for _ in range(options.times)]
            shown = (f"{each:.2f}" for each in (median(found), min(found), max(found)))
            table.add_row(page.name, f"{page.stat().st_size / 10**6:.1f}", *shown)
        yield table
        yield f"{os.cpu_count()} cores, Chromium {browser.version}"


def seconds_to_open(browser: Browser, file: Path) -> float:
    size = {"width": 1400, "height": 900}
    context = browser.new_context(viewport=size, offline=True)
    page = context.new_page()
    started = time.monotonic()
    page.goto(file.resolve().as_uri(), wait_until="commit")
    page.wait_for_selector(DRAWN, state="attached")
    seconds = time.monotonic() - started
    context.close()
    return seconds
