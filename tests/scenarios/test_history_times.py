"""Times of every kind: zones, units, numbers, far futures; also type 1 columns.

Some columns are called what the SQL of a history calls something of its own.
"""

from datetime import datetime

import pytest

from support.history_examples import history
from support.sessions import NOT_ANSI_IN_NEW_YORK

# What Spark is set to makes no difference: New York has no 2:30 on 10 March.
pytestmark = NOT_ANSI_IN_NEW_YORK
BERLIN = {"daybook_time_zone": "Europe/Berlin"}

ZONED_BATCHES = [
    [
        ("spring", "A", "2024-03-30 12:00:00.9Z", "2024-03-31 00:30:00.7Z"),
        ("not in New York", "A", "2024-03-10 01:30:00.4Z", "2024-03-10 01:30:00.4Z"),
        ("autumn", "A", "2024-10-26 22:00:00Z", "2024-03-30 12:00:00Z"),
        ("autumn", "B", "2024-10-27 01:00:00Z", "2024-03-30 12:00:01Z"),
        ("two in a second", "A", "2024-03-01 00:00:00Z", "2024-03-02 09:00:00.2Z"),
        ("two in a second", "B", "2024-03-01 00:00:00.5Z", "2024-03-02 09:00:00.8Z"),
    ],
    # Clocks went from 01:59:59 to 03:00:00; and in the second of the first batch.
    [("spring", "B", "2024-03-31 01:00:00Z", "2024-03-31 00:30:00.9Z")],
]
EXACT_BATCHES = [
    [("a", "A", "2024-03-10 02:30:00.000001", "2024-03-10 02:30:00.005999")],
    [("a", "B", "2024-03-10 02:30:00.000003", "2024-03-10 02:30:00.007")],
]
NUMBER_BATCHES = [
    [
        ("a", "A", 20240131, 10, "n1"),
        ("a", "A", 20240201, 11, "n2"),
        ("b", "A", 5, 12, "n1"),
        ("b", "B", 9, 13, "n2"),
    ],
    [
        # The last at its moment is the latest name; then a late one, which writes none.
        ("a", "A", 20240202, 14, "n3"),
        ("b", "B", 10, 15, None),
        ("b", "C", 7, 16, "n4"),
        ("b", "C", 7, 17, "n5"),
        ("c", "A", 1, 18, "n1"),
        ("c", "A", 2, 19, "n2"),
        ("c", "B", 3, 20, "n3"),
    ],
]
# Of each history the types of its times, more arguments, and its arrivals.
HISTORIES = {
    "zoned": ("at timestamp, seen timestamp", "", ZONED_BATCHES),
    "exact": (
        "at timestamp_ntz, seen timestamp_ntz",
        'event_unit="microsecond", system_unit="millisecond",'
        ' far_future={"valid_to": "2999-01-01", "known_to": "2999-12-31"}',
        EXACT_BATCHES,
    ),
    "numbers": (
        "at int, seen bigint, arrival /* -- x string",
        'type_1=["arrival /* -- x"], flag_values=[1, 0],'
        ' far_future={"valid_to": 30000000, "known_to": 99},'
        ' columns={"current_flag": "is_now", "valid_from": "since"}',
        NUMBER_BATCHES,
    ),
}


@pytest.fixture(scope="module")
def told(project):
    for name, (_, more, _) in HISTORIES.items():
        project.fed_model(f"{name}_in_order", 'batch="append"')
        call = history(
            more,
            arrivals=f"{name}_in_order",
            key='["history"]',
            values='["state"]',
            times='event_time="at", system_time="seen"',
        )
        project.model(name, call)
    for number in range(2):
        for name, (types, _, batches) in HISTORIES.items():
            columns = f"history string, state string, {types}"
            project.feed(f"{name}_in_order", columns, batches[number])
        project.ok(vars=BERLIN)


ZONED_ROWS = {
    # Both were known in one second: so A was never believed to go on.
    "spring": [
        "A  03-30 13:00:00 03-31 02:59:59  03-31 01:30:00 open            past",
        "B  03-31 03:00:00 open            03-31 01:30:00 open            current",
    ],
    "not in New York": [
        "A  03-10 02:30:00 open            03-10 02:30:00 open            current",
    ],
    # From midnight in summer time to two in winter time.
    "autumn": [
        "A  10-27 00:00:00 10-27 01:59:59  03-30 13:00:01 open            past",
        "A  10-27 00:00:00 open            03-30 13:00:00 03-30 13:00:00  closed",
        "B  10-27 02:00:00 open            03-30 13:00:01 open            current",
    ],
    "two in a second": [
        "B  03-01 01:00:00 open            03-02 10:00:00 open            current",
    ],
}


@pytest.mark.parametrize("topic", ZONED_ROWS)
def test_a_zone_is_ours_and_times_are_cut_to_the_second(project, told, topic):
    shown = ", ".join(
        f"if({column} = timestamp_ntz'9999-12-31 23:59:59', 'open',"
        f" date_format({column}, 'MM-dd HH:mm:ss'))"
        for column in ("valid_from", "valid_to", "known_from", "known_to")
    )
    found = project.query(
        f"select concat_ws(' ', state, {shown}, history_part)"
        f" from {project.schema}.zoned where history = '{topic}'"
    )
    expected = [" ".join(line.split()) for line in ZONED_ROWS[topic]]
    assert sorted(line for (line,) in found) == expected


def test_other_units_and_a_far_future_of_ones_own(project, told):
    m1, m2, m3, m5000, m6000, m7000 = (
        datetime(2024, 3, 10, 2, 30, 0, micro) for micro in (1, 2, 3, 5000, 6000, 7000)
    )
    far, unknown = datetime(2999, 1, 1), datetime(2999, 12, 31)
    columns = "state, valid_from, valid_to, known_from, known_to, history_part"
    assert project.rows("exact", columns) == [
        ("A", m1, m2, m7000, unknown, "past"),
        ("A", m1, far, m5000, m6000, "closed"),
        ("B", m3, far, m7000, unknown, "current"),
    ]


def test_numbers_as_times_with_names_of_ones_own(project, told):
    """The note of a current row is the latest; of others what they had by then."""
    times = "since, valid_to, known_from, known_to"
    columns = f"history, state, {times}, `arrival /* -- x`, is_now"
    assert project.rows("numbers", columns) == [
        ("a", "A", 20240131, 30000000, 10, 99, "n3", 1),
        ("b", "A", 5, 6, 16, 99, "n1", 0),
        ("b", "A", 5, 8, 13, 15, "n1", 0),
        ("b", "A", 5, 30000000, 12, 12, "n1", 0),
        ("b", "B", 9, 30000000, 13, 99, None, 1),
        ("b", "C", 7, 8, 16, 99, "n4", 0),
        ("c", "A", 1, 2, 20, 99, "n2", 0),
        ("c", "A", 1, 30000000, 18, 19, "n2", 0),
        ("c", "B", 3, 30000000, 20, 99, "n3", 1),
    ]
    types = dict(row[:2] for row in project.query(f"describe {project.schema}.numbers"))
    assert [types[c] for c in ("since", "valid_to", "known_from", "known_to")] == [
        *("int", "int"),
        *("bigint", "bigint"),
    ]
