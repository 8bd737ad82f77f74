"""The columns of events: what follows from them, and what is refused."""

import json

import pytest

from support.macros import Macros

GIVEN = {"item": "id", "state": "status", "occurred_at": "at"}
TWICE = "would publish two columns called "
REFUSED = (
    ("accept_events", {"dimensions": ["event_month"]}, {}, f"{TWICE}event_month"),
    ("accept_events", {"dimensions": ["STATUS"]}, {}, f"{TWICE}STATUS"),
    ("negate_events", {"dimensions": ["direction"]}, {}, f"{TWICE}direction"),
    ("negate_events", {}, {"calendar_name": "country"}, "it needs calendar"),
    (
        "negate_events",
        {},
        {"calendar": "days", "calendar_name": "country"},
        "name one of the dimensions: there are none",
    ),
)


def described(**more):
    return Macros().call("event_log", **GIVEN | more)


@pytest.mark.parametrize(("macro", "of_log", "more", "sentence"), REFUSED)
def test_wrong_columns_are_refused(macro, of_log, more, sentence):
    reads = {
        "accept_events": {"accepted": None},
        "negate_events": {"history": "log", "posted": "shop.orders"},
    }
    given = {"event_log": described(**of_log)} | reads[macro] | more
    assert sentence in Macros().refusal(macro, events="log", **given)


def keys(**more):
    """What a pattern makes of a description."""
    args = Macros().call("_event_arguments", "negate_events", "log", described(**more))
    return [args[name] for name in ("order", "identity", "combination")]


def test_the_keys_of_an_event():
    assert keys(order_by=["seq"], dimensions=["team"]) == [
        ["at", "seq"],
        ["id", "at", "seq"],
        ["status", "team"],
    ]


def test_the_time_in_utc_orders_first():
    order, *_ = keys(occurred_at={"local": "at", "utc": "at_utc"})
    assert order == ["at_utc", "at"]


def test_a_local_time_that_cannot_be_read_is_told_once():
    log = described(occurred_at={"local": "at", "utc": "at_utc"})
    needed = Macros().call("_needed_columns", log)
    assert [column for column, *_ in needed] == ["id", "status", "at", "at", "at_utc"]
    assert needed[-1][2] == "at_utc is null and at is not null"


def test_the_rows_that_lack_something_are_counted_in_one_sentence():
    macros = Macros()
    needed = macros.call("_needed_columns", described())
    assert macros.refusal("_refuse_unplaced", {"counts": [0, 0, 0, 0]}, needed) is None
    missing = {"events": 9, "counts": [1, 0, 2, 3]}
    said = macros.refusal("_refuse_unplaced", missing, needed)
    assert "of 9 events 1 have no id, 2 have no at that can be read as a time, " in said
    assert "3 have no at in the years 1 to 9999. Nothing was published" in said


def test_two_milestones_of_one_name_are_named_by_a_mapping():
    macros = Macros()
    refusal = macros.refusal("_milestone_columns", ["Открыт", "открыт!"])
    assert "milestones Открыт and открыт! would both have the columns" in refusal
    mapped = {"Открыт": "opened", "открыт!": "opened_again"}
    cells = macros.call("_milestone_columns", mapped)["cells"]
    dates = [cell["date_tk"] for cell in cells]
    assert dates == ["`opened_date_tk`", "`opened_again_date_tk`"]


# (state, how many items entered it, how many ended in it), and what is printed.
ENDS = [
    ([("Done", 91, 91), ("Open", 100, 9)], "91 % of the items end in Done,"),
    (
        [("Done", 60, 60), ("Lost", 30, 30), ("Open", 99, 10)],
        "90 % of the items end in",
    ),
    # Too few items; a state that many have left; a tenth only; what most items end in.
    ([("Done", 19, 19), ("Open", 20, 1)], None),
    ([("Active", 90, 80), ("Closed", 20, 20)], None),
    ([("Lost", 30, 30), ("Open", 100, 70)], None),
    ([("Closed", 91, 91), ("Open", 100, 9)], None),
]


ASKED = {"events": 5, "terminal": ["Closed"]}


@pytest.mark.parametrize(("states", "line"), ENDS)
def test_a_state_in_which_most_items_end_is_printed(states, line):
    macros, printed = Macros(), []
    total = sum(ended for *_, ended in states)
    rows = [
        [json.dumps({"state": s, "entered": e, "ended": n, "total": total})]
        for s, e, n in states
    ]
    macros.context["daybook"] |= {"_ask_about_events": lambda *_: ASKED}
    macros.context |= {"run_query": lambda _: rows, "print": printed.append}
    args = {"item": "item", "state": "state", "order": ["at"]}
    args |= {"is_deleted": None, "terminal_states": ["Closed"]}
    macros.call("_tell_of_states", "shop.log", args)
    assert len(printed) == (line is not None)
    assert (line or "") in "".join(printed)
