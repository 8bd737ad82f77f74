"""Random event logs: ties, same-day moves, returns, withdrawals, late arrivals."""

import random
from datetime import datetime, timedelta

FIRST_DAY = datetime(2015, 1, 26)
ARRIVALS = 5


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
            "state": rng.choice("AABCD"),
            "at": at,
            "order": orders.pop(),
            "dim": rng.choice(["x", "x", "y", None]),
            "is_deleted": False,
        }
        rows += versions(rng, event, came_in)
    return rows


def versions(rng: random.Random, event: dict, arrival: int) -> list[dict]:
    """The event, perhaps recorded twice, withdrawn, and put in again otherwise."""
    rows = [recorded(rng, event, arrival)]
    if rng.random() < 0.1:
        rows.append(
            recorded(rng, event, rng.randint(arrival, ARRIVALS), after=rows[-1])
        )
    if rng.random() < 0.2:
        arrival = rng.randint(rows[-1]["arrival"], ARRIVALS)
        gone = event | {"is_deleted": True}
        rows.append(recorded(rng, gone, arrival, after=rows[-1]))
        if rng.random() < 0.3:
            arrival = rng.randint(arrival, ARRIVALS)
            again = event | {"state": rng.choice("ABCD")}
            rows.append(recorded(rng, again, arrival, after=rows[-1]))
    return rows


def recorded(rng, event: dict, arrival: int, after: dict | None = None) -> dict:
    moment = FIRST_DAY + timedelta(days=100 * arrival, seconds=rng.randint(0, 80_000))
    if after and after["recorded_at"] >= moment:
        moment = after["recorded_at"] + timedelta(seconds=1)
    return event | {"arrival": arrival, "recorded_at": moment}
