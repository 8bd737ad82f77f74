"""What the examples' data come to, in plain Python: the rows of each page's queries."""

from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from decimal import Decimal

HOLIDAYS = {date(2026, 4, 3), date(2026, 4, 6)}
A_DAY = timedelta(days=1)


def arrived(rows, run):
    return [row for row in rows if int(row["delivery"]) <= run]


def orders_by_month(rows, run):
    """Of each month, the last export that has it."""
    months = {}
    for row in arrived(rows, run):
        month = months.setdefault(row["ordered_on"][:7], defaultdict(list))
        month[int(row["delivery"])].append(Decimal(row["amount"]))
    for month, exports in months.items():
        amounts = exports[max(exports)]
        yield month, len(amounts), sum(amounts)


def parcels_over_sla(rows, run):
    """Day by day, of each parcel that is under way: since when it has not moved."""
    scans = sorted(arrived(rows, run), key=lambda row: row["scanned_at"])
    last = date.fromisoformat(scans[-1]["scanned_at"][:10])
    day = date(2026, 4, 7)
    while day <= last:
        held = {}
        for scan in scans:
            scanned = date.fromisoformat(scan["scanned_at"][:10])
            if scanned <= day:
                held[scan["parcel"]] = scan["hub"], scan["state"], scanned
        on_hand, over = Counter(), Counter()
        for hub, state, since in held.values():
            if state != "Delivered":
                on_hand[hub] += 1
                over[hub] += working_days(since, day) > 2
        yield from ((day, hub, on_hand[hub], over[hub]) for hub in on_hand)
        day += A_DAY


def working_days(since, day):
    days = (since + A_DAY * n for n in range(1, (day - since).days + 1))
    return sum(each.weekday() < 5 and each not in HOLIDAYS for each in days)


def fees(rows, run):
    """[(day, fee before, fee after)] of each change; a cancelled one has none."""
    fee = Counter()
    for row in sorted(arrived(rows, run), key=lambda row: row["effective_on"]):
        name, before = row["subscription"], fee[row["subscription"]]
        fee[name] = Decimal(row["monthly_fee"]) * (row["state"] == "Active")
        yield row["effective_on"], before, fee[name]


def revenue_by_month(rows, run):
    changes = list(fees(rows, run))
    closing = Decimal("0.00")
    for month in sorted({day[:7] for day, *_ in changes}):
        opening = closing
        closing += sum(after - fee for day, fee, after in changes if day[:7] == month)
        yield month, opening, closing


def revenue_movements(rows, run):
    movements = Counter()
    for day, before, after in fees(rows, run):
        if before == after:
            continue
        kind = "upgraded" if after > before else "downgraded"
        kind = "new" if not before else "cancelled" if not after else kind
        movements[day[:7], kind] += after - before
    yield from ((*key, amount) for key, amount in movements.items())


def stock_by_day(rows, run):
    """Of each day, warehouse and article the last quantity that came."""
    quantities = {}
    for row in sorted(arrived(rows, run), key=lambda row: int(row["delivery"])):
        key = row["stock_date"], row["warehouse"], row["article"]
        quantities[key] = int(row["quantity"])
    totals = Counter()
    for (day, warehouse, _), quantity in quantities.items():
        totals[day, warehouse] += quantity
    yield from ((*key, quantity) for key, quantity in totals.items())


def segments_at_quarter_end(rows, run):
    """Of each customer the last change up to the day, as far as it was recorded."""
    for answer, known_at in (("reported", "2026-03-31 23:59:59"), ("known now", "~")):
        segments = {}
        for row in sorted(
            arrived(rows, run), key=lambda row: (row["valid_on"], row["recorded_at"])
        ):
            if row["valid_on"] <= "2026-03-31" and row["recorded_at"] <= known_at:
                segments[row["customer"]] = row["segment"]
        counts = Counter(segments.values())
        yield from ((answer, *each) for each in counts.items())


def clicks_by_day(rows, run):
    visitors = defaultdict(list)
    for row in arrived(rows, run):
        day = datetime.fromisoformat(row["clicked_at"]).date()
        visitors[day].append(row["visitor"])
    yield from ((day, len(each), len(set(each))) for day, each in visitors.items())


# In the order of the queries on the page.
FIGURES = {
    "clicks": [clicks_by_day],
    "customers": [segments_at_quarter_end],
    "orders": [orders_by_month],
    "parcels": [parcels_over_sla],
    "stock": [stock_by_day],
    "subscriptions": [revenue_by_month, revenue_movements],
}


def figures(name, number, rows, run):
    """The rows of one of an example's queries, as texts in order."""
    found = FIGURES[name][number](rows, run)
    return sorted(tuple(map(str, row)) for row in found)
