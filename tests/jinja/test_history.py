"""Histories without Spark: arguments that are refused, and the names in their SQL."""

import re
from datetime import datetime, timezone
from types import SimpleNamespace

import pytest
from dbt.adapters.spark.relation import SparkRelation

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
    (
        {"far_future": {"until": "2999-12-31"}},
        "its keys can be valid_to, known_to",
    ),
    ({"columns": {"since": "begins"}}, "its keys can be valid_from, valid_to, known_f"),
    ({"columns": {"valid_to": "${spark.app.name}"}}, NO_VARIABLE),
    ({"event_unit": "minute"}, "times of type timestamp_ntz take second or millis"),
    ({"event_unit": 1, "interval": "half_open"}, None),
    ({"system_unit": "minute"}, "times of type timestamp_ntz take second or millis"),
    ({"key": "customer"}, "name the columns as a list"),
    ({"key": ["${env:HOME}"]}, NO_VARIABLE),
    ({"values": []}, "name the columns as a list"),
    ({"values": ["daybook_belief"]}, "the prefix daybook_ is reserved: rename"),
    ({"type_1": "note"}, "name the columns as a list"),
    ({"type_1": ["SCORE"]}, "would publish two columns called SCORE"),
    ({"columns": {"valid_from": "Score"}}, "would publish two columns called Score"),
    ({"order_by": "seq"}, "name the columns as a list"),
    ({"system_time": "`${system:user.home}`"}, NO_VARIABLE),
    ({"system_time": False}, None),
    (
        {"event_time": None},
        "is missing the required argument event_time",
    ),
]
ARRIVED = [
    *(["customer", "string"], ["score", "int"], ["day", "date"]),
    *(["came", "timestamp_ntz"], ["gone", "string"], ["tags", "map<int,int>"]),
]
NOT_THERE = (
    "there is no such column in the arrivals (columns: customer, score, day, came,"
    " gone, tags)"
)
NO_MAP = "a map can't be compared: make it text in the staging model, by to_json"
# Of an argument a name that it cannot be given, and why.
UNREADABLE = [
    ("key", "nix", NOT_THERE),
    ("key", "`nix`", NOT_THERE),
    ("key", "tags", NO_MAP),
    ("values", "nix", NOT_THERE),
    ("values", "tags", NO_MAP),
    (
        "values",
        "upper(gone)",
        f"{NOT_THERE}. Select the expression there as a column first",
    ),
    ("type_1", "nix", NOT_THERE),
    ("type_1", "tags", NO_MAP),
    ("order_by", "-score", NOT_THERE),
    (
        "order_by",
        "score desc",
        f"{NOT_THERE}. Select the expression there as a column first",
    ),
    ("order_by", "tags", NO_MAP),
    ("event_time", "nix", NOT_THERE),
    ("event_time", "gone", "cast it to a date, a timestamp or an integer in the"),
    ("system_time", "nix", NOT_THERE),
    ("is_deleted", "nix", NOT_THERE),
    ("is_deleted", "gone", "it is of type string: make it true or false in the sta"),
    ("valid_until", "until + 1", NOT_THERE),
]
REBUILD = "now: rebuild it with --full-refresh"
REMOVE = "remove the model first: dbt run-operation daybook.remove_model"
ADDS = "now: set on_schema_change='append_new_columns', and older versions have NULL in"
ALLOWS, RUNS_OWN = {"on_schema_change": "append_new_columns"}, {"system_time": None}
# The argument that is new, the model's config, and the message.
OTHER_LAYOUTS = [
    ({}, {}, None),
    ({"key": ["customer", "seq"]}, {}, f"key was ['customer'] in .* {REBUILD}"),
    ({"values": ["rate"]}, ALLOWS, f"values was ['score'] in .* ['rate'] {REBUILD}"),
    ({"values": ["score", "rate"]}, {}, f"{ADDS} .*; or rebuild it with --full"),
    ({"values": ["score", "rate"]}, ALLOWS, None),
    ({"type_1": ["note"]}, {}, f"type_1 was [] in the .* {ADDS} .*; or reb"),
    ({"type_1": ["note"]}, ALLOWS, None),
    ({"interval": "half_open"}, {}, f"interval was closed in .* half_open {REBUILD}"),
    ({"flag_values": [1, 0]}, {}, f"flag_values was ['Y', 'N'] in .* {REBUILD}"),
    ({"columns": {"valid_to": "ends"}}, {}, f"columns was {{.* {REBUILD}"),
    ({"far_future": {"valid_to": "2999-12-31"}}, {}, f"event was {{.* {REBUILD}"),
    ({"system_unit": "microsecond"}, {}, f"system was {{.* {REBUILD}"),
    ({"system_time": False}, {}, f"system was {{.* {REBUILD}"),
    (
        RUNS_OWN | {"values": ["rate"]},
        {},
        f"now: change it back; or, to start without .* earlier runs, {REMOVE}",
    ),
    (
        RUNS_OWN | {"values": ["score", "rate"]},
        {},
        f"{ADDS} the new columns; or {REMOVE}",
    ),
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
ENDS = {"is_deleted": "göne", "valid_until": "öntil", "carry_forward": True}
# What else stands behind `as`: types, fields of structs, and the alias of the history.
NO_COLUMNS = {"date", "timestamp", "timestamp_ntz", "int", "decimal", "history"}
NO_COLUMNS |= {"starts_at", "ends_at", "event_at", "system_at", "belief", "type_1"}
NO_COLUMNS |= {"is_past", "is_touched", "near", "knots", "lines", "sign", "place"}
NO_COLUMNS |= {"held", "held_until", "next_start"}
PUBLISHED = {"history_part", "ended_month"}


def history(resource_type="model", config=()):
    macros = Macros(config)
    macros.context["model"]["resource_type"] = resource_type
    macros.context["flags"] = SimpleNamespace(WHICH="run", EMPTY=False)
    macros.context["run_started_at"] = datetime.now(timezone.utc)
    return macros


def layout_of(macros, more):
    arguments = macros.call(
        "_history_arguments", "bitemporal_history", GIVEN | more, "the arrivals"
    )
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


@pytest.mark.parametrize(("argument", "name", "why"), UNREADABLE)
def test_what_is_no_column_that_a_history_can_read_is_refused(argument, name, why):
    macros = history()
    macros.plan = {"logs": {"shop.orders": macros.call("_no_log", macros.relation)}}
    macros.context["daybook"]["describe"] = lambda *_: {"columns": ARRIVED}
    is_list = argument in ("key", "values", "type_1", "order_by")
    given = GIVEN | {argument: [name] if is_list else name, "posted": macros.relation}
    shown = "string" if "cast it" in why else name
    sentence = f'daybook: shop.orders: invalid value "{shown}" for {argument}: {why}'
    assert sentence in macros.refusal("bitemporal_history", **given)


def test_an_end_of_a_wider_type_is_refused():
    """A cast to the narrower one would give another number, or fail."""
    macros = history()
    macros.plan = {"logs": {"shop.orders": macros.call("_no_log", macros.relation)}}
    arrived = [*ARRIVED, ["until", "bigint"]]
    macros.context["daybook"]["describe"] = lambda *_: {"columns": arrived}
    given = GIVEN | {"event_time": "score", "valid_until": "until"}
    said = macros.refusal("bitemporal_history", **given, posted=macros.relation)
    assert "it is of type bigint, and event_time of type int: cast it to that" in said


@pytest.mark.parametrize(("more", "config", "sentence"), OTHER_LAYOUTS)
def test_another_layout_than_that_of_the_published_versions(more, config, sentence):
    macros = history(config=config)
    runs_own = {name: more[name] for name in RUNS_OWN if more.get(name, "") is None}
    _, before = layout_of(macros, runs_own)
    _, now = layout_of(macros, more)
    so_far = {"state": {"chain": [{"batch_id": 1}]}, "continues": True}
    given = ("_refuse_other_layout", so_far, before, now, bool(runs_own))
    refusal = macros.refusal(*given)
    assert (refusal is None) == (sentence is None)
    if sentence:
        pattern = re.escape(sentence).replace(r"\.\*", ".*")
        assert re.search(pattern, refusal)


def test_what_was_known_when_is_not_forgotten_by_a_rebuild():
    macros = history()
    _, layout = layout_of(macros, RUNS_OWN)
    so_far = {"state": {"chain": [{"batch_id": 1}]}, "continues": False}
    refusal = macros.refusal("_refuse_other_layout", so_far, None, layout, True)
    assert "a rebuild would lose its system times, which are those of its r" in refusal
    assert macros.refusal("_refuse_other_layout", so_far, None, layout, False) is None


@pytest.mark.parametrize(
    ("system_time", "way_out"),
    [
        ("came", "rebuild this model with --full-refresh"),
        (None, "remove this model and build it again, which forgets what was known"),
    ],
)
def test_what_helps_if_arrivals_were_replaced(system_time, way_out):
    macros = history()
    macros.plan = {}
    run = {"system_time": system_time, "remembers": {}, "past_rewritten": []}
    _, layout = layout_of(history("unit_test"), {})
    macros.call(
        "_plan_history", "bitemporal_history", layout | run | {"layout": layout}
    )
    plan = macros.plan
    assert f"If it still has all arrivals, {way_out}" in plan["if_replaced"]


def test_arrivals_that_lack_something_are_counted_as_arrivals():
    macros = history()
    arguments, layout = layout_of(macros, {})
    counts = {"events": 9, "lacking_0": 1, "lacking_1": 0, "lacking_2": 2}
    said = macros.refusal("_refuse_arrivals", arguments | layout, counts)
    assert "of 9 arrivals 1 have no customer, 2 have no came. Nothing was" in said


# A fact, and a history or a view of one: what cannot be joined.
TABLES = {
    "facts": ["id", "buyer", "Score", "ordered_at"],
    "seen": ["customer", "score", "valid_from", "valid_to", "known_from", "known_to"],
}
JOINED = {
    "key": {"customer": "buyer"},
    "valid_at": "ordered_at",
    "select": {"score": "score_then"},
}
NOT_JOINED = [
    ({}, None),
    (
        {"select": ["score", "valid_to"]},
        "with_versions would have two columns score, of shop.facts and of its versions:"
        ' give those of the versions other names, as in select={"score":'
        ' "version_score", "valid_to": "valid_to"}',
    ),
    (
        {"key": "customer"},
        'invalid value "customer" for key: name one column or more',
    ),
    ({"valid_at": None}, "with_versions is missing the required argument valid_at"),
    ({"valid_at": "${env:HOME}"}, NO_VARIABLE),
    ({"key": {"customer": "${env:HOME}"}}, "${env:HOME}"),
    ({"select": ["${env:HOME}"]}, "${env:HOME}"),
    (
        {"columns": {"known_to": "nix"}},
        'invalid value "nix" for columns.known_to: there is no such column in shop.se',
    ),
    (
        {"columns": {"known_from": None}, "known_at": "ordered_at"},
        'invalid value "ordered_at" for known_at: the history has no system time',
    ),
]


@pytest.mark.parametrize(("more", "sentence"), NOT_JOINED)
def test_what_cannot_be_joined_is_refused(more, sentence):
    macros = history()
    macros.context["daybook"] |= {
        "_log_of": lambda relation: macros.call("_no_log", relation),
        "describe": lambda _, query: {
            "columns": [[name, "date"] for name in TABLES[query.split(".")[1][:-1]]]
        },
    }
    facts, seen = (
        SparkRelation.create(schema="shop", identifier=name) for name in TABLES
    )
    macros.context["load_relation"] = lambda relation: relation
    refusal = macros.refusal(
        "with_versions", **JOINED | {"facts": facts, "history": seen} | more
    )
    assert (refusal is None) == (sentence is None)
    assert sentence is None or sentence in refusal


@pytest.mark.parametrize("more", [{}, {"type_1": ["nöte"]}, ENDS], ids=str)
@pytest.mark.parametrize("name", RUNS)
def test_columns_that_the_sql_makes_have_the_prefix_and_others_are_quoted(name, more):
    macros = history("unit_test")
    odd = {"key": ["Kunde Nör"], "values": ["ö\"x\" 'y'"], "order_by": ["`öf`"]}
    odd |= {"event_time": "fröm", "system_time": "ö -- /* */"}
    arguments, layout = layout_of(macros, odd | more)
    so_far = macros.call("published_so_far", macros.relation)
    run = macros.call("_history_run", so_far, arguments, layout) | RUNS[name]
    macros.context["daybook"]["private"] = lambda relation: relation
    run["is_out_of_order"] |= run["folds_all"]
    sql = macros.call("_history_query", run)
    sql = re.sub("`[^`]*ö[^`]*`", "", sql)
    assert "ö" not in sql
    made = set(re.findall(r"\bas (\w+)", sql)) - NO_COLUMNS
    assert {name for name in made if not name.startswith("daybook_")} == PUBLISHED


@pytest.mark.parametrize(
    ("type", "moment", "is_one"),
    [
        ("date", "9999-12-31", True), ("date", "+10000-01-01", True),
        ("date", "soon", False), ("date", "2015-13-01", False), ("date", 5, False),
        ("timestamp", "2999-12-31 23:59:59", True), ("timestamp", "soon", False),
        ("timestamp_ntz", "23:59:59", False),
        ("int", 5, True), ("int", "-5", True), ("int", "5) or (true", False),
        # It is not known before a run.
        (None, 99999, True),
    ],
)  # fmt: skip
def test_the_far_future_is_of_the_type_of_the_times(type, moment, is_one):
    given = {"event_type": type, "event_unit": None, "interval": "closed"}
    far_future = {"far_future": {"valid_to": moment}}
    refusal = history().refusal("_time_axis", "event", given | far_future)
    assert (refusal is None) == is_one
    assert is_one or "for far_future: event times are of type" in refusal


@pytest.mark.parametrize("argument", ["valid_at", "known_at"])
def test_what_is_known_is_asked_for_at_a_moment(argument):
    macros = history()
    axis = {"type": "date", "unit": "day", "far": "date'9999-12-31'"}
    names = {
        f"{kind}_{end}": end for kind in ("valid", "known") for end in ("from", "to")
    }
    layout = {"columns": names, "event": axis, "system": axis, "is_batched": True}
    layout["described"] = [["from", "date"], ["to", "date"]]
    macros.context["daybook"]["_layout_of_relation"] = lambda *_: layout
    for moment in ("2015-09-01", "(current_date())"):
        assert macros.refusal("known", macros.relation, **{argument: moment}) is None
    refusal = macros.refusal("known", macros.relation, **{argument: "soon"})
    assert f'invalid value "soon" for {argument}: the history\'s times are' in refusal


def test_a_join_by_a_part_of_the_key_is_refused():
    refusal = Macros().refusal
    said = refusal("_refuse_part_of_key", {"id": "id"}, ["id", "`Sales Region`"])
    assert "value ['id'] for key" in said
    assert "so a fact could get several: name Sales Region too" in said
    whole = {"ID": "a", "`sales region`": "b"}
    assert refusal("_refuse_part_of_key", whole, ["id", "`Sales Region`"]) is None
    assert refusal("_refuse_part_of_key", {"id": "id"}, []) is None


@pytest.mark.parametrize(
    ("value", "is_refused"),
    [
        ("2024-01-02T08:30:00-05:00", True),
        ("2024-01-02 08:30:00+00", True),
        ("2024-01-02 08:30Z", True),
        ("2024-01-02 08:30 Asia/Tokyo", True),
        ("2024-01-02Z", True),
        ("today", True),
        ("2024-01-02", False),
        ("-2024-01-02", False),
        ("2024-1-2T08:30:00.5", False),
        ("42", False),
    ],
)
def test_a_moment_has_no_zone_of_its_own(value, is_refused):
    axis = {"asked": "known_at", "type": "timestamp_ntz"}
    said = Macros().refusal("_moment_asked", value, axis, {})
    assert (said is not None) == is_refused
    assert not said or "give a moment in digits, in the zone of" in said
