"""The example: a public log of 141,712 events, and figures that were counted apart."""

import os
from pathlib import Path

import pytest
import yaml

from spark import ROOT
from support.run_project import finish, make_copy, start

DATA = os.environ.get("DAYBOOK_DATA")

pytestmark = [
    pytest.mark.stress,
    pytest.mark.skipif(
        not DATA,
        reason="DAYBOOK_DATA is not set: it names the folder of the full event data",
    ),
]


# The example as it is, and by state alone without a terminal one: {schema: figures}.
ENTRIES = {
    "daybook_incidents": (194_852, 109_885, 36_627, 24_918),
    "incidents_by_state": (152_986, 88_952, 20_680, 24_918),
}
# At the end of 2016-06-01. Closed ones are at rest, and on hand where that is not said.
ON_HAND = {
    "Active": 432,
    "Awaiting Problem": 18,
    "Awaiting User Info": 321,
    "Awaiting Vendor": 26,
    "New": 289,
    "Resolved": 872,
}
CLOSED = {"Closed": 22_686}


@pytest.fixture(scope="module")
def said(spark_server, tmp_path_factory):
    """What both runs said, by schema."""
    copy = make_copy(tmp_path_factory.mktemp("incidents"), spark_server)
    events = Path(DATA, "incidents", "events.parquet")
    example = ROOT / "examples" / "incidents.yml"
    by_state = yaml.safe_load(example.read_text())
    del by_state["dimensions"], by_state["terminal_states"]
    by_state["schema"] = "incidents_by_state"
    alone = copy / "by state.yml"
    alone.write_text(yaml.safe_dump(by_state))
    runs = [finish(start(copy, events, config)) for config in (example, alone)]
    for run in runs:
        assert run.code == 0, run.said
    return dict(zip(ENTRIES, (run.said for run in runs), strict=True))


@pytest.mark.parametrize("schema", ENTRIES)
def test_figures_of_all_incidents(spark_server, said, schema):
    query = spark_server.query
    assert query(
        f"select count(*), count(distinct issue_id) from {schema}.stg_issue_events"
    ) == [(141_712, 24_918)]
    assert query(
        "select count(*), count_if(direction = 'in'), "
        "count_if(direction = 'out' and held_since = event_date), sum(event_count) "
        f"from {schema}.fct_issue_entries"
    ) == [ENTRIES[schema]]
    on_hand = query(
        f"select status, sum(quantity_on_hand) from {schema}.snap_issues_daily "
        "where snapshot_date = date'2016-06-01' "
        "group by status having sum(quantity_on_hand) <> 0"
    )
    is_at_rest = schema == "daybook_incidents"
    assert dict(on_hand) == ON_HAND | ({} if is_at_rest else CLOSED)
    assert query(
        f"select sum(quantity_in) - sum(quantity_out) from {schema}.snap_issues_daily "
        "where snapshot_date <= date'2016-06-01' and status = 'Closed'"
    ) == [(CLOSED["Closed"],)]


def test_a_terminal_state_is_suggested_where_none_is_declared(said):
    suggestion = (
        "and 24,918 items are on hand: Closed 24,918. If they rest in some of these "
        "states, add them, as in `terminal_states: [Closed]`, to CONFIG"
    )
    assert suggestion in said["incidents_by_state"]
    assert "terminal_states" not in said["daybook_incidents"]
