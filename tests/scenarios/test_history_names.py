"""Histories with odd names of columns: their rows, questions about them, and tests."""

import json

import pytest

from support.history_rules import ENDED, RULES
from support.told_histories import ARRIVALS, CONFIG, arrival, batch_of, in_words, lines

pytestmark = pytest.mark.stress

# What each column is called: none is a name in SQL, or it means something else there.
ODD = {
    "topic": "Kunde Nr",
    "number": "arrival",
    "text": "Größe (\"cm\") 'x' \\n",
    "amount": "tick`s $1.50",
    "day": "from",
    "came": "System Zeit",
    "is_deleted": "is deleted?",
    "until": "null",
    "seq": "order",
    "note": "No-te /* */ -- x",
}
# What the SQL of a history calls its CTEs, variables of lambdas and fields.
INNER = {
    "topic": "history",
    "number": "arrival",
    "text": "belief",
    "amount": "state",
    "day": "arrivals",
    "came": "touched",
    "is_deleted": "knot",
    "until": "ends_at",
    "seq": "sequence",
    "note": "type_1",
}
OWN = {
    "valid_from": "Von Datum",
    "valid_to": "To Time",
    "known_from": "état, connu",
    "known_to": "`already in backticks`",
    "current_flag": "Ist'Aktuell",
}
CASES = {name: arrivals for name, (arrivals, *_) in (RULES | ENDED).items()}
CASES["noted"] = ["1/09 01-05 A nfirst", "2/09 01-06 A nsecond"]


def quoted(name):
    in_backticks = name.startswith("`")
    return name if in_backticks else "`" + name.replace("`", "``") + "`"


def as_argument(value):
    return json.dumps(value, ensure_ascii=False)


def given(*columns, ticks=False, names=ODD):
    """The names as an argument; in backticks, too, they are the same."""
    return as_argument(
        [quoted(names[column]) if ticks else names[column] for column in columns]
    )


def one(column, ticks=False, names=ODD):
    return as_argument(quoted(names[column]) if ticks else names[column])


def odd_history(arguments, arrivals="odd_arrivals", **naming):
    return f"""
        {{{{ daybook.bitemporal_history(
            arrivals=daybook.new_batches(ref("{arrivals}")), posted=this,
            key={given("topic", "number", **naming)},
            values={given("text", "amount", **naming)},
            event_time={one("day", **naming)}, system_time={one("came", **naming)},
            order_by={given("seq", **naming)}, is_deleted={one("is_deleted", **naming)},
            type_1={given("note", **naming)}{arguments}) }}}}
    """


TABLE = "{{ config(materialized='table', file_format='parquet') }}"
# Each of the odd history or a view of it.
VIEW = f"columns={as_argument(OWN)}"
KEY = f"key={given('topic', 'number')}"
ENDS = f'ref("odd_arrivals"), {one("day")}, {one("is_deleted")}'
TESTS = {
    "overlaps": 'history_does_not_overlap(ref("odd"))',
    "seen_overlaps": f'history_does_not_overlap(ref("odd_seen"), {KEY}, {VIEW})',
    "gaps": f'history_has_gaps_only_after_ends(ref("odd"), {ENDS})',
    "seen_gaps": f'history_has_gaps_only_after_ends(ref("odd_seen"), {ENDS}, none,'
    f" {KEY}, {VIEW})",
    "ended_gaps": 'history_has_gaps_only_after_ends(ref("odd_ended"),'
    f" {ENDS}, {one('until')})",
    "several": 'history_has_one_current_row(ref("odd"))',
    "seen_several": f'history_has_one_current_row(ref("odd_seen"), {KEY}, {VIEW})',
    "inverted": 'history_is_never_inverted(ref("odd"))',
    "seen_inverted": f'history_is_never_inverted(ref("odd_seen"), {VIEW})',
    "not_kept": 'history_keeps_what_is_closed(ref("odd"))',
}
JOIN = """
    select `Käufer Nr` as customer, `version's text` as text, posted
    from {{{{ daybook.with_versions(ref("odd_facts"), ref("{history}"),
        key={key}, valid_at="bestellt am", known_at="gewußt am",
        select={select}{more}) }}}}
"""
BOUGHT = "bestellt am date, gewußt am timestamp_ntz"
FACTS = f"Käufer Nr string, Zähler int, {BOUGHT}, posted int"
ORDERS = [
    ("later", 1, "2024-01-07", "2024-03-02 12:00:00", 1),
    ("later", 1, "2024-01-12", "2024-03-01 12:00:00", 2),
    ("later", 1, "2024-01-12", "2024-03-02 12:00:00", 3),
    ("later", 1, "2024-01-01", "2024-03-02 12:00:00", 4),
]


def feed(project, batches):
    rows = [
        arrival(name, line)
        for name, told in CASES.items()
        for line in told
        if batch_of(line) in batches
    ]
    project.feed("arrivals", ARRIVALS, rows)


def in_plain_words(project, name):
    """As in_words, by a view that calls the columns as others do."""
    names = INNER if name.startswith("inner") else ODD | OWN
    columns = [*names.items()]
    columns += [(plain, plain) for plain in OWN if plain not in names]
    known = {row[0] for row in project.query(f"describe {project.schema}.{name}")}
    renamed = ", ".join(
        f"{quoted(odd)} as {plain}"
        for plain, odd in columns
        if quoted(odd)[1:-1].replace("``", "`") in known
    )
    project.query(
        f"create or replace view {project.schema}.{name}_plain as"
        f" select {renamed}, history_part from {project.schema}.{name}"
    )
    return in_words(project, f"{name}_plain")


@pytest.fixture(scope="module")
def told(project):
    """What dbt says of each model, and the rows of the histories after two runs."""
    own = f", columns={as_argument(OWN)}"
    for kind, names, more in (("odd", ODD, own), ("inner", INNER, "")):
        renamed = ", ".join(f"{plain} as {quoted(odd)}" for plain, odd in names.items())
        project.model(
            f"{kind}_arrivals",
            f"select {renamed} from {{{{ target.schema }}}}.arrivals_in",
            'batch="append"',
        )
        naming = {"arrivals": f"{kind}_arrivals", "names": names}
        project.model(kind, odd_history(more, **naming), CONFIG)
        ended = f", valid_until={one('until', names=names)}, carry_forward=true"
        project.model(f"{kind}_ended", odd_history(more + ended, **naming), CONFIG)
    feed(project, [1])
    project.ok()
    # In backticks the names are the same.
    project.model("odd", odd_history(own, ticks=True), CONFIG)
    feed(project, [2, 3])
    project.model("odd_seen", "select * from {{ ref('odd') }} where true", None)
    project.feed("odd_facts", FACTS, ORDERS)
    project.fed_model("odd_facts")
    for name, call in TESTS.items():
        # A view may not ask for what was.
        kind = TABLE if name == "not_kept" else ""
        project.model(name, f"{kind} {{{{ daybook.test_{call} }}}}", None)
    key = as_argument({ODD["topic"]: "Käufer Nr", quoted(ODD["number"]): "`Zähler`"})
    select = as_argument({ODD["text"]: "version's text"})
    for name, more in (("odd", ""), ("odd_seen", f", {VIEW}")):
        call = JOIN.format(history=name, key=key, select=select, more=more)
        project.model(f"{name}_joined", call, None)
        asked = f'"2024-01-07", "2024-03-02 12:00:00"{more}'
        known = f'select * from {{{{ daybook.known(ref("{name}"), {asked}) }}}}'
        project.model(f"{name}_known", known, None)
    outcome = project.run()
    return outcome, {
        name: in_plain_words(project, name)
        for name in ("odd", "odd_ended", "inner", "inner_ended")
    }


def test_all_are_built(told):
    outcome, _ = told
    assert set(outcome.values()) == {"success"}, outcome


@pytest.mark.parametrize("kind", ["odd", "inner"])
@pytest.mark.parametrize("name", RULES)
def test_a_rule_holds(told, name, kind):
    assert told[1][kind].get(name, []) == lines(*RULES[name][1:])


@pytest.mark.parametrize("kind", ["odd_ended", "inner_ended"])
@pytest.mark.parametrize("name", ENDED)
def test_a_rule_of_ends_holds(told, name, kind):
    assert told[1][kind].get(name, []) == lines(*ENDED[name][1:])


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


@pytest.mark.parametrize("name", TESTS)
def test_a_generic_test_passes(project, told, name):
    assert project.rows(name) == []
