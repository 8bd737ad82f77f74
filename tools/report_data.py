"""What the pages of the report know: the answers of the analyses, made small."""

from collections import Counter, defaultdict
from datetime import date, datetime, timezone
from itertools import accumulate

# The analyses by dimension and value: what their figures belong to, and the figures.
FIGURES = {
    "balances_as_known_at": (
        ["snapshot_date", "status", "batch"],
        ["quantity_in", "quantity_out", "quantity_on_hand"],
    ),
    "flow_between_states": (["event_date", "from_status", "to_status"], ["items"]),
    "milestone_lead_times": (["reached_date", "milestone", "lead_days"], ["items"]),
    "late_entries": (["event_date"], ["entries", "late_entries"]),
    "ageing_by_week": (
        ["snapshot_date", "status", "age_from"],
        ["quantity_on_hand", "working_days"],
    ),
    "median_age_by_day": (["snapshot_date"], ["median_age"]),
    "late_difference_by_month": (
        ["month_end", "status"],
        [
            *("reported_in", "reported_out", "reported_on_hand"),
            *("known_in", "known_out", "known_on_hand"),
        ],
    ),
}
# Those with figures that are no sums: values that go in as one have none.
NO_SUMS = ("median_age_by_day",)
ITEMS = "oldest_items"
# Of the sample alone, and on a page of its own: the rows go in as they are.
HISTORY = ("scores_in_both_times", "scores_then_and_now")
# What the page asks of any log; there may be other analyses, which it does not show.
ANALYSES = ("published_tables", "states_in_order", ITEMS, *FIGURES)
ALL = "(all)"
BY_DIMENSION = "slices_by_dimension"
# Of a dimension's values the page keeps the largest; the others go in as one.
VALUES_KEPT = 25
# Of each state; where values go in as one, their items come together.
ITEMS_KEPT = 200


def contents(
    answers: dict[str, list[dict]],
    title: str | None = None,
    holidays_note: str | None = None,
) -> dict:
    """What the page knows. Days and places, which repeat, are written as numbers."""
    tables = {table["table_name"]: table for table in answers["published_tables"]}
    days = tables["snap_issues_daily"]
    states = answers["states_in_order"]
    places = {state["status"]: number for number, state in enumerate(states)}
    batches, changes = by_batch(answers["balances_as_known_at"])
    dimensions, slices = by_value(answers | {"balances_as_known_at": changes})
    of_each = {
        dimension: {
            value: {
                query: items(rows, places)
                if query == ITEMS
                else columns(query, rows, places, days["first_day"])
                for query, rows in queries.items()
            }
            for value, queries in values.items()
        }
        for dimension, values in slices.items()
    }
    return {
        "title": title,
        "holidays_note": holidays_note,
        "drawn_at": drawn_at(),
        "tables": [
            table | {"posted_at": posted_at(table["last_batch_id"])}
            for table in tables.values()
        ],
        "batches": batches,
        "first_day": days["first_day"],
        "last_day": days["last_day"],
        "terminal": [state["status"] for state in states if state["is_terminal"]],
        "states": len(states),
        "dimensions": dimensions,
        "slices": {ALL: of_each.pop(ALL, {})},
        BY_DIMENSION: of_each,
        # The states, and where flows come from and go to beside them.
        "places": list(places),
    }


def contents_of_history(answers: dict[str, list[dict]]) -> dict:
    return {"drawn_at": drawn_at()} | {query: answers[query] for query in HISTORY}


def drawn_at() -> str:
    return f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC"


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


def by_value(answers: dict[str, list[dict]]) -> tuple[list[dict], dict]:
    """The dimensions with their values, and rows by dimension, value and query."""
    sizes = defaultdict(Counter)
    for query in FIGURES:
        for row in answers[query]:
            sizes[row["dimension"]][row["value"]] += row.get("quantity_in", 0)
    kept = {
        name: [value for value, _ in values.most_common(VALUES_KEPT)]
        for name, values in sizes.items()
    }
    names_of_others = {name: name_of_others(values) for name, values in kept.items()}
    slices = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for query in (ITEMS, *FIGURES):
        for row in answers[query]:
            name, value = row["dimension"], row["value"]
            if value in kept[name]:
                slices[name][value][query].append(row)
            elif query not in NO_SUMS:
                slices[name][names_of_others[name]][query].append(row)
    dimensions = [
        {
            "name": name,
            "values": values,
            "others": len(sizes[name]) - len(values),
            "name_of_others": names_of_others[name],
        }
        for name, values in kept.items()
        if name != ALL
    ]
    return dimensions, slices


def name_of_others(values: list[str]) -> str:
    """In the page and its address: one that no value has."""
    name = "(other)"
    while name in values:
        name = f"({name})"
    return name


def columns(query: str, rows: list[dict], places: dict, first_day: str) -> dict:
    """Rows as columns of numbers; the rows of values that went in as one are summed."""
    keys, measures = FIGURES[query]
    start = date.fromisoformat(first_day).toordinal()
    sums = defaultdict(Counter)
    for row in rows:
        day, *names = (row[key] for key in keys)
        numbers = [
            each if isinstance(each, int) else places.setdefault(each, len(places))
            for each in names
        ]
        key = (date.fromisoformat(day).toordinal() - start, *numbers)
        sums[key].update({measure: row[measure] for measure in measures})
    table = [(*key, *(sums[key][each] for each in measures)) for key in sorted(sums)]
    names = ["day", *keys[1:], *measures]
    return dict(zip(names, map(list, zip(*table, strict=True)), strict=True))


def items(rows: list[dict], places: dict) -> list[list]:
    """The oldest of each state: its place, name, first day there, and working days."""
    kept = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row["entered_on"], row["issue_id"])):
        of_state = kept[places[row["status"]]]
        if len(of_state) < ITEMS_KEPT:
            of_state.append(
                [row["issue_id"], row["entered_on"], row["age_working_days"]]
            )
    return [[place, *item] for place, items in kept.items() for item in items]
