"""What should be there, by brute force: plain Python, item by item and day by day."""

from collections import Counter, defaultdict
from datetime import date, timedelta


def standing_events(rows, dimensions):
    """The events of each item that count, in order: of an identity the last row."""
    last = {}
    for row in sorted(rows, key=lambda row: (row["recorded_at"], row["is_deleted"])):
        last[row["item"], row["at"], row["order"]] = row
    by_item = defaultdict(list)
    for row in last.values():
        if not row["is_deleted"]:
            by_item[row["item"]].append(row)
    for events in by_item.values():
        events.sort(key=lambda row: (row["at"], row["order"]))
    return by_item


def entries(rows, dimensions, working_days):
    """Counts of (item, at, order, combination, direction, held_since, two ages)."""
    expected = Counter()
    for item, events in standing_events(rows, dimensions).items():
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
                expected[_line(item, event, current, "out", working_days)] -= 1
            current = {
                "combination": combination,
                "held_since": day,
                "entered_state": entered_state,
            }
            expected[_line(item, event, current, "in", working_days)] += 1
    return expected


def _line(item, event, held, direction, working_days):
    day = event["at"].date()
    return (
        item,
        event["at"],
        event["order"],
        held["combination"],
        direction,
        held["held_since"],
        (day - held["entered_state"]).days,
        working_days[day] - working_days[held["entered_state"]],
    )


def posted(rows):
    """Entries as they were read, in the form of the above: item, time, order, its
    combination, direction, held_since, the two ages, and last the count."""
    lines = Counter()
    for item, at, order, *combination, direction, held, age, working, count in rows:
        entry = item, at, order, tuple(combination), direction, as_date(held)
        lines[(*entry, age, working)] += count
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


def working_day_counts(first: date, last: date, holidays=()):
    """{day: working days up to it}: Monday to Friday, but not holidays."""
    counts, count, day = {}, 0, first
    while day <= last:
        count += day.weekday() < 5 and day not in holidays
        counts[day] = count
        day += timedelta(days=1)
    return counts
