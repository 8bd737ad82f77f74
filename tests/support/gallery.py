"""The examples' pages: queries, and the rows that they show of each run."""

import csv
import re
from collections import defaultdict

from spark import ROOT

GALLERY = ROOT / "examples"
NAMES = sorted(page.parent.name for page in GALLERY.glob("*/README.md"))
QUERY_AND_TABLE = re.compile(r"((?:^    .*\n)+)\n((?:^\|.*\n)+)", re.MULTILINE)
OF_A_RUN = re.compile(r"run (\d): ")


def data(name):
    """The rows of an example's file, as texts."""
    (file,) = (GALLERY / name).glob("*.csv")
    with file.open(newline="") as rows:
        return list(csv.DictReader(rows))


def shown(name):
    """[(query, {run: its rows as texts})] of an example's page.

    A column of the table below a query belongs to one run, or to all of them. A row
    without figures of a run is none of its rows.
    """
    page = (GALLERY / name / "README.md").read_text()
    return [
        (query, rows_of_runs(table)) for query, table in QUERY_AND_TABLE.findall(page)
    ]


def rows_of_runs(table):
    lines = [line.strip("|").split("|") for line in table.splitlines()]
    header, _, *rows = [[cell.strip() for cell in line] for line in lines]
    runs = [OF_A_RUN.match(name) for name in header]
    found = defaultdict(list)
    for run in sorted({int(match[1]) for match in runs if match}):
        for row in rows:
            cells = list(zip(runs, row, strict=True))
            figures = [cell for match, cell in cells if match and int(match[1]) == run]
            if any(figures):
                found[run].append(
                    tuple(cell for match, cell in cells if not match) + tuple(figures)
                )
    return found
