"""The page of the report: its data, and the template that it goes into."""

import json
from collections import Counter, defaultdict
from datetime import date, datetime, timezone

from plotly.offline import get_plotlyjs

from spark import ROOT

PARTS = ROOT / "tools" / "report"
# The analyses by dimension and value: what their figures belong to, and the figures.
FIGURES = {
    "on_hand_by_day": (["snapshot_date", "status"], ["quantity_on_hand"]),
    "in_and_out_by_day": (["event_date", "status"], ["quantity_in", "quantity_out"]),
    "flow_between_states": (["event_date", "from_status", "to_status"], ["items"]),
    "milestone_lead_times": (["reached_date", "milestone", "lead_days"], ["items"]),
    "late_entries": (["event_date"], ["entries", "late_entries"]),
}
ALL, OTHER = "(all)", "(other)"
# Of a dimension's values the page keeps the largest; the others go in as one.
VALUES_KEPT = 25


def contents(answers: dict[str, list[dict]]) -> dict:
    """What the page knows. Days and places, which repeat, are written as numbers."""
    tables = {table["table_name"]: table for table in answers["published_tables"]}
    days = tables["snap_issues_daily"]
    states = answers["states_in_order"]
    places = {state["status"]: number for number, state in enumerate(states)}
    dimensions, slices = by_value(answers)
    return {
        "drawn_at": f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC",
        "tables": [
            table | {"posted_at": posted_at(table)} for table in tables.values()
        ],
        "first_day": days["first_day"],
        "last_day": days["last_day"],
        "terminal": [state["status"] for state in states if state["is_terminal"]],
        "states": len(states),
        "dimensions": dimensions,
        "slices": {
            dimension: {
                value: {
                    query: columns(query, rows, places, days["first_day"])
                    for query, rows in queries.items()
                }
                for value, queries in values.items()
            }
            for dimension, values in slices.items()
        },
        # The states, and where flows come from and go to beside them.
        "places": list(places),
    }


def posted_at(table: dict) -> str | None:
    """A batch's id is the second at which the run began that wrote it."""
    if table["last_batch_id"] is None:
        return None
    return f"{datetime.fromtimestamp(table['last_batch_id'], timezone.utc):%F %T} UTC"


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
    slices = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for query in FIGURES:
        for row in answers[query]:
            name, value = row["dimension"], row["value"]
            value = value if value in kept[name] else OTHER
            slices[name][value][query].append(row)
    dimensions = [
        {"name": name, "values": values, "others": len(sizes[name]) - len(values)}
        for name, values in kept.items()
        if name != ALL
    ]
    return dimensions, slices


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


def filled_page(figures: dict) -> str:
    # A `<` in a value could end the script that holds it, or open a comment in it.
    data = json.dumps(figures, separators=(",", ":")).replace("<", "\\u003c")
    texts = {file.name: file.read_text("utf-8") for file in PARTS.iterdir()}
    texts |= {"plotly": get_plotlyjs(), "data": data}
    before, *rest = texts["page.html"].split("<!-- fill in ")
    filled = [before]
    for part in rest:
        name, after = part.split(" -->", 1)
        filled += [texts[name], after]
    return "".join(filled)
