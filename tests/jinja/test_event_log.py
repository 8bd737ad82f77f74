"""The description of an event log: what it says, what it cannot say, and who asks."""

from types import SimpleNamespace

import pytest

from support.macros import Macros

GIVEN = {"item": "id", "state": "status", "occurred_at": "at"}
BOTH = {"local": "at", "utc": "at_utc"}
WHOLE = GIVEN | {
    "occurred_at": BOTH,
    "order_by": ["seq"],
    "dimensions": ["team"],
    "is_deleted": "gone",
    "recorded_at": "came",
    "terminal_states": ["Done"],
}
EVENT = ("id", "status", "at_utc", "at", "seq", "team", "gone", "came")
ORDERS = Macros().relation
ENTRIES = {"entries": "log", "posted": ORDERS, "through": "current_date()"}
# Each pattern with what it is given beside a log, and the log's columns that it reads.
PATTERNS = {
    "accept_events": ({"events": "log", "accepted": None}, EVENT),
    "negate_events": ({"events": "log", "history": "log", "posted": ORDERS}, EVENT),
    "milestone_snapshot": (
        {"events": "log", "posted": None, "milestones": ["Done"]},
        EVENT,
    ),
    "accumulating_snapshot": (ENTRIES, ("status", "team")),
    "aged_snapshot": (ENTRIES, ("status", "team")),
    "item_days": (ENTRIES, ("id", "status", "at_utc", "at", "seq", "team")),
    "last_event_date": (
        {"events": ORDERS},
        ("id", "at_utc", "at", "seq", "gone", "came"),
    ),
}
WRONG = [
    ({"item": None}, "event_log is missing the required argument item"),
    ({"state": None}, "event_log is missing the required argument state"),
    ({"occurred_at": None}, "event_log is missing the required argument occurred_at"),
    ({"item": "a b"}, 'invalid value "a b" for event_log.item: use the name of a'),
    ({"state": ["a"]}, "invalid value ['a'] for event_log.state: name one column"),
    ({"dimensions": "a"}, 'value "a" for event_log.dimensions: name the columns as'),
    ({"is_deleted": True}, "invalid value true for event_log.is_deleted: name one"),
    (
        {"occurred_at": {"locl": "at"}},
        "log.occurred_at: its keys can be local, utc",
    ),
    ({"occurred_at": {"local": 5}}, "5 for event_log.occurred_at.local: name one col"),
    ({"occurred_at": 5}, "5 for event_log.occurred_at.local: name one column"),
    ({"occurred_at": {"local": "a b"}}, 'invalid value "a b" for event_log.occurred'),
    ({"occurred_at": {}}, "missing the required argument occurred_at.local"),
    ({"occurred_at": {"utc": "at"}}, "missing the required argument occurred_at.local"),
    ({"terminal_states": 5}, "5 for event_log.terminal_states: use a list of texts"),
    ({"terminal_states": {"a": "b"}}, "event_log.terminal_states: use a list of te"),
    ({"order_by": ["seq", "SEQ"]}, '"SEQ" for event_log.order_by: name each column'),
    ({"order_by": ["at"]}, '"at" for event_log.order_by: name each column once'),
    ({"dimensions": ["id"]}, '"id" for event_log.dimensions: name each column once'),
    ({"occurred_at": {"local": "at", "utc": "AT"}}, "event_log.occurred_at: name each"),
]
# What is no description, though one has these columns.
NO_LOGS = [None, "log", 5, ["id"], ORDERS, GIVEN, {}, str(GIVEN)]


def described(given=WHOLE):
    return Macros().call("event_log", **given)


def test_what_is_left_out_is_none_or_empty():
    several = {"order_by": [], "dimensions": [], "terminal_states": []}
    optional = dict.fromkeys(("occurred_at_utc", "is_deleted", "recorded_at"))
    assert described(GIVEN) == GIVEN | several | optional


def test_both_times_are_columns_of_one_argument():
    at = {"occurred_at": "at", "occurred_at_utc": "at_utc"}
    assert described() == WHOLE | at
    assert described(GIVEN | {"occurred_at": BOTH | {"utc": None}}) == described(GIVEN)
    assert described(GIVEN | {"occurred_at": {"local": "at"}}) == described(GIVEN)


def test_a_single_terminal_state_needs_no_list():
    log = described(GIVEN | {"terminal_states": "Done"})
    assert log["terminal_states"] == ["Done"]


def test_the_state_may_be_a_dimension():
    assert described(GIVEN | {"dimensions": ["status"]})["dimensions"] == ["status"]


@pytest.mark.parametrize(("more", "sentence"), WRONG)
def test_a_wrong_description_is_refused(more, sentence):
    said = Macros().refusal("event_log", **GIVEN | more)
    assert said.startswith("daybook: shop.orders: ")
    assert sentence in said


def test_nothing_is_refused_while_dbt_parses():
    macros = Macros()
    macros.context["execute"] = False
    log = macros.call("event_log", None, ["a"], 5)
    for pattern, (given, _) in PATTERNS.items():
        assert macros.call(pattern, event_log=log, **given) == ""


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("log", NO_LOGS, ids=str)
def test_a_pattern_takes_nothing_else_for_it(pattern, log):
    given, _ = PATTERNS[pattern]
    assert Macros().refusal(pattern, event_log=log, **given) == (
        f"daybook: shop.orders: the event_log of {pattern} must be what"
        " daybook.event_log() returns: a macro of your project passes it on with"
        " return()"
    )


def rows_with(*columns):
    """Macros of a model under its lock, which reads rows with these columns."""
    macros = Macros({"materialized": "batched"})
    texts = ("log", str(macros.relation))
    typed = [[name, "string"] for name in columns]
    inputs = [{"text": text, "columns": typed} for text in texts]
    logs = {macros.call("model_key", macros.relation): macros.call("_no_log", ORDERS)}
    plan = {"pattern": None, "inputs": inputs, "logs": logs}
    macros.plan = plan
    macros.context["flags"] = SimpleNamespace(WHICH="run", EMPTY=True)
    return macros


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_needs_the_columns_that_it_reads_and_no_others(pattern):
    given, columns = PATTERNS[pattern]
    given = given | {"event_log": described()}
    assert rows_with(*columns).refusal(pattern, **given) is None
    for column in columns:
        others = [name for name in columns if name != column]
        said = rows_with(*others).refusal(pattern, **given)
        assert f'invalid value "{column}" for ' in said
        assert f": there is no such column in what {pattern} reads" in said


def test_the_last_date_needs_the_time_alone_if_nothing_is_withdrawn():
    given = {"events": ORDERS, "event_log": described(GIVEN)}
    assert rows_with("at").refusal("last_event_date", **given) is None
