"""Times of every kind: zones, units, numbers, far futures; also type 1 columns."""

from datetime import datetime

import pytest

from support.sessions import NOT_ANSI_IN_NEW_YORK
from support.told_histories import CONFIG, history

# What Spark is set to makes no difference: New York has no 2:30 on 10 March.
pytestmark = NOT_ANSI_IN_NEW_YORK
BERLIN = {"daybook_time_zone": "Europe/Berlin"}
FAR = datetime(9999, 12, 31, 23, 59, 59)

ZONED = "topic string, text string, at timestamp, seen timestamp"
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

EXACT = "topic string, text string, at timestamp_ntz, seen timestamp_ntz"
EXACT_ROWS = [
    ("a", "A", "2024-03-10 02:30:00.000001", "2024-03-10 02:30:00.000005"),
    ("a", "B", "2024-03-10 02:30:00.000003", "2024-03-10 02:30:00.000007"),
]

NUMBERS = "topic string, text string, note string, at int, seen bigint"
NUMBER_BATCHES = [
    [
        ("a", "A", "n1", 20240131, 10),
        ("a", "A", "n2", 20240201, 11),
        ("b", "A", "n1", 5, 12),
        ("b", "B", "n2", 9, 13),
    ],
    [
        # The last at its moment is the latest name; then a late one, which writes none.
        ("a", "A", "n3", 20240202, 14),
        ("b", "B", None, 10, 15),
        ("b", "C", "n4", 7, 16),
        ("b", "C", "n5", 7, 17),
        ("c", "A", "n1", 1, 18),
        ("c", "A", "n2", 2, 19),
        ("c", "B", "n3", 3, 20),
    ],
]
NUMBERED = (
    'type_1=["note"], far_future={"valid_to": 30000000, "known_to": 99},'
    ' flag_values=[1, 0], columns={"current_flag": "is_now", "valid_from": "since"}'
)

DAYS = "topic string, text string, at date, seen date"
DAY_ROWS = [
    ("a", "A", "2024-02-28", "2024-03-01"),
    ("a", "B", "2024-03-01", "2024-03-01"),
    ("a", "C", "2024-03-01", "2024-03-05"),
]
HALF_OPEN = (
    'interval="half_open", flag_values=[true, false],'
    ' far_future={"valid_to": "2999-01-01", "known_to": "2999-12-31"}'
)


@pytest.fixture(scope="module")
def told(project):
    histories = {
        "zoned": (ZONED, ""),
        "exact": (EXACT, 'event_unit="microsecond", system_unit="microsecond"'),
        "numbers": (NUMBERS, NUMBERED),
        "days": (DAYS, HALF_OPEN),
    }
    for name, (_, arguments) in histories.items():
        project.fed_model(f"{name}_in_order", 'batch="append"')
        call = history(
            arguments,
            arrivals=f"{name}_in_order",
            key='["topic"]',
            values='["text"]',
            times='event_time="at", system_time="seen"',
        )
        project.model(name, call, CONFIG)
    batches = {
        "zoned": ZONED_BATCHES,
        "exact": [EXACT_ROWS],
        "numbers": NUMBER_BATCHES,
        "days": [DAY_ROWS],
    }
    for n in range(2):
        fed = [name for name in histories if len(batches[name]) > n]
        for name in fed:
            project.feed(f"{name}_in_order", histories[name][0], batches[name][n])
        select = " ".join(f"{name}_in_order {name}" for name in fed)
        project.ok(select=select, vars=BERLIN)
    return project


TIMES = "text, valid_from, valid_to, known_from, known_to, history_part"
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
def test_a_zone_is_ours_and_times_are_cut_to_the_second(told, topic):
    shown = ", ".join(
        f"if({column} = timestamp_ntz'9999-12-31 23:59:59', 'open',"
        f" date_format({column}, 'MM-dd HH:mm:ss'))"
        for column in ("valid_from", "valid_to", "known_from", "known_to")
    )
    found = told.query(
        f"select concat_ws(' ', text, {shown}, history_part)"
        f" from {told.schema}.zoned where topic = '{topic}'"
    )
    expected = [" ".join(line.split()) for line in ZONED_ROWS[topic]]
    assert sorted(line for (line,) in found) == expected


def test_to_the_microsecond(told):
    m1, m2, m3, m5, m6, m7 = (
        datetime(2024, 3, 10, 2, 30, 0, micro) for micro in (1, 2, 3, 5, 6, 7)
    )
    assert told.rows("exact", TIMES) == [
        ("A", m1, m2, m7, FAR, "past"),
        ("A", m1, FAR, m5, m6, "closed"),
        ("B", m3, FAR, m7, FAR, "current"),
    ]


def test_numbers_as_times_with_names_of_ones_own(told):
    """The note of a current row is the latest; of others what they had by then."""
    columns = "topic, text, since, valid_to, known_from, known_to, note, is_now"
    assert told.rows("numbers", columns) == [
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
    types = dict(row[:2] for row in told.query(f"describe {told.schema}.numbers"))
    assert [types[c] for c in ("since", "valid_to", "known_from", "known_to")] == [
        *("int", "int"),
        *("bigint", "bigint"),
    ]


def test_half_open_days_with_a_far_future_of_their_own(told):
    assert told.rows("days", f"{TIMES}, current_flag") == [
        *(
            (
                "A",
                "2024-02-28",
                "2024-03-01",
                "2024-03-01",
                "2999-12-31",
                "past",
                False,
            ),
            (
                "B",
                "2024-03-01",
                "2999-01-01",
                "2024-03-01",
                "2024-03-05",
                "closed",
                False,
            ),
        ),
        ("C", "2024-03-01", "2999-01-01", "2024-03-05", "2999-12-31", "current", True),
    ]
