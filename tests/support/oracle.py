"""What should be there, by brute force: plain Python, item by item and day by day."""

from collections import Counter, defaultdict
from datetime import date, timedelta


def standing_events(rows, dimensions):
    """The events of each item that count, in order: of an identity the last row."""
    last = {}
    for row in sorted(rows, key=lambda row: (row["recorded_at"], row["is_deleted"])):
        last[row["item"], _place(row)] = row
    by_item = defaultdict(list)
    for row in last.values():
        if not row["is_deleted"]:
            by_item[row["item"]].append(row)
    for events in by_item.values():
        events.sort(key=_place)
    return by_item


def _place(row):
    """Among the item's events: by the day, then by the instant where it is known."""
    return row["at"].date(), row.get("instant", row["at"]), row["order"]


def entries(rows, dimensions, working_days):
    """Counts of (item, at, order, combination, direction, held_since, three ages)."""
    expected = Counter()
    for events in standing_events(rows, dimensions).values():
        current = None
        for event in events:
            combination = (event["state"], *(event[name] for name in dimensions))
            if current and current["combination"] == combination:
                continue
            day = event["at"].date()
            entered_state = day
            if current:
                if current["combination"][0] == combination[0]:
                    entered_state = current["entered_state"]
                expected[_line(events[0], event, current, "out", working_days)] -= 1
            current = {
                "combination": combination,
                "held_since": day,
                "entered_state": entered_state,
            }
            expected[_line(events[0], event, current, "in", working_days)] += 1
    return expected


def _line(first, event, held, direction, working_days):
    day = event["at"].date()
    return (
        event["item"],
        event["at"],
        event["order"],
        held["combination"],
        direction,
        held["held_since"],
        (day - held["entered_state"]).days,
        (day - first["at"].date()).days,
        working_days[day] - working_days[held["entered_state"]],
    )


def posted(rows):
    """Entries as they were read, in the form of the above: item, time, order, its
    combination, direction, held_since, the three ages, and last the count."""
    lines = Counter()
    for (
        item,
        at,
        order,
        *combination,
        direction,
        held,
        age,
        item_age,
        working,
        n,
    ) in rows:
        entry = item, at, order, tuple(combination), direction, as_date(held)
        lines[(*entry, age, item_age, working)] += n
    return {line: count for line, count in lines.items() if count}


def as_date(value):
    """PyHive gives dates as text."""
    return date.fromisoformat(value) if isinstance(value, str) else value


def daily_snapshot(lines, last_day, terminal_states=()):
    """{(day, combination): (in, out, on hand)}, without those that are zero."""
    moves = defaultdict(lambda: [0, 0])
    first = min((line[1].date() for line in lines), default=last_day)
    for line, count in lines.items():
        key = line[1].date(), line[3]
        moves[key][line[4] == "out"] += count if line[4] == "in" else -count
    result = {}
    balance = Counter()
    day = first
    while day <= last_day:
        for (moved_on, combination), (came, went) in moves.items():
            if moved_on == day and combination[0] not in terminal_states:
                balance[combination] += came - went
        for combination in {key[1] for key in moves if key[0] == day} | set(balance):
            came, went = moves.get((day, combination), (0, 0))
            if came or went or balance[combination]:
                result[day, combination] = (came, went, balance[combination])
        day += timedelta(days=1)
    return result


def _stays(rows, dimensions):
    """Of each item and combination: its first day, that on which the item entered the
    state, that on which it entered the combination, and that on which it left it."""
    for item, events in standing_events(rows, dimensions).items():
        days = [event["at"].date() for event in events]
        states = [event["state"] for event in events]
        combinations = [
            (event["state"], *(event[name] for name in dimensions)) for event in events
        ]
        changes = [
            n
            for n, combination in enumerate(combinations)
            if n == 0 or combination != combinations[n - 1]
        ]
        for here, following in zip(changes, [*changes[1:], None], strict=True):
            entered = here
            while entered and states[entered - 1] == states[here]:
                entered -= 1
            left = None if following is None else days[following]
            yield item, combinations[here], days[0], days[entered], days[here], left


def _aged(day, item, combination, first, entered, working_days):
    ages = (day - entered).days, (day - first).days
    return day, item, *combination, *ages, working_days[day] - working_days[entered]


def on_hand_by_age(rows, dimensions, working_days, terminal_states=()):
    """How many at the end of (day, item, combination, its three ages)."""
    last_day = max(row["at"] for row in rows).date()
    on_hand = Counter()
    for item, combination, *since, day, left in _stays(rows, dimensions):
        while day < (left or last_day + timedelta(days=1)):
            if combination[0] not in terminal_states:
                on_hand[_aged(day, item, combination, *since, working_days)] += 1
            day += timedelta(days=1)
    return on_hand


def moving_by_age(rows, dimensions, working_days):
    """How many came, less those that went, by the same."""
    moving = Counter()
    for item, combination, *since, day, left in _stays(rows, dimensions):
        moving[_aged(day, item, combination, *since, working_days)] += 1
        if left:
            moving[_aged(left, item, combination, *since, working_days)] -= 1
    return moving


def working_day_counts(first: date, last: date, holidays=()):
    """{day: working days up to it}: Monday to Friday, but not holidays."""
    counts, count, day = {}, 0, first
    while day <= last:
        count += day.weekday() < 5 and day not in holidays
        counts[day] = count
        day += timedelta(days=1)
    return counts
