"""What the pages of the report know: the answers of the analyses, made small."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timezone

from report_batches import by_batch, posted_at

# The analyses by dimension and value: what their figures belong to, and the figures.
FIGURES = {
    "balances_as_known_at": (
        ["snapshot_date", "status", "batch"],
        ["quantity_in", "quantity_out", "quantity_on_hand"],
    ),
    "flow_between_states": (
        ["event_date", "from_status", "to_status", "changes_value"],
        ["items"],
    ),
    "milestone_lead_times": (
        ["reached_date", "milestone", "lead_working_days"],
        ["items"],
    ),
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
# What the page calls the items that are not done, and whether more of them are good.
BACKLOG = {"name": "Backlog", "up_is": "bad"}
# The place of no state: where new items come from, and items go that are taken out.
NO_PLACE = -1


def contents(
    answers: dict[str, list[dict]],
    title: str | None = None,
    holidays_note: str | None = None,
    on_hand: dict | None = None,
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
        "on_hand": on_hand or BACKLOG,
        "drawn_at": drawn_at(),
        "tables": [
            table | {"posted_at": posted_at(table["last_batch_id"])}
            for table in tables.values()
        ],
        "batches": batches,
        "first_day": days["first_day"],
        "last_day": days["last_day"],
        "terminal": [state["status"] for state in states if state["is_terminal"]],
        "dimensions": dimensions,
        "slices": {ALL: of_each.pop(ALL, {})},
        BY_DIMENSION: of_each,
        # The states in order, and milestones that are none.
        "states": len(states),
        "places": list(places),
    }


def contents_of_history(answers: dict[str, list[dict]]) -> dict:
    return {"drawn_at": drawn_at()} | {query: answers[query] for query in HISTORY}


def drawn_at() -> str:
    return f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC"


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
    names_of_none = {
        name: free_name("(none)", values) for name, values in sizes.items()
    }
    names_of_others = {
        name: free_name("(other)", values) for name, values in sizes.items()
    }
    slices = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for query in (ITEMS, *FIGURES):
        for row in answers[query]:
            name, value = row["dimension"], row["value"]
            if value not in kept[name]:
                if query in NO_SUMS:
                    continue
                value = names_of_others[name]
            elif value is None:
                value = names_of_none[name]
            slices[name][value][query].append(row)
    dimensions = [
        {
            "name": name,
            "values": [value for value in values if value is not None],
            "name_of_none": names_of_none[name] if None in values else None,
            "others": len(sizes[name]) - len(values),
            "name_of_others": names_of_others[name],
        }
        for name, values in kept.items()
        if name != ALL
    ]
    return dimensions, slices


def free_name(name: str, values: Iterable[str]) -> str:
    """In the page and its address: one that no value has."""
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
        numbers = (number_of(each, places) for each in names)
        key = (date.fromisoformat(day).toordinal() - start, *numbers)
        sums[key].update({measure: row[measure] for measure in measures})
    table = [(*key, *(sums[key][each] for each in measures)) for key in sorted(sums)]
    names = ["day", *keys[1:], *measures]
    return dict(zip(names, map(list, zip(*table, strict=True)), strict=True))


def number_of(name: str | int | None, places: dict) -> int:
    """A state's or milestone's place; what is a number or a Boolean stays one."""
    if name is None:
        return NO_PLACE
    return int(name) if isinstance(name, int) else places.setdefault(name, len(places))


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
