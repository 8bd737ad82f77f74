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


@pytest.fixture(scope="module")
def query(spark_server):
    return spark_server.query


SCHEMAS = ("daybook_incidents", "incidents_by_state")
# At the end of 2016-06-01.
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
def incidents(spark_server, tmp_path_factory):
    """Runs of the example as it is, and by state alone without a terminal one."""
    copy = make_copy(tmp_path_factory.mktemp("incidents"), spark_server)
    events = Path(DATA, "incidents", "events.parquet")
    example = ROOT / "examples" / "incidents.yml"
    by_state = yaml.safe_load(example.read_text())
    del by_state["dimensions"], by_state["terminal_states"]
    by_state["schema"] = SCHEMAS[1]
    alone = copy / "by state.yml"
    alone.write_text(yaml.safe_dump(by_state))
    runs = [finish(start(copy, events, config)) for config in (example, alone)]
    for run in runs:
        assert run.code == 0, run.said
    return runs


def test_all_incidents_are_staged(incidents, query):
    for schema in SCHEMAS:
        assert query(
            f"select count(*), count(distinct issue_id) from {schema}.stg_issue_events"
        ) == [(141_712, 24_918)]


def test_entries_of_incidents(incidents, query):
    figures = [(194_852, 109_885, 36_627, 24_918), (152_986, 88_952, 20_680, 24_918)]
    for schema, expected in zip(SCHEMAS, figures, strict=True):
        assert query(
            "select count(*), count_if(direction = 'in'), "
            "count_if(direction = 'out' and held_since = event_date), sum(event_count) "
            f"from {schema}.fct_issue_entries"
        ) == [expected]


def test_incidents_on_hand(incidents, query):
    """Closed ones are at rest, and on hand where that is not said."""
    for schema, expected in zip(SCHEMAS, (ON_HAND, ON_HAND | CLOSED), strict=True):
        on_hand = query(
            f"select status, sum(quantity_on_hand) from {schema}.snap_issues_daily "
            "where snapshot_date = date'2016-06-01' "
            "group by status having sum(quantity_on_hand) <> 0"
        )
        assert dict(on_hand) == expected
        closed = query(
            "select sum(quantity_in) - sum(quantity_out) "
            f"from {schema}.snap_issues_daily "
            "where snapshot_date <= date'2016-06-01' and status = 'Closed'"
        )
        assert closed == [(CLOSED["Closed"],)]


def test_a_terminal_state_is_suggested_where_none_is_declared(incidents):
    example, alone = incidents
    suggestion = (
        "24,918 of the 24,918 items on hand are in one state: if they rest there, add "
        "`terminal_states: [Closed]` to CONFIG"
    )
    assert suggestion in alone.said
    assert "terminal_states" not in example.said
