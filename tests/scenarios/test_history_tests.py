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
INVERTED = [("inverted", 1), ("inverted", 2), ("no end", 1)]
# Of each test its call, and the rows that it finds.
TESTS = {
    "overlaps": (
        'does_not_overlap(ref("versions"))',
        [("overlaps",), ("two current",)],
    ),
    # The end of a half-open interval is not in it.
    "half-open overlaps": (
        f'does_not_overlap(ref("seen"), {KEY}, interval="half_open")',
        [("two current",)],
    ),
    "overlaps in event time": (
        f'does_not_overlap(ref("seen"), {KEY}, {EVENT_TIME})',
        [(name,) for name in ("changed", "overlaps", "right") for _ in range(3)]
        + [("two current",)],
    ),
    "gaps": (
        f'has_gaps_only_after_ends(ref("versions"), {ENDS})',
        [("ended",), ("gap",)],
    ),
    "gaps in a view": (
        f'has_gaps_only_after_ends(ref("seen"), {ENDS}, {KEY})',
        [("ended",), ("gap",)],
    ),
    "inverted": ('is_never_inverted(ref("versions"))', INVERTED),
    "half-open inverted": (
        'is_never_inverted(ref("seen"), interval="half_open")',
        [*INVERTED, ("one day", 1)],
    ),
    "inverted in event time": (
        f'is_never_inverted(ref("seen"), {EVENT_TIME})',
        [("inverted", 1), ("no end", 1)],
    ),
    "current": ('has_one_current_row(ref("versions"))', [("two current", 2)]),
    "flag of its own": (
        f'has_one_current_row(ref("seen"), {KEY}, current="N")',
        [
            *(("changed", 2), ("ended", 2), ("inverted", 2)),
            *(("overlaps", 3), ("right", 3)),
        ],
    ),
    "kept": ('keeps_what_is_closed(ref("versions"))', []),
}
# A view may not ask for what was.
TABLE = "{{{{ config(materialized='table') }}}} {{{{ daybook.test_history_{} }}}}"


def day(number, time=""):
    return f"2024-01-{number:02}{time}"


def version(customer, score, starts, ends, known, closed, part):
    until = {OPEN: "9999-12-31", None: None}.get(ends) or (ends and day(ends))
    known_to = day(closed, " 23:59:59") if closed < OPEN else "9999-12-31 23:59:59"
    times = (day(starts), until, day(known, " 00:00:00"), known_to)
    month = "9999-12" if part == "current" else "2024-01"
    return (customer, score, *times, "Y" if part == "current" else "N", part, month)


def model_of(name):
    return name.replace(" ", "_").replace("-", "_")


def rows_of(project, name):
    columns = [row[0] for row in project.query(f"describe {project.schema}.{name}")]
    known = {"customer", "score", "current_rows", "nothing_was_closed_before"}
    return project.rows(name, ", ".join(c for c in columns if c in known))


@pytest.fixture(scope="module")
def tested(project):
    project.model("versions", LAYOUT, 'partition_by=["history_part", "ended_month"]')
    project.fed_model("arrivals")
    project.feed("arrivals", ARRIVALS, ARRIVED)
    project.feed("versions", VERSIONS, [version(*row) for row in ROWS])
    project.model("seen", 'select * from {{ ref("versions") }} where score > 0', None)
    for name, (call, _) in TESTS.items():
        project.model(model_of(name), TABLE.format(call), None)
    project.ok()


@pytest.mark.parametrize("name", TESTS)
def test_what_is_wrong_is_found(project, tested, name):
    assert rows_of(project, model_of(name)) == TESTS[name][1]


def test_what_was_closed_and_is_not_as_it_was(project, tested):
    """It is written again, with one row changed."""
    rows = [
        version(*(("changed", 9, *row[2:]) if row[:2] == ("changed", 2) else row))
        for row in ROWS
        if row[-1] == "closed"
    ]
    project.feed("versions", VERSIONS, rows)
    call = 'keeps_what_is_closed(ref("versions"))'
    project.model("kept_after", TABLE.format(call), None)
    project.ok(select="versions kept_after")
    assert rows_of(project, "kept_after") == [("changed", 2)]
