"""Random event logs: ties, same-day moves, returns, corrections, late arrivals."""

import random
from datetime import datetime, timedelta

FIRST_DAY = datetime(2015, 1, 26)
ARRIVALS = 5
STATES = ["Open", "Held", "Doing", "Closed"]


def random_log(seed: int) -> list[dict]:
    """The rows of a few items, each with the number of the arrival that brings it."""
    rng = random.Random(seed)
    rows = []
    for number in range(rng.randint(2, 5)):
        rows += item_rows(rng, f"log{seed}-{number}")
    for row in rows:
        row["log"] = f"log{seed}"
    return rows


def item_rows(rng: random.Random, item: str) -> list[dict]:
    at = FIRST_DAY + timedelta(days=rng.randint(0, 25), hours=rng.randint(0, 23))
    orders = list(range(1, 40))
    rng.shuffle(orders)
    rows = []
    arrival = rng.randint(1, ARRIVALS)
    for _ in range(rng.randint(1, 8)):
        at += rng.choice(
            [
                timedelta(0),
                timedelta(hours=1),
                timedelta(hours=9),
                timedelta(days=1),
                timedelta(days=rng.randint(2, 20)),
            ]
        )
        if rng.random() < 0.4:
            arrival = min(ARRIVALS, arrival + 1)
        # An event may come in an earlier arrival than one that happened before it.
        came_in = arrival if rng.random() < 0.7 else rng.randint(1, ARRIVALS)
        event = {
            "item": item,
            "state": rng.choice(["Open", *STATES]),
            "at": at,
            "order": orders.pop(),
            "dim": rng.choice(["x", "x", "y", None]),
            "is_deleted": False,
        }
        rows += versions(rng, event, came_in)
    return rows


def versions(rng: random.Random, event: dict, arrival: int) -> list[dict]:
    """The event, perhaps recorded twice, corrected, withdrawn and put in again; what
    was recorded later may arrive earlier."""
    rows = [recorded(rng, event, arrival)]

    def add(change: dict, earliest: int = 1):
        arrival = rng.randint(earliest, ARRIVALS)
        rows.append(recorded(rng, event | change, arrival, after=rows[-1]))

    if rng.random() < 0.1:
        add({})
    if rng.random() < 0.1:
        add({"state": rng.choice(STATES), "dim": rng.choice(["x", "y", None])})
    if rng.random() < 0.2:
        add({"is_deleted": True}, earliest=rng.choice([1, rows[-1]["arrival"]]))
        if rng.random() < 0.1:
            # A withdrawal wins over what was recorded at its moment.
            rows.append(rows[-1] | {"is_deleted": False, "state": rng.choice(STATES)})
        if rng.random() < 0.3:
            add({"state": rng.choice(STATES)})
    return rows


def recorded(rng, event: dict, arrival: int, after: dict | None = None) -> dict:
    moment = FIRST_DAY + timedelta(days=100 * arrival, seconds=rng.randint(0, 80_000))
    if after and after["recorded_at"] >= moment:
        moment = after["recorded_at"] + timedelta(seconds=1)
    return event | {"arrival": arrival, "recorded_at": moment}
