"""The reference project, from the sample in two arrivals, against brute force."""

import re
from collections import Counter, defaultdict
from datetime import date
from decimal import Decimal

import pytest
import yaml

from spark import ROOT
from support import oracle, sample
from support.batch_project import connect

DIMENSIONS = ["priority", "team"]
TERMINAL = ("Resolved", "Closed")
AGES = "docs/patterns/ages.md"
# It shows what `make run` prints.
SEE_IT = "docs/tutorials/see-it.md"


@pytest.fixture(scope="module")
def known():
    return sample.known()


@pytest.fixture(scope="module")
def arrivals(known):
    """The two that the sample was built in."""
    return [known[0], known[-1]]


@pytest.fixture(scope="module")
def working_days():
    return sample.working_days()


@pytest.fixture(scope="module")
def query(built_sample):
    """Asks of the sample's tables, each as {name}."""
    cursor = connect(built_sample.port)

    def ask(sql):
        cursor.execute(re.sub(r"{(\w+)}", rf"{built_sample.schema}.\1", sql))
        return cursor.fetchall()

    return ask


@pytest.fixture(scope="module")
def batches(query):
    """The batch in which each arrival was posted."""
    return {
        model: [
            batch
            for (batch,) in query(
                f"select distinct posted_batch_id from {{{model}}} order by 1"
            )
        ]
        for model in ("fct_issue_entries", "snap_issues_daily")
    }


def shown(page, title):
    """The rows of that table of what `make run` prints, as a page has them."""
    text = (ROOT / page).read_text()
    lines = text[text.index(title) : text.index("└", text.index(title))].splitlines()
    cells = [line.strip(" │").split("│") for line in lines if "│" in line]
    return [[name.strip(), *map(int, figures)] for name, *figures in cells]


def test_the_pages_show_what_each_run_posts(known, working_days):
    before, covered, expected = Counter(), date.min, []
    for rows in known:
        lines = oracle.entries(rows, DIMENSIONS, working_days)
        posted = {line: lines[line] - before[line] for line in {*lines, *before}}
        late = [n for line, n in posted.items() if line[1].date() <= covered]
        reversals = [n for line, n in posted.items() if (n < 0) == (line[4] == "in")]
        expected.append([sum(map(abs, n)) for n in (posted.values(), late, reversals)])
        before, covered = lines, max(line[1].date() for line in lines)
    for page in ("README.md", SEE_IT):
        assert [row[1:] for row in shown(page, "Entries posted")] == expected


def test_a_page_shows_the_last_day(known, working_days):
    lines = oracle.entries(known[-1], DIMENSIONS, working_days)
    last_day = max(line[1].date() for line in lines)
    snapshot = oracle.daily_snapshot(lines, last_day, TERMINAL)
    on_hand = defaultdict(lambda: [0, 0, 0])
    for (day, (state, *_)), figures in snapshot.items():
        if day == last_day:
            on_hand[state] = [*map(sum, zip(on_hand[state], figures, strict=True))]
    expected = [[state, *figures] for state, figures in on_hand.items()]
    expected.sort(key=lambda row: (-row[-1], row[0]))
    assert shown(SEE_IT, f"At the end of {last_day}") == expected


def test_every_data_test_and_unit_test_passed(built_sample):
    """Where one fails, the fixture does; here it is seen that there were many."""
    assert len(built_sample.outcome) > 100


def test_entries_as_known_after_each_arrival(query, arrivals, working_days, batches):
    for batch, rows in zip(batches["fct_issue_entries"], arrivals, strict=True):
        entries = query(
            "select issue_id, event_at, event_order.event_order, status, priority, "
            "team, direction, held_since, age_days, age_days_by_item, "
            "age_working_days, event_count "
            f"from {{fct_issue_entries}} where posted_batch_id <= {batch}"
        )
        expected = oracle.entries(rows, DIMENSIONS, working_days)
        assert oracle.posted(entries) == expected


def test_on_hand_as_known_after_each_arrival(query, arrivals, working_days, batches):
    for batch, rows in zip(batches["snap_issues_daily"], arrivals, strict=True):
        lines = oracle.entries(rows, DIMENSIONS, working_days)
        last_day = max(row["at"] for row in rows).date()
        found = {
            (oracle.as_date(at), tuple(combination)): (came, went, held)
            for at, *combination, came, went, held in query(
                "select snapshot_date, status, priority, team, sum(quantity_in), "
                "sum(quantity_out), sum(quantity_on_hand) "
                f"from {{snap_issues_daily}} where posted_batch_id <= {batch} "
                "group by snapshot_date, status, priority, team"
            )
            if came or went or held
        }
        assert found == oracle.daily_snapshot(lines, last_day, TERMINAL)


def test_the_page_of_ages_counts_the_rows_of_the_first_run(query, arrivals):
    counts = re.search(
        r"the first run has ([\d,]+) issues. It posts ([\d,]+) rows by age, ([\d,]+) "
        r"by item and day, and ([\d,]+) in the daily snapshot",
        " ".join((ROOT / AGES).read_text().split()),
    )
    found = [len({row["item"] for row in arrivals[0]})]
    for table in ("snap_issues_aged", "fct_issue_days", "snap_issues_daily"):
        first = f"(select min(posted_batch_id) from {{{table}}})"
        sql = f"select count(*) from {{{table}}} where posted_batch_id = {first}"
        found += query(sql)[0]
    assert [f"{number:,}" for number in found] == [*counts.groups()]


def test_the_page_of_ages_shows_what_its_query_returns(query):
    text = (ROOT / AGES).read_text()
    sql = re.search(r"    select status,\n(    .*\n)+", text)[0]
    found = query(re.sub(r'{{ ref\("(\w+)"\) }}', r"{\1}", sql))
    shown = re.findall(r"^\| ([\w ]+) \| (\d+) \| ([\d.]+) \|$", text, re.MULTILINE)
    assert len(shown) == 3
    assert {*shown} <= {(state, f"{n}", f"{age:.1f}") for state, n, age in found}


def test_milestones_are_of_the_events_that_arrived(query, arrivals):
    first = {}
    for rows in arrivals:
        ordered = sorted(rows, key=lambda r: (r["recorded_at"], r["at"], r["order"]))
        for row in ordered:
            if not row["is_deleted"] and row["state"] == "Closed":
                tk = int(row["at"].strftime("%Y%m%d"))
                first.setdefault(row["item"], tk)
    found = query(
        "select issue_id, closed_date_tk from {snap_issue_milestones} "
        "where closed_count = 1"
    )
    assert dict(found) == first


def test_models_have_the_columns_that_their_yaml_describes(query):
    described, there = {}, {}
    for file in (ROOT / "models").rglob("*.yml"):
        for model in yaml.safe_load(file.read_text()).get("models", []):
            name = model["name"]
            described[name] = {column["name"] for column in model["columns"]}
            there[name] = {row[0] for row in query(f"describe {{{name}}}")}
    assert len(described) == 16
    assert described == there


def test_aggregates_are_those_of_their_facts(query):
    """After two arrivals: of the entries, and of the sales in the seed."""
    totals = "sum(event_count), count(*), sum(event_count * age_days)"
    keys = "entry_month, status, direction, priority, team"
    flow = query(
        f"select {keys}, event_count, entries, age_days"
        " from {agg_issue_flow_monthly} order by 1, 2, 3, 4, 5"
    )
    assert len(flow) > 100
    assert flow == query(
        f"select {keys}, {totals} from {{fct_issue_entries}}"
        " group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5"
    )
    sold = {}
    for sale in sample.seed("product_sales"):
        key = int(sale["product_id"]), sale["sold_at"][:7]
        sold.setdefault(key, []).append(sale)
    wanted = []
    for key, sales in sorted(sold.items()):
        amounts = [Decimal(sale["amount"]) for sale in sales if sale["amount"]]
        quantity = sum(int(sale["quantity"]) for sale in sales)
        customers = {sale["customer_id"] for sale in sales}
        amount = sum(amounts) if amounts else None
        wanted.append((*key, quantity, amount, len(sales), len(customers)))
    found = query(
        "select product_id, sale_month, quantity, amount, sales, customers"
        " from {agg_product_sales} order by 1, 2"
    )
    assert [tuple(row) for row in found] == wanted
