"""Several working-day calendars at once: a dimension picks one."""

from datetime import date, timedelta

import pytest

from support import oracle

WEEKENDS = {"US": ("Saturday", "Sunday"), "EG": ("Friday", "Saturday"), "XX": ()}
HOLIDAYS = {("US", date(2015, 9, 7)), ("EG", date(2015, 9, 10)), ("DE", date.min)}
CALENDAR = """{{ daybook.calendar("2015-09-01", "2015-09-30",
    holidays=target.schema ~ ".days_in", calendar_name="country", calendars={
    "US": ["Saturday", "Sunday"], "EG": ["Friday", "Saturday"], "XX": []}) }}"""
BY_TEXT = """{{ daybook.calendar("2015-09-01", "2015-09-30",
    holidays=target.schema ~ ".texts_in") }}"""
EVENTS = (
    "item string, state string, at timestamp_ntz, country string, event_month string"
)
LOG = """daybook.event_log(item="item", state="state", occurred_at="at",
    dimensions=["country"])"""
ENTRIES = f"""{{{{ daybook.negate_events(
    events=daybook.new_batches(ref("moves")), history=ref("moves"), posted=this,
    event_log={LOG}, calendar=ref("days"), calendar_name="country") }}}}"""
AGED = f"""{{{{ daybook.aged_snapshot(
    entries=daybook.new_batches(ref("entries")), posted=this, event_log={LOG},
    through="date'2015-09-20'", calendar=ref("days"), calendar_name="country") }}}}"""
MODELS = {
    "days": CALENDAR,
    "by_text": BY_TEXT,
    "entries": ENTRIES,
    "unnamed": ENTRIES.replace(', calendar_name="country"', ""),
    "strange": ENTRIES.replace('ref("moves")', 'ref("strangers")'),
    "aged": AGED,
}


def works(country, day):
    if day.strftime("%A") in WEEKENDS[country]:
        return False
    return (country, day) not in HOLIDAYS


def age(country, since, day):
    """Working days, flag by flag."""
    days = (since + timedelta(days=n + 1) for n in range((day - since).days))
    return sum(works(country, each) for each in days)


@pytest.fixture(scope="module")
def said(project):
    """What a run said of each model."""
    project.feed(
        "days",
        "country string, holiday_date date",
        [(country, str(day)) for country, day in HOLIDAYS],
    )
    project.feed("texts", "holiday_date string", [("2015-09-07",), ("next Monday",)])
    moves = [
        (f"{country}{day}", state, f"2015-09-{at:02} 09:00:00", country, "2015-09")
        for country in WEEKENDS
        for day in range(1, 15)
        for state, at in (("Open", day), ("Done", day + 5))
    ]
    strangers = [("1", "Open", "2015-09-02 09:00:00", "SE", "2015-09")]
    for name, rows in (("moves", moves), ("strangers", strangers)):
        project.feed(name, EVENTS, rows)
        project.fed_model(name, 'batch="append", partition_by="event_month"')
    for name, sql in MODELS.items():
        project.model(name, sql)
    return project.run()


def test_each_calendar_has_its_days(project, said):
    rows = project.rows("days", "country, date_day, is_working_day")
    days = {(country, oracle.as_date(day)): flag for country, day, flag in rows}
    assert len(days) == 30 * len(WEEKENDS)
    assert days == {key: works(*key) for key in days}
    counts = project.rows("days", "country, max(working_days)", "true group by 1")
    last = date(2015, 9, 30)
    assert dict(counts) == {c: age(c, date(2015, 8, 31), last) for c in WEEKENDS}


def test_entries_count_by_their_own(project, said):
    columns = "country, held_since, age_working_days"
    rows = project.rows("entries", columns, "direction = 'out'")
    assert len(rows) == 14 * len(WEEKENDS)
    for country, since, working_days in rows:
        since = oracle.as_date(since)
        assert working_days == age(country, since, since + timedelta(days=5))


def test_the_snapshot_too(project, said):
    rows = project.rows("aged", "snapshot_date, country, age_days, age_working_days")
    assert len(rows) > 300
    for day, country, days, working_days in rows:
        day = oracle.as_date(day)
        assert working_days == age(country, day - timedelta(days=days), day)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "by_text",
            "a holiday_date is no date: next Monday. Write it like 2015-12-25,"
            " or leave its row out",
        ),
        ("unnamed", "days has several rows for 2015-09-"),
        ("strange", "has no row for one of 2015-09-02 and 2015-09-02 of country SE"),
    ],
)
def test_a_calendar_that_cannot_be_asked_is_refused(project, said, name, sentence):
    assert sentence in said[name]
    assert project.names(name) == []
