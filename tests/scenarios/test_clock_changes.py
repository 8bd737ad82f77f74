"""Events around the nights in which clocks change, in the order of their instants."""

import random
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from support import oracle

pytestmark = pytest.mark.stress

# When the clocks of a zone went forward, and back: in Lord Howe by half an hour. It had
# been Sunday in St. John's for a minute when it was Saturday again.
CHANGES = {
    "America/New_York": ["2010-03-14 07:00", "2010-11-07 06:00"],
    "Europe/Berlin": ["2010-03-28 01:00", "2010-10-31 01:00"],
    "Australia/Lord_Howe": ["2010-10-02 15:30", "2010-04-03 15:00"],
    "America/St_Johns": ["2010-03-14 03:31", "2010-11-07 02:31"],
}
STATES = ["A", "B", "C"]
WORKING_DAYS = defaultdict(int)
COLUMNS = (
    "item string, state string, at timestamp_ntz, at_utc timestamp_ntz, order_no int,"
    " is_deleted boolean, recorded_at timestamp_ntz"
)
EVENT = """item="item", state="state", occurred_at={"local": "at", "utc": "at_utc"},
    order_by=["order_no"]"""
ROW = f'{EVENT}, is_deleted="is_deleted", recorded_at="recorded_at"'
LOG = f"event_log=daybook.event_log({ROW})"
RESTING = f'event_log=daybook.event_log({ROW}, terminal_states=["C"])'
BY_STATE = f'event_log=daybook.event_log({EVENT}, dimensions=["state"])'
NEW = 'daybook.new_batches(ref("%s"))'
LAST = f'daybook.last_event_date(ref("%s"), {LOG})'
STAGING = f"""{{{{ daybook.accept_events(events=target.schema ~ ".log_in",
    accepted=daybook.published(this), {LOG}) }}}}"""
ENTRIES = f"""{{{{ daybook.negate_events(events={NEW % "log"}, history=ref("log"),
    posted=this, {RESTING}) }}}}"""
REACHED = f"""{{{{ daybook.milestone_snapshot(events={NEW % "log"}, history=ref("log"),
    posted=daybook.published(this), {LOG}, late="restate",
    milestones={STATES}) }}}}"""
DAYS = f"""{{{{ daybook.item_days(entries={NEW % "entries"}, posted=this,
    {LOG}, through={LAST % "log"}) }}}}"""
FIRST = f"""{{{{ daybook.milestone_snapshot(events=ref("twins") | string, posted=none,
    {BY_STATE}, milestones={STATES}) }}}}"""
MONTHLY = 'batch="append", partition_by="%s_month"'
# Item 1 was B when the clocks had gone back; of item 2 the first of two is withdrawn.
TWINS = """
select item, state, cast(at as timestamp_ntz) as at,
    cast(at_utc as timestamp_ntz) as at_utc, 1 as order_no,
    recorded = 2 as is_deleted, recorded as recorded_at, left(at, 7) as event_month
from values
    ('1', 'A', '2009-11-01 01:50', '2009-11-01 05:50', 1),
    ('1', 'B', '2009-11-01 01:10', '2009-11-01 06:10', 1),
    ('2', 'A', '2010-11-07 01:50', '2010-11-07 05:50', 1),
    ('2', 'A', '2010-11-07 01:50', '2010-11-07 05:50', 2),
    ('2', 'C', '2010-11-07 01:50', '2010-11-07 06:50', 1)
    as events (item, state, at, at_utc, recorded)"""
MODELS = {
    "log": (STAGING, MONTHLY % "event"),
    "entries": (
        ENTRIES,
        MONTHLY % "entry" + ', private=["open", "resting"],'
        " replace_where=\"entry_month = 'open'\"",
    ),
    "reached": (REACHED, 'partition_by="first_month"'),
    "days": (DAYS, MONTHLY % "snapshot"),
    "twins": (TWINS, None),
    "first": (FIRST, None),
    "last": (f"select {{{{ {LAST % 'twins'} }}}} as last_date", None),
}


def log():
    """Items with events of one night; some are corrected or withdrawn in it."""
    draw = random.Random(22)
    for zone, changes in CHANGES.items():
        for change in map(datetime.fromisoformat, changes):
            for number in range(25):
                minutes = [*range(-60, 61, 10), -1, -1440, 1440]
                for minute in draw.sample(minutes, draw.randint(2, 5)):
                    at = change + timedelta(minutes=minute)
                    row = {
                        "item": f"{zone} {change:%m} {number}",
                        "at": written(at, ZoneInfo(zone)),
                        "instant": at,
                        "order": draw.choice([1, 1, 2]),
                        "state": draw.choice(STATES),
                        "is_deleted": False,
                        "recorded_at": change + timedelta(minutes=draw.randint(-60, 0)),
                        "arrival": draw.randint(0, 1),
                    }
                    yield row
                    if draw.random() < 0.4:
                        yield row | {
                            "state": draw.choice(STATES),
                            "is_deleted": draw.random() < 0.3,
                            "recorded_at": row["recorded_at"] + timedelta(minutes=45),
                            "arrival": draw.randint(row["arrival"], 1),
                        }


def written(instant, zone):
    """As the clocks of the zone show it."""
    return instant.replace(tzinfo=timezone.utc).astimezone(zone).replace(tzinfo=None)


ROWS = list(log())


def arrived(arrival):
    return [row for row in ROWS if row["arrival"] <= arrival]


@pytest.fixture(scope="module")
def batches(project):
    """The batch of entries of each arrival."""
    for name, (sql, config) in MODELS.items():
        project.model(name, sql, config)
    values = (
        "('{item}', '{state}', timestamp_ntz'{at}', timestamp_ntz'{instant}', {order},"
        " {is_deleted}, timestamp_ntz'{recorded_at}', {arrival})".format(**row)
        for row in ROWS
    )
    table = f"{project.schema}.arriving"
    project.query(f"create table {table} ({COLUMNS}, arrival int) using parquet")
    project.query(f"insert into {table} values {', '.join(values)}")
    for arrival in (0, 1):
        project.query(
            f"create or replace view {project.schema}.log_in as select * from {table}"
            f" where arrival <= {arrival}"
        )
        project.ok()
    return project.published("entries")


def test_local_times_go_back_or_come_again(batches):
    steps = Counter()
    for events in oracle.standing_events(ROWS, []).values():
        for event, following in pairwise(events):
            steps["back"] += following["at"] < event["at"]
            steps["again"] += following["at"] == event["at"]
            steps["against the day"] += following["instant"] < event["instant"]
    assert steps["back"] > 20
    assert steps["again"] > 2
    assert steps["against the day"] > 2


@pytest.mark.parametrize("arrival", [0, 1])
def test_entries_as_known_at_each_batch(project, batches, arrival):
    read = oracle.posted(
        project.query(
            "select item, at, order_no, state, direction, held_since, age_days,"
            f" age_days_by_item, 0, event_count from {project.schema}.entries"
            f" where posted_batch_id <= {batches[arrival]}"
        )
    )
    assert read == oracle.entries(arrived(arrival), [], WORKING_DAYS)


def test_two_events_at_one_local_time_are_two(project, batches):
    """They differ in nothing but their instant."""
    twins = project.query(
        f"select item, at, order_no from {project.schema}.log"
        " group by all having count(distinct at_utc) > 1"
    )
    assert len(twins) > 2


def test_milestones_are_of_the_events_that_stand(project, batches):
    expected = {row["item"]: [None] * 3 for row in ROWS if not row["is_deleted"]}
    for item, events in oracle.standing_events(ROWS, []).items():
        days = {event["state"]: event["at"] for event in reversed(events)}
        for place, state in enumerate(STATES):
            if state in days:
                expected[item][place] = int(f"{days[state]:%Y%m%d}")
    read = project.rows("reached", "item, a_date_tk, b_date_tk, c_date_tk")
    assert {item: cells for item, *cells in read} == expected


def test_items_stay_where_their_last_event_put_them(project, batches):
    read = Counter()
    for day, *key, held in project.query(
        "select snapshot_date, item, state, age_days, age_days_by_item, 0,"
        f" sum(quantity_on_hand) from {project.schema}.days group by all"
    ):
        read[(oracle.as_date(day), *key)] += held
    expected = oracle.on_hand_by_age(ROWS, [], WORKING_DAYS)
    assert +read == expected


def test_the_last_row_of_a_day_has_what_is_on_hand(project, batches):
    """Of the rows of one item, state and day, those that one batch posted."""
    by = "item, state, age_days, age_days_by_item, snapshot_date, posted_batch_id"
    ((too_early, of_two_orders),) = project.query(
        f"""
        select count_if(quantity_on_hand <> 0 and at_utc < last_utc),
            count_if(at < last_at)
        from (
            select *, max(at_utc) over (partition by {by}) as last_utc,
                max(at) over (partition by {by} order by at_utc) as last_at
            from {project.schema}.days where direction is not null
        )
        """
    )
    assert too_early == 0
    assert of_two_orders > 5


def test_the_first_and_the_last_of_two_at_one_time(project, batches):
    assert project.rows("first", "item, state") == [("1", "A"), ("2", "A")]
    assert project.rows("last", "cast(last_date as string)") == [("2010-11-07",)]
