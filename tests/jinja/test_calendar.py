"""Calendars: which arguments go together, and on which days nobody works."""

import pytest

from support.macros import Macros

TWO = {"DE": ["Saturday", "Sunday"], "EG": ["Friday", "Saturday"]}
REFUSED = (
    (
        {"calendar_name": "country"},
        'invalid value "country" for calendar_name: it needs',
    ),
    ({"calendars": TWO}, "it needs calendar_name"),
    ({"calendar_name": "Kunde Nr", "calendars": TWO}, "use the name of a column"),
    (
        {"weekend": ["Freitag"]},
        "invalid value ['Freitag'] for weekend: name some of Monday",
    ),
    *[
        (
            {"calendar_name": "c", "calendars": value},
            f"invalid value {value} for calendars",
        )
        for value in (
            ["DE"],
            {"DE": "Sonntag"},
            {"DE": ["Sunday"], "EG": [6]},
            {"DE": None},
        )
    ],
    (
        {"calendar_name": "c", "calendars": "DE"},
        "use a mapping, such as {'EG': ['Friday', 'Saturday']}",
    ),
    ({"weekend": 6}, "use a list of texts"),
)


@pytest.mark.parametrize(
    "day", ["soon", "2024-13-01", "2024-01-32", "", 20240101, None]
)
def test_a_calendar_goes_from_day_to_day(day):
    for name, days in (
        ("start_date", (day, "2024-12-31")),
        ("end_date", ("2024-01-01", day)),
    ):
        refusal = Macros().refusal("calendar", *days)
        assert f" for {name}: give a day, such as 2015-09-01" in refusal


@pytest.mark.parametrize(("given", "sentence"), REFUSED)
def test_what_makes_no_calendar_is_refused(given, sentence):
    refusal = Macros().refusal("calendar", "2024-01-01", "2024-12-31", **given)
    assert sentence in refusal


def test_one_day_off_needs_no_list():
    calendars = {"DE": "Sunday"}
    for given in (
        {"calendar_name": "c", "calendars": calendars},
        {"weekend": "Sunday"},
    ):
        sql = Macros().call("calendar", "2024-01-01", "2024-12-31", **given)
        assert "cast(array(6) as array<int>)" in sql


def test_each_calendar_has_its_days_off():
    sql = Macros().call(
        "calendar", "2024-01-01", "2024-12-31", calendar_name="country", calendars=TWO
    )
    assert "'DE', cast(array(5, 6) as array<int>)" in " ".join(sql.split())
    assert "'EG', cast(array(4, 5) as array<int>)" in " ".join(sql.split())
