"""The sample's seeds, as plain Python reads them."""

import csv
from datetime import date, datetime

from arrival import SAMPLE_CUTS
from spark import ROOT
from support import oracle


def seed(name):
    with (ROOT / "seeds" / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def known():
    """What had been recorded by each cut."""
    rows = [
        {
            "item": row["issue_id"],
            "state": row["status"],
            "at": datetime.fromisoformat(row["event_at"]),
            "order": int(row["event_order"]),
            "priority": row["priority"] or None,
            "team": row["team"] or None,
            "recorded_at": row["recorded_at"],
            "is_deleted": row["is_deleted"] == "true",
        }
        for row in seed("issue_events")
    ]
    ends = [f"{cut} 23:59:59" for cut in SAMPLE_CUTS]
    return [[row for row in rows if row["recorded_at"] <= end] for end in ends]


def working_days():
    """{day: working days up to it}"""
    holidays = {date.fromisoformat(row["holiday_date"]) for row in seed("holidays")}
    return oracle.working_day_counts(date(2010, 1, 1), date(2029, 12, 31), holidays)
