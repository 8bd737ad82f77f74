"""The batches that a report is drawn from, and when each was posted."""

from datetime import datetime, timezone
from itertools import accumulate


def posted_at(batch_id: int | None) -> str | None:
    """A batch's id is the second at which the run began that wrote it."""
    if batch_id is None:
        return None
    return f"{datetime.fromtimestamp(batch_id, timezone.utc):%F %T} UTC"


def by_batch(changes: list[dict]) -> tuple[list[dict], list[dict]]:
    """The batches with the last day known after each, and rows with their number."""
    last_days = {}
    for row in changes:
        batch_id, day = row["known_batch_id"], row["snapshot_date"]
        last_days[batch_id] = max(day, last_days.get(batch_id, day))
    ids = sorted(last_days)
    known_days = accumulate((last_days[batch_id] for batch_id in ids), max)
    batches = [
        {"posted_at": posted_at(batch_id), "last_day": day}
        for batch_id, day in zip(ids, known_days, strict=True)
    ]
    numbers = {batch_id: number for number, batch_id in enumerate(ids)}
    return batches, [row | {"batch": numbers[row["known_batch_id"]]} for row in changes]
