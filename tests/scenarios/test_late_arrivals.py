"""Late arrivals of every kind, in every snapshot, and what was known before them."""

from collections import Counter
from datetime import date, timedelta

import pytest

from support import oracle
from support.replay import READS, SNAPSHOT

COLUMNS = (
    "item string, state string, at timestamp_ntz, order_no int, log string, "
    "dim string, gone boolean, recorded timestamp_ntz"
)
NAMES = """item="item", state="state", occurred_at="at", order_by=["order_no"],
    dimensions=["log", "dim"], is_deleted="gone", recorded_at="recorded" """
STAGING = """{{{{ daybook.accept_events(
    events=target.schema ~ ".log_in", accepted=daybook.published(this), {names}) }}}}"""
ENTRIES = """{{{{ daybook.negate_events(
    events=daybook.new_batches(ref("stg")), history=ref("stg"), posted=this, {names},
    calendar=ref("days"), terminal_states=["Closed"]) }}}}"""
AGED = """{{{{ daybook.aged_snapshot({reads}, age_by_item=true, calendar=ref("days"),
    terminal_states=["Closed"]) }}}}"""
ITEM_DAYS = """{{{{ daybook.item_days({reads}, item="item", occurred_at="at",
    order_by=["order_no"], terminal_states=["Closed"]) }}}}"""
TERMINAL = ', terminal_states=["Closed"]'
RESTATED = TERMINAL + ', corrections="restate"'
MONTHLY = 'partition_by="snapshot_month"'
APPENDED = MONTHLY + ', batch="append"'
# Up to these days go the two arrivals, whatever else they bring.
LAST = (date(2015, 9, 6), date(2015, 9, 10))
YEARS_AGO = date(2013, 9, 3)


def held(log, state, first, last, in_out=(1, 0), quantity=1, dim="x"):
    """{(day, state): (in, out, on hand)} of what came on the first day and stayed."""
    days = {}
    day = day_of(first)
    while day <= day_of(last):
        moved = in_out if day == day_of(first) else (0, 0)
        days[day, (state, log, dim)] = (*moved, quantity)
        day += timedelta(days=1)
    return days


def left(log, state, day, quantity=1, came=0, dim="x"):
    return {(day_of(day), (state, log, dim)): (came, quantity, 0)}


def day_of(day):
    return day if isinstance(day, date) else date(2015, 9, day)


def event(state, day, item="1", recorded=None, gone=False, order=1, dim="x"):
    at = f"{day_of(day)} 09:00:00"
    recorded = f"{day_of(recorded or max(day_of(day), date(2015, 9, 1)))} 10:00:00"
    return item, state, at, order, dim, gone, recorded


def known(*days):
    """As known after the first arrival, or after the second."""
    return {key: figures for each in days for key, figures in each.items()}


def scenarios():
    """Of each: what two arrivals bring, and the days as known after each of them."""
    yield (
        (log := "before the first"),
        [[event("Doing", 3)], [event("Open", 1)]],
        known(held(log, "Doing", 3, 6)),
        known(held(log, "Open", 1, 2), left(log, "Open", 3), held(log, "Doing", 3, 10)),
    )
    yield (
        (log := "two years late"),
        [[event("Open", 3)], [event("Doing", YEARS_AGO)]],
        known(held(log, "Open", 3, 6)),
        known(
            held(log, "Doing", YEARS_AGO, 2),
            left(log, "Doing", 3),
            held(log, "Open", 3, 10),
        ),
    )
    yield (
        (log := "duplicates"),
        [
            [event("Open", 2), event("Open", 2)],
            [event("Open", 2), event("Open", 4, order=2)],
        ],
        known(held(log, "Open", 2, 6)),
        known(held(log, "Open", 2, 10)),
    )
    yield (
        (log := "withdrawn"),
        [
            [event("Open", 2), event("Doing", 4)],
            [event("Doing", 4, recorded=8, gone=True)],
        ],
        known(held(log, "Open", 2, 3), left(log, "Open", 4), held(log, "Doing", 4, 6)),
        known(held(log, "Open", 2, 10)),
    )
    yield (
        (log := "all of an item withdrawn"),
        [[event("Open", 2)], [event("Open", 2, recorded=8, gone=True)]],
        known(held(log, "Open", 2, 6)),
        {},
    )
    yield (
        (log := "a status renamed"),
        [
            [event("Open", 2), event("Doing", 4)],
            [event("Offen", 2, recorded=8), event("Doing", 4)],
        ],
        known(held(log, "Open", 2, 3), left(log, "Open", 4), held(log, "Doing", 4, 6)),
        known(
            held(log, "Offen", 2, 3), left(log, "Offen", 4), held(log, "Doing", 4, 10)
        ),
    )
    yield (
        (log := "days without data"),
        [[event("Open", 2)], [event("Doing", 9)]],
        known(held(log, "Open", 2, 6)),
        known(held(log, "Open", 2, 8), left(log, "Open", 9), held(log, "Doing", 9, 10)),
    )
    all_left = known(
        held(log := "all leave", "Open", 2, 3, in_out=(2, 0), quantity=2),
        left(log, "Open", 4, quantity=2),
        {(day_of(4), ("Closed", log, "x")): (2, 0, 0)},
    )
    yield (
        log,
        [
            [event(*e, item=i) for i in "12" for e in (("Open", 2), ("Closed", 4))],
            [event("Doing", 8)],
        ],
        all_left,
        known(
            all_left,
            {(day_of(8), ("Closed", log, "x")): (0, 1, 0)},
            held(log, "Doing", 8, 10),
        ),
    )
    yield (
        (log := "a dimension changes in a state"),
        [[event("Open", 2)], [event("Open", 5, dim=None)]],
        known(held(log, "Open", 2, 6)),
        known(
            held(log, "Open", 2, 4),
            left(log, "Open", 5),
            held(log, "Open", 5, 10, dim=None),
        ),
    )


SCENARIOS = {name: rest for name, *rest in scenarios()}


def rows_of(arrival):
    """The log as it stands after the arrival, and the events that set the last day."""
    for name, (arrivals, *_) in SCENARIOS.items():
        for came in arrivals[: arrival + 1]:
            for item, state, at, order, dim, gone, recorded in came:
                item = f"{name} {item}"
                yield item, state, at, order, name, dim, gone, recorded
    for last in LAST[: arrival + 1]:
        item, state, at, order, dim, gone, recorded = event("Closed", last, "clock")
        yield item, state, at, order, "clock", dim, gone, recorded


@pytest.fixture(scope="module")
def seen(project):
    """The batch of entries of each arrival, and the snapshots after it; after the
    second everything is compacted and cleaned."""
    project.model("days", '{{ daybook.calendar("2013-01-01", "2015-12-31") }}')
    for name, sql, config in (
        ("stg", STAGING, 'batch="append", partition_by="event_month"'),
        (
            "entries",
            ENTRIES,
            'batch="append", partition_by="entry_month", private=["open", "resting"],'
            " replace_where=\"entry_month = 'open'\"",
        ),
        ("daily", SNAPSHOT.replace("{options}", TERMINAL), APPENDED),
        ("restated", SNAPSHOT.replace("{options}", RESTATED), MONTHLY),
        ("aged", AGED, APPENDED),
        ("item_days", ITEM_DAYS, APPENDED),
    ):
        project.model(name, sql.format(names=NAMES, reads=READS), config)
    batches = []
    for arrival in (0, 1):
        project.feed("log", COLUMNS, list(rows_of(arrival)))
        project.ok()
        batches.append(project.published("entries")[-1])
    for name in ("entries", "daily", "aged", "item_days"):
        project.operate("compact_batches", model=name, apply=True)
        project.operate("clean_batches", model=name, older_than_days=0, apply=True)
    return batches


def in_and_out(project, name, where):
    return {
        (oracle.as_date(day), tuple(combination)): figures
        for day, *combination, came, went, on_hand in project.query(
            "select snapshot_date, state, log, dim, sum(quantity_in),"
            f" sum(quantity_out), sum(quantity_on_hand) from {project.schema}.{name}"
            f" where log <> 'clock' and {where} group by all"
        )
        if any(figures := (came, went, on_hand))
    }


def on_hand(project, name, where, columns=""):
    return {
        (oracle.as_date(day), tuple(combination)): quantity
        for day, *combination, quantity in project.query(
            f"select snapshot_date, state, log, dim, {columns} sum(quantity_on_hand)"
            f" from {project.schema}.{name} where log <> 'clock' and {where}"
            " group by all"
        )
        if quantity
    }


def expected(arrival):
    return known(*(days[arrival] for _, *days in SCENARIOS.values()))


AS_KNOWN = pytest.mark.parametrize("arrival", [0, 1])


@AS_KNOWN
def test_as_known_by_day(project, seen, arrival):
    known_then = f"posted_batch_id <= {seen[arrival]}"
    assert in_and_out(project, "daily", known_then) == expected(arrival)


def test_restated(project, seen):
    assert in_and_out(project, "restated", "true") == expected(1)


@AS_KNOWN
@pytest.mark.parametrize("name", ["aged", "item_days"])
def test_ages_and_items_add_up_to_it(project, seen, name, arrival):
    balances = {
        key: balance for key, (*_, balance) in expected(arrival).items() if balance
    }
    known_then = f"posted_batch_id <= {seen[arrival]}"
    assert on_hand(project, name, known_then) == balances


@AS_KNOWN
def test_items_move_as_the_days_say(project, seen, arrival):
    moved = Counter()
    for key, (came, went, _) in expected(arrival).items():
        moved[key] += came - went
    rows = project.query(
        "select snapshot_date, state, log, dim, sum(quantity_moving)"
        f" from {project.schema}.item_days"
        f" where log <> 'clock' and posted_batch_id <= {seen[arrival]} group by all"
    )
    read = {
        (oracle.as_date(day), tuple(combination)): count
        for day, *combination, count in rows
        if count
    }
    assert read == {key: count for key, count in moved.items() if count}


def ages(project, seen, arrival, log):
    """On the last day: (state, age, age by item, in working days)."""
    found = on_hand(
        project,
        "aged",
        f"posted_batch_id <= {seen[arrival]} and log = '{log}'"
        f" and snapshot_date = date'{LAST[arrival]}'",
        "age_days, age_days_by_item, age_working_days,",
    )
    return [(state, *since) for _, (state, _, _, *since) in found]


def test_the_age_of_an_item_begins_with_its_first_event(project, seen):
    assert ages(project, seen, 0, "before the first") == [("Doing", 3, 3, 1)]
    assert ages(project, seen, 1, "before the first") == [("Doing", 7, 9, 5)]


def test_a_change_of_dimension_does_not_begin_it_again(project, seen):
    log = "a dimension changes in a state"
    assert ages(project, seen, 1, log) == [("Open", 8, 8, 6)]


def test_the_same_again_posts_nothing(project, seen):
    names = ("entries", "daily", "aged", "item_days")
    counts = [project.rows(name, "count(*)") for name in names]
    project.ok()
    assert [project.rows(name, "count(*)") for name in names] == counts
