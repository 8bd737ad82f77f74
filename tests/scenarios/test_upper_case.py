"""Every pattern gives the same rows if its columns are named in capitals."""

import pytest

pytestmark = pytest.mark.stress

# item, state, area, at, seq, gone. The last arrival is late, withdrawn or in order.
ARRIVALS = [
    [
        ("a", "open", "x", "2024-01-30 09:00", 1, False),
        ("b", "open", "y", "2024-01-31 09:00", 1, False),
        ("a", "done", "x", "2024-02-02 09:00", 2, False),
    ],
    [
        ("b", "held", "x", "2024-02-03 09:00", 2, False),
        ("c", "open", "y", "2024-02-03 10:00", 1, False),
    ],
    [
        ("a", "held", "y", "2024-02-01 09:00", 3, False),
        ("c", "open", "y", "2024-02-03 10:00", 1, True),
        ("b", "done", "x", "2024-02-06 09:00", 3, False),
    ],
]
LOG = """event_log=daybook.event_log("item", "state", "at", order_by=["seq"],
    dimensions=["area"], is_deleted="gone", terminal_states=["done"])"""
DAYS = f"""entries=daybook.new_batches(ref("@entries")), posted=this, {LOG},
    through=daybook.last_event_date(ref("@events"), {LOG})"""
# The call of each macro, with @ for what the names of models begin with.
MODELS = {
    "events": f'accept_events(ref("@new"), accepted=daybook.published(this), {LOG})',
    "entries": 'negate_events(events=daybook.new_batches(ref("@events")),'
    f' history=ref("@events"), posted=this, {LOG})',
    "milestones": 'milestone_snapshot(events=daybook.new_batches(ref("@events")),'
    f' posted=daybook.published(this), {LOG}, milestones=["open", "done"])',
    "daily": f"accumulating_snapshot({DAYS})",
    "aged": f"aged_snapshot({DAYS})",
    "by_item": f"item_days({DAYS})",
    "balances": 'period_balances(ref("@daily"), "month", dimensions=["area"])',
    "history": 'bitemporal_history(arrivals=daybook.new_batches(ref("@events")),'
    ' posted=this, key=["item"], values=["state", "area"], event_time="at",'
    ' system_time=none, order_by=["seq"], is_deleted="gone")',
    "merged": 'merge_snapshot(ref("@new"), posted=this, key=["item"], version="seq",'
    " largest_loss=1)",
    "newest": 'deduplicate(ref("@new"), ["item"], ["at desc", "seq desc"])',
    "sums": 'incremental_aggregate(fact=ref("@events"), posted=this,'
    ' dimensions=["area"], measures={"events": "count(*)"})',
}
NAMES = ("item", "state", "area", "at", "seq", "gone")


def in_capitals(call):
    for name in NAMES:
        call = call.replace(f'"{name}"', f'"{name.upper()}"')
        call = call.replace(f'"{name} desc"', f'"{name.upper()} DESC"')
    return call


@pytest.fixture(scope="module")
def built(project):
    for prefix, written in (("small_", str), ("capital_", in_capitals)):
        project.model(f"{prefix}new", "select * from {{ target.schema }}.arrived", None)
        for name, call in MODELS.items():
            macro = written(call).replace("@", prefix)
            project.model(f"{prefix}{name}", f"{{{{ daybook.{macro} }}}}")
    for arrival in ARRIVALS:
        rows = ", ".join(str(row) for row in arrival)
        project.query(
            f"create or replace view {project.schema}.arrived as select item, state,"
            f" area, cast(at as timestamp_ntz) as at, seq, gone from values {rows}"
            " as t (item, state, area, at, seq, gone)"
        )
        project.ok()
    return project


@pytest.mark.parametrize("name", MODELS)
def test_the_rows_are_the_same(built, name):
    columns, rows = {}, {}
    for prefix in ("small_", "capital_"):
        described = built.query(f"describe table {built.schema}.{prefix}{name}")
        columns[prefix] = [row[0].lower() for row in described]
        shown = [c for c in columns[prefix] if not c.endswith("batch_id")]
        shown = [c for c in shown if not c.startswith("known_")]
        rows[prefix] = built.rows(f"{prefix}{name}", ", ".join(shown))
    assert columns["capital_"] == columns["small_"]
    assert rows["capital_"] == rows["small_"]
    assert rows["small_"]
