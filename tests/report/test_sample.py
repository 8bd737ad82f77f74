"""The reference project, from the sample in three arrivals, against brute force."""

import csv
from datetime import date, datetime
from decimal import Decimal

import pytest
import yaml

from arrival import SAMPLE_CUTS
from spark import ROOT
from support import oracle

DIMENSIONS = ["priority", "team"]


def seed(name):
    with (ROOT / "seeds" / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def arrivals():
    """What had been recorded by each cut."""
    rows = [
        {
            "item": row["issue_id"],
            "state": row["status"],
            "at": datetime.fromisoformat(row["event_at"]),
            "order": int(row["event_order"]),
            "priority": row["priority"] or None,
            "team": row["team"] or None,
            "recorded_at": row["recorded_at"],
            "is_deleted": row["is_deleted"] == "true",
        }
        for row in seed("issue_events")
    ]
    cuts = [f"{cut} 23:59:59" for cut in SAMPLE_CUTS]
    return [[row for row in rows if row["recorded_at"] <= cut] for cut in cuts]


@pytest.fixture(scope="module")
def working_days():
    holidays = {date.fromisoformat(row["holiday_date"]) for row in seed("holidays")}
    return oracle.working_day_counts(date(2010, 1, 1), date(2029, 12, 31), holidays)


@pytest.fixture(scope="module")
def batches(spark_server, built_sample):
    return [
        id
        for (id,) in spark_server.query(
            "select distinct posted_batch_id "
            f"from {built_sample.schema}.fct_issue_entries order by 1"
        )
    ]


def test_every_data_test_and_unit_test_passed(built_sample):
    assert len(built_sample.tests) > 30
    assert set(built_sample.tests.values()) == {"pass"}


def test_entries_as_known_after_each_arrival(
    spark_server, built_sample, arrivals, working_days, batches
):
    assert len(batches) == len(arrivals)
    for batch, rows in zip(batches, arrivals, strict=True):
        entries = spark_server.query(
            "select issue_id, event_at, event_order.event_order, status, priority, "
            "team, direction, held_since, age_days, age_days_by_item, "
            "age_working_days, event_count "
            f"from {built_sample.schema}.fct_issue_entries "
            f"where posted_batch_id <= {batch}"
        )
        expected = oracle.entries(rows, DIMENSIONS, working_days)
        assert oracle.posted(entries) == expected


def test_on_hand_as_known_after_each_arrival(
    spark_server, built_sample, arrivals, working_days
):
    snapshot_batches = spark_server.query(
        "select distinct posted_batch_id "
        f"from {built_sample.schema}.snap_issues_daily order by 1"
    )
    for (batch,), rows in zip(snapshot_batches, arrivals, strict=True):
        lines = oracle.entries(rows, DIMENSIONS, working_days)
        last_day = max(row["at"] for row in rows).date()
        found = {
            (oracle.as_date(at), tuple(combination)): (came, went, held)
            for at, *combination, came, went, held in spark_server.query(
                "select snapshot_date, status, priority, team, sum(quantity_in), "
                "sum(quantity_out), sum(quantity_on_hand) "
                f"from {built_sample.schema}.snap_issues_daily "
                f"where posted_batch_id <= {batch} "
                "group by snapshot_date, status, priority, team"
            )
            if came or went or held
        }
        assert found == oracle.daily_snapshot(lines, last_day, ("Closed",))


def test_milestones_are_of_the_events_that_arrived(
    spark_server, built_sample, arrivals
):
    first = {}
    for rows in arrivals:
        ordered = sorted(rows, key=lambda r: (r["recorded_at"], r["at"], r["order"]))
        for row in ordered:
            if not row["is_deleted"] and row["state"] == "Closed":
                tk = int(row["at"].strftime("%Y%m%d"))
                first.setdefault(row["item"], tk)
    found = dict(
        spark_server.query(
            "select issue_id, closed_date_tk "
            f"from {built_sample.schema}.snap_issue_milestones "
            "where closed_count = 1"
        )
    )
    assert found == first


def test_items_by_day_have_the_columns_that_are_described(spark_server, built_sample):
    """Other inputs than the sample are not made into it."""
    text = (ROOT / "models" / "facts" / "fct_issue_days.yml").read_text()
    (model,) = yaml.safe_load(text)["models"]
    columns = spark_server.query(f"describe {built_sample.schema}.fct_issue_days")
    described = {column["name"] for column in model["columns"]}
    assert described == {row[0] for row in columns}


def test_aggregates_are_those_of_their_facts(spark_server, built_sample):
    """After three arrivals: of the entries, and of the sales in the seed."""
    schema = built_sample.schema
    totals = "sum(event_count), count(*), sum(event_count * age_days)"
    keys = "entry_month, status, direction, priority, team"
    flow = spark_server.query(
        f"select {keys}, event_count, entries, age_days"
        f" from {schema}.agg_issue_flow_monthly order by 1, 2, 3, 4, 5"
    )
    assert len(flow) > 100
    assert flow == spark_server.query(
        f"select {keys}, {totals} from {schema}.fct_issue_entries"
        " group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5"
    )
    sold = {}
    for sale in seed("product_sales"):
        key = int(sale["product_id"]), sale["sold_at"][:7]
        sold.setdefault(key, []).append(sale)
    wanted = []
    for key, sales in sorted(sold.items()):
        amounts = [Decimal(sale["amount"]) for sale in sales if sale["amount"]]
        quantity = sum(int(sale["quantity"]) for sale in sales)
        customers = {sale["customer_id"] for sale in sales}
        amount = sum(amounts) if amounts else None
        wanted.append((*key, quantity, amount, len(sales), len(customers)))
    found = spark_server.query(
        "select product_id, sale_month, quantity, amount, sales, customers"
        f" from {schema}.agg_product_sales order by 1, 2"
    )
    assert [tuple(row) for row in found] == wanted
