"""The committed seeds are what their tools write, with the cases that they promise."""

import csv
import subprocess
import sys
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
ISSUE_EVENTS = PROJECT / "seeds" / "issue_events.csv"
HOLIDAYS = PROJECT / "seeds" / "holidays.csv"

# The sample arrives in three runs: what was recorded before these, and the rest.
CUT_OFFS = [datetime(2015, 9, 1), datetime(2015, 12, 1)]
LATER_ARRIVALS = range(1, len(CUT_OFFS) + 1)
DAY = timedelta(days=1)
BACK = ("UnderReview", "InProgress")

# What the article prints of each issue, without the times that it leaves open.
WORKED_EXAMPLES = {
    "1": "Opened 2015-03-01, Assigned 2015-03-01",
    "20": "step_1 2015-06-02, step_2 2015-06-04",
    "66": "Opened 2015-09-01, Assigned 2015-09-03",
    "77": "Opened 2015-09-01, Assigned 2015-09-05",
    "277": "Opened 2015-09-01 12:31:00, Assigned 2015-09-01 13:33:00,"
    " InProgress 2015-09-02 11:23:00",
    "288": "Opened 2015-09-01 12:31:00, Assigned 2015-09-03 10:11:00",
    "289": "InProgress 2015-09-04 13:22:00, UnderReview 2015-09-08 10:11:00",
    "367": "Opened 2015-09-02 12:32:00, Assigned 2015-09-02 13:11:00",
    "377": "Created 2015-09-02, Assigned 2015-09-02, Resolved 2015-09-08",
}


def run(tool, *arguments):
    command = [sys.executable, PROJECT / "tools" / tool, *arguments]
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


ROWS = read_rows()
EVENTS = [row for row in ROWS if row["is_deleted"] == "false"]
WITHDRAWALS = [row for row in ROWS if row["is_deleted"] == "true"]


def identity(row):
    return row["issue_id"], row["event_at"], row["event_order"]


def content(row):
    return row["status"], row["priority"], row["team"]


BY_IDENTITY = {identity(event): event for event in EVENTS}
WITHDRAWN = [(BY_IDENTITY[identity(row)], row) for row in WITHDRAWALS]
# Each event with the one before it in the same issue.
STEPS = [
    (before, after)
    for before, after in pairwise(sorted(EVENTS, key=identity))
    if before["issue_id"] == after["issue_id"]
]


def test_issue_events_are_what_the_generator_writes(tmp_path):
    result = run("simulate_issues.py", "--output", tmp_path / "events.csv")
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "events.csv").read_bytes() == ISSUE_EVENTS.read_bytes()


def test_another_seed_and_size_give_another_file(tmp_path):
    for seed in ("1", "2"):
        output = tmp_path / f"{seed}.csv"
        run("simulate_issues.py", "--seed", seed, "--issues", "9", "--output", output)
    assert (tmp_path / "1.csv").read_bytes() != (tmp_path / "2.csv").read_bytes()
    assert "ISS-00009" in (tmp_path / "1.csv").read_text()
    assert "ISS-00010" not in (tmp_path / "1.csv").read_text()


def test_size_and_order():
    assert 7_000 <= len(ROWS) <= 10_000
    places = [(r["recorded_at"], r["issue_id"], r["event_order"]) for r in ROWS]
    assert places == sorted(places)


def test_an_event_is_identified_by_issue_time_and_order():
    assert len(BY_IDENTITY) == len(EVENTS)


def test_order_counts_up_with_time():
    for before, after in STEPS:
        assert before["event_order"] < after["event_order"]
        assert before["event_at"] <= after["event_at"] <= after["recorded_at"]


@pytest.mark.parametrize("issue_id", WORKED_EXAMPLES)
def test_worked_example_is_there(issue_id):
    events = sorted((row for row in ROWS if row["issue_id"] == issue_id), key=identity)
    expected = WORKED_EXAMPLES[issue_id].split(", ")
    for event, start in zip(events, expected, strict=True):
        assert f"{event['status']} {event['event_at']}".startswith(start)


def test_withdrawals_repeat_an_event_that_was_recorded_by_then():
    assert len(WITHDRAWALS) == len({identity(row) for row in WITHDRAWALS})
    for event, withdrawal in WITHDRAWN:
        assert content(event) == content(withdrawal)
        assert event["recorded_at"] <= withdrawal["recorded_at"]


def test_some_withdrawals_come_in_the_arrival_of_the_event():
    assert any(event["arrival"] == row["arrival"] for event, row in WITHDRAWN)


@pytest.mark.parametrize("arrival", LATER_ARRIVALS)
def test_a_later_arrival_has_events_of_well_before_it(arrival):
    before = CUT_OFFS[arrival - 1]
    late = [row["event_at"] for row in EVENTS if row["arrival"] == arrival]
    assert sum(event_at < before - 7 * DAY for event_at in late) >= 5
    assert sum(event_at < before - 60 * DAY for event_at in late) >= 1


@pytest.mark.parametrize("arrival", LATER_ARRIVALS)
def test_a_later_arrival_withdraws_events_of_earlier_ones(arrival):
    assert any(event["arrival"] < arrival == row["arrival"] for event, row in WITHDRAWN)


@pytest.mark.parametrize("arrival", LATER_ARRIVALS)
def test_a_later_arrival_reopens_issues_closed_in_earlier_ones(arrival):
    assert any(
        before["status"] == "Closed"
        and after["status"] in ("Opened", "InProgress")
        and before["arrival"] < arrival == after["arrival"]
        and after["event_at"] - before["event_at"] > 14 * DAY
        for before, after in STEPS
    )


def test_shares_of_what_is_unusual():
    late = sum(row["recorded_at"] - row["event_at"] > DAY for row in EVENTS)
    weekend = sum(row["event_at"].weekday() >= 5 for row in EVENTS)
    assert 0.01 < late / len(EVENTS) < 0.04
    assert 0.002 < len(WITHDRAWALS) / len(EVENTS) < 0.006
    assert 0 < weekend / len(EVENTS) < 0.1


@pytest.mark.parametrize(
    "happens",
    [
        lambda before, after: before["event_at"] == after["event_at"],
        lambda before, after: content(before) == content(after),
        lambda before, after: before["priority"] != after["priority"],
        lambda before, after: before["team"] != after["team"],
        lambda before, after: before["event_at"].date() == after["event_at"].date(),
        lambda before, after: (before["status"], after["status"]) == BACK,
    ],
    ids=["tie", "no change", "priority", "team", "one day", "jump back"],
)
def test_steps_of_each_kind_exist(happens):
    assert sum(happens(before, after) for before, after in STEPS) >= 20


def test_null_priority_and_issues_never_closed_exist():
    assert any(event["priority"] == "" for event in EVENTS)
    last = {event["issue_id"]: event for event in sorted(EVENTS, key=identity)}
    assert sum(event["status"] != "Closed" for event in last.values()) >= 20


def test_holidays_are_what_the_tool_writes(tmp_path):
    output = tmp_path / "holidays.csv"
    arguments = ["--country", "US", "--years", "2014-2018", "--output", output]
    result = run("holidays_seed.py", *arguments)
    assert result.returncode == 0, result.stderr
    assert output.read_bytes() == HOLIDAYS.read_bytes()


def test_holidays_include_observed_days_once():
    with HOLIDAYS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    days = [row["holiday_date"] for row in rows]
    assert days == sorted(set(days))
    assert {"2015-07-03", "2015-07-04", "2015-09-07"} <= set(days)


@pytest.mark.parametrize(
    "arguments",
    ["--country ZZ", "--years soon", "--years 2018-2014", "--years 1500"],
)
def test_bad_arguments_give_one_sentence(arguments, tmp_path):
    output = tmp_path / "holidays.csv"
    result = run("holidays_seed.py", *arguments.split(), "--output", output)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(".\n")
    assert not output.exists()
