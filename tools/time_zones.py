"""The zone behind a time of day: an offset, a place, or letters such as CET."""

import re

import pytz

from spark_text import quoted_text

ZONE = (
    r"(?P<zone>Z|[+-](?:0\d|1[0-7])(?::?[0-5]\d)?|[A-Z]{3,4}"
    r"|[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+)+)"
)
# Spark takes CET for a place, where clocks change, and does not know CEST. A text that
# has both says which of the two hours in autumn it means.
LETTERS = {
    "UTC": "+00:00",
    "GMT": "+00:00",
    "WET": "+00:00",
    "WEST": "+01:00",
    "CET": "+01:00",
    "CEST": "+02:00",
    "EET": "+02:00",
    "EEST": "+03:00",
    "EST": "-05:00",
    "EDT": "-04:00",
    "PST": "-08:00",
    "PDT": "-07:00",
}
KINDS = {
    "XXX": r"Z|[+-]\d\d:\d\d",
    "XX": r"Z|[+-]\d{4}",
    "X": r"Z|[+-]\d\d",
}


def zone_pattern(zones: set[str]) -> str | None:
    read = {LETTERS.get(zone, zone) for zone in zones}
    for pattern, kind in KINDS.items():
        if all(re.fullmatch(kind, zone) for zone in read):
            return pattern
    return "VV" if all("/" in zone for zone in zones) and _are_known(zones) else None


def _are_known(zones: set[str]) -> bool:
    return zones <= pytz.all_timezones_set


def letters_in(zones: set[str]) -> tuple[str, ...]:
    """WEST before EST, which is a part of it."""
    return tuple(sorted(zones & LETTERS.keys(), key=lambda it: (-len(it), it)))


def with_offsets(column: str, letters: tuple[str, ...]) -> str:
    for zone in letters:
        offset = quoted_text(LETTERS[zone])
        column = f"replace({column}, {quoted_text(zone)}, {offset})"
    return column
