"""Calls of macros that ask Spark nothing, as Jinja: what both engines have to agree on.

Where a macro has a special case for an engine, or an engine has one of its own (see
docs/architecture.md), a call goes through it.
"""

import json


def jinja(value) -> str:
    """A value as both engines read it."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{jinja(k)}: {jinja(v)}' for k, v in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(jinja, value))}]"
    return "none" if value is None else json.dumps(value, ensure_ascii=False)


def call(macro: str, *arguments, **named) -> str:
    given = [jinja(each) for each in arguments]
    given += [f"{name}={jinja(value)}" for name, value in named.items()]
    return f"daybook.{macro}({', '.join(given)})"


def on(relation: str, macro: str, *arguments, **named) -> str:
    """A call whose first argument is code, such as `orders`, the relation."""
    return call(macro, None, *arguments, **named).replace("none", relation, 1)


def each(macro: str, first, *more) -> str:
    """The list of its results for each first argument."""
    return f"[{', '.join(call(macro, value, *more) for value in first)}]"


def timed(type, unit=None, far=None):
    """The arguments of a history about its event time."""
    given = {"event_type": type, "event_unit": unit, "far_future": {"valid_to": far}}
    return given | {"interval": "closed"}


def rendered(code: str) -> str:
    """A model's code, as it is rendered for a run."""
    refused = '"is_incremental", daybook._refuse_is_incremental'
    return f"daybook._rendered_refusing({jinja(code)}, {refused})"


SHOWN = """
View Text: select /* daybook position 3 */ {}`id` from shop.orders__batches"""
NOTES = ("", "/* daybook event 7 7b22 */ ", "/* daybook event 8 7b22 */ ")
TYPES = ("boolean", "int", "date", "timestamp_ntz", "timestamp", "string")
# Values as they are written, and what is nearly one of a type.
WRITTEN = [
    *("true", "FALSE", "truex", "0", "-7", "007", "1.0", "9" * 30, "", " ", "\n"),
    *("2015", "2015-1", "2015-12", "2015-13", "2015-12-31", "2015-12-32", "2015-1-1"),
    *("2029-12-31 23:59", "2015-12-31T", "2015-12-31x", "-0044-03-15", "+10000-01-01"),
    *("12345-01-01", "99999999-01-01", "Today", "epoch", "todayx", "a\nb", "é", "😀"),
]
VALUES = [
    *(None, True, False, 0, -1, 2**53 + 1, 2**63 - 1, -(2**63), 1.5, 0.1, 1e16, 0.0001),
    *("", "é", "😀", "\u2028", "a'b\"c\\d", "\x00\x01\x1f\x7f", "\t\n\r", "</script>"),
    *([], {}, [[1, [None, "ä"]], {"z": {"y": [], "b": "ø"}, "a": [{}]}], {"é": "ü"}),
]
BROKEN = ["", "nothing", "[1", '{"a": "b', '"a" b', "07", "5", '"5"', "null"]
NAMES = ["a", "a b", "`a b`", "`a``b`", "a`b", "`", "é", "asc", "at desc", "a.b"]
# As texts they have another order.
DAYS = ["2015-03-01", "9999-12-31", "+10000-01-01", "-0044-03-15", "2015-02-28"]
NUMBERS = ["9", "10", "-3", "100"]
SQL = r"""select 'it''s -- no comment', "a\"/*b*/", `--c` -- one
, /* two
lines */ 1 from Shop.orders__batches -- the end"""
QUOTED = "select 1 from `shop`.`orders__batches`"
ARGUMENTS = ["a", "a, b", "f(a, b)", "a) / sum(b", "'a,b'", '"(" + a', "`a,(b`", "("]
MEASURES = [
    *("sum(a)", "SUM ( a + f(b, ')') )", "count(*)", "count(distinct struct(a, b))"),
    *("mean(`a(`)", "min(case when a in (1, 2) then b end)", "avg(a)\n"),
]
ORDERS = ["Ä", "ä desc", "`Ä`  NULLS FIRST", "f(a, b) asc", "a b", "Ä desc x"]
LASTS = ["at", "max(m.at)", "coalesce(max(`at`), 0) as x", "a + b", "distinct at"]
ENTRY = """
Created By: Spark 4.2.1
Type: VIEW
Table Properties: [daybook.born=7, daybook.job=, x.daybook.y=1, transient_lastDdlTime=9]
Schema: root
 |-- Type: string
"""
TABLES = ("shop.orders__batches", "`shop`.`orders__batches`", "shop.orders_2")
SHOWN_BY = "\nView Text: select /* daybook position 9 */ `id` from {} where true"
LAYOUT = [["a`b", "string"], ["n", "int"], ["day", "date"]]
AT = '["it\'s ${x}\\\\", "7", "2015-12-31"]'
STATE = {
    "partition_by": [["n", "int"]],
    "pointer": {'["10"]': [2], '["9"]': [2], '["-3"]': [3], '["100"]': []},
    "files": {'["10"]': [1, 2], '["9"]': [2], '["-3"]': [2, 3], '["100"]': [3]},
    "ids": [1, 2, 3],
    "dead": [],
}
OPTIONS = {"restate_from": "(select 1)", "restate_to": "2015-12-31"}
# Two texts of one event: it was begun, and it was done.
BEGUN, DONE = (
    f"daybook._encoded({jinja({'event': event, 'at': '2015-01-01'})})"
    for event in ("dropping", "dropped")
)
INT, DECIMAL, MICROS, TIME, DAY = (
    {"name": "at", "type": type, "kind": kind}
    for type, kind in (
        *(("int", "number"), ("decimal(38,0)", "number"), ("timestamp", "time")),
        *(("timestamp_ntz", "time"), ("date", "date")),
    )
)
RULES = [
    *(
        {"one_of": ["a", None]},
        {"one_of": [True, False]},
        {"above": 0},
        {"at_least": 0},
    ),
    *({"between": [0, 2]}, {"single": True}, {"text": True}, {"texts": True}),
    *({"names": "one"}, {"names": "many", "required": True}, {"names": "by_key"}),
    *({"keys_in": ["é", "a"]}, {"like": "{...}"}, {"texts": True, "like": "{...}"}),
]
CALENDARS = {"DE": ["Saturday", "Sunday"], "EG": "Friday"}
EVENTS = {"item": "i", "state": "s", "occurred_at": "at"}

CALLS = [
    # The engines themselves.
    each("sorted_json", VALUES),
    each("_json_escape", ["é", "€", "😀", "\u2028"]),
    each("_hex_of", ["", "aZ~ \x7f"]),
    each("_text_of_hex", ["", "7e", "7eff"]),
    each("_value_of_json", BROKEN),
    *(
        call("matched_groups", form, "ab")
        for form in ("a|ab", "(a)(x)?(b)", "a", "(?i:AB)")
    ),
    call("matched_groups", "a$", "a\n"),
    call("_without_keys", {"c": 1, "b": 2, "a": 3}, {"b": True}),
    on("orders", "_without_backticks"),
    rendered("{% if not 1 %} {{ is_incremental() }} {% endif %} select {{ 1 + 1 }}"),
    # The text of a log.
    each("_encoded", VALUES),
    *(f"daybook._decoded({call('_encoded', value)})" for value in VALUES),
    each("_decoded", ["", "7", "zz", "7B", "c3a9", "6e6f7468696e67", "22c3a922"]),
    *(f"daybook._is_later_text({a}, {b})" for a, b in ((BEGUN, DONE), (DONE, BEGUN))),
    # Texts of a view without a note, with one, and with that of another table.
    *(
        f"daybook._named_in_view(dict({shown}, relation=orders))[1]"
        for shown in (
            jinja({"born": 7, "entry": {"text": SHOWN.format(note)}}) for note in NOTES
        )
    ),
    # Values and names.
    *(f"[{', '.join(call('is_value_of_type', t, w) for w in WRITTEN)}]" for t in TYPES),
    each("_whole_number", ["7", "007", "-7", "7.0", "x", 7, 7.5, True, None]),
    each("quoted_text", [*WRITTEN, "it's", "\\", "${x}", "$", 7, None, True]),
    call("quoted_text", ["a", "it's"]),
    *(call("typed_literal", type, "7") for type in TYPES[1:]),
    *(call("typed_literal", "boolean", value) for value in ("true", "False")),
    each("bare_name", NAMES),
    call("quoted_column", NAMES),
    call("bare_name", NAMES),
    each("_unusable_name", [*NAMES, "", "${x}", "`daybook_x`"]),
    each("_unusable_name", [*NAMES, "Null", "DAYBOOK_x"], True),
    each("column_name", ["Awaiting  User-Info", "-100", "Закрыт", "??", "ß É_", 7]),
    each("_sortable", DAYS, "date"),
    *(call("_highest", DAYS[:number], "date") for number in range(len(DAYS) + 1)),
    *(call("_highest", NUMBERS, type) for type in ("int", "string")),
    call("_partition_key", LAYOUT),
    each("_listed_values", ["a", 7, ["a"], {"a": 1, "b": None}, None]),
    *(call("mark_of", type, "`x`") for type in TYPES),
    *(call("value_of_mark", type, "it's") for type in TYPES),
    call("value_of_mark", "date", None),
    each("_utc_time", [0, 1700000000]),
    # Texts.
    each("_one_line", ["a\n   b", "  a  b ", "a \n\n b\n", "a\r\n b"]),
    each("_without_comments", ["select 1", SQL, "'", "-- a", "/* a */ b -- c\nd"]),
    *(f"daybook._mentions({jinja(text)}, orders)" for text in (SQL, QUOTED, "orders")),
    on("orders", "_reads_itself", QUOTED),
    each("_is_one_argument", ARGUMENTS),
    *(call("_function_and_argument", "n", text) for text in MEASURES),
    *(call("_given_order", [term], "shop.x", [["ä", "int"]]) for term in ORDERS),
    each("_column_of_last", LASTS),
    each("kind_of_key", ["int", "decimal(9,2)", "varchar(7)", "char(7)", "date"]),
    call("_entry_in", ENTRY),
    # Relations.
    *(
        on("orders", macro)
        for macro in ("model_key", "batches_table", "_lock_relation")
    ),
    call("_relation_of", "spark_catalog.shop.orders"),
    *(
        f"daybook._position_in({{'relation': orders, 'entry': {jinja(entry)}}})"
        for entry in [{"text": SHOWN_BY.format(table)} for table in TABLES]
    ),
    # Partitions and batches.
    each("_values_at", ["day=2015-12-01/word=a%3Ab%25%2F%41é/batch_id=7", "a=x=y/b="]),
    call("_partition_spec", AT, LAYOUT),
    call("_id_ranges", [1, 4, 5, 9], [2, 6], [1, 2, 3, 4, 5, 6, 7, 9]),
    call("_in_ranges", "`x`", [{"from": 1, "to": 1}, {"from": 3, "to": 5}]),
    call("pointer_difference", {"a": [1, 2], "b": [1]}, {"a": [2, 3], "b": [1]}),
    call("_private_of", ['["a"]', '["b"]'], ["b"]),
    call("pointer_condition", STATE),
    call("_shown_columns", ["id", "Day", "n", "batch_id"], LAYOUT),
    *(
        call("_restate_window", OPTIONS, {"replaces": replaces}, [["day", "date"]])
        for replaces in ({}, {"from": "2015-01-02"}, {"from": None, "to": None})
    ),
    *(call("_fields_in", at, {"docs": None}) for at in ("event", "state", "chain")),
    call("_bucket_count", [["a", 800]], {"b": "7"}, {"7": 16}),
    call("_bucket_count", [["a", 1], ["b", 80000]], {}, {}),
    # What grows.
    each("_lowest_integer", ["int", "bigint", "decimal(38,0)"]),
    *(call("_grace_in_units", TIME, text) for text in ("7", "2 h", "1w", " 15m ")),
    *(call("_grace_in_units", DAY, text) for text in (7, "48h", "1w")),
    *(call("_open_from", INT, "5", grace, None) for grace in (7, 2**32, 2**40)),
    *(call("_open_from", INT, "5", 2, before) for before in ("-7", "4")),
    call("_open_from", DECIMAL, "-" + "9" * 37, 10**9, None),
    call("_open_from", MICROS, "1425895200000000", 86400, None),
    *(
        call("_open_from", TIME, f"2024-02-29 10:11:12{digits}", 90, None)
        for digits in ("", ".5", ".000001")
    ),
    call("_open_from", TIME, "0001-01-01 00:00:01", 90, None),
    *(call("_open_from", DAY, "2024-03-01", 1, at) for at in (None, "2024-06-01")),
    # Arguments.
    *(each("_rule_broken", VALUES, rule) for rule in RULES),
    each("_comparable_option", ["a , b", ["b", "a c"], 7, True]),
    each("_history_column_names", [{}, {"known_from": None, "valid_to": "a b"}]),
    *(call("_time_axis", "event", timed(type)) for type in ("date", "bigint", None)),
    call("event_log", **EVENTS, dimensions=["d"], order_by=["seq"]),
    call("calendar", "2024-01-01", "2024-12-31"),
    call("calendar", "2024-01-01", "2024-12-31", None, None, "c", CALENDARS),
    call("local_timestamp", "x"),
]

LIST = {"a": ["b"]}
CHAIN = [{"batch_id": 10 * n, "position": n} for n in range(1, 8)]
OPERATION = (
    "{'relation': orders, 'arguments': {'batch_id': 7}, 'lock': none,"
    f" 'log': {jinja({'state': {'chain': CHAIN}})}}}"
)
REFUSED = [
    rendered("select 1 {% if is_incremental() %} where true {% endif %}"),
    *(call("typed_literal", "int", value) for value in ("12b", "1.0", "")),
    call("typed_literal", "boolean", "yes"),
    call("quoted_column", "a${b}"),
    *(
        call("_function_and_argument", "n", f"{text}(a)")
        for text in ("median", "sum(a)/sum")
    ),
    *(call("_grace_in_units", INT, given) for given in ("1h", "x", -1, True, 1.5)),
    call("_grace_in_units", DAY, "1h"),
    call("_open_from", MICROS, "253402387200000000", 0, None),
    call("_open_from", DAY, "+10000-01-01", 0, None),
    call("_time_axis", "event", timed("date", unit="second")),
    call("_time_axis", "event", timed("string")),
    call("_time_axis", "event", timed("date", unit="day", far="soon")),
    call("_given_order", ["x"], "shop.x", [["a b", "int"]]),
    call("_days_off", ["Caturday"], "weekend", LIST),
    *(
        call("_moment_asked", at, {"asked": "known_at", "type": "timestamp_ntz"}, {})
        for at in ("2015-01-01 10:00+02:00", "Now")
    ),
    on(
        "orders",
        "_check_restated",
        {"restate_from": "x", "restate_to": None},
        LAYOUT[1:],
    ),
    call("_check_is_model", "as_of", "shop.orders"),
    call("_check_is_model", "as_of", "(select 1)"),
    call("_check_published_columns", "it", ["a", "A"]),
    on(OPERATION, "_published_by", "published"),
    *(
        on("orders", "_arguments_of_operation", "clean_batches", given)
        for given in ({"older_than_days": True}, {"apply": "é"}, {"batch_id": None})
    ),
    *(
        on("orders", "_checked_options", given)
        for given in (
            *({"batch": "upsert"}, {"lock_hours": 0}, {"partition_by": LIST}),
            *({"private": 7}, {"restate_from": [1.5]}, {"compact_after": "5\n"}),
            *({"publish": "é"}, {"replace_where": True}, {"file_format": "x"}),
        )
    ),
    *(
        call("event_log", **(EVENTS | given))
        for given in (
            *({"item": None}, {"item": "a b"}, {"state": LIST}, {"is_deleted": True}),
            *({"dimensions": "d"}, {"dimensions": ["i"]}, {"order_by": ["seq desc"]}),
            *({"occurred_at": {"utc": "at"}}, {"occurred_at": {"zone": "at"}}),
        )
    ),
    *(
        call("calendar", "2024-01-01", "2024-12-31", **given)
        for given in (
            *({"weekend": "Freitag"}, {"weekend": 6}, {"calendar_name": "c"}),
            *({"calendar_name": "c", "calendars": {"DE": None}}, {"calendars": LIST}),
        )
    ),
    *(call("calendar", day, "2024-12-31") for day in ("2024-13-01", 20240101, None)),
    call("item_days", "log", "this", "current_date()", EVENTS),
]
