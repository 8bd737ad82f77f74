"""Histories with odd names of columns: their rows, questions about them, and tests."""

import json

import pytest

from support.history_rules import ENDED, RULES
from support.told_histories import feed_told, history, in_words, lines

pytestmark = pytest.mark.stress

# What each column is called: a name that is none in SQL or means something else there,
# or what the SQL of a history calls its CTEs, variables of lambdas and fields.
ODD = {
    "topic": "Kunde Nr",
    "day": "from",
    "came": "touched",
    "text": "Größe (\"cm\") 'x' \\n",
    "amount": "arrival",
    "is_deleted": "is deleted?",
    "until": "ends_at",
    "seq": "order",
    "note": "No-te /* */ -- x",
}
OWN = {
    "valid_from": "Von Datum",
    "valid_to": "To Time",
    "known_from": "état, connu",
    "known_to": "`already in backticks`",
    "current_flag": "Ist'Aktuell",
}
CASES = {topic: arrivals for topic, (arrivals, *_) in (RULES | ENDED).items()}
CASES["noted"] = ["1/09 01-05 A nfirst", "2/09 01-06 A nsecond"]


def quoted(name):
    in_backticks = name.startswith("`")
    return name if in_backticks else "`" + name.replace("`", "``") + "`"


def as_argument(value):
    return json.dumps(value, ensure_ascii=False)


def odd_history(more="", ticks=False):
    """In backticks, too, the names are the same."""
    given = {c: as_argument(quoted(n) if ticks else n) for c, n in ODD.items()}
    return history(
        f"order_by=[{given['seq']}], is_deleted={given['is_deleted']},"
        f" type_1=[{given['note']}], {AS_OWN}{more}",
        arrivals="odd_arrivals",
        key=f"[{given['topic']}]",
        values=f"[{given['text']}, {given['amount']}]",
        times=f"event_time={given['day']}, system_time={given['came']}",
    )


AS_OWN = f"columns={as_argument(OWN)}"
KEY = f"key={as_argument([ODD['topic']])}"
ARRIVED = (
    f'ref("odd_arrivals"), {as_argument(ODD["day"])}, {as_argument(ODD["is_deleted"])}'
)
# Each of the odd history or a view of it.
TESTS = {
    "overlaps": 'does_not_overlap(ref("odd"))',
    "seen_overlaps": f'does_not_overlap(ref("odd_seen"), {KEY}, {AS_OWN})',
    "gaps": f'has_gaps_only_after_ends(ref("odd"), {ARRIVED})',
    "seen_gaps": f'has_gaps_only_after_ends(ref("odd_seen"), {ARRIVED}, none, {KEY},'
    f" {AS_OWN})",
    "ended_gaps": f'has_gaps_only_after_ends(ref("odd_ended"), {ARRIVED},'
    f" {as_argument(ODD['until'])})",
    "several": 'has_one_current_row(ref("odd"))',
    "seen_several": f'has_one_current_row(ref("odd_seen"), {KEY}, {AS_OWN})',
    "inverted": 'is_never_inverted(ref("odd"))',
    "seen_inverted": f'is_never_inverted(ref("odd_seen"), {AS_OWN})',
    "not_kept": 'keeps_what_is_closed(ref("odd"))',
}
TABLE = "{{ config(materialized='table', file_format='parquet') }}"
JOIN = """
    select posted, `version's text` as text
    from {{{{ daybook.with_versions(ref("odd_facts"), ref("{history}"),
        key={key}, valid_at="bestellt am", known_at="gewußt am",
        select={select}{more}) }}}}
"""
FACTS = "Käufer Nr string, bestellt am date, gewußt am timestamp_ntz, posted int"
ORDERS = [
    ("later", "2024-01-07", "2024-03-02 12:00:00", 1),
    ("later", "2024-01-12", "2024-03-01 12:00:00", 2),
    ("later", "2024-01-12", "2024-03-02 12:00:00", 3),
    ("later", "2024-01-01", "2024-03-02 12:00:00", 4),
]


@pytest.fixture(scope="module")
def told(project):
    """After two runs, with questions and tests in the second one."""
    renamed = ", ".join(f"{plain} as {quoted(odd)}" for plain, odd in ODD.items())
    project.model(
        "odd_arrivals",
        f"select {renamed} from {{{{ target.schema }}}}.arrivals_in",
        'batch="append"',
    )
    ends = f", valid_until={as_argument(ODD['until'])}, carry_forward=true"
    project.model("odd", odd_history())
    project.model("odd_ended", odd_history(ends))
    feed_told(project, CASES, 1)
    project.ok()
    project.model("odd", odd_history(ticks=True))
    feed_told(project, CASES, 2, 3)
    project.model("odd_seen", "select * from {{ ref('odd') }} where true", None)
    project.fed_model("odd_facts")
    project.feed("odd_facts", FACTS, ORDERS)
    for name, call in TESTS.items():
        # A view may not ask for what was.
        kind = TABLE if name == "not_kept" else ""
        project.model(name, f"{kind} {{{{ daybook.test_history_{call} }}}}", None)
    key = as_argument({quoted(ODD["topic"]): "Käufer Nr"})
    select = as_argument({ODD["text"]: "version's text"})
    for name, more in (("odd", ""), ("odd_seen", f", {AS_OWN}")):
        call = JOIN.format(history=name, key=key, select=select, more=more)
        project.model(f"{name}_joined", call, None)
        asked = f'"2024-01-07", "2024-03-02 12:00:00"{more}'
        known = f'select * from {{{{ daybook.known(ref("{name}"), {asked}) }}}}'
        project.model(f"{name}_known", known, None)
    project.ok()


@pytest.mark.parametrize(("name", "rules"), [("odd", RULES), ("odd_ended", ENDED)])
def test_every_rule_holds(project, told, name, rules):
    """As a view shows them that calls the columns as others do."""
    plain = {c: (ODD | OWN)[c] for c in ("topic", "text", "amount", *OWN)}
    renamed = ", ".join(f"{quoted(odd)} as {c}" for c, odd in plain.items())
    project.query(
        f"create or replace view {project.schema}.{name}_plain as"
        f" select {renamed}, history_part from {project.schema}.{name}"
    )
    found = in_words(project, f"{name}_plain")
    for topic, (_, *rows) in rules.items():
        assert found.get(topic, []) == lines(*rows), topic


def test_the_latest_note_is_that_of_the_current_row(project, told):
    noted = f"{quoted(ODD['topic'])} = 'noted'"
    assert project.rows("odd", quoted(ODD["note"]), noted) == [("second",)]


@pytest.mark.parametrize("name", ["odd", "odd_seen"])
def test_each_fact_has_its_version_and_known_answers(project, told, name):
    assert project.rows(f"{name}_joined", "posted, text") == [
        *((1, "A"), (2, "A"), (3, "B"), (4, None)),
    ]
    later = f"{quoted(ODD['topic'])} = 'later'"
    assert project.rows(f"{name}_known", quoted(ODD["text"]), later) == [("A",)]


def test_the_generic_tests_pass(project, told):
    assert {name: project.rows(name) for name in TESTS} == {name: [] for name in TESTS}
