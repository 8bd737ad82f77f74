"""A wrong argument is refused in one sentence that names the model and the argument."""

import re
from datetime import date, datetime, timezone
from itertools import product
from types import SimpleNamespace

import pytest
from dbt.clients.jinja import get_rendered
from dbt_common.clients.jinja import get_environment
from dbt_common.exceptions import DbtRuntimeError
from jinja2 import nodes

from support.macros import MACROS, Macros

COLUMNS = 'item="item", state="state", occurred_at="at"'
LOG = f"event_log=daybook.event_log({COLUMNS})"
EVENTS = f'events=ref("log"), {LOG}'
ENTRIES = f'entries=ref("log"), posted=this, through="current_date()", {LOG}'
CALLS = {
    "event_log": COLUMNS,
    "accept_events": f"{EVENTS}, accepted=none",
    "negate_events": f'{EVENTS}, history=ref("log"), posted=this',
    "last_event_date": EVENTS,
    "item_days": ENTRIES,
    "milestone_snapshot": f'{EVENTS}, posted=none, milestones=["a"]',
    "bitemporal_history": 'arrivals=ref("log"), posted=this, key=["item"],'
    ' values=["state"], event_time="at"',
    "accumulating_snapshot": ENTRIES,
    "aged_snapshot": ENTRIES,
    "period_balances": 'snapshot=ref("log")',
    "calendar": 'start_date="2024-01-01", end_date="2024-12-31"',
    "merge_snapshot": 'incoming=ref("log"), posted=this, key=["item"], version="at"',
    "deduplicate": 'relation=ref("log"), order_by=["at"]',
    "incremental_aggregate": 'fact=ref("log"), posted=this, dimensions=["state"],'
    ' measures={"n": "count(*)"}',
    "known": 'relation=ref("log")',
    "with_versions": 'facts=ref("log"), history=ref("log"), valid_at="at"',
}
WRONG = [
    ("event_log", 'dimensions=["daybook_x"]', "the prefix daybook_ is reserved"),
    ("event_log", 'order_by=["seq dsc"]', "use the name of a column, of letters"),
    ("last_event_date", 'month=["m"]', "name one column"),
    ("milestone_snapshot", 'late="no"', "use keep or restate"),
    ("milestone_snapshot", 'late="restate"', "it needs history"),
    ("item_days", 'calendar_name="x"', "it needs calendar"),
    ("accumulating_snapshot", 'corrections="no"', "use append or restate"),
    ("aged_snapshot", 'corrections="no"', "use append or restate"),
    ("period_balances", 'period="decade"', "use week or month or quarter or year"),
    ("calendar", 'weekend=["Caturday"]', "name some of Monday, Tuesday"),
    ("calendar", 'calendar_name="c"', "it needs calendars"),
    ("merge_snapshot", 'strategy="no"', "use window or adopt or adopt_changed"),
    ("merge_snapshot", 'window={"days": "7"}', '"7" for window.days: use a whole n'),
    ("deduplicate", 'key="item"', "name the columns as a list"),
    (
        "incremental_aggregate",
        'policies={"late_rows": "no"}',
        "for policies.late_rows: use report or refuse or repair",
    ),
    ("bitemporal_history", 'flag_values=["Y"]', "name two, the flag of a row that is"),
    ("bitemporal_history", 'interval="open"', "use closed or half_open"),
    ("known", 'interval="open"', "use closed or half_open"),
    ("with_versions", 'key="item"', "name one column or more, as a list or as"),
]
# How the columns in which rows are ordered can't be given, with the macros that say so.
DIRECTED = "name the column alone. The row with the highest value comes last"
WRONG += [
    ("event_log", 'order_by=["at desc"]', DIRECTED),
    ("event_log", 'order_by=["at", "seq ASC"]', DIRECTED),
    ("event_log", 'order_by="at"', "name the columns as a list"),
    ("bitemporal_history", 'order_by="at"', "name the columns as a list"),
]
# Names that SQL takes only in quotes, and the argument in which a macro is given them.
QUOTED = ("Kunde Nr", "it's", "a`b", "a\\b", "größe", "null", "date(at)")
NAMED = {
    "event_log": "dimensions=[{}]",
    "last_event_date": "month={}",
    "period_balances": 'period="month", dimensions=[{}]',
    "calendar": 'calendars={{"a": ["Monday"]}}, calendar_name={}',
}
COMPLETE = CALLS | {
    "period_balances": f'{CALLS["period_balances"]}, period="month"',
    "deduplicate": f'{CALLS["deduplicate"]}, key=["item"]',
    "with_versions": f'{CALLS["with_versions"]}, key=["item"]',
}
# Arguments without a rule.
RELATIONS = {"accepted", "arrivals", "calendar", "entries", "events", "fact", "facts"}
RELATIONS |= {"history", "incoming", "posted", "relation", "snapshot", "through"}
# `nix` is not defined.
OTHER_TYPES = ("0", "[nix]", "day", "this", "{'a': ['b']}")
# Macros that continue what the model has published.
CONTINUE = [macro for macro, call in CALLS.items() if re.search(r"\bthis\b", call)]


ORDERS = Macros().relation
COLUMNS_OF_ORDERS = [
    "item",
    "state",
    "at",
    "gone",
    "valid_from",
    "valid_to",
    "known_from",
    "known_to",
]
OF_STATE = {"item": "item", "state": "state"}


def lacks(argument):
    return f"is missing the required argument {argument}"


def unknown(argument):
    return f'invalid value "nix" for {argument}: there is no such column in '


# Each generic test with arguments that it can't have, and the message.
TESTS = [
    ("entries_balance_to_zero", OF_STATE, lacks("occurred_at")),
    (
        "entries_balance_to_zero",
        {"item": "item", "state": "nix", "occurred_at": "at"},
        unknown("state"),
    ),
    ("one_open_entry_per_item", {}, lacks("item")),
    ("one_open_entry_per_item", {"item": "nix"}, unknown("item")),
    ("no_gaps_in_dates", {}, lacks("column_name")),
    ("no_gaps_in_dates", {"column_name": "nix"}, unknown("column_name")),
    ("snapshot_reconciles_with_entries", {"state": "x"}, lacks("entries")),
    (
        "snapshot_reconciles_with_entries",
        {"entries": ORDERS, "state": "state", "dimensions": ["nix"]},
        unknown("dimensions"),
    ),
    ("same_on_hand", {"columns": ["state"]}, lacks("snapshot")),
    (
        "same_on_hand",
        {"snapshot": ORDERS, "columns": ["item", "nix"]},
        unknown("columns"),
    ),
    ("unique_combination", {}, lacks("columns")),
    ("unique_combination", {"columns": []}, "name the columns as a list"),
    ("unique_combination", {"columns": "item"}, "name the columns as a list"),
    ("unique_combination", {"columns": ["nix"]}, unknown("columns")),
    ("history_does_not_overlap", {}, lacks("key")),
    ("history_does_not_overlap", {"key": ["nix"]}, unknown("key")),
    ("history_has_one_current_row", {}, lacks("key")),
    ("history_has_one_current_row", {"key": "item"}, 'invalid value "item" for key'),
    (
        "history_is_never_inverted",
        {"columns": {"valid_to": "${env:HOME}"}},
        'invalid value "${env:HOME}" for columns: Spark would put a varia',
    ),
    ("history_has_gaps_only_after_ends", {"key": ["item"]}, lacks("arrivals")),
    (
        "history_has_gaps_only_after_ends",
        {"key": ["item"], "arrivals": ORDERS, "valid_until": "nix"},
        unknown("valid_until"),
    ),
    (
        "history_has_gaps_only_after_ends",
        {"key": ["item"], "arrivals": ORDERS, "is_deleted": "gone"},
        'invalid value "gone" for is_deleted: it needs event_time',
    ),
]


def with_columns():
    """Macros that find these columns in every relation."""
    macros = Macros()
    columns = [(name, "date") for name in COLUMNS_OF_ORDERS]
    macros.context |= {
        "load_relation": lambda relation: relation,
        "load_cached_relation": lambda relation: None,
        "run_query": lambda sql: columns if sql.startswith("describe") else [],
    }
    return macros


def refusal(macro, arguments, macros=None):
    """The error of a model with this call when it runs; none if there is none."""
    macros = macros or Macros({"materialized": "batched"})
    macros.context |= {
        "flags": SimpleNamespace(WHICH="run", EMPTY=False),
        "run_started_at": datetime.now(timezone.utc),
        "ref": lambda name: macros.relation.incorporate(path={"identifier": name}),
    }
    try:
        get_rendered(f"{{{{ daybook.{macro}({arguments}) }}}}", macros.context)
    except DbtRuntimeError as error:
        return str(error.msg)
    return None


@pytest.mark.parametrize(("macro", "given", "sentence"), WRONG)
def test_a_wrong_argument_is_refused(macro, given, sentence):
    said = refusal(macro, f"{CALLS[macro]}, {given}")
    assert said.startswith("daybook: shop.orders: ")
    assert sentence in said
    assert "\n" not in said


@pytest.mark.parametrize(
    "macro", ["new_batches", "published", "private", "as_of", "batches_of"]
)
def test_a_text_is_no_model(macro):
    named = refusal(macro, '"shop.stg_order_events"')
    assert named.startswith(
        f"daybook: shop.stg_order_events: {macro} takes a model, and this is a text:"
        f' write daybook.{macro}(ref("stg_order_events"))'
    )
    assert f'daybook.{macro}(ref("..."))' in refusal(macro, '"(select 1)"')


def test_the_last_date_of_a_text_is_unknown():
    said = refusal("last_event_date", f'"shop.log", {LOG}')
    assert 'invalid value "shop.log" for events: use a model, such as ref(' in said


@pytest.mark.parametrize("macro", COMPLETE)
def test_a_value_of_another_type_is_refused_in_a_sentence_or_fits(macro):
    parsed = get_environment(None).parse(MACROS[macro].macro_sql)
    (signature,) = parsed.find_all(nodes.Macro)
    macros = with_columns()
    macros.context |= {"day": date(2024, 1, 1)}
    right = {None, refusal(macro, COMPLETE[macro], with_columns())}
    arguments = {argument.name for argument in signature.args} - RELATIONS
    refused = set()
    for argument, value in product(sorted(arguments), OTHER_TYPES):
        given = f"**dict(dict({COMPLETE[macro]}), {argument}={value})"
        said = refusal(macro, given, macros)
        assert said in right or said.startswith("daybook: "), (argument, value)
        refused |= {argument} if said not in right else set()
    assert len(refused) >= len(arguments) / 2


@pytest.mark.parametrize("macro", CONTINUE)
def test_what_continues_published_rows_needs_the_model_itself(macro):
    said = refusal(macro, re.sub(r"\bthis\b", "none", CALLS[macro]))
    assert 'invalid value "None" for posted: use posted' in said


@pytest.mark.parametrize("name", QUOTED)
@pytest.mark.parametrize("macro", NAMED)
def test_a_name_that_needs_quotes_is_refused(macro, name):
    given = NAMED[macro].format('"' + name.replace("\\", "\\\\") + '"')
    said = refusal(macro, f"{CALLS[macro]}, {given}")
    assert f'invalid value "{name}" for ' in said
    assert "select it under such a name in the model that is read" in said


# Of tests of histories what they have to be told of a subquery, which has no log.
FILTERED = "(select * from shop.orders where score > 0) dbt_subquery"
KEY = {"key": ["item"]}
UNTOLD = [
    ("does_not_overlap", KEY, {"interval": "half_open"}),
    ("has_gaps_only_after_ends", KEY | {"arrivals": ORDERS}, {"interval": "closed"}),
    ("is_never_inverted", {}, {"interval": "closed"}),
    (
        "has_one_current_row",
        KEY | {"columns": {"current_flag": "state"}},
        {"current": "1"},
    ),
]


@pytest.mark.parametrize(("name", "given", "told"), UNTOLD)
def test_a_history_with_a_condition_does_not_say_what_it_is(name, given, told):
    macros, (argument,) = with_columns(), told
    said = macros.refusal(f"test_history_{name}", FILTERED, **given)
    assert f"history_{name} can't ask a history for its {argument}, because" in said
    assert f"give the test {argument}, or leave out where" in said
    assert macros.refusal(f"test_history_{name}", FILTERED, **given, **told) is None


def test_what_was_closed_is_not_known_of_a_history_with_a_condition():
    said = with_columns().refusal("test_history_keeps_what_is_closed", FILTERED)
    assert "config where puts a subquery in its place, which has none: leave" in said


def test_what_was_closed_is_not_known_of_what_has_no_log():
    """Nothing is refused where it is not there yet, as where a project is compiled."""
    macros, name = with_columns(), "test_history_keeps_what_is_closed"
    said = macros.refusal(name, ORDERS)
    assert "reads the log of a history, and shop.orders has none: give it a mod" in said
    macros.context["load_relation"] = lambda relation: None
    assert macros.refusal(name, ORDERS) is None


@pytest.mark.parametrize(("test", "given", "sentence"), TESTS)
def test_a_generic_test_refuses_what_it_cannot_have(test, given, sentence):
    macros = with_columns()
    said = macros.refusal(f"test_{test}", ORDERS, **given)
    assert said.startswith("daybook: shop.orders: ")
    assert sentence in said
