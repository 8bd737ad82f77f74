"""Write the sample input: the year 2015 of an issue tracker, as its exports had it.

    python tools/simulate_issues.py

An issue wanders through STEPS, forwards and back. Teams have few members, so issues
queue for work. Issues are edited, also without any change, moved to other teams, moved
on twice in one second, reopened weeks after they were closed, or left alone. A few
events are exported days, weeks or months late; a few are withdrawn later: repeated with
is_deleted = true. What was not exported by the end of the year is missing.

The same arguments give the same file, byte for byte.
"""

import csv
import random
from datetime import datetime, timedelta
from operator import itemgetter
from pathlib import Path

import simpy

from console import Parser, run

SEED = Path(__file__).resolve().parents[1] / "seeds" / "issue_events.csv"
START = datetime(2015, 1, 1)
HOUR = 3600
DAY = 24 * HOUR
YEAR = 365 * DAY

COLUMNS = "issue_id,status,event_at,event_order,priority,team,recorded_at,is_deleted"

# Per status: the mean stay in hours, and what may follow with which weight. The same
# status again is an edit; None leaves the issue where it is for good.
STEPS = {
    "Opened": (20, {"Assigned": 60, "InProgress": 22, "Closed": 12, "Opened": 6}),
    "Assigned": (30, {"InProgress": 80, "Awaiting Customer": 6, "Assigned": 14}),
    "InProgress": (
        16,
        {
            "UnderReview": 30,
            "Resolved": 48,
            "Awaiting Customer": 8,
            "Assigned": 7,
            "InProgress": 7,
        },
    ),
    "UnderReview": (12, {"Resolved": 82, "InProgress": 18}),
    "Awaiting Customer": (90, {"InProgress": 60, "Closed": 30, None: 10}),
    "Resolved": (60, {"Closed": 84, "InProgress": 6, None: 10}),
    "Closed": (900, {"Opened": 5, "InProgress": 3, None: 92}),
}
PRIORITIES = {"Low": 25, "Medium": 40, "High": 22, "Critical": 8, "": 5}
TEAM_SIZES = {"Apps": 4, "Billing": 2, "Data": 3, "Network": 2, "Support": 4}

AT_ONCE = 0.03  # share of steps taken in the same second as the one before
AT_ALL_HOURS = 0.15  # share of steps taken at night and at weekends too
WITHDRAWN = 0.004  # share of events
# Seconds to the export, and from there to a withdrawal: (from, to), with their weights.
EXPORTED_AFTER = {
    (60, 30 * 60): 975,
    (DAY, 14 * DAY): 9,
    (14 * DAY, 60 * DAY): 8,
    (60 * DAY, 180 * DAY): 8,
}
WITHDRAWN_AFTER = {(HOUR, 8 * HOUR): 3, (14 * DAY, 90 * DAY): 7}


def pick(rng, weights):
    return rng.choices(list(weights), weights=list(weights.values()))[0]


def office_hours(rng, moment):
    """The moment, or most often the next one on a weekday between 8 and 18 o'clock."""
    if rng.random() < AT_ALL_HOURS:
        return moment
    day, second = divmod(moment, DAY)
    if not 8 * HOUR <= second < 18 * HOUR:
        day += second >= 18 * HOUR
        second = rng.randrange(8 * HOUR, 11 * HOUR)
    while (START + timedelta(days=day)).weekday() >= 5:
        day += 1
    return day * DAY + second


def stay(env, rng, status):
    """Wait until the issue moves on."""
    if rng.random() < AT_ONCE:
        return env.timeout(0)
    hours = rng.expovariate(1 / STEPS[status][0])
    return env.timeout(office_hours(rng, env.now + int(hours * HOUR)) - env.now)


def live(env, rng, teams, issue_id, opened_at, rows):
    """The life of one issue; every step adds a row."""
    status, priority, team = "Opened", pick(rng, PRIORITIES), rng.choice(list(teams))
    order = 0
    yield env.timeout(opened_at)
    while status:
        if working := status == "InProgress" and teams[team].request():
            yield working
        order += 1
        rows += exported(rng, issue_id, status, env.now, order, priority, team)
        yield stay(env, rng, status)
        if working:
            teams[team].release(working)

        before, status = status, pick(rng, STEPS[status][1])
        if rng.random() < (0.35 if status == before else 0.03):
            priority = pick(rng, PRIORITIES)
        if status == "Assigned" and rng.random() < (0.5 if before == status else 0.08):
            team = rng.choice([other for other in teams if other != team])


def exported(rng, issue_id, status, event_at, order, priority, team):
    """The event as the tracker exports it, and sometimes its withdrawal."""
    recorded_at = event_at + rng.randrange(*pick(rng, EXPORTED_AFTER))
    event = as_row(issue_id, status, event_at, order, priority, team, recorded_at)
    yield event
    if rng.random() < WITHDRAWN:
        recorded_at += rng.randrange(*pick(rng, WITHDRAWN_AFTER))
        yield event | {"recorded_at": recorded_at, "is_deleted": "true"}


def as_row(*values):
    return dict(zip(COLUMNS.split(","), (*values, "false"), strict=True))


def simulate(seed, issues):
    """The rows of the year, as written, in the order in which they were recorded."""
    env, rng, rows = simpy.Environment(), random.Random(seed), []
    teams = {name: simpy.Resource(env, size) for name, size in TEAM_SIZES.items()}
    openings = [office_hours(rng, rng.randrange(363 * DAY)) for _ in range(issues)]
    for number, opened_at in enumerate(sorted(openings), start=1):
        env.process(live(env, rng, teams, f"ISS-{number:05d}", opened_at, rows))
    env.run(until=YEAR)

    rows = [row for row in rows if row["recorded_at"] < YEAR]
    rows.sort(key=itemgetter("recorded_at", "issue_id", "event_order", "is_deleted"))
    for row in rows:
        for column in ("event_at", "recorded_at"):
            row[column] = str(START + timedelta(seconds=row[column]))
    return rows


def main():
    parser = Parser(__doc__)
    parser.add_argument("--seed", type=int, default=2015, help="of the random numbers")
    parser.add_argument("--issues", type=int, default=1500, help="to simulate")
    parser.add_argument("--output", type=Path, default=SEED, help="the CSV file")
    arguments = parser.parse_args()
    rows = simulate(arguments.seed, arguments.issues)
    with arguments.output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS.split(","), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    run(main)
