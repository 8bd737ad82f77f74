"""Event logs in several arrivals, random or told, against brute force; the past too."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date

import pytest

from support import log_examples, oracle
from support.event_logs import ARRIVALS, random_log
from support.replay import (
    AS_OF,
    DAILY,
    DIMENSIONS,
    LAST_OF,
    MILESTONES,
    REACHED_MODELS,
    TERMINAL,
    WORKING_DAYS,
    export,
    read_days,
    read_entries,
    read_milestones,
    write,
    write_models,
    write_rows,
)

LOGS_A_SESSION = 150
FEW_LOGS = 30
ANSI = "spark.sql.ansi.enabled = true"
# What Spark is set to must make no difference. With the same settings as the few, all
# logs would join theirs.
ELSEWHERE = (ANSI, "spark.sql.session.timeZone = America/St_Johns")
NOT_ANSI = ("spark.sql.ansi.enabled = false", "spark.sql.session.timeZone = Asia/Tokyo")
SESSIONS = [
    pytest.param((ANSI,), range(FEW_LOGS), id="few"),
    *[
        pytest.param(settings, seeds, id=id, marks=pytest.mark.stress)
        for settings, seeds, id in (
            (ELSEWHERE, range(LOGS_A_SESSION), "ANSI"),
            (NOT_ANSI, range(LOGS_A_SESSION, 2 * LOGS_A_SESSION), "not ANSI"),
        )
    ],
]
pytestmark = pytest.mark.parametrize(
    ("project", "seeds"), SESSIONS, indirect=True, scope="module"
)
# Of these a row's batch tells when it was known.
APPENDED = ["snap_terminal", "aged_append", "item_days"]
# These are asked for the rows that they had.
REPLACED = ["snap_restate", *REACHED_MODELS]


@pytest.fixture(scope="module")
def seeds(request):
    """A log of each."""
    return request.param


@dataclass
class Replay:
    """The logs, and by model and arrival what was there after it."""

    rows: list
    after: dict = field(default_factory=lambda: defaultdict(dict))
    # The same, as it is known in the end, and after all was rebuilt.
    known: dict = field(default_factory=lambda: defaultdict(dict))
    rebuilt: dict = field(default_factory=dict)

    def arrived(self, arrival):
        return [row for row in self.rows if row["arrival"] <= arrival]


@pytest.fixture(scope="module")
def replay(project, seeds):
    rows = [row for seed in seeds for row in random_log(seed)]
    replay = Replay([*rows, *log_examples.rows(ARRIVALS)])
    write_rows(project, replay.rows)
    write_models(project)
    # Elsewhere two arrivals come with the first run, and three with the second.
    is_one_by_one = ANSI in project.settings and len(seeds) > FEW_LOGS
    arrivals = range(1, ARRIVALS + 1) if is_one_by_one else (2, ARRIVALS)
    for arrival in arrivals:
        export(project, arrival)
        project.ok()
        for name in (*DAILY, *REACHED_MODELS):
            replay.after[name][arrival] = read(project, name)
    batches = [id for (id,) in project.rows("entries", "distinct posted_batch_id")]
    known = dict(zip(arrivals, batches, strict=True))
    for name in ("entries", *APPENDED):
        for arrival, batch in known.items():
            where = f"posted_batch_id <= {batch}"
            replay.known[name][arrival] = read(project, name, where)
    project.operate("compact_batches", model="snap_restate", apply=True)
    for name in REPLACED:
        write(project, f"{name}_past", AS_OF, None, of=name, ids=batches)
    # Nothing is new, but all of it is read from the beginning.
    rebuilt = "entries+ reached_first reached_past reached_first_past"
    project.ok(select=rebuilt, full_refresh=True)
    for name in REPLACED:
        for arrival, batch in known.items():
            past = read(project, name, f"known = {batch}", f"{name}_past")
            replay.known[name][arrival] = past
    for name in ("entries", *DAILY, "reached_first"):
        replay.rebuilt[name] = read(project, name)
    return replay


def read(project, name, *where):
    if name == "entries":
        return read_entries(project, *where)
    reads = read_milestones if name in REACHED_MODELS else read_days
    return reads(project, name, *where)


def expected(name, rows, runs):
    """What the rows say, without what is zero; runs: the last arrival of each."""
    terminal = ("Closed",) if TERMINAL in DAILY.get(name, ()) else ()
    if name == "entries":
        return oracle.entries(rows, DIMENSIONS, WORKING_DAYS)
    if name in REACHED_MODELS:
        return expected_milestones(name, rows, runs)
    if name.startswith("snap"):
        return expected_balances(rows, last_day(name, rows, runs), terminal)
    on_hand = oracle.on_hand_by_age(rows, DIMENSIONS, WORKING_DAYS, terminal)
    if name == "item_days":
        moving = oracle.moving_by_age(rows, DIMENSIONS, WORKING_DAYS)
        both = {key: (moving[key], on_hand[key]) for key in {*moving, *on_hand}}
        return {key: figures for key, figures in both.items() if any(figures)}
    aged = Counter()
    for (day, _, *key), held in on_hand.items():
        aged[(day, *key)] += held
    return {key: (held,) for key, held in aged.items()}


def last_day(name, rows, runs):
    """Of all events, or of those that stood after any of the runs."""
    events = rows
    if name in LAST_OF:
        events = []
        for run in runs:
            arrived = [row for row in rows if row["arrival"] <= run]
            for standing in oracle.standing_events(arrived, DIMENSIONS).values():
                events += standing
    return max(event["at"] for event in events).date()


def expected_balances(rows, last_day, terminal):
    """Log by log, for the oracle looks at every day of every combination."""
    by_log = defaultdict(list)
    for row in rows:
        by_log[row["log"]].append(row)
    found = {}
    for log_rows in by_log.values():
        lines = oracle.entries(log_rows, DIMENSIONS, WORKING_DAYS)
        days = oracle.daily_snapshot(lines, last_day, terminal)
        found |= {(day, *key): figures for (day, key), figures in days.items()}
    return found


def expected_milestones(name, rows, runs):
    def arrived(row):
        run = next(run for run in runs if row["arrival"] <= run)
        return run, row["recorded_at"], row["at"], row["order"]

    came = defaultdict(list)
    for row in sorted(rows, key=arrived):
        if not row["is_deleted"]:
            came[row["item"]].append(row)
    standing = oracle.standing_events(rows, DIMENSIONS) if name != "reached" else came
    found = {}
    for item, events in came.items():
        cells = {}
        for event in standing.get(item, []):
            tk = int(event["at"].strftime("%Y%m%d"))
            cells.setdefault(event["state"], tk)
        found[item] = (events[0]["dim"], *map(cells.get, MILESTONES))
    return found


def test_the_logs_are_as_wild_as_they_should_be(replay, seeds):
    rows = [row for row in replay.rows if row["log"] not in log_examples.LOGS]
    assert sum(row["is_deleted"] for row in rows) > len(seeds)
    assert len({(r["item"], r["at"]) for r in rows}) < len(rows) - 1.6 * len(seeds)


@pytest.mark.parametrize("name", [*DAILY, *REACHED_MODELS])
def test_after_each_arrival(replay, name):
    runs = list(replay.after[name])
    for arrival, rows in replay.after[name].items():
        assert rows == expected(name, replay.arrived(arrival), runs)


@pytest.mark.parametrize("name", ["entries", *APPENDED, *REPLACED])
def test_as_known_at_each_batch(replay, name):
    runs = list(replay.known[name])
    for arrival, rows in replay.known[name].items():
        assert rows == expected(name, replay.arrived(arrival), runs)


def test_the_same_again_posts_nothing(project, replay):
    """Nothing new, and all of it from the beginning: no entry is added."""
    batches = project.rows("entries", "distinct posted_batch_id")
    assert len(batches) == len(replay.known["entries"])


def test_a_rebuild_rebuilds_the_present_entries(project, replay):
    """One of each item: open, or resting in a terminal state or in none."""
    standing = oracle.standing_events(replay.rows, DIMENSIONS)
    expected = []
    for item in {row["item"] for row in replay.rows}:
        state = standing[item][-1]["state"] if item in standing else None
        rests = state in (None, "Closed")
        expected.append((item, state, "resting" if rests else "open"))
    assert project.rows("present", "item, state, entry_month") == sorted(expected)


@pytest.mark.parametrize("name", ["entries", *DAILY, "reached_first"])
def test_a_rebuild_gives_the_same(replay, name):
    assert replay.rebuilt[name] == expected(name, replay.rows, [ARRIVALS])


def told(days):
    return {
        key: figures for key, figures in days.items() if key[2] in log_examples.LOGS
    }


@pytest.mark.parametrize("name", ["snap_restate", "snap_terminal"])
def test_what_is_told_by_hand(replay, name):
    terminal = ("Closed",) if TERMINAL in DAILY[name] else ()
    for arrival, rows in replay.after[name].items():
        last_day = max(row["at"] for row in replay.arrived(arrival)).date()
        days = log_examples.days(arrival == ARRIVALS, last_day, terminal)
        assert told(rows) == days


@pytest.mark.parametrize("name", REACHED_MODELS)
def test_milestones_told_by_hand(replay, name):
    reached = {}
    for item, (_, *days) in replay.after[name][ARRIVALS].items():
        log = item[:-2]
        for state, day in zip(MILESTONES, days, strict=True):
            if log in log_examples.LOGS and day:
                first = min(day, reached.get((log, state), day))
                reached[log, state] = first
    milestones = log_examples.milestones(by_time=name == "reached_first")
    assert reached == {
        key: int(day.strftime("%Y%m%d"))
        for key, day in milestones.items()
        if key[1] in MILESTONES
    }


def test_what_is_withdrawn_sets_no_last_day(replay):
    """But a day that was published stays, until all is rebuilt."""
    first, *_, last = replay.after["snap_zero"].values()
    end, far = date(2015, 8, 10), date(2015, 8, 31)
    assert max_day(first) == max_day(last) == end
    assert max_day(replay.rebuilt["snap_zero"]) < end
    assert max_day(replay.after["snap_restate"][ARRIVALS]) == far


def max_day(days):
    return max(day for day, *_ in days)


def test_ages_told_by_hand(replay):
    """An item's age begins with its first event; a change of dimension begins none."""
    by_age = {
        (log, state): ages
        for day, state, log, _, *ages in told(replay.after["aged_append"][ARRIVALS])
        if day == date(2015, 3, 10)
    }
    assert by_age["before the first", "Doing"] == [7, 9, 5]
    assert by_age["a dimension changes in a state", "Open"] == [8, 8, 6]


def test_zero_is_kept_every_day(project, replay):
    """From the first day of a combination to the last day of all, one row at least."""
    table = f"{project.schema}.snap_zero"
    (missing,) = project.query(
        f"""
        with days as (
            select min(snapshot_date) as first_day, count(distinct snapshot_date) as n
            from {table} group by state, log, dim
        )
        select count(*) from days
        where n <> datediff((select max(snapshot_date) from {table}), first_day) + 1
        """
    )
    assert missing == (0,)
