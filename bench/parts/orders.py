"""A log of a million events: orders of three years, by warehouse and country."""

import csv
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from console import Problem

EVENTS = 1_000_000
START, END = datetime(2023, 1, 1), datetime(2026, 1, 1)
# Of each state: the mean stay in hours, and the next states with their weights.
STEPS = {
    "Ordered": (10, {"Checked": 90, "Held": 10}),
    "Checked": (20, {"Picked": 88, "Held": 12}),
    "Held": (100, {"Checked": 80, "Delivered": 20}),
    "Picked": (6, {"Packed": 95, "Checked": 5}),
    "Packed": (12, {"Shipped": 97, "Picked": 3}),
    "Shipped": (60, {"Delivered": 96, "Held": 4}),
    "Delivered": (0, {}),
}
COUNTRIES = ("DE", "FR", "IT", "ES", "PL", "NL")
WAREHOUSES = 30
COLUMNS = ("order_id", "state", "at", "warehouse", "country")
CONFIG = """\
schema: daybook_orders
item: order_id
state: state
occurred_at: at
dimensions: [warehouse, country]
terminal_states: [Delivered]
"""


def write_orders(file: Path) -> Path:
    """The same each time; its CONFIG lies beside it."""
    config = file.with_suffix(".yml")
    for there in filter(Path.exists, (file, config)):
        raise Problem(f"{there} already exists.")
    random, written, number = Random(1), 0, 0
    with file.open("w", newline="") as rows:
        writer = csv.writer(rows)
        writer.writerow(COLUMNS)
        while written < EVENTS:
            number += 1
            where = f"W{random.randrange(WAREHOUSES):02}", random.choice(COUNTRIES)
            for state, at in steps(random):
                time = at.isoformat(" ", "seconds")
                writer.writerow((f"O-{number:07}", state, time, *where))
                written += 1
    config.write_text(CONFIG)
    return config


def steps(random: Random) -> Iterator[tuple[str, datetime]]:
    state, at = "Ordered", START + random.random() * (END - START)
    while at < END:
        yield state, at
        hours, following = STEPS[state]
        if not following:
            return
        at += timedelta(hours=random.expovariate(1 / hours), seconds=1)
        (state,) = random.choices([*following], [*following.values()])
