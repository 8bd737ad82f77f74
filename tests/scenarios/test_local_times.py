"""Texts and timestamps brought to a zone: Spark says which texts have one, Python where
their instant falls."""

import json
import random
import re
from datetime import datetime, timedelta, timezone
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from support.batch_project import connect

# Stands for the project's zone in the SQL that is compiled once.
STAND_IN = "Etc/GMT+5"
# The project's zone; whether a session has ANSI mode, and the session's zone.
SESSIONS = [
    ("America/New_York", True, "UTC"),
    ("Australia/Lord_Howe", False, "America/New_York"),
    ("UTC", True, "Australia/Lord_Howe"),
]
READ = """select
    cast(said as string),
    cast({{ daybook.local_timestamp("said") }} as string) as here,
    cast({{ daybook.utc_timestamp("said") }} as string) as in_utc
from {{ target.schema }}.%s_in
"""
# A summer's day; hours that come twice in one of the zones, and hours that it skips.
DAYS = ["2024-07-01 16", "2024-11-03 1", "2024-03-10 02", "2024-04-07 01"]
DAYS += ["2024-10-6 2"]
MINUTES = ["", ":3", ":40", ":0:0", ":45:7", ":30:00", ":30:09.", ":30:09.5"]
MINUTES += [":30:09.123456789", ":"]
ZONES = ["Z", "z", "UTC", "utc", "GMT", "UT", "GMT+2", "UTC-11:30", "Europe/Berlin"]
ZONES += ["europe/berlin", "America/New_York", "EST", "PST", "MST", "CET", "EDT"]
ZONES += ["Mars", "+02:00", "-04:00", "+2", "+02", "-4", "+2:30", "+02:3", "+0230"]
ZONES += ["+10:30:15", "+00:00", "-00:00", "+19:00", "+"]
GAPS = ["", " ", "  ", "\t", " \t ", "\n"]
AROUND = ["", " ", "\t ", "\n"]
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def texts():
    """Each zone in each writing, then a draw of what can be combined, then typos."""
    draw = random.Random(20241103)
    yield from (
        f"2024-07-01{between}16:0:00{gap}{zone}"
        for between, gap, zone in product(" T", GAPS, ["", *ZONES])
    )
    drawn = [
        draw.choice(AROUND)
        + draw.choice(DAYS).replace(" ", draw.choice(" T"))
        + draw.choice(MINUTES)
        + draw.choice(GAPS)
        + draw.choice(["", draw.choice(ZONES)])
        + draw.choice(AROUND)
        for _ in range(300)
    ]
    yield from drawn
    for text in drawn:
        place = draw.randrange(text.index("2024") + 4, len(text) + 1)
        typo = draw.choice([*"0159:+-. TZtz\t\x00é", "UTC", ""])
        yield text[:place] + typo + text[place + draw.choice([0, 1]) :]
    yield from ["2024", "2024-07", "2024-07-01", "2024-7-1 ", "2024-07-01T", "soon", ""]
    yield from ["16:00:00", "16:00:00Z", "T16:00:00 +02:00", "+2024-07-01 16:00:00Z"]
    yield from ["-2024-07-01 16:00:00", "12024-07-01 16:00:00Z", "24-07-01 16:00:00"]


TEXTS = sorted(set(texts()))


def begins_with_a_day(text):
    return re.match(r"[\s\0]*\d{4}-\d{1,2}-\d{1,2}(?!\d)", text, re.ASCII)


def expected(zone, text, written, instants):
    """What is written, or where the instant falls, and the instant."""
    if not begins_with_a_day(text) or written is None:
        return None, None
    zone = ZoneInfo(zone)
    if instants[0] == instants[1]:
        instant = EPOCH + timedelta(microseconds=instants[0])
        return shown(instant.astimezone(zone)), shown(instant)
    day, _, fraction = written.partition(".")
    time = datetime.fromisoformat(f"{day}.{fraction:0<6}")
    return written, shown(time.replace(tzinfo=zone).astimezone(timezone.utc))


def shown(time):
    """As Spark writes it, without the zeros at the end of a fraction."""
    fraction = f".{time.microsecond:06}".rstrip("0").rstrip(".")
    return f"{time:%Y-%m-%d %H:%M:%S}{fraction}"


def in_session(project, ansi, zone, sql):
    """The rows that a session of this mode and zone reads."""
    cursor = connect(project.port)
    cursor.execute(f"set spark.sql.ansi.enabled = {ansi}")
    cursor.execute(f"set spark.sql.session.timeZone = {zone}")
    cursor.execute(sql)
    return cursor.fetchall()


@pytest.fixture(scope="module")
def judged(project):
    """Of each text: what is written in it, and its instant in two zones' sessions."""
    values = ", ".join(f"({json.dumps(text)})" for text in TEXTS)
    project.query(
        f"create table {project.schema}.texts_in using parquet"
        f" as select * from values {values} as texts (said)"
    )
    sql = f"""select said, cast(try_cast(said as timestamp_ntz) as string),
        unix_micros(try_cast(said as timestamp)) from {project.schema}.texts_in"""
    one, other = (
        {said: read for said, *read in in_session(project, True, zone, sql)}
        for zone in ("UTC", "Pacific/Kiritimati")
    )
    return {said: (one[said][0], (one[said][1], other[said][1])) for said in TEXTS}


@pytest.fixture(scope="module")
def compiled(project):
    """The SQL that reads a view, by its name; the zone in it is to be replaced."""
    for name in ("texts", "stamps", "plain", "days"):
        project.model(name, READ % name, None)
    return project.compiled({"daybook_time_zone": STAND_IN})


def test_the_texts_are_of_every_kind(judged):
    with_zone = [text for text, (_, (one, two)) in judged.items() if one and one == two]
    without = [text for text, (_, (one, two)) in judged.items() if one != two]
    unread = [text for text, (_, (one, _)) in judged.items() if one is None]
    assert min(map(len, (with_zone, without, unread))) > 100
    assert sum("\t" in text.strip() for text in with_zone) > 50


@pytest.mark.parametrize(("zone", "ansi", "session"), SESSIONS)
def test_what_spark_takes_for_a_zone_is_one(
    project, judged, compiled, zone, ansi, session
):
    sql = compiled["texts"].replace(STAND_IN, zone)
    rows = in_session(project, ansi, session, sql)
    read = {said: (here, in_utc) for said, here, in_utc in rows}
    assert read == {text: expected(zone, text, *judged[text]) for text in TEXTS}


@pytest.mark.parametrize(("ansi", "session"), [each[1:] for each in SESSIONS])
def test_times_that_are_no_texts(project, compiled, ansi, session):
    """An instant in the hour that New York has twice; what is written has no zone."""
    project.feed("stamps", "said timestamp", [("2024-11-03 06:30:00Z",)])
    project.feed("plain", "said timestamp_ntz", [("2024-11-03 01:30:00",)])
    project.feed("days", "said date", [("2024-11-03",)])
    read = {}
    for name in ("stamps", "plain", "days"):
        sql = compiled[name].replace(STAND_IN, "America/New_York")
        ((_, *read[name]),) = in_session(project, ansi, session, sql)
    assert read == {
        "stamps": ["2024-11-03 01:30:00", "2024-11-03 06:30:00"],
        # Of the two that are written so, the earlier.
        "plain": ["2024-11-03 01:30:00", "2024-11-03 05:30:00"],
        "days": ["2024-11-03 00:00:00", "2024-11-03 04:00:00"],
    }
