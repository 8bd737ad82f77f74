"""Random event logs, replayed in several arrivals through models of every kind."""

from datetime import date

from support import oracle

DIMENSIONS = ["log", "dim"]
WORKING_DAYS = oracle.working_day_counts(date(2015, 1, 1), date(2017, 12, 31))

STAGING = """
{%- set events %}
    (
        select item, state, at, order_no, log, dim, is_deleted, recorded_at
        from {{ target.schema }}.raw_events
        where arrival <= {{ var("arrival") }}
    )
{%- endset %}
{{ daybook.accept_events(
    events=events, accepted=daybook.published(this), item="item", state="state",
    occurred_at="at", order_by=["order_no"], dimensions=["log", "dim"],
    is_deleted="is_deleted", recorded_at="recorded_at") }}
"""
ENTRIES = """
{{ daybook.negate_events(
    events=daybook.new_batches(ref("stg")), history=ref("stg"), posted=this,
    item="item", state="state", occurred_at="at", order_by=["order_no"],
    dimensions=["log", "dim"], is_deleted="is_deleted", recorded_at="recorded_at",
    calendar=ref("days"), terminal_states=["D"]) }}
"""
READS = """entries=daybook.new_batches(ref("entries")), posted=this, state="state",
    through=daybook.last_event_date(ref("stg"), "at"), dimensions=["log", "dim"]"""
SNAPSHOT = "{{{{ daybook.accumulating_snapshot({reads}{options}) }}}}"
AGED = """{{{{ daybook.aged_snapshot(
    {reads}, calendar=ref("days"), age_by_item=true{options}) }}}}"""
ITEM_DAYS = """{{{{ daybook.item_days(
    {reads}, calendar=ref("days"), item="item", occurred_at="at",
    order_by=["order_no"]{options}) }}}}"""
REACHED = """
{{{{ daybook.milestone_snapshot(
    events=daybook.new_batches(ref("stg")), posted=daybook.published(this), item="item",
    state="state", occurred_at="at", milestones=["A", "B", "C", "D"],
    order_by=["order_no"], dimensions=["dim"], recorded_at="recorded_at",
    is_deleted="is_deleted"{options}) }}}}
"""
MONTHLY = 'partition_by="snapshot_month"'
APPENDED = MONTHLY + ', batch="append", compact_after=3'
TERMINAL = ', terminal_states=["D"]'
SNAPSHOTS = {
    "snap_append": (MONTHLY + ', batch="append"', ""),
    "snap_restate": (MONTHLY, ', corrections="restate"'),
    "snap_terminal": (MONTHLY + ', batch="append"', TERMINAL),
    "snap_zero": (MONTHLY + ', batch="append"', ", keep_zero=true"),
}
# What was on hand by age, and by item.
BY_AGE = {
    "aged_append": (APPENDED, AGED, TERMINAL),
    "aged_restate": (MONTHLY, AGED, ', corrections="restate"'),
    "item_days": (APPENDED, ITEM_DAYS, TERMINAL),
}
MILESTONES = {
    "reached": "",
    "reached_first": ', late="restate", history=ref("stg")',
}
AS_OF = """
{{ config(materialized="table") }}
{% for id in var("known", []) %}
    select {{ id }} as known, *
    from {{ daybook.as_of(ref(var("model")), batch_id=id) }}
    {{ "union all" if not loop.last }}
{% endfor %}
{% if not var("known", []) %}select 1 as none{% endif %}
"""


def write_models(project):
    project.model("days", '{{ daybook.calendar("2015-01-01", "2017-12-31") }}')
    project.model("stg", STAGING, 'batch="append", partition_by="event_month"')
    project.model(
        "entries",
        ENTRIES,
        'batch="append", partition_by="entry_month", compact_after=3, '
        "replace_where=\"entry_month = 'open'\", private=['open', 'resting']",
    )
    for name, (config, options) in SNAPSHOTS.items():
        project.model(name, SNAPSHOT.format(reads=READS, options=options), config)
    for name, (config, sql, options) in BY_AGE.items():
        project.model(name, sql.format(reads=READS, options=options), config)
    for name, options in MILESTONES.items():
        sql = REACHED.format(options=options)
        project.model(name, sql, 'partition_by="first_month"')


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
