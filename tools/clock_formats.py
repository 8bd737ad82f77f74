"""The time of day behind a date: what it looks like, and its pattern."""

from time_zones import ZONE, zone_pattern

CLOCK = (
    r"(?P<hour>\d\d?(?=[:.])|\d\d)(?P<colon>[:.]?)(?P<minute>\d\d)"
    r"(?:(?P=colon)(?P<second>\d\d)(?:(?P<decimal_mark>[.,])(?P<fraction>\d{1,9}))?)?"
    r"(?:(?P<space> ?)(?P<am_pm>[AaPp][Mm])|(?P<uhr> ?Uhr))?"
    rf"(?:(?P<zone_gap> ?){ZONE})?"
)


def clock_pattern(parts: list[dict]) -> str | None:
    gap, colon, space = (parts[0][name] for name in ("gap", "colon", "space"))
    if gap is None:
        return ""
    timed = [part for part in parts if part["second"]]
    marks = {part["decimal_mark"] for part in timed if part["decimal_mark"]}
    if len(marks) > 1 or (not colon and 0 < len(timed) < len(parts)):
        return None
    fraction = "".join(marks) + "S" * max(
        (len(part["fraction"] or "") for part in timed), default=0
    )
    second = f"{colon}ss" + _optional(timed, "fraction", fraction)
    hour = letters(parts, "hour", "H" if space is None else "h")
    gap = "'T'" if gap == "T" else gap
    am_pm = "" if space is None else f"{space}a"
    uhr = f"'{parts[0]['uhr']}'" if parts[0]["uhr"] else ""
    zone = _zone(parts)
    if zone is None:
        return None
    return f"{gap}{hour}{colon}mm{_optional(parts, 'second', second)}{am_pm}{uhr}{zone}"


def _zone(parts: list[dict]) -> str | None:
    """All have one, or none has: Spark would take its own for one that is missing."""
    if parts[0]["zone"] is None:
        return ""
    pattern = zone_pattern({part["zone"] for part in parts})
    return pattern and parts[0]["zone_gap"] + pattern


def _optional(parts: list[dict], name: str, pattern: str) -> str:
    """In brackets, where only some of them have it."""
    having = sum(bool(part[name]) for part in parts)
    if having in (0, len(parts)):
        return pattern if having else ""
    return f"[{pattern}]"


def letters(parts: list[dict], name: str, letter: str) -> str:
    """Two letters read two digits, one reads one or two."""
    return letter * min(len(part[name]) for part in parts)
