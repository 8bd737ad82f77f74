"""The committed seeds are what their tools write, with the cases that they promise."""

import csv
import subprocess
import sys
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from spark import ROOT

ISSUE_EVENTS = ROOT / "seeds" / "issue_events.csv"
HOLIDAYS = ROOT / "seeds" / "holidays.csv"
# The sample arrives in three runs: what was recorded before these, and the rest.
CUT_OFFS = [datetime(2015, 9, 1), datetime(2015, 12, 1)]
DAY = timedelta(days=1)


def run(tool, *arguments):
    command = [sys.executable, ROOT / "tools" / tool, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def read_rows():
    with ISSUE_EVENTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["event_at"] = datetime.fromisoformat(row["event_at"])
        row["recorded_at"] = datetime.fromisoformat(row["recorded_at"])
        row["event_order"] = int(row["event_order"])
        row["arrival"] = sum(row["recorded_at"] >= cut_off for cut_off in CUT_OFFS)
    return rows


def identity(row):
    return row["issue_id"], row["event_at"], row["event_order"]


def content(row):
    return row["status"], row["priority"], row["team"]


ROWS = read_rows()
EVENTS = [row for row in ROWS if row["is_deleted"] == "false"]
BY_IDENTITY = {identity(event): event for event in EVENTS}
# Each event that is withdrawn, with the row that does it.
WITHDRAWN = [
    (BY_IDENTITY[identity(row)], row) for row in ROWS if row["is_deleted"] == "true"
]
# Each event with the one before it in the same issue.
STEPS = [
    (before, after)
    for before, after in pairwise(sorted(EVENTS, key=identity))
    if before["issue_id"] == after["issue_id"]
]
LAST = {event["issue_id"]: event for event in sorted(EVENTS, key=identity)}


def test_issue_events_are_what_the_generator_writes(tmp_path):
    result = run("simulate_issues.py", "--output", tmp_path / "events.csv")
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "events.csv").read_bytes() == ISSUE_EVENTS.read_bytes()


def test_another_seed_and_size_give_another_file(tmp_path):
    for seed in ("1", "2"):
        output = tmp_path / f"{seed}.csv"
        run("simulate_issues.py", "--seed", seed, "--issues", "9", "--output", output)
    one, other = ((tmp_path / f"{seed}.csv").read_text() for seed in (1, 2))
    assert one != other
    assert "ISS-00009" in one
    assert "ISS-00010" not in one


def test_events_are_identified_and_in_order():
    assert len(BY_IDENTITY) == len(EVENTS)
    places = [(r["recorded_at"], r["issue_id"], r["event_order"]) for r in ROWS]
    assert places == sorted(places)
    for before, after in STEPS:
        assert before["event_order"] < after["event_order"]
        assert before["event_at"] <= after["event_at"] <= after["recorded_at"]


def test_withdrawals_repeat_an_event_that_was_recorded_by_then():
    assert len(WITHDRAWN) == len({identity(event) for event, _ in WITHDRAWN})
    for event, row in WITHDRAWN:
        assert content(event) == content(row)
        assert event["recorded_at"] <= row["recorded_at"]
    assert any(event["arrival"] == row["arrival"] for event, row in WITHDRAWN)


@pytest.mark.parametrize("arrival", [1, 2])
def test_a_later_arrival_is_late_withdraws_and_reopens(arrival):
    lag = [CUT_OFFS[arrival - 1] - row["event_at"] for row in EVENTS
           if row["arrival"] == arrival]  # fmt: skip
    assert sum(each > 7 * DAY for each in lag) >= 5
    assert max(lag) > 60 * DAY
    assert any(event["arrival"] < arrival == row["arrival"] for event, row in WITHDRAWN)
    assert any(
        before["status"] == "Closed"
        and after["status"] in ("Opened", "InProgress")
        and before["arrival"] < arrival == after["arrival"]
        and after["event_at"] - before["event_at"] > 14 * DAY
        for before, after in STEPS
    )


def test_shares_of_what_is_unusual():
    assert 7_000 <= len(ROWS) <= 10_000
    late = sum(row["recorded_at"] - row["event_at"] > DAY for row in EVENTS)
    weekend = sum(row["event_at"].weekday() >= 5 for row in EVENTS)
    assert 0.01 < late / len(EVENTS) < 0.04
    assert 0.002 < len(WITHDRAWN) / len(EVENTS) < 0.006
    assert 0 < weekend / len(EVENTS) < 0.1
    assert any(event["priority"] == "" for event in EVENTS)
    assert sum(event["status"] != "Closed" for event in LAST.values()) >= 20


def test_steps_of_each_kind_exist():
    for happens in (
        lambda before, after: before["event_at"] == after["event_at"],
        lambda before, after: content(before) == content(after),
        lambda before, after: before["priority"] != after["priority"],
        lambda before, after: before["team"] != after["team"],
        lambda before, after: before["event_at"].date() == after["event_at"].date(),
        lambda before, after: (
            (before["status"], after["status"]) == ("UnderReview", "InProgress")
        ),
    ):
        assert sum(happens(before, after) for before, after in STEPS) >= 20


def test_holidays_are_what_the_tool_writes_observed_days_included(tmp_path):
    output = tmp_path / "seeds" / "holidays.csv"
    arguments = ["--country", "US", "--years", "2014-2018", "--output", output]
    result = run("holidays_seed.py", *arguments)
    assert result.returncode == 0, result.stderr
    assert output.read_bytes() == HOLIDAYS.read_bytes()
    with HOLIDAYS.open(encoding="utf-8", newline="") as file:
        days = [row["holiday_date"] for row in csv.DictReader(file)]
    assert days == sorted(set(days))
    assert {"2015-07-03", "2015-07-04", "2015-09-07"} <= set(days)


@pytest.mark.parametrize(
    "arguments", ["--country ZZ", "--years soon", "--years 2018-2014", "--years 1500"]
)
def test_bad_arguments_give_one_sentence(arguments, tmp_path):
    output = tmp_path / "holidays.csv"
    result = run("holidays_seed.py", *arguments.split(), "--output", output)
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(".\n")
    assert not output.exists()
