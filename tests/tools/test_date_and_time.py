"""A day and its time of day in two columns: which belong together, and their SQL."""

from datetime import datetime, timedelta

import pytest

from guesses.columns import Column
from guesses.roles import guessed_roles
from guesses.written import source_of

START = datetime(2025, 9, 21, 8, 15, 30)


def roles_of(**forms):
    """Of thirty items with three states, and columns of times in these forms."""
    times = [START + timedelta(hours=11 * n) for n in range(90)]
    columns = [
        Column("case no", [f"c{n // 3}" for n in range(90)]),
        Column("phase", [f"p{n % 3}" for n in range(90)]),
    ]
    for name, form in forms.items():
        values = [time.strftime(form) for time in times]
        columns.append(Column(name.replace("_of_", " "), values))
    return guessed_roles(columns)


def occurred_at(**forms):
    return source_of(roles_of(**forms))["occurred_at"]


@pytest.mark.parametrize(
    ("date", "time", "read"),
    [
        ("%Y-%m-%d", "%H:%M", "concat(`date`, ' ', `time`)"),
        ("%Y-%m-%d", "%H:%M:%S", "concat(`date`, ' ', `time`)"),
        ("%Y-%m-%d 00:00:00", "%H:%M", "concat(left(`date`, 10), ' ', `time`)"),
        (
            "%d.%m.%Y",
            "%H:%M:%S",
            "to_timestamp_ntz(concat(`date`, ' ', `time`), 'dd.MM.yyyy HH:mm:ss')",
        ),
        (
            "%m/%d/%Y",
            "%I:%M %p",
            "to_timestamp_ntz(concat(`date`, ' ', `time`), 'MM/dd/yyyy hh:mm a')",
        ),
        (
            "%d.%m.%Y",
            "%H.%M Uhr",
            "to_timestamp_ntz(concat(`date`, ' ', `time`), "
            "'dd.MM.yyyy HH.mm\\' Uhr\\'')",
        ),
        (
            "%Y%m%d",
            "%H%M%S",
            "to_timestamp_ntz(concat(`date`, ' ', `time`), 'yyyyMMdd HHmmss')",
        ),
        (
            "%Y-%m-%d",
            "%H:%MZ",
            "to_timestamp(concat(`date`, ' ', `time`), 'yyyy-MM-dd HH:mmXXX')",
        ),
    ],
)
def test_a_day_and_its_time_of_day_are_one_time(date, time, read):
    assert occurred_at(date=date, time=time) == read


@pytest.mark.parametrize(
    ("date", "time"),
    [
        ("event_date", "event_time"),
        ("Buchungsdatum", "Buchungszeit"),
        ("Buchungsdatum", "Uhrzeit"),
        ("Datum", "Uhr_of_Zeit"),
        ("Scan_of_Date", "Scan_of_Time"),
        ("eventDate", "eventTime"),
        ("DATE", "TIME"),
    ],
)
def test_names_say_what_belongs_together(date, time):
    day, clock = (name.replace("_of_", " ") for name in (date, time))
    read = occurred_at(**{date: "%Y-%m-%d", time: "%H:%M"})
    assert read == f"concat(`{day}`, ' ', `{clock}`)"


def test_each_day_has_its_own_time_of_day():
    roles = roles_of(
        created_date="%Y-%m-%d",
        created_time="%H:%M",
        event_date="%Y-%m-%d",
        event_time="%H:%M",
    )
    assert roles.time.name == "event_date and event_time"
    assert [it.name for it in roles.other_times] == ["created_date and created_time"]
    assert roles.dimensions == {}


@pytest.mark.parametrize(
    ("date", "time"),
    [("date", "processing_time"), ("date", "duration"), ("changed_date", "due_time")],
)
def test_a_length_of_time_or_the_time_of_another_day_is_left_out(date, time):
    assert occurred_at(**{date: "%Y-%m-%d", time: "%H:%M"}) == date


def test_a_time_that_has_a_day_needs_no_other_column():
    assert occurred_at(at="%Y-%m-%d %H:%M", time="%H:%M") == "at"


def test_digits_are_a_time_of_day_by_their_name_alone():
    read = occurred_at(date="%Y-%m-%d", cost="%H%M")
    assert read == "date"


def test_a_number_of_hours_is_no_time_of_day():
    assert occurred_at(date="%d.%m.%Y", time="%H.%M") == (
        "to_timestamp_ntz(`date`, 'dd.MM.yyyy')"
    )
