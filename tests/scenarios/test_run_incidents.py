"""The example: a public log of 141,712 events, and figures that were counted apart."""

import os
from pathlib import Path

import pytest
import yaml

from spark import ROOT
from support.run_project import finish, make_copy, start

DATA = os.environ.get("DAYBOOK_DATA")

pytestmark = pytest.mark.skipif(
    not DATA,
    reason="DAYBOOK_DATA is not set: it names the folder of the full event data",
)


@pytest.fixture(scope="module")
def query(spark_server):
    return spark_server.query


@pytest.fixture(scope="module")
def incidents(spark_server, tmp_path_factory):
    """Built as the example says, and by state alone."""
    copy = make_copy(tmp_path_factory.mktemp("incidents"), spark_server)
    events = Path(DATA, "incidents", "events.parquet")
    example = ROOT / "examples" / "incidents.yml"
    by_state = yaml.safe_load(example.read_text())
    del by_state["dimensions"]
    by_state["schema"] = "incidents_by_state"
    alone = copy / "by state.yml"
    alone.write_text(yaml.safe_dump(by_state))
    for config in (example, alone):
        run = finish(start(copy, events, config))
        assert run.code == 0, run.said
    return "daybook_incidents", "incidents_by_state"


def test_all_incidents_are_staged(incidents, query):
    for schema in incidents:
        assert query(
            f"select count(*), count(distinct issue_id) from {schema}.stg_issue_events"
        ) == [(141_712, 24_918)]


def test_entries_of_incidents_by_state(incidents, query):
    assert query(
        "select count(*), count_if(direction = 'in'), "
        "count_if(direction = 'out' and held_since = event_date), sum(event_count) "
        f"from {incidents[1]}.fct_issue_entries"
    ) == [(152_986, 88_952, 20_680, 24_918)]


def test_incidents_on_hand(incidents, query):
    for schema in incidents:
        on_hand = query(
            f"select status, sum(quantity_on_hand) from {schema}.snap_issues_daily "
            "where snapshot_date = date'2016-06-01' "
            "group by status having sum(quantity_on_hand) <> 0"
        )
        assert dict(on_hand) == {
            "Active": 432,
            "Awaiting Problem": 18,
            "Awaiting User Info": 321,
            "Awaiting Vendor": 26,
            "New": 289,
            "Resolved": 872,
            "Closed": 22_686,
        }
