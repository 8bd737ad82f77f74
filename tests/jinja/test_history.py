"""Histories without Spark: arguments that are refused, and the names in their SQL."""

import re
from datetime import datetime, timezone
from types import SimpleNamespace

import pytest

from support.macros import Macros

GIVEN = {
    "arrivals": "(select * from arrived)",
    "key": ["customer"],
    "values": ["score"],
    "event_time": "day",
    "system_time": "came",
}
NO_VARIABLE = "Spark would put a variable in place of ${...}: rename the column"
TWO_FLAGS = "name two, the flag of a row that is current and that of other rows"
REFUSED = [
    ({"late_system_time": "later"}, "use refuse or restamp"),
    ({"interval": "open"}, "use closed or half_open"),
    ({"carry_forward": "yes"}, "use true or false"),
    ({"flag_values": ["Y"]}, TWO_FLAGS),
    ({"flag_values": ["Y", "Y"]}, TWO_FLAGS),
    ({"flag_values": "YN"}, TWO_FLAGS),
    ({"far_future": {"until": "2999-12-31"}}, "its keys are valid_to, known_to"),
    ({"columns": {"since": "begins"}}, "its keys are valid_from, valid_to, known_f"),
    ({"columns": {"valid_to": "${spark.app.name}"}}, NO_VARIABLE),
    ({"event_unit": "minute"}, "times of type timestamp_ntz take second or millis"),
    ({"event_unit": 1, "interval": "half_open"}, None),
    ({"system_unit": "minute"}, "times of type timestamp_ntz take second or millis"),
    ({"key": "customer"}, "name the columns as a list"),
    ({"key": ["${env:HOME}"]}, NO_VARIABLE),
    ({"values": []}, "name the columns as a list"),
    ({"values": ["daybook_belief"]}, "names that begin with daybook_ are the macros'"),
    ({"type_1": "note"}, "name the columns as a list"),
    ({"type_1": ["SCORE"]}, "would publish two columns called SCORE"),
    ({"columns": {"valid_from": "Score"}}, "would publish two columns called Score"),
    ({"order_by": "seq"}, "name the columns as a list"),
    ({"order_by": ["seq desc"]}, "bitemporal_history takes names of columns, and of"),
    ({"system_time": "`${system:user.home}`"}, NO_VARIABLE),
    ({"system_time": False}, None),
    ({"event_time": None}, "bitemporal_history needs the argument event_time, which"),
]
# By what makes the SQL another one: what the arrivals are, and what is published.
RUNS = {
    "first": {},
    "rebuilt in order": {"is_out_of_order": False, "has_repeats": False},
    "later": {"published": "shop.orders", "is_out_of_order": False},
    "late": {
        "published": "shop.orders",
        "past_from": "2024-01",
        "past_rewritten": ["2024-02"],
    },
}
ENDS = {"is_deleted": "gone", "valid_until": "until", "carry_forward": True}
# What else stands behind `as`: types, fields of structs, and the alias of the history.
NO_COLUMNS = {"date", "timestamp", "timestamp_ntz", "int", "decimal", "history"}
NO_COLUMNS |= {"starts_at", "ends_at", "event_at", "system_at", "belief", "type_1"}
NO_COLUMNS |= {"is_past", "is_touched"}
PUBLISHED = {"history_part", "ended_month"}


def history(resource_type="model"):
    macros = Macros()
    macros.context["model"]["resource_type"] = resource_type
    macros.context["flags"] = SimpleNamespace(WHICH="run", EMPTY=False)
    macros.context["run_started_at"] = datetime.now(timezone.utc)
    return macros


def layout_of(macros, more):
    arguments = macros.call("_history_arguments", GIVEN | more)
    return arguments, macros.call("_history_layout", arguments)


@pytest.mark.parametrize(("more", "sentence"), REFUSED)
def test_an_argument_that_cannot_be_used_is_refused(more, sentence):
    macros = history("unit_test")
    given = GIVEN | more | {"posted": macros.relation}
    refusal = macros.refusal("bitemporal_history", **given)
    if sentence:
        assert sentence in refusal
    else:
        assert refusal is None


def test_the_layout_has_the_defaults_of_the_arguments():
    _, layout = layout_of(history(), {})
    assert layout["interval"] == "closed"
    assert layout["flag_values"] == ["Y", "N"]
    assert layout["columns"]["valid_to"] == "`valid_to`"
    assert layout["event"] == {
        "type": "date",
        "unit": "day",
        "far": "date'9999-12-31'",
    }
    assert layout["system"]["unit"] == "second"


def test_a_history_with_one_time_axis_has_no_columns_of_the_other():
    macros = history()
    _, layout = layout_of(macros, {"system_time": False})
    assert layout["system"] is None
    columns = macros.call("_history_columns", layout)
    assert "`known_from`" not in columns
    assert "`valid_from`" in columns


@pytest.mark.parametrize("more", [{}, {"type_1": ["note"]}, ENDS], ids=str)
@pytest.mark.parametrize("name", RUNS)
def test_columns_that_the_sql_makes_have_the_prefix(name, more):
    macros = history("unit_test")
    arguments, layout = layout_of(macros, more)
    run = macros.call("_history_run", macros.relation, arguments, layout)
    run |= {"model": SimpleNamespace(is_cte=True)} | RUNS[name]
    run["is_out_of_order"] |= run["folds_all"]
    sql = macros.call("_history_query", run, arguments, layout)
    made = set(re.findall(r"\bas (\w+)", sql)) - NO_COLUMNS
    assert {name for name in made if not name.startswith("daybook_")} == PUBLISHED
