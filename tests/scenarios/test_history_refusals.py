"""What a history refuses to record, before anything is written, and what to do."""

import pytest

from support.history_examples import ARRIVALS, arrival, history, in_words, lines

RIGHT = [("a", "2/09 01-05 A", {})]
LACKING = [
    *[("a", "2/09 01-05 A", {"topic": None})] * 2,
    ("b", "2/09 01-05 A", {"day": None}),
    ("c", "2/09 01-05 A", {"came": None}),
    ("d", "2/09 01-05 A", {"is_deleted": None}),
]
WRONG = [
    *(("tied", "2/09 01-05 A", {}), ("tied", "2/09 01-05 B", {})),
    *(("gone?", "2/09 01-05 A", {}), ("gone?", "2/09 01-05 -", {})),
    *[("the same", "2/09 01-05 A", {})] * 2,
    ("far", "2/09 01-05 A", {"day": "9999-12-31"}),
    ("late", "2/09 01-05 A", {"came": "9999-12-31 23:59:59"}),
    ("inverted", "2/09 01-05 A ..01-04", {}),
    ("a day", "2/09 01-05 A ..01-05", {}),
    ("its end is of no matter", "2/09 01-05 - ..01-04", {}),
]
CHECKED = 'is_deleted="is_deleted", valid_until="until"'
# {model: (its call, the message)}
REFUSED = {
    "lacking": (
        history(CHECKED, arrivals="lacks"),
        "of 5 arrivals 2 have no topic, 1 have no day, 1 have no came, 1 have no"
        " is_deleted. Nothing was published: correct them at the source",
    ),
    "wrong": (
        history(CHECKED, arrivals="wrongs"),
        "of 11 arrivals 1 have a day of date'9999-12-31' or later, which stands for no"
        " end: correct them, or give far_future a later valid_to; 1 have a came of"
        " timestamp_ntz'9999-12-31 23:59:59' or later, which stands for no end: correct"
        " them, or give far_future a later known_to; 1 have a until before their day:"
        " correct them, or leave them out in the staging model; 2 differ at one day and"
        " came of a key: name in order_by the columns that tell which came last."
        " Nothing was published",
    ),
    "unordered": (
        history(arrivals="wrongs", times='event_time="day"', values='["text"]'),
        "; 2 differ at one day of a key: name in order_by the columns that tell which",
    ),
    "of_replaced": (
        history(arrivals="replaced"),
        ".replaced has batch='replace', so each run of it would replace all rows that"
        " this model has consumed: set batch='append' under its meta, or make it with"
        " daybook.accept_events",
    ),
    "other_type": (
        history('valid_until="came"'),
        'invalid value "came" for valid_until: it is of type timestamp_ntz, and'
        " event_time of type date: cast it",
    ),
    "no_column": (
        history(values='["text", "nix"]'),
        'invalid value "nix" for values: there is no such column in the arrivals (',
    ),
}
LATE = ["1/12 01-05 C", "1/10 01-05 B", "1/13 01-20 D", "2/10 01-30 E"]
TOO_LATE = (
    "of 4 arrivals 3 have a came before 2024-03-02 09:00:00, up to which arrivals"
    " are processed, so what was known then would change: give them the time at"
    " which they came, or set late_system_time='restamp', which treats them as"
    " known since 2024-03-02 09:00:00. Nothing was published"
)


def feed(project, name, arrivals):
    columns, rows = [column.split()[0] for column in ARRIVALS.split(", ")], []
    for topic, line, other in arrivals:
        row = dict(zip(columns, arrival(topic, line), strict=True)) | other
        rows.append(tuple(row.values()))
    project.feed(name, ARRIVALS, rows)


@pytest.fixture(scope="module")
def said(project):
    """What dbt says of each model; those that are right are built."""
    for name, rows in (("arrivals", RIGHT), ("lacks", LACKING), ("wrongs", WRONG)):
        project.fed_model(name, 'batch="append"')
        feed(project, name, rows)
    project.fed_model("replaced")
    feed(project, "replaced", RIGHT)
    for name, (call, _) in REFUSED.items():
        project.model(name, call)
    for name in ("right", "restamped", "changed"):
        project.model(name, history())
    return project.run()


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_taken_in(project, said, name):
    assert f"daybook: {project.schema}.{name}: " in said[name]
    assert REFUSED[name][1] in said[name]
    assert project.names(f"{name}__batches") == []


def test_what_was_recorded_before_what_is_processed(project, said):
    """Restamped, each counts as known since then, in the order in which they came."""
    assert {said[name] for name in ("right", "restamped", "changed")} == {"success"}
    before = project.rows("right"), project.log("right")
    feed(project, "arrivals", [("a", line, {}) for line in LATE])
    project.model("restamped", history('late_system_time="restamp"'))
    project.model("changed", history('interval="half_open"'))
    said = project.run(select="arrivals right restamped changed")
    assert f"daybook: {project.schema}.right: {TOO_LATE}" in said["right"]
    assert (project.rows("right"), project.log("right")) == before
    assert in_words(project, "restamped")["a"] == lines(
        "C1 01-05 01-19  2/09:00:00 open        N past",
        "D1 01-20 open   2/09:00:00 2/09:59:59  N closed",
        "D1 01-20 01-29  2/10:00:00 open        N past",
        "E1 01-30 open   2/10:00:00 open        Y current",
    )
    assert (
        f"daybook: {project.schema}.changed: interval was closed in the published"
        " history, and is half_open now: rebuild it with --full-refresh"
    ) in said["changed"]
