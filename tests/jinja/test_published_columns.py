"""Columns that a pattern publishes are described: in its YAML, and on its page."""

import re
from datetime import datetime, timezone
from types import SimpleNamespace

import pytest
from dbt.clients.jinja import get_rendered

from reference.macros import public_macros
from spark import ROOT
from support.descriptions import Description
from support.macros import Macros

LOG = 'event_log=daybook.event_log("item", "state", "at")'
EVENTS = f'events="shop.log", {LOG}'
ENTRIES = f'entries="shop.log", posted=this, through="current_date()", {LOG}'
CALENDAR = 'calendar=ref("dim_date")'
# Each pattern with a page and the arguments that give it the most columns.
PATTERNS = {
    "accept_events": ("sources", f"{EVENTS}, accepted=none"),
    "negate_events": (
        "entries",
        f'{EVENTS}, history="shop.log", posted=this, {CALENDAR}',
    ),
    "accumulating_snapshot": ("snapshots", ENTRIES),
    "aged_snapshot": ("ages", f"{ENTRIES}, age_by_item=true, {CALENDAR}"),
    "item_days": ("ages", f"{ENTRIES}, {CALENDAR}"),
    "milestone_snapshot": (
        "milestones",
        f'{EVENTS}, posted=none, milestones=["milestone"]',
    ),
    "period_balances": (
        "periods",
        'snapshot=ref("log"), period="month", flows=["flow"]',
    ),
    "bitemporal_history": (
        "history",
        'arrivals="shop.log", posted=this, key=["item"], values=["state"],'
        ' event_time="at"',
    ),
    "calendar": ("calendar", 'start_date="2024-01-01", end_date="2024-12-31"'),
}
# In backticks, or in the head of a table.
NAMED = re.compile(r"[`|] ?(\w+)(?=`| ?\|)")
OF_USERS = ["item", "state", "at", "flow"]
DESCRIBED = {
    macro["name"]: Description(macro["description"]).parts.get("Returns", "")
    for macros in public_macros().values()
    for macro in macros
}


def rendered(macro):
    """Its SQL in a first run."""
    macros = Macros({"materialized": "batched"})
    described = [(name, "date") for name in OF_USERS]
    macros.context |= {
        "flags": SimpleNamespace(WHICH="run", EMPTY=False),
        "run_started_at": datetime.now(timezone.utc),
        "ref": lambda name: macros.relation.incorporate(path={"identifier": name}),
        "load_relation": lambda relation: relation,
        "load_cached_relation": lambda relation: None,
        "run_query": lambda sql: described if sql.startswith("describe") else [],
    }
    _, arguments = PATTERNS[macro]
    return get_rendered(f"{{{{ daybook.{macro}({arguments}) }}}}", macros.context)


def columns_of(sql):
    """The names in the list of the last SELECT."""
    sql = re.sub(r"'(\\.|[^'\\])*'", "''", sql.strip())
    # What is in parentheses is no part of that SELECT, or of one column.
    while "(" in sql:
        sql = re.sub(r"\([^()]*\)", "", sql)
    (*_, selected) = re.findall(r"(?s)\bselect\b(.*?)\bfrom\b", sql)
    return [re.search(r"(\w+)`?\s*$", each)[1] for each in selected.split(",")]


@pytest.mark.parametrize("macro", PATTERNS)
def test_every_published_column_is_in_the_yaml_and_on_the_page(macro):
    name, _ = PATTERNS[macro]
    page = (ROOT / "docs" / "patterns" / f"{name}.md").read_text()
    own = set(columns_of(rendered(macro))) - {*OF_USERS}
    assert own
    for text in (DESCRIBED[macro], page):
        named = NAMED.findall(text.replace("<milestone>", "milestone"))
        assert own - {*named} == set()


def test_the_columns_of_the_last_select_are_found():
    sql = "with a as (select x from y) select `b`, f('a, b', c) as d, t.e from a"
    assert columns_of(sql) == ["b", "d", "e"]
