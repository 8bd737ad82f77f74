"""What is asked of histories: known, facts with versions, plain filters, views.

Some columns have names that are none in SQL, or mean something else there.
"""

import pytest

from support.history_examples import history
from support.sessions import NOT_ANSI_IN_NEW_YORK

# Neither the session's time zone nor ANSI mode may make a difference.
pytestmark = NOT_ANSI_IN_NEW_YORK

MOVES = (
    "Kunde Nr string, score int, from date, moment timestamp_ntz,"
    " System Zeit timestamp_ntz"
)
# Each score is from noon on, for the history by moment.
ARRIVED = [
    ("C1", 768, "2016-10-30", "2016-10-30 12:00:00", "2016-10-30 04:16:09"),
    ("C1", 771, "2016-11-01", "2016-11-01 12:00:00", "2016-11-01 03:58:11"),
    ("C1", 774, "2016-11-16", "2016-11-16 12:00:00", "2016-11-16 07:14:27"),
    ("C1", 775, "2016-11-16", "2016-11-16 12:00:00", "2016-11-19 15:32:04"),
    ("C2", 700, "2016-11-10", "2016-11-10 12:00:00", "2016-11-10 09:00:00"),
]
FACTS = (
    "id int, Käufer Nr string, amount int, ordered_on date, ordered at timestamp_ntz,"
    " placed_at timestamp, written_at string"
)
# Of each its moment, then the score by day, as known now and then; then the same by
# moment.
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
BY_DAY, BY_DAY_THEN, BY_MOMENT, BY_MOMENT_THEN = range(2, 6)
OWN = (
    'interval="half_open", columns={"valid_from": "Von Datum", "valid_to": "to",'
    ' "known_from": "`état (connu)`", "known_to": "tick`s $1.50",'
    ' "current_flag": "Ist\'Aktuell"}'
)
SCORE = 'select=["score"]'
# The history that is joined, the other arguments, and which of the scores is expected.
JOINS = {
    "day": ("scores", '"ordered_on"', BY_DAY),
    "moment of day": ("scores", '"ordered at"', BY_DAY),
    "zoned": ("scores", '"placed_at"', BY_DAY),
    "then": ("scores", '"ordered_on", "ordered at"', BY_DAY_THEN),
    "zoned then": ("scores", '"placed_at", "placed_at"', BY_DAY_THEN),
    "moment": ("by_moment", '"ordered at"', BY_MOMENT),
    "moment then": ("by_moment", '"ordered at", "ordered at"', BY_MOMENT_THEN),
    "view": ("seen", f'"ordered_on", {SCORE}', BY_DAY),
    "view then": ("seen", f'"ordered_on", "ordered at", {SCORE}', BY_DAY_THEN),
    "view of own names": ("seen_by_moment", f'"ordered at", {SCORE}, {OWN}', BY_MOMENT),
    "view of own names then": (
        "seen_by_moment",
        f'"ordered at", "ordered at", {SCORE}, {OWN}',
        BY_MOMENT_THEN,
    ),
}
JOINED = (
    "select '%s' as asked, id, score from {{ daybook.with_versions("
    'ref("orders"), ref("%s"), {"Kunde Nr": "`Käufer Nr`"}, %s) }}'
)
BOUGHT = (
    '"(select id, `Käufer Nr` as `Kunde Nr`, ordered_on from " ~ ref("orders") ~ ")",'
    ' ref("scores"), ["Kunde Nr"], "ordered_on"'
)
# What is joined otherwise.
SELECTS = {
    "selected": f'{BOUGHT}, select={{"score": "score then", "valid_to": "until"}}',
    "selected_by_default": BOUGHT,
}
ORDERS_OF = '%s, {"Kunde Nr": "%s"}, "%s", select={"score": "%s"}'
SCORES = 'ref("orders"), ref("scores")'
# What is refused, and why.
ON, SEEN = ("ordered_on", "score"), 'ref("orders"), ref("seen")'
BUYER, NO_INT = "`Käufer Nr`", 'invalid value "%s" for key: it is of type int in'
REFUSED = {
    "twice": (SCORES, BUYER, "ordered_on", "AMOUNT", "would have two columns AMOUNT"),
    "other_key": (SCORES, "id", *ON, NO_INT % "id"),
    "other_key_of_view": (SEEN, "amount", *ON, NO_INT % "amount"),
    "no_key": (SCORES, "nix", *ON, 'invalid value "nix" for key: there is no such'),
    "text": (SCORES, BUYER, "written_at", "score", "daybook.local_timestamp makes a"),
}
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


def asks(relation, valid_form, known_form):
    """A model that asks every question. The forms: text as it is, or SQL."""
    return "\nunion all\n".join(
        f"select {n} as question, `Kunde Nr`, score from {{{{ daybook.known("
        f'ref("{relation}"), "{valid_form % valid}"'
        + (f', "{known_form % known}"' if known else "")
        + ") }}"
        for n, (valid, known, _) in enumerate(QUESTIONS)
    )


@pytest.fixture(scope="module")
def asked(project):
    """After one run: the errors of the models that cannot be built."""
    project.fed_model("arrivals", 'batch="append"')
    project.feed("arrivals", MOVES, ARRIVED)
    project.fed_model("orders")
    orders = [
        (n, buyer, n * 10, at and at[:10], at, at and f"{at}Z", f"{at}+02:00")
        for n, (buyer, at, *_) in ORDERS.items()
    ]
    project.feed("orders", FACTS, orders)
    for name, more, event_time in (
        ("scores", "", "from"),
        ("by_moment", OWN, "moment"),
    ):
        times = f'event_time="{event_time}", system_time="System Zeit"'
        call = history(more, key='["Kunde Nr"]', values='["score"]', times=times)
        project.model(name, call)
    where = "select * from {{ ref('%s') }} where `Kunde Nr` <> 'C8'"
    project.model("seen", where % "scores", None)
    project.model("seen_by_moment", where % "by_moment", None)
    joined = [JOINED % (name, *join[:2]) for name, join in JOINS.items()]
    project.model("joined", "\nunion all\n".join(joined))
    for name, given in SELECTS.items():
        call = f"daybook.with_versions({given})"
        project.model(name, f"select * from {{{{ {call} }}}}")
    project.model("known_scores", asks("scores", "%s", "(timestamp'%sZ')"))
    project.model("known_seen", asks("seen", "(date'%s')", "%s"))
    project.model("known_now", 'select * from {{ daybook.known(ref("scores")) }}', None)
    for name, (*given, _) in REFUSED.items():
        call = f"daybook.with_versions({ORDERS_OF % tuple(given)})"
        project.model(name, f"select * from {{{{ {call} }}}}")
    outcome = project.run()
    said = {name: outcome.pop(name) for name in REFUSED}
    assert set(outcome.values()) == {"success"}, outcome
    return said


@pytest.mark.parametrize("name", JOINS)
def test_each_fact_has_its_version(project, asked, name):
    rows = project.rows("joined", "id, score", f"asked = '{name}'")
    expected = {n: order[JOINS[name][2]] for n, order in ORDERS.items()}
    if name == "view then":
        # A view does not say that its times are cut to the second.
        expected[8] = None
    assert rows == sorted(expected.items())


def test_the_columns_of_a_version_are_selected(project, asked):
    where = "id in (1, 3)"
    # Without posted_batch_id and batch_id.
    assert [row[:-2] for row in project.rows("selected", where=where)] == [
        (1, "C1", "2016-11-18", 775, "9999-12-31"),
        (3, "C1", "2016-10-29", None, None),
    ]
    named = project.rows("selected", "id, `score then`, until", where)
    assert named == [(1, 775, "9999-12-31"), (3, None, None)]
    assert project.rows("selected_by_default", "id, score, valid_from", where) == [
        (1, 775, "2016-11-16"),
        (3, None, None),
    ]


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_give_a_fact_two_versions_or_the_wrong_one(project, asked, name):
    assert f"daybook: {project.schema}.{name}: " in asked[name]
    assert REFUSED[name][-1] in asked[name]


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_a_plain_filter_and_known_answer(project, asked, number):
    valid_at, known_at, expected = QUESTIONS[number]
    for table in ("known_scores", "known_seen"):
        rows = project.rows(table, "`Kunde Nr`, score", f"question = {number}")
        assert rows == sorted(expected.items())
    plain = (
        f"'{valid_at}' between valid_from and valid_to"
        f" and '{known_at or '2100-01-01'}' between known_from and known_to"
    )
    found = project.rows("scores", "`Kunde Nr`, score", plain)
    assert found == sorted(expected.items())


def test_all_that_is_known_now(project, asked):
    assert project.rows("known_now", "`Kunde Nr`, score, valid_from, valid_to") == [
        ("C1", 768, "2016-10-30", "2016-10-31"),
        ("C1", 771, "2016-11-01", "2016-11-15"),
        ("C1", 775, "2016-11-16", "9999-12-31"),
        ("C2", 700, "2016-11-10", "9999-12-31"),
    ]
