"""What is asked of histories: known, facts with versions, plain filters, views."""

import pytest

from support.sessions import NOT_ANSI_IN_NEW_YORK
from support.told_histories import CONFIG, history

MOVES = "customer string, score int, day date, moment timestamp_ntz, came timestamp_ntz"
ARRIVED = [
    ("C1", 768, "2016-10-30", "2016-10-30 04:16:09"),
    ("C1", 771, "2016-11-01", "2016-11-01 03:58:11"),
    ("C1", 774, "2016-11-16", "2016-11-16 07:14:27"),
    ("C1", 775, "2016-11-16", "2016-11-19 15:32:04"),
    ("C2", 700, "2016-11-10", "2016-11-10 09:00:00"),
]
FACTS = (
    "id int, buyer string, amount int, ordered_on date, ordered_at timestamp_ntz,"
    " placed_at timestamp"
)
# Of each its moment, then the score by day, as known now and then; then the score by
# moment, each score being from noon on.
ORDERS = {
    1: ("C1", "2016-11-18 14:44:00", 775, 774, 775, 774),
    2: ("C1", "2016-10-31 23:59:59.5", 768, 768, 768, 768),
    3: ("C1", "2016-10-29 10:00:00", None, None, None, None),
    4: ("C2", "2016-11-10 08:00:00", 700, None, None, None),
    5: ("C9", "2016-11-18 14:44:00", None, None, None, None),
    6: (None, "2016-11-18 14:44:00", None, None, None, None),
    7: ("C1", None, None, None, None, None),
    # In the last second in which 774 was believed.
    8: ("C1", "2016-11-19 15:32:03.7", 775, 774, 775, 774),
    9: ("C1", "2016-11-16 12:00:00", 775, 774, 775, 774),
    10: ("C1", "2016-11-16 11:59:59.999999", 775, 774, 771, 771),
    11: ("C1", "2016-11-01 03:58:11", 771, 771, 768, 768),
}
OWN = (
    'interval="half_open", columns={"valid_from": "begins", "valid_to": "ends",'
    ' "known_from": "told", "known_to": "untold", "current_flag": "is_now"}'
)
BY_BUYER = '{"customer": "buyer"}'
JOINED = "select '%s' as asked, id, score from {{ daybook.with_versions(%s) }}"
JOINS = {
    "day": f'ref("orders"), ref("scores"), {BY_BUYER}, "ordered_on"',
    "moment of day": f'ref("orders"), ref("scores"), {BY_BUYER}, "ordered_at"',
    "zoned": f'ref("orders"), ref("scores"), {BY_BUYER}, "placed_at"',
    "then": f'ref("orders"), ref("scores"), {BY_BUYER}, "ordered_on", "ordered_at"',
    "zoned then": f'ref("orders"), ref("scores"), {BY_BUYER}, "placed_at", "placed_at"',
    "moment": f'ref("orders"), ref("by_moment"), {BY_BUYER}, "ordered_at"',
    "moment then": f'ref("orders"), ref("by_moment"), {BY_BUYER}, "ordered_at",'
    ' "ordered_at"',
    "view": f'ref("orders"), ref("seen"), {BY_BUYER}, "ordered_on", select=["score"]',
    "view then": f'ref("orders"), ref("seen"), {BY_BUYER}, "ordered_on", "ordered_at",'
    ' select=["score"]',
    "view of own names": f'ref("orders"), ref("seen_by_moment"), {BY_BUYER},'
    f' "ordered_at", select=["score"], {OWN}',
    "view of own names then": f'ref("orders"), ref("seen_by_moment"), {BY_BUYER},'
    f' "ordered_at", "ordered_at", select=["score"], {OWN}',
}
# By the place of the expected score.
EXPECTED = {
    "day": 2,
    "moment of day": 2,
    "zoned": 2,
    "then": 3,
    "zoned then": 3,
    "moment": 4,
    "moment then": 5,
    "view": 2,
    "view then": 3,
    "view of own names": 4,
    "view of own names then": 5,
}
SELECTED = """
    select * from {{ daybook.with_versions(
        "(select id, amount, buyer as customer, ordered_on from "
            ~ target.schema ~ ".orders where id in (1, 3))",
        ref("scores"), ["customer"], "ordered_on"%s) }}
"""
QUESTIONS = [
    ("2016-11-18", "2016-11-18 14:44:00", {"C1": 774, "C2": 700}),
    ("2016-11-18", "2016-11-19 15:32:03", {"C1": 774, "C2": 700}),
    ("2016-11-18", "2016-11-19 15:32:04", {"C1": 775, "C2": 700}),
    ("2016-11-18", None, {"C1": 775, "C2": 700}),
    ("2016-11-15", None, {"C1": 771, "C2": 700}),
    ("2016-11-15", "2016-11-10 08:59:59", {"C1": 771}),
    ("2016-10-31", "2016-10-31 12:00:00", {"C1": 768}),
    ("2016-10-29", None, {}),
]


def as_sql(value, form):
    """None, 'text' as it stands in a call, or the same in parentheses."""
    return "none" if value is None else f'"{form % value}"'


@pytest.fixture(scope="module")
def asked(project):
    project.fed_model("arrivals", 'batch="append"')
    moves = [
        (c, score, day, f"{day} 12:00:00", came) for c, score, day, came in ARRIVED
    ]
    project.feed("arrivals", MOVES, moves)
    project.fed_model("orders", "")
    orders = [
        (n, buyer, n * 10, at and at[:10], at, at and f"{at}Z")
        for n, (buyer, at, *_) in ORDERS.items()
    ]
    project.feed("orders", FACTS, orders)
    upon = {"key": '["customer"]', "values": '["score"]'}
    project.model("scores", history(**upon), CONFIG)
    by_moment = 'event_time="moment", system_time="came"'
    project.model("by_moment", history(OWN, times=by_moment, **upon), CONFIG)
    where = "select * from {{ ref('%s') }} where customer <> 'C8'"
    project.model("seen", where % "scores", None)
    project.model("seen_by_moment", where % "by_moment", None)
    joined = [JOINED % join for join in JOINS.items()]
    project.model("joined", "\nunion all\n".join(joined))
    selected = SELECTED % ', select={"score": "score_then", "valid_to": "until"}'
    project.model("selected", selected)
    project.model("selected_by_default", SELECTED % "")
    of_scores, of_view = (
        [
            f"select {n} as question, customer, score from {{{{ daybook.known("
            f'ref("{relation}"), {as_sql(valid, valid_form)},'
            f" {as_sql(known, known_form)}) }}}}"
            for n, (valid, known, _) in enumerate(QUESTIONS)
        ]
        for relation, valid_form, known_form in (
            ("scores", "%s", "(timestamp'%sZ')"),
            ("seen", "(date'%s')", "%s"),
        )
    )
    project.model("known_scores", "\nunion all\n".join(of_scores))
    project.model("known_seen", "\nunion all\n".join(of_view))
    project.ok()
    return project


# Neither the session's time zone nor ANSI mode may make a difference.
pytestmark = NOT_ANSI_IN_NEW_YORK


@pytest.mark.parametrize("name", JOINS)
def test_each_fact_has_its_version(asked, name):
    rows = asked.rows("joined", "id, score", f"asked = '{name}'")
    expected = {n: order[EXPECTED[name]] for n, order in ORDERS.items()}
    if name == "view then":
        # A view does not say that its times are cut to the second.
        expected[8] = None
    assert len(rows) == len(ORDERS)
    assert dict(rows) == expected


def test_the_columns_of_a_version_are_selected(asked):
    columns = "* except (posted_batch_id, batch_id)"
    assert asked.rows("selected", columns) == [
        (1, 10, "C1", "2016-11-18", 775, "9999-12-31"),
        (3, 30, "C1", "2016-10-29", None, None),
    ]
    named = asked.rows("selected", "id, score_then, until")
    assert named == [(1, 775, "9999-12-31"), (3, None, None)]
    assert asked.rows("selected_by_default", "id, score, valid_from") == [
        (1, 775, "2016-11-16"),
        (3, None, None),
    ]


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_a_plain_filter_and_known_answer(asked, number):
    valid_at, known_at, expected = QUESTIONS[number]
    for table in ("known_scores", "known_seen"):
        rows = asked.rows(table, "customer, score", f"question = {number}")
        assert dict(rows) == expected
        assert len(rows) == len(expected)
    plain = (
        f"'{valid_at}' between valid_from and valid_to"
        f" and '{known_at or '2100-01-01'}' between known_from and known_to"
    )
    assert dict(asked.rows("scores", "customer, score", plain)) == expected


def test_all_that_is_known_now(asked):
    asked.model("known_now", 'select * from {{ daybook.known(ref("scores")) }}', None)
    asked.ok(select="known_now")
    assert asked.rows("known_now", "customer, score, valid_from, valid_to") == [
        ("C1", 768, "2016-10-30", "2016-10-31"),
        ("C1", 771, "2016-11-01", "2016-11-15"),
        ("C1", 775, "2016-11-16", "9999-12-31"),
        ("C2", 700, "2016-11-10", "9999-12-31"),
    ]


OF_ORDERS = (
    "orders, whose columns are id, buyer, amount, ordered_on, ordered_at, placed"
)
OF_SCORES = (
    "scores, whose columns are customer, score, valid_from, valid_to, known_from"
)
NO_COLUMN = "can't be used here: it is no column of {schema}."
SCORED = 'ref("scored"), ref("scores"), ["customer"], "ordered_on"'
TO_SCORES = 'ref("orders"), ref("scores")'
BOUGHT = f'{TO_SCORES}, {BY_BUYER}, "ordered_on"'
REFUSED = {
    "two": (
        SCORED,
        "with_versions would have two columns score, valid_from, of {schema}.scored and"
        " of its versions: give those of the versions other names, as in select="
        '{{"score": "version_score", "valid_from": "version_valid_from"}}',
    ),
    "two_in_capitals": (
        f'{SCORED}, select=["SCORE"]',
        "with_versions would have two columns SCORE,",
    ),
    "key_of_history": (
        f'{TO_SCORES}, {{"nix": "buyer"}}, "ordered_on"',
        f'key="nix" {NO_COLUMN}{OF_SCORES}',
    ),
    "key_of_facts": (
        f'{TO_SCORES}, ["customer"], "ordered_on"',
        f'key="customer" {NO_COLUMN}{OF_ORDERS}',
    ),
    "key_text": (
        f'{TO_SCORES}, "customer", "ordered_on"',
        'key="customer" can\'t be used here: name one column or more, as a list or as',
    ),
    "variable": (
        f'{TO_SCORES}, ["${{env:HOME}}"], "ordered_on"',
        'key="${{env:HOME}}" can\'t be used here: Spark would put a variable in place',
    ),
    "computed": (
        f'{TO_SCORES}, {BY_BUYER}, "date(ordered_at)"',
        f'valid_at="date(ordered_at)" {NO_COLUMN}{OF_ORDERS}',
    ),
    "no_moment": (
        f"{TO_SCORES}, {BY_BUYER}",
        "with_versions needs the argument valid_at, which is not given",
    ),
    "known_at": (f'{BOUGHT}, "nix"', f'known_at="nix" {NO_COLUMN}{OF_ORDERS}'),
    "select": (f'{BOUGHT}, select=["nix"]', f'select="nix" {NO_COLUMN}{OF_SCORES}'),
    "no_history": (
        f'ref("orders"), ref("orders"), {BY_BUYER}, "ordered_on"',
        f'columns.valid_from="valid_from" {NO_COLUMN}{OF_ORDERS}',
    ),
    "other_name": (
        f'ref("orders"), ref("seen"), {BY_BUYER}, "ordered_on",'
        ' columns={"known_to": "nix"}',
        f'columns.known_to="nix" {NO_COLUMN}seen, whose columns are customer, score',
    ),
}


def test_what_can_not_be_joined(asked):
    asked.model(
        "scored",
        "select id, buyer as customer, amount as Score, ordered_on, 1 as valid_from"
        " from {{ target.schema }}.orders_in",
    )
    renamed = f'{SCORED}, select={{"score": "score_then", "valid_from": "since"}}'
    models = {name: call for name, (call, _) in REFUSED.items()} | {"renamed": renamed}
    for name, call in models.items():
        sql = f"select * from {{{{ daybook.with_versions({call}) }}}}"
        asked.model(name, sql, None)
    said = asked.run(select=" ".join(["scored", *models]))
    for name, (_, sentence) in REFUSED.items():
        expected = f"daybook: {asked.schema}.{name}: {sentence}"
        assert expected.format(schema=asked.schema) in said[name]
    assert asked.rows("renamed", "id, score, score_then, since", "id = 1") == [
        (1, 10, 775, "2016-11-16")
    ]
