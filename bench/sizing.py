"""What a model comes to after two years of daily runs: the tables in docs/sizing.md.

The package's macros say it, without Spark, so it measures no time. The command writes
the tables into the page.
"""

import re
from math import ceil

from console import say
from spark import ROOT
from support.years import FIRST, GRAINS, LATE_PARTS, LATE_SHARE, Years, batches_in

NEEDS_SERVER = False
PAGE = ROOT / "docs" / "sizing.md"
# The grain, the options that are not the default, and the days.
CASES = {
    "append by quarter": ("quarter", {"batch": "append"}, 730),
    "append by month, the first 100 days": ("month", {"batch": "append"}, 100),
    "append by month": ("month", {"batch": "append"}, 730),
    "the same, `compact_after=100`": (
        "month",
        {"batch": "append", "compact_after": 100},
        730,
    ),
    "append by week": ("week", {"batch": "append"}, 730),
    "append by day": ("day", {"batch": "append"}, 730),
    "append by day and team": ("day and team", {"batch": "append"}, 100),
    "replace by quarter": ("quarter", {}, 730),
    "replace by month": ("month", {}, 730),
    "replace by week": ("week", {}, 730),
    "replace by day": ("day", {}, 730),
    "replace by day and team": ("day and team", {}, 100),
}
DAYS_OF = {"quarter": 91, "month": 30, "week": 7, "day": 1, "day and team": 1}
OPTIONS = {"cases": ([*CASES], {"nargs": "+", "type": str, "choices": CASES})}
# Of docs/benchmarks.md: requests of a run that writes 1 partition, and 24.
REQUESTS = {"magic": (45, 229), "file": (91, 967)}
# The same for the statements of the metastore's database.
STATEMENTS = {"own client": (1523, 1914), "service": (1986, 2448)}
MB, BYTES_OF_A_ROW, BYTES_OF_A_FILE = 10**6, 100, 64 * 10**6


def play(name: str, rows_a_day: int = 10**7) -> Years:
    grain, options, days = CASES[name]
    years = Years(grain, rows_a_day, **options)
    for number in range(days):
        years.run(number)
    return years


def of_a_run(counted: dict[str, tuple[int, int]], partitions: float) -> str:
    """Requests or statements of a run that writes so many partitions, in each place."""
    return ", ".join(
        f"{round(one + (many - one) / 23 * (partitions - 1)):,}"
        for one, many in counted.values()
    )


def case_line(name: str, years: Years) -> str:
    count, days = years.count, CASES[name][2]
    pointer, partitions = years.kept["state"]["pointer"], count["partitions"] / days
    return line(
        name,
        f"{len(pointer):,}",
        days,
        f"{partitions:.1f}, {count['most partitions']:,}",
        f"{batches_in(pointer):,}",
        f"{count['on disk']:,}",
        count["compactions"],
        f"{count['written'] / count['arrived']:.1f}",
        f"{count['view']:,}",
        f"{count['log']:,}",
        of_a_run(REQUESTS, partitions),
        of_a_run(STATEMENTS, partitions),
    )


def volume_line(gigabytes: int) -> str:
    size = gigabytes * 1000 * MB
    today = size * (1 - LATE_SHARE)
    parts = [len(GRAINS[grain](FIRST)) for grain in DAYS_OF]
    whole = [size * days / n for days, n in zip(DAYS_OF.values(), parts, strict=True)]
    return line(
        f"{gigabytes} GB",
        f"{size // BYTES_OF_A_ROW // 10**6:,} million",
        told(today),
        f"{ceil(today / BYTES_OF_A_FILE):,}",
        told(size * LATE_SHARE / LATE_PARTS),
        *map(told, whole),
    )


def told(size: float) -> str:
    megabytes = size / MB
    if megabytes <= 999:
        return f"{megabytes:.0f} MB"
    gigabytes = megabytes / 1000
    return f"{round(gigabytes, int(gigabytes < 10)):,g} GB"


def line(*cells) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def write(text: str) -> None:
    """Puts a line of a table where the page has the one of that name."""
    name = re.escape(text.split(" | ")[0])
    page, found = re.subn(rf"(?m)^{name} \|.*$", text, PAGE.read_text())
    assert found == 1, name
    PAGE.write_text(page)


def measure(server, folder, options):
    for gigabytes in (1, 10, 100):
        write(volume_line(gigabytes))
    for name in options.cases:
        text = case_line(name, play(name))
        say(text)
        write(text)
    yield f"{PAGE} says what was computed"
