"""Several working-day calendars at once: a dimension picks one."""

from datetime import date, timedelta

import pytest

from support import oracle

WEEKENDS = {"US": ("Saturday", "Sunday"), "EG": ("Friday", "Saturday"), "XX": ()}
HOLIDAYS = {("US", date(2015, 9, 7)), ("EG", date(2015, 9, 10)), ("DE", date.min)}
FIRST, LAST = date(2015, 9, 1), date(2015, 9, 20)
CALENDAR = """{{ daybook.calendar("2015-09-01", "2015-09-30",
    holidays=target.schema ~ ".days_in", calendar_name="country", calendars={
    "US": ["Saturday", "Sunday"], "EG": ["Friday", "Saturday"], "XX": []}) }}"""
EVENTS = (
    "item string, state string, at timestamp_ntz, country string, event_month string"
)
ENTRIES = """{{ daybook.negate_events(
    events=daybook.new_batches(ref("moves")), history=ref("moves"), posted=this,
    item="item", state="state", occurred_at="at", dimensions=["country"],
    calendar=ref("days"), calendar_name="country") }}"""
AGED = """{{ daybook.aged_snapshot(
    entries=daybook.new_batches(ref("entries")), posted=this, state="state",
    through="date'2015-09-20'", dimensions=["country"], calendar=ref("days"),
    calendar_name="country") }}"""
OPEN = """batch="append", partition_by="entry_month", private=["open", "resting"],
    replace_where="entry_month = 'open'" """


def works(country, day):
    if day.strftime("%A") in WEEKENDS[country]:
        return False
    return (country, day) not in HOLIDAYS


def age(country, since, day):
    """Working days, flag by flag."""
    days = (since + timedelta(days=n + 1) for n in range((day - since).days))
    return sum(works(country, each) for each in days)


@pytest.fixture(scope="module")
def built(project):
    project.feed(
        "days",
        "country string, holiday_date date",
        [(country, str(day)) for country, day in HOLIDAYS],
    )
    project.model("days", CALENDAR)
    project.fed_model("moves", 'batch="append", partition_by="event_month"')
    project.model("entries", ENTRIES, OPEN)
    project.model("aged", AGED, 'batch="append", partition_by="snapshot_month"')
    events = []
    for country in WEEKENDS:
        for day in range(1, 15):
            item = f"{country}{day}"
            for state, at in (("Open", day), ("Done", day + 5)):
                time = f"2015-09-{at:02} 09:00:00"
                events.append((item, state, time, country, "2015-09"))
    project.feed("moves", EVENTS, events)
    project.ok()
    return project


def test_each_calendar_has_its_days(built):
    rows = {
        (country, oracle.as_date(day)): flag
        for country, day, flag in built.rows(
            "days", "country, date_day, is_working_day"
        )
    }
    assert len(rows) == 30 * len(WEEKENDS)
    assert rows == {key: works(*key) for key in rows}
    assert built.rows(
        "days", "country, max(working_days)", "true group by country"
    ) == [
        (country, age(country, date(2015, 8, 31), date(2015, 9, 30)))
        for country in sorted(WEEKENDS)
    ]


def test_a_holiday_that_is_no_date_is_refused(built):
    built.feed("texts", "holiday_date string", [("2015-09-07",), ("next Monday",)])
    days = """{{ daybook.calendar("2015-09-01", "2015-09-30",
        holidays=target.schema ~ ".texts_in") }}"""
    built.model("by_text", days)
    refused = built.run(select="by_text")["by_text"]
    assert "a holiday_date is no date: next Monday" in refused


def test_entries_count_by_their_own(built):
    rows = built.rows(
        "entries", "country, held_since, age_working_days", "direction = 'out'"
    )
    assert len(rows) == 14 * len(WEEKENDS)
    for country, since, working_days in rows:
        since = oracle.as_date(since)
        assert working_days == age(country, since, since + timedelta(days=5))


def test_the_snapshot_too(built):
    rows = built.rows("aged", "snapshot_date, country, age_days, age_working_days")
    assert len(rows) > 300
    for day, country, days, working_days in rows:
        day = oracle.as_date(day)
        assert working_days == age(country, day - timedelta(days=days), day)


def test_of_several_calendars_a_column_must_tell(built):
    unnamed = ENTRIES.replace(', calendar_name="country"', "")
    built.model("unnamed", unnamed, OPEN)
    refused = built.run(select="unnamed")["unnamed"]
    assert "days has several rows for 2015-09-" in refused
    assert built.names("unnamed") == []


@pytest.mark.stress
def test_a_calendar_that_is_not_there_is_refused(built):
    built.feed("moves", EVENTS, [("1", "Open", "2015-09-02 09:00:00", "SE", "2015-09")])
    refused = built.run(select="moves entries")["entries"]
    assert "has no row for one of 2015-09-02 and 2015-09-02 of country SE" in refused


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (
            CALENDAR.replace('calendar_name="country", ', ""),
            "it goes with calendar_name",
        ),
        (CALENDAR.replace('"Friday"', '"Freitag"'), "name some of Monday, Tuesday"),
        (
            ENTRIES.replace('dimensions=["country"],', ""),
            "name one of the dimensions: there are none",
        ),
        (ENTRIES.replace('calendar=ref("days"),', ""), "it goes with calendar"),
    ],
)
def test_what_does_not_go_together_is_refused(built, sql, said):
    built.model("wrong", sql, OPEN if "negate" in sql else "")
    assert said in built.run(select="wrong")["wrong"]
