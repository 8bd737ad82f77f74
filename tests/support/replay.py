"""Event logs, replayed in several arrivals through models of every kind."""

from datetime import date

from support import oracle

DIMENSIONS = ["log", "dim"]
WORKING_DAYS = oracle.working_day_counts(date(2013, 1, 1), date(2017, 12, 31))
MILESTONES = ["Open", "Held", "Doing", "Closed"]

LOG = """daybook.event_log(item="item", state="state", occurred_at="at",
    order_by=["order_no"], dimensions={dimensions}, is_deleted="is_deleted",
    recorded_at="recorded_at", terminal_states={terminal})"""
STAGING = """
{{ daybook.accept_events(events=target.schema ~ ".log_in",
    accepted=daybook.published(this), event_log={log}) }}
"""
ENTRIES = """
{{ daybook.negate_events(events=daybook.new_batches(ref("stg")), history=ref("stg"),
    posted=this, event_log={log}, calendar=ref("days")) }}
"""
READS = """entries=daybook.new_batches(ref("entries")), posted=this, event_log={log},
    through=daybook.last_event_date(ref("stg"), {last})"""
# To which day days go: that of the last event, or of the last that stands.
LAST = 'daybook.event_log("item", "state", "at")'
LAST_OF = {"snap_zero": "{log}"}
SNAPSHOT = "{{ daybook.accumulating_snapshot({reads}{options}) }}"
AGED = """{{ daybook.aged_snapshot({reads}, calendar=ref("days"), age_by_item=true
    {options}) }}"""
ITEM_DAYS = """{{ daybook.item_days({reads}, calendar=ref("days")) }}"""
REACHED = """
{{ daybook.milestone_snapshot(events=daybook.new_batches(ref("stg")),
    posted=daybook.published(this), event_log={log}, milestones={milestones}{options})
}}
"""
TERMINAL = {"terminal": ["Closed"]}
RESTATED = {"options": ', corrections="restate"'}
COMPACTED = "compact_after=3"
# Of a model of days: its SQL, what is filled in, and its config.
DAILY = {
    "snap_restate": (SNAPSHOT, RESTATED, ""),
    "snap_terminal": (SNAPSHOT, TERMINAL, ""),
    "snap_zero": (SNAPSHOT, {"options": ", keep_zero=true"}, ""),
    "aged_append": (AGED, TERMINAL, COMPACTED),
    "aged_restate": (AGED, RESTATED, ""),
    "item_days": (ITEM_DAYS, TERMINAL, COMPACTED),
}
REACHED_MODELS = {
    "reached": "",
    "reached_first": ', late="restate", history=ref("stg")',
}
# Of each item the entry that readers do not see.
PRESENT = """
    {{ config(materialized="table") }}
    select item, state, entry_month, posted_batch_id
    from {{ daybook.private(ref("entries")) }}"""
# What a model had published after each of several runs.
AS_OF = """
{{ config(materialized="table") }}
{% for id in {ids} %}
    select {{ id }} as known, *
    from {{ daybook.as_of(ref("{of}"), batch_id=id) }}
    {{ "union all" if not loop.last }}
{% endfor %}
"""


# What is filled into a model's SQL, in this order, if the model has nothing of its own.
PARTS = {
    "reads": READS,
    "last": LAST,
    "log": LOG,
    "dimensions": DIMENSIONS,
    "terminal": [],
    "milestones": MILESTONES,
    "options": "",
}


def write_models(project):
    write(project, "days", '{{ daybook.calendar("2013-01-01", "2017-12-31") }}')
    write(project, "stg", STAGING)
    write(project, "entries", ENTRIES, COMPACTED, **TERMINAL)
    write(project, "present", PRESENT, None)
    for name, (sql, parts, config) in DAILY.items():
        write(project, name, sql, config, last=LAST_OF.get(name, LAST), **parts)
    for name, options in REACHED_MODELS.items():
        write(project, name, REACHED, dimensions=["dim"], options=options)


def write(project, name, sql, config="", **parts):
    for part, text in (PARTS | parts).items():
        sql = sql.replace(f"{{{part}}}", str(text))
    project.model(name, sql, config)


def write_rows(project, rows):
    project.query(
        f"create table {project.schema}.raw_events (item string, state string, "
        "at timestamp_ntz, order_no int, log string, dim string, is_deleted boolean, "
        "recorded_at timestamp_ntz, arrival int) using parquet"
    )
    values = [
        "('{item}', '{state}', timestamp_ntz'{at}', {order}, '{log}', {dim}, "
        "{is_deleted}, timestamp_ntz'{recorded_at}', {arrival})".format(
            **row | {"dim": f"'{row['dim']}'" if row["dim"] else "null"}
        )
        for row in rows
    ]
    for start in range(0, len(values), 2000):
        chunk = ", ".join(values[start : start + 2000])
        project.query(f"insert into {project.schema}.raw_events values {chunk}")


def export(project, arrival):
    """A log has all that has arrived so far."""
    project.query(
        f"create or replace view {project.schema}.log_in as"
        f" select * from {project.schema}.raw_events where arrival <= {arrival}"
    )


AGES = "age_days, age_days_by_item, age_working_days"
# Of a model: what tells its rows apart, and what is summed.
IN_AND_OUT = ("state, log, dim", ("quantity_in", "quantity_out", "quantity_on_hand"))
BY_AGE = (f"state, log, dim, {AGES}", ("quantity_on_hand",))
BY_ITEM = (f"item, state, log, dim, {AGES}", ("quantity_moving", "quantity_on_hand"))
READ = dict.fromkeys(DAILY, IN_AND_OUT)
READ |= {"aged_append": BY_AGE, "aged_restate": BY_AGE, "item_days": BY_ITEM}


def read_days(project, model, where="true", table=None):
    """{(day, what tells rows apart): sums}, without those that are zero."""
    columns, measures = READ[model]
    summed = ", ".join(f"sum({measure}) as {measure}" for measure in measures)
    is_seen = " or ".join(f"sum({measure}) <> 0" for measure in measures)
    rows = project.query(
        f"select snapshot_date, {columns}, {summed}"
        f" from {project.schema}.{table or model} where {where} group by all"
        f" having {is_seen}"
    )
    n = -len(measures)
    return {(oracle.as_date(day), *row[:n]): tuple(row[n:]) for day, *row in rows}


def read_entries(project, where="true"):
    return oracle.posted(
        project.query(
            "select item, at, order_no, state, log, dim, direction, held_since,"
            f" {AGES}, event_count from {project.schema}.entries where {where}"
        )
    )


def read_milestones(project, model, where="true", table=None):
    """{item: dim and days}."""
    days = ", ".join(f"{milestone}_date_tk" for milestone in MILESTONES)
    rows = project.query(
        f"select item, dim, {days} from {project.schema}.{table or model} where {where}"
    )
    return {item: tuple(values) for item, *values in rows}
