"""Events of items, made in Spark, the models upon them, and the naive way to count.

Items enter on any day, most of them in a few of the groups. They have as many events as
asked for on average, some within minutes; one in twenty is out of turn, and may change
nothing; four in five items are closed in the end.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from math import log

from support.batch_project import Project

FIRST_DAY = date(2015, 1, 1)


def drawn(*keys: object) -> str:
    """SQL for a number from 0 to 1: as good as random, and the same each time."""
    return f"(pmod(xxhash64({', '.join(map(str, keys))}), 1000003) / 1000003D)"


EVENTS = f"""
    create table {{table}} using parquet as
    with
        items as (
            select
                id,
                concat('item ', id) as item,
                concat('team ', int({{groups}} * pow({drawn("id", 1)}, 2))) as team,
                int({{days}} * {drawn("id", 2)}) as entered,
                1 + int(ln(1 - {drawn("id", 3)}) / {{log_of_more}}) as steps,
                {drawn("id", 4)} < 0.8 as is_closed
            from range({{items}})
        ),
        stepped as (
            select *, explode(sequence(1, steps)) as step
            from items
            where entered >= {{entered_from}}
        ),
        waited as (
            select
                *,
                case
                    when step = 1 then entered + {drawn("id", 5)}
                    when {drawn("id", "step", 6)} < 0.3
                    then 0.1 * {drawn("id", "step", 7)}
                    else -7 * ln(1 - {drawn("id", "step", 7)})
                end as days_waited
            from stepped
        ),
        timed as (
            select
                *,
                timestampadd(
                    second,
                    int(86400 * sum(days_waited) over (partition by id order by step)),
                    timestamp_ntz'{FIRST_DAY} 00:00:00'
                ) as changed_at
            from waited
        )
    select
        item,
        case
            when step = steps and (is_closed or entered < {{closed_before}})
            then 'Closed'
            else concat('state ', pmod(
                step + int({drawn("id", "step", 8)} < 0.05), {{states}} - 1
            ))
        end as state,
        changed_at,
        step as order_no,
        team
    from timed
    where changed_at < timestampadd(day, {{days}}, timestamp_ntz'{FIRST_DAY} 00:00:00')
    order by changed_at
"""


@dataclass
class Events:
    """How many; closed_before is the day before which items entered that all close."""

    events: int
    items: int
    days: int
    states: int
    groups: int
    closed_before: int = 0

    @property
    def last_day(self) -> date:
        return FIRST_DAY + timedelta(self.days - 1)

    def write(self, project: Project, name: str, entered_from: int = 0):
        sizes = vars(self) | {"log_of_more": log(1 - self.items / self.events)}
        table = f"{project.schema}.{name}"
        project.query(EVENTS.format(table=table, entered_from=entered_from, **sizes))


STAGING = """
select *, date_format(changed_at, 'yyyy-MM') as event_month
from {{ target.schema }}.landed
where cast(changed_at as date) > '{{ var("after") }}'
    and cast(changed_at as date) <= '{{ var("through") }}'
"""
ENTRIES = """
{{{{ daybook.negate_events(
    events={events}, history={events}, posted=this, item="item", state="state",
    occurred_at="changed_at", order_by=["order_no"], dimensions=["team"],
    terminal_states=["Closed"]) }}}}
"""
SNAPSHOT = """
{{{{ daybook.{macro}(
    entries={entries}, posted=this, through={through}, state="state",
    dimensions=["team"], terminal_states=["Closed"]) }}}}
"""
CONFIGS = {
    "stg": 'batch="append", partition_by="event_month"',
    "entries": 'batch="append", partition_by="entry_month", '
    "replace_where=\"entry_month = 'open'\", private=['open', 'resting']",
    "on_hand": 'batch="append", partition_by="snapshot_month"',
    "aged": 'batch="append", partition_by="snapshot_month"',
}


def write_models(project: Project, events: str, entries: str, through: str):
    """What they read is Jinja."""
    reads = {"entries": entries, "through": through}
    models = {
        "stg": STAGING,
        "entries": ENTRIES.format(events=events),
        "on_hand": SNAPSHOT.format(macro="accumulating_snapshot", **reads),
        "aged": SNAPSHOT.format(macro="aged_snapshot", **reads),
    }
    for name, sql in models.items():
        project.model(name, sql, CONFIGS[name])


# For Spark and DuckDB alike: from the day entered to the last on which it stayed.
STAYS = """
    with
        marked as (
            select *, lag(state) over by_item as state_before
            from {events}
            window by_item as (partition by item order by changed_at, order_no)
        ),
        lasted as (
            select
                state,
                team,
                cast(changed_at as date) as held_since,
                coalesce(
                    cast(lead(changed_at) over by_item as date) - 1,
                    cast('{last_day}' as date)
                ) as to_day
            from marked
            where state is distinct from state_before
            window by_item as (partition by item order by changed_at, order_no)
        ),
        stays as (
            select * from lasted where state <> 'Closed' and to_day >= held_since
        )
"""
RANGE_JOIN = """
        , spine as (select {days} as day)
    select cast(day as date) as snapshot_date, state, team, count(*) as quantity_on_hand
    from stays
    inner join spine on day between held_since and to_day
    group by all
"""
EXPLODED = """
        , exploded as (select state, team, held_since, {days} as day from stays)
    select
        cast(day as date) as snapshot_date,
        state,
        team,
        {age} as age_days,
        count(*) as quantity_on_hand
    from exploded
    group by all
"""
DIALECTS = {
    "spark": ("explode(sequence({}, {}))", "datediff(day, held_since)"),
    "duckdb": (
        "unnest(generate_series({}, {}, interval 1 day))",
        "cast(cast(day as date) - held_since as int)",
    ),
}


def naive(sql: str, dialect: str, events: str, last_day: date) -> str:
    days, age = DIALECTS[dialect]
    ends = ("held_since", "to_day")
    if sql == RANGE_JOIN:
        ends = (f"date '{FIRST_DAY}'", f"date '{last_day}'")
    stays = STAYS.format(events=events, last_day=last_day)
    return stays + sql.format(days=days.format(*ends), age=age)
