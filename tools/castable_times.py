"""Which texts local_timestamp casts to a time: a year, a month and a day, and perhaps a
time of day, which may have a zone behind its seconds."""

import re
from datetime import datetime

import pytz

CASTABLE = re.compile(
    r" *(?P<year>\d{4})-(?P<month>\d\d?)-(?P<day>\d\d?)(?:[ T](?P<hour>\d\d?)"
    r"(?::(?P<minute>\d\d?)(?::(?P<second>\d\d?)(?:\.\d*)?"
    r"(?: *(?P<zone>[A-Za-z+-][^ ]*))?)?)?)? *",
    re.ASCII,
)
OFFSET = re.compile(
    r"Z|(?:UTC|GMT)?[+-](?:(?:0?\d|1[0-7])(?::[0-5]\d)?|(?:0\d|1[0-7])[0-5]\d)",
    re.ASCII,
)


def is_castable(text: str) -> bool:
    found = CASTABLE.fullmatch(text)
    if found is None:
        return False
    *numbers, zone = found.groups(default="")
    try:
        datetime(*(int(number or 0) for number in numbers))
    except ValueError:
        return False
    return not zone or bool(OFFSET.fullmatch(zone)) or zone in pytz.all_timezones_set
