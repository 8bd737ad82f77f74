"""Random event logs in several arrivals, against brute force, the past too."""

from collections import Counter

import pytest

from support import oracle
from support.event_logs import ARRIVALS, random_log
from support.replay import (
    AS_OF,
    BY_AGE,
    DIMENSIONS,
    MILESTONES,
    SNAPSHOTS,
    WORKING_DAYS,
    write_models,
    write_rows,
)

LOGS_A_SESSION = 150
FEW_LOGS = 30
ANSI = "spark.sql.ansi.enabled = true"
NOT_ANSI = ("spark.sql.ansi.enabled = false", "spark.sql.session.timeZone = Asia/Tokyo")
# What Spark is set to must make no difference.
SESSIONS = [
    pytest.param((ANSI,), range(FEW_LOGS), id="few"),
    *[
        pytest.param(settings, seeds, id=id, marks=pytest.mark.stress)
        for settings, seeds, id in (
            ((ANSI,), range(LOGS_A_SESSION), "ANSI"),
            (NOT_ANSI, range(LOGS_A_SESSION, 2 * LOGS_A_SESSION), "not ANSI"),
        )
    ],
]
pytestmark = pytest.mark.parametrize(
    ("project", "seeds"), SESSIONS, indirect=True, scope="module"
)


@pytest.fixture(scope="module")
def seeds(request):
    """A log of each."""
    return request.param


@pytest.fixture(scope="module")
def replayed(project, seeds):
    """The logs, arrival by arrival: what was there after each, and the batches."""
    rows = [row for seed in seeds for row in random_log(seed)]
    write_rows(project, rows)
    write_models(project)
    project.ok(select="days")
    after = {}
    # Elsewhere two arrivals come with the first run, and three with the second.
    is_one_by_one = ANSI in project.settings and len(seeds) > FEW_LOGS
    for arrival in range(1, ARRIVALS + 1) if is_one_by_one else (2, ARRIVALS):
        project.ok("--exclude", "days", vars={"arrival": arrival})
        after[arrival] = {name: read_snapshot(project, name) for name in SNAPSHOTS}
        after[arrival] |= {name: READ[name](project, name) for name in BY_AGE}
    batches = project.query(
        f"select distinct posted_batch_id from {project.schema}.entries order by 1"
    )
    assert len(batches) == len(after)
    known = {arrival: batch for arrival, (batch,) in zip(after, batches, strict=True)}
    return rows, after, known


def arrived(rows, arrival):
    return [row for row in rows if row["arrival"] <= arrival]


def expected_snapshot(rows, terminal=()):
    """Log by log, for the oracle looks at every day of every combination."""
    last_day = max(row["at"] for row in rows).date()
    by_log = {}
    for row in rows:
        by_log.setdefault(row["log"], []).append(row)
    result = {}
    for log_rows in by_log.values():
        lines = oracle.entries(log_rows, DIMENSIONS, WORKING_DAYS)
        result |= oracle.daily_snapshot(lines, last_day, terminal)
    return result


def read_entries(project, where="true"):
    return oracle.posted(
        project.query(
            "select item, at, order_no, state, log, dim, direction, held_since,"
            " age_days, age_days_by_item, age_working_days, event_count"
            f" from {project.schema}.entries where {where}"
        )
    )


def read_snapshot(project, name, where="true"):
    return {
        (oracle.as_date(at), tuple(combination)): (came, went, held)
        for at, *combination, came, went, held in project.query(
            "select snapshot_date, state, log, dim, "
            "sum(quantity_in), sum(quantity_out), "
            f"sum(quantity_on_hand) from {project.schema}.{name} where {where} "
            "group by snapshot_date, state, log, dim"
        )
        if came or went or held
    }


def read_aged(project, name, where="true"):
    return {
        (oracle.as_date(at), *key): held
        for at, *key, held in project.query(
            "select snapshot_date, state, log, dim, age_days, age_days_by_item,"
            f" age_working_days, sum(quantity_on_hand) from {project.schema}.{name}"
            f" where {where} group by all"
        )
        if held
    }


def read_item_days(project, name, where="true"):
    return {
        (oracle.as_date(at), *key): (moved, held)
        for at, *key, moved, held in project.query(
            "select snapshot_date, item, state, log, dim, age_days, age_days_by_item,"
            " age_working_days, sum(quantity_moving), sum(quantity_on_hand)"
            f" from {project.schema}.{name} where {where} group by all"
        )
        if moved or held
    }


READ = {
    "aged_append": read_aged,
    "aged_restate": read_aged,
    "item_days": read_item_days,
}


def expected_by_age(rows, name):
    on_hand = oracle.on_hand_by_age(
        rows, DIMENSIONS, WORKING_DAYS, () if name == "aged_restate" else ("D",)
    )
    if name == "item_days":
        moving = oracle.moving_by_age(rows, DIMENSIONS, WORKING_DAYS)
        both = {key: (moving[key], on_hand[key]) for key in {*moving, *on_hand}}
        return {key: figures for key, figures in both.items() if any(figures)}
    aged = Counter()
    for (day, _, *key), held in on_hand.items():
        aged[(day, *key)] += held
    return aged


def test_the_logs_are_as_wild_as_they_should_be(replayed, seeds):
    rows, _, _ = replayed
    assert sum(row["is_deleted"] for row in rows) > len(seeds)
    assert len({(r["item"], r["at"]) for r in rows}) < len(rows) - 1.6 * len(seeds)


def test_entries_as_known_at_each_batch(project, replayed):
    rows, _, known = replayed
    for arrival, batch in known.items():
        expected = oracle.entries(arrived(rows, arrival), DIMENSIONS, WORKING_DAYS)
        assert read_entries(project, f"posted_batch_id <= {batch}") == expected


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_snapshots_after_each_arrival(replayed, name):
    rows, after, _ = replayed
    terminal = ("D",) if name == "snap_terminal" else ()
    for arrival, snapshots in after.items():
        assert snapshots[name] == expected_snapshot(arrived(rows, arrival), terminal)


@pytest.mark.parametrize("name", BY_AGE)
def test_ages_after_each_arrival(replayed, name):
    rows, after, _ = replayed
    for arrival, snapshots in after.items():
        assert snapshots[name] == expected_by_age(arrived(rows, arrival), name)


@pytest.mark.parametrize("name", ["aged_append", "item_days"])
def test_ages_as_known_at_each_batch(project, replayed, name):
    rows, _, known = replayed
    for arrival, batch in known.items():
        expected = expected_by_age(arrived(rows, arrival), name)
        read = READ[name](project, name, f"posted_batch_id <= {batch}")
        assert read == expected


def test_zero_is_kept_every_day(project, replayed):
    """From the first day of a combination to the last day of all, one row at least."""
    (missing,) = project.query(
        f"""
        with days as (
            select state, log, dim, min(snapshot_date) as first_day,
                count(distinct snapshot_date) as days
            from {project.schema}.snap_zero group by state, log, dim
        )
        select count(*) from days
        where days <> datediff(
            (select max(snapshot_date) from {project.schema}.snap_zero), first_day) + 1
        """
    )
    assert missing == (0,)


def test_the_past_of_the_snapshot(project, replayed):
    """Appended corrections by posted_batch_id; restated days as of the batch."""
    rows, _, known = replayed
    remember(project, "snap_restate", known)
    for arrival, batch in known.items():
        expected = expected_snapshot(arrived(rows, arrival))
        appended = read_snapshot(project, "snap_append", f"posted_batch_id <= {batch}")
        assert appended == expected
        assert (
            read_snapshot(project, "snap_restate_past", f"known = {batch}") == expected
        )


def remember(project, model, known):
    """The model as of each batch, from what is there after a compaction."""
    assert project.operation("compact_batches", model=model, apply=True) == "success"
    project.model(f"{model}_past", AS_OF, None)
    variables = {"known": list(known.values()), "model": model, "arrival": ARRIVALS}
    project.ok(select=f"{model}_past", vars=variables)


@pytest.mark.stress
@pytest.mark.parametrize("name", MILESTONES)
def test_milestones_as_of_each_batch(project, replayed, name):
    rows, after, known = replayed
    remember(project, name, known)
    for arrival, batch in known.items():
        expected = expected_milestones(arrived(rows, arrival), after, name)
        assert read_milestones(project, f"{name}_past", f"known = {batch}") == expected


@pytest.mark.parametrize("name", MILESTONES)
def test_milestones(project, replayed, name):
    rows, after, _ = replayed
    assert read_milestones(project, name) == expected_milestones(rows, after, name)


def read_milestones(project, name, where="true"):
    return {
        item: tuple(values)
        for item, *values in project.query(
            "select item, dim, a_date_tk, b_date_tk, c_date_tk, d_date_tk "
            f"from {project.schema}.{name} where {where}"
        )
    }


def expected_milestones(rows, runs, name):
    by_item = {}
    for row in as_they_came(rows, runs):
        if not row["is_deleted"]:
            by_item.setdefault(row["item"], []).append(row)
    standing = oracle.standing_events(rows, DIMENSIONS)
    expected = {}
    for item, events in by_item.items():
        cells = {}
        first_wins = name == "reached_first"
        for event in standing.get(item, []) if first_wins else events:
            tk = int(event["at"].strftime("%Y%m%d"))
            cells.setdefault(event["state"], tk)
        expected[item] = (events[0]["dim"], *(cells.get(m) for m in "ABCD"))
    return expected


def as_they_came(events, runs):
    """Run by run; within a run in the order in which they were recorded."""

    def order(row):
        run = next(run for run in runs if row["arrival"] <= run)
        return run, row["recorded_at"], row["at"], row["order"]

    return sorted(events, key=order)


@pytest.mark.stress
def test_the_same_again_posts_nothing(project, replayed):
    """Nothing new, and then all of it from the beginning: no entry is added."""
    rows, _, _ = replayed
    before = project.query(f"select count(*) from {project.schema}.entries")
    project.ok(select="entries+", full_refresh=True, vars={"arrival": ARRIVALS})
    assert project.query(f"select count(*) from {project.schema}.entries") == before
    expected = expected_snapshot(rows)
    assert read_snapshot(project, "snap_append") == expected
    assert read_snapshot(project, "snap_restate") == expected
