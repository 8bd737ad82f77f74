"""The generic tests of histories: what each finds in tables that are made up wrong.

Some columns have names that are none in SQL, or mean something else there.
"""

import pytest

VERSIONS = (
    "customer string, score int, valid_from date, valid_to date,"
    " known_from timestamp_ntz, To Time timestamp_ntz, current_flag string,"
    " history_part string, ended_month string"
)
OPEN = 99
# Of each its score, and days of January: of event time, then of system time.
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
    ("inverted in system time", 2, 20, OPEN, 5, 4, "closed"),
    ("one day", 1, 5, 5, 1, OPEN, "past"),
    ("no end", 1, 20, None, 1, 4, "closed"),
    ("two current", 1, 1, OPEN, 1, OPEN, "current"),
    ("two current", 2, 1, OPEN, 1, OPEN, "current"),
    ("changed", 1, 1, OPEN, 1, 2, "closed"),
    ("changed", 2, 1, OPEN, 3, 4, "closed"),
    ("changed", 3, 1, OPEN, 5, OPEN, "current"),
]
ARRIVALS = "customer string, from date, is deleted? boolean, null date"
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
    {{ daybook.make_plan("bitemporal_history", {"built_with": {
        "key": ["`customer`"], "values": ["`score`"], "type_1": [],
        "columns": {"valid_from": "`valid_from`", "valid_to": "`valid_to`",
            "known_from": "`known_from`", "known_to": "`To Time`",
            "current_flag": "`current_flag`"},
        "flag_values": ["Y", "N"], "interval": "closed",
        "event": {"type": "date", "unit": "day", "far": "date'9999-12-31'"},
        "system": {"type": "timestamp_ntz", "unit": "second",
            "far": "timestamp_ntz'9999-12-31 23:59:59'"}}}) }}
    select * from {{ target.schema }}.versions_in
"""
OF_HISTORY, OF_VIEW = 'ref("versions")', 'ref("seen"), key=["customer"]'
HALF_OPEN = 'columns={"known_to": "To Time"}, interval="half_open"'
NAMED = 'columns={"known_to": "`To Time`"}'
EVENT_TIME = 'columns={"known_from": none, "known_to": none}'
ENDS = 'ref("arrivals"), "from", "is deleted?", "null"'
# Of each test its call, and whose rows it finds.
TESTS = {
    "overlaps": (f"does_not_overlap({OF_HISTORY})", ["overlaps", "two current"]),
    # The end of a half-open interval is not in it.
    "half_open_overlaps": (
        f"does_not_overlap({OF_VIEW}, {HALF_OPEN})",
        ["two current"],
    ),
    "event_time_overlaps": (
        f"does_not_overlap({OF_VIEW}, {EVENT_TIME})",
        ["changed", "overlaps", "right", "two current"],
    ),
    "gaps": (f"has_gaps_only_after_ends({OF_HISTORY}, {ENDS})", ["ended", "gap"]),
    "gaps_of_view": (
        f'has_gaps_only_after_ends(ref("seen"), {ENDS}, ["customer"], {NAMED})',
        ["ended", "gap"],
    ),
    "inverted": (
        f"is_never_inverted({OF_HISTORY})",
        ["inverted", "inverted in system time", "no end"],
    ),
    "half_open_inverted": (
        f'is_never_inverted(ref("seen"), {HALF_OPEN})',
        ["inverted", "inverted in system time", "no end", "one day"],
    ),
    "event_time_inverted": (
        f'is_never_inverted(ref("seen"), {EVENT_TIME})',
        ["inverted", "no end"],
    ),
    "current": (f"has_one_current_row({OF_HISTORY})", ["two current"]),
    "current_of_view": (
        f'has_one_current_row({OF_VIEW}, {NAMED}, current="N")',
        ["changed", "ended", "overlaps", "right"],
    ),
}
# A view may not ask for what was.
KEPT = """
    {{ config(materialized="table") }}
    {{ daybook.test_history_keeps_what_is_closed(ref("versions")) }}
"""


def version(customer, score, starts, ends, known, closed, part):
    until = f"2024-01-{ends:02}" if ends and ends < OPEN else ends and "9999-12-31"
    closed_at = f"2024-01-{closed:02}" if closed < OPEN else "9999-12-31"
    times = f"2024-01-{starts:02}", until, f"2024-01-{known:02} 00:00:00"
    month = "9999-12" if part == "current" else "2024-01"
    flag = "Y" if part == "current" else "N"
    return (customer, score, *times, f"{closed_at} 23:59:59", flag, part, month)


@pytest.fixture(scope="module")
def tested(project):
    project.model("versions", LAYOUT, 'partition_by=["history_part", "ended_month"]')
    project.fed_model("arrivals")
    project.feed("arrivals", ARRIVALS, ARRIVED)
    project.feed("versions", VERSIONS, [version(*row) for row in ROWS])
    project.model("seen", 'select * from {{ ref("versions") }} where score > 0', None)
    for name, (call, _) in TESTS.items():
        found = f"({{{{ daybook.test_history_{call} }}}})"
        project.model(name, f"select distinct customer from {found}", None)
    project.model("kept", KEPT, None)
    project.ok()


@pytest.mark.parametrize("name", TESTS)
def test_what_is_wrong_is_found(project, tested, name):
    assert [customer for (customer,) in project.rows(name)] == TESTS[name][1]


def test_what_was_closed_and_is_not_as_it_was(project, tested):
    """It is written again, with one row changed."""
    assert project.rows("kept") == []
    rows = [
        version(*(("changed", 9, *row[2:]) if row[:2] == ("changed", 2) else row))
        for row in ROWS
        if row[-1] == "closed"
    ]
    project.feed("versions", VERSIONS, rows)
    project.model("kept_after", KEPT, None)
    project.ok(select="versions kept_after")
    assert project.rows("kept_after", "customer, score") == [("changed", 2)]
    # What was rolled back is not what was closed before.
    first = project.published("versions")[0]
    project.operate("publish_batch", model="versions", batch_id=first)
    project.feed("versions", VERSIONS, [version(*row) for row in ROWS])
    project.model("kept_later", KEPT, None)
    project.ok(select="versions kept_later")
    assert project.rows("kept_later") == []
