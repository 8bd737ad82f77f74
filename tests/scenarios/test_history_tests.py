"""The generic tests of histories: what each finds in tables that are made up wrong."""

import pytest

VERSIONS = (
    "customer string, score int, valid_from date, valid_to date,"
    " known_from timestamp_ntz, known_to timestamp_ntz, current_flag string,"
    " history_part string, ended_month string"
)
ARRIVALS = "customer string, day date, is_deleted boolean, until date"
# Of each its score, and days of January: of event time, then of system time.
OPEN = 99
ROWS = [
    # A history that is right: corrected, ended, and begun again.
    ("right", 1, 1, OPEN, 1, 2, "closed"),
    ("right", 1, 1, 9, 3, OPEN, "past"),
    ("right", 2, 10, 19, 3, OPEN, "past"),
    ("right", 3, 25, OPEN, 3, OPEN, "current"),
    # Two that overlap in both times, on one day each; and some in one time only.
    ("overlaps", 1, 1, 10, 1, 5, "closed"),
    ("overlaps", 2, 10, OPEN, 5, OPEN, "current"),
    ("overlaps", 3, 11, 20, 1, 4, "closed"),
    ("overlaps", 4, 1, 9, 6, OPEN, "past"),
    ("gap", 1, 1, 9, 1, OPEN, "past"),
    ("gap", 2, 15, OPEN, 1, OPEN, "current"),
    ("ended", 1, 1, 9, 1, OPEN, "past"),
    ("ended", 2, 10, 19, 1, OPEN, "past"),
    ("until", 1, 1, 9, 1, OPEN, "past"),
    # The gap is of what is no longer believed.
    ("was a gap", 1, 1, 9, 1, 2, "closed"),
    ("was a gap", 2, 15, OPEN, 1, OPEN, "current"),
    ("inverted", 1, 10, 9, 1, OPEN, "past"),
    ("inverted", 2, 20, OPEN, 5, 4, "closed"),
    ("one day", 1, 5, 5, 1, OPEN, "past"),
    ("no end", 1, 20, None, 1, 4, "closed"),
    ("two current", 1, 1, OPEN, 1, OPEN, "current"),
    ("two current", 2, 1, OPEN, 1, OPEN, "current"),
    ("changed", 1, 1, OPEN, 1, 2, "closed"),
    ("changed", 2, 1, OPEN, 3, 4, "closed"),
    ("changed", 3, 1, OPEN, 5, OPEN, "current"),
]
ARRIVED = [
    ("right", "2024-01-20", True, None),
    ("inverted", "2024-01-10", True, None),
    # This one ended elsewhere.
    ("ended", "2024-01-19", True, None),
    ("gap", "2024-01-10", False, None),
    ("until", "2024-01-01", False, "2024-01-09"),
    ("one day", "2024-01-05", False, "2024-01-05"),
    ("overlaps", "2024-01-21", True, None),
]
# What a history leaves in its log: its layout.
LAYOUT = """
    {{ daybook._plan("bitemporal_history", {"built_with": {
        "key": ["`customer`"], "values": ["`score`"], "type_1": [],
        "columns": {"valid_from": "`valid_from`", "valid_to": "`valid_to`",
            "known_from": "`known_from`", "known_to": "`known_to`",
            "current_flag": "`current_flag`"},
        "flag_values": ["Y", "N"], "interval": "closed",
        "event": {"type": "date", "unit": "day", "far": "date'9999-12-31'"},
        "system": {"type": "timestamp_ntz", "unit": "second",
            "far": "timestamp_ntz'9999-12-31 23:59:59'"}}}) }}
    select * from {{ target.schema }}.versions_in
"""
ENDS = 'ref("arrivals"), "day", "is_deleted", "until"'
KEY = 'key=["customer"]'
EVENT_TIME = 'columns={"known_from": none, "known_to": none}'
KEPT = 'history_keeps_what_is_closed(ref("versions"))'
# A view may not ask for what was.
TABLE = "{{{{ config(materialized='table') }}}} {{{{ daybook.test_{} }}}}"
TESTS = {
    "overlapping": 'history_does_not_overlap(ref("versions"))',
    "seen_overlapping": f'history_does_not_overlap(ref("seen"), {KEY})',
    "half_open": f'history_does_not_overlap(ref("seen"), {KEY}, interval="half_open")',
    "event_time": f'history_does_not_overlap(ref("seen"), {KEY}, {EVENT_TIME})',
    "gaps": f'history_has_gaps_only_after_ends(ref("versions"), {ENDS})',
    "seen_gaps": f'history_has_gaps_only_after_ends(ref("seen"), {ENDS}, {KEY})',
    "inverted": 'history_is_never_inverted(ref("versions"))',
    "seen_inverted": 'history_is_never_inverted(ref("seen"))',
    "half_open_inverted": 'history_is_never_inverted(ref("seen"),'
    ' interval="half_open")',
    "event_time_inverted": f'history_is_never_inverted(ref("seen"), {EVENT_TIME})',
    "current": 'history_has_one_current_row(ref("versions"))',
    "seen_current": f'history_has_one_current_row(ref("seen"), {KEY})',
    "seen_past": f'history_has_one_current_row(ref("seen"), {KEY}, current="N")',
    "kept": KEPT,
}


def day(number, time=""):
    return f"2024-01-{number:02}{time}"


def version(customer, score, starts, ends, known, closed, part):
    until = {OPEN: "9999-12-31", None: None}.get(ends) or (ends and day(ends))
    known_to = day(closed, " 23:59:59") if closed < OPEN else "9999-12-31 23:59:59"
    times = (day(starts), until, day(known, " 00:00:00"), known_to)
    month = "9999-12" if part == "current" else "2024-01"
    return (customer, score, *times, "Y" if part == "current" else "N", part, month)


@pytest.fixture(scope="module")
def found(project):
    """The rows that each test finds; of what is closed, also after a change."""
    project.model("versions", LAYOUT, 'partition_by=["history_part", "ended_month"]')
    project.fed_model("arrivals")
    project.feed("arrivals", ARRIVALS, ARRIVED)
    project.feed("versions", VERSIONS, [version(*row) for row in ROWS])
    project.model("seen", 'select * from {{ ref("versions") }} where score > 0', None)
    for name, call in TESTS.items():
        project.model(name, TABLE.format(call), None)
    outcome = project.run()
    found = {
        name: rows_of(project, name) if said == "success" else said
        for name, said in outcome.items()
        if name in TESTS
    }
    # What is closed is written again, with one row changed.
    rows = [
        version(*(("changed", 9, *row[2:]) if row[:2] == ("changed", 2) else row))
        for row in ROWS
        if row[-1] == "closed"
    ]
    project.feed("versions", VERSIONS, rows)
    project.model("kept_after", TABLE.format(KEPT), None)
    project.ok(select="versions kept_after")
    return found | {"kept after": rows_of(project, "kept_after")}


def rows_of(project, name):
    columns = [row[0] for row in project.query(f"describe {project.schema}.{name}")]
    known = {"customer", "score", "current_rows", "nothing_was_closed_before"}
    return project.rows(name, ", ".join(c for c in columns if c in known))


def test_what_overlaps_in_both_times(found):
    two = [("overlaps",), ("two current",)]
    assert found["overlapping"] == found["seen_overlapping"] == two


def test_the_end_of_a_half_open_interval_is_not_in_it(found):
    assert found["half_open"] == [("two current",)]


def test_what_overlaps_in_event_time_alone(found):
    assert [row[0] for row in found["event_time"]] == [
        *("changed", "changed", "changed"),
        *("overlaps", "overlaps", "overlaps"),
        *("right", "right", "right"),
        "two current",
    ]


@pytest.mark.parametrize("name", ["gaps", "seen_gaps"])
def test_gaps_and_ends_of_which_nobody_said_anything(found, name):
    assert found[name] == [("ended",), ("gap",)]


@pytest.mark.parametrize("name", ["inverted", "seen_inverted"])
def test_what_ends_before_it_begins_and_what_has_no_end(found, name):
    assert found[name] == [("inverted", 1), ("inverted", 2), ("no end", 1)]


def test_what_is_inverted_in_the_other_styles(found):
    assert found["event_time_inverted"] == [("inverted", 1), ("no end", 1)]
    assert found["half_open_inverted"] == [*found["inverted"], ("one day", 1)]


def test_two_current_rows(found):
    assert found["current"] == found["seen_current"] == [("two current", 2)]
    assert found["seen_past"] == [
        *(("changed", 2), ("ended", 2), ("inverted", 2)),
        *(("overlaps", 3), ("right", 3)),
    ]


def test_what_was_closed_and_is_not_as_it_was(found):
    assert found["kept"] == []
    assert found["kept after"] == [("changed", 2)]
