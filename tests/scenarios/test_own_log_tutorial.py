"""The tutorial of one's own log: what it says is printed, and its tables are right."""

import csv
import shutil
import sys
from collections import Counter
from datetime import date, datetime

from spark import ROOT
from support import oracle
from support.drawn_report import figures_of
from support.run_project import make_copy, tables
from support.tutorial import Reader, masked, steps

PAGE = ROOT / "docs" / "tutorials" / "your-own-log.md"
# What its CONFIG leaves out: a test of the export, and a row without a time.
TESTED, NO_TIME = "TEST", "00.00.0000 00:00"
HOLIDAYS = [date(2025, 10, 3)]


def test_the_page_says_what_is_printed_and_the_tables_are_right(spark_server, tmp_path):
    copy = make_copy(tmp_path, spark_server)
    shutil.copy(ROOT / "Makefile", copy)
    (copy / ".venv").symlink_to(sys.prefix)
    known, runs = Counter(), []
    # The environment is there: `true` is called in place of what makes it.
    with Reader(copy, {"PYTHON": "true", "DO_NOT_TRACK": "1"}) as reader:
        for step in steps(PAGE.read_text()):
            printed = tables(masked(reader.do(step)))
            if posted := printed.get("Entries posted"):
                entries = entries_of((copy / "repairs.csv").read_text())
                runs.append(figures_of_run(known, entries))
                assert [figures for _, *figures in posted] == runs
                last_day = max(line[1].date() for line in entries)
                on_hand = printed[f"At the end of {last_day}"]
                assert on_hand == figures_of_day(entries, last_day)
                known = entries
    assert len(runs) == 2
    drawn = figures_of(copy / "target" / "report" / "daybook_repairs.html")
    shown = drawn["slices"]["(all)"]["(all)"]
    assert shown["oldest_items"][0][1:] == ["R-10", "2025-09-30", 3]
    september = shown["late_difference_by_month"]
    assert sum(september["reported_on_hand"]) == 5
    assert sum(september["known_on_hand"]) == 4


def entries_of(log):
    rows = [
        {
            "item": row["Repair"],
            "state": row["Status"],
            "at": datetime.strptime(row["Changed at"], "%d.%m.%Y %H:%M"),
            "order": int(row["Seq"]),
            "shop": row["Shop"],
            "recorded_at": 0,
            "is_deleted": False,
        }
        for row in csv.DictReader(log.splitlines(), delimiter=";")
        if row["Repair"] != TESTED and row["Changed at"] != NO_TIME
    ]
    days = {row["at"].date() for row in rows}
    working_days = oracle.working_day_counts(min(days), max(days), HOLIDAYS)
    return oracle.entries(rows, ["shop"], working_days)


def figures_of_run(before, now):
    """Of the entries that it posts: how many, how many late, how many reversals."""
    posted = Counter(now)
    posted.subtract(before)
    known_to = max((line[1].date() for line in before), default=date.min)
    return [
        sum(abs(count) for line, count in posted.items() if is_counted(line, count))
        for is_counted in (
            lambda line, count: True,
            lambda line, count: line[1].date() <= known_to,
            lambda line, count: (line[4] == "in") != (count > 0),
        )
    ]


def figures_of_day(entries, day):
    """In, out and on hand by state, the largest first."""
    figures = {}
    snapshot = oracle.daily_snapshot(entries, day, ["Delivered"])
    for (of, (state, _)), added in snapshot.items():
        if of == day:
            sums = zip(figures.get(state, (0, 0, 0)), added, strict=True)
            figures[state] = tuple(map(sum, sums))
    rows = [[state, *each] for state, each in figures.items()]
    return sorted(rows, key=lambda row: (-row[-1], row[0]))
