"""The figures of the page, against the events of the seed, item by item in Python."""

from datetime import date, timedelta
from itertools import pairwise, takewhile
from statistics import median

import pytest

from support import oracle, sample
from support.drawn_report import number

DAY = timedelta(1)
DAYS = (date(2015, 1, 1), date(2015, 12, 31))
SUMMER = (date(2015, 6, 10), date(2015, 8, 20))
ALL = ("(all)", "(all)")
NETWORK = ("team", "Network")
ASKED = [(*DAYS, *ALL), (*SUMMER, *ALL), (*SUMMER, *NETWORK)]


@pytest.fixture(scope="module")
def items():
    """{item: its events that count, in order}"""
    return oracle.standing_events(sample.known()[-1], ["priority", "team"])


@pytest.fixture(scope="module")
def working_days():
    return sample.working_days()


def last_event(events, day):
    """The one that says where the item is at the end of the day, with its number."""
    passed = [*takewhile(lambda event: event["at"].date() <= day, events)]
    return len(passed) - 1, passed[-1] if passed else None


def entered_on(events, number):
    """When the item entered the state in which this event finds it."""
    while number and events[number - 1]["state"] == events[number]["state"]:
        number -= 1
    return events[number]["at"].date()


def held(items, day, dimension, value):
    """(item, state, entered on) at the end of a day, of items that have the value."""
    for item, events in items.items():
        number, event = last_event(events, day)
        if event and (dimension == "(all)" or event[dimension] == value):
            yield item, event["state"], entered_on(events, number)


def on_hand(items, day, *value):
    return [row for row in held(items, day, *value) if row[1] != "Closed"]


def expected(items, working_days, first, last, *value):
    """What has no dimension can be counted by item, and so not by what moved."""
    before, after = ([*held(items, day, *value)] for day in (first - DAY, last))
    closed = [sum(row[1] == "Closed" for row in rows) for rows in (before, after)]
    ages = [
        working_days[last] - working_days[since]
        for _, _, since in on_hand(items, last, *value)
    ]
    return {
        "On hand": len(ages),
        "Came in": len(after) - len(before),
        "Done": closed[1] - closed[0],
        "Median age": median(ages) if ages else None,
    }


def shown(figure):
    return "\N{EN DASH}" if figure is None else f"{figure:,.1f}".removesuffix(".0")


def signed(now, before, is_count):
    if now == before:
        return "no change"
    share = f" ({round(100 * (now / before - 1)):+} %)" if is_count and before else ""
    return f"{now - before:+,.1f}".removesuffix(".0") + share


@pytest.mark.parametrize("asked", ASKED)
def test_headline_and_its_change(drawn, ask, items, working_days, asked):
    first, last, *value = asked
    drawn.choose(str(first), str(last), *value)
    days = (last - first).days + 1
    now = expected(items, working_days, first, last, *value)
    tiles = drawn.tiles()
    assert {name: tiles[name][0] for name in now} == {
        name: shown(figure) for name, figure in now.items()
    }
    summary = drawn.page.inner_text("#summary")
    assert f" The log has {len(items):,} items. " in summary
    earlier = first - days * DAY
    if earlier < DAYS[0]:
        assert f"does not go back another {days} days" in summary
        assert {change for _, change in tiles.values()} == {""}
        return
    assert f"against the {days} days before" in summary
    before = expected(items, working_days, earlier, first - DAY, *value)
    assert {name: tiles[name][1] for name in now} == {
        name: signed(now[name], before[name], name != "Median age") for name in now
    }


@pytest.mark.parametrize("asked", ASKED)
def test_before_and_came_in_less_done_is_at_the_end(drawn, asked):
    """Now and as known earlier, and as the first figures of the page have it."""
    first, last, *value = asked
    drawn.choose(str(first), str(last), *value)
    tiles = drawn.tiles()
    now = drawn.totals()
    for name in ("Came in", "Done", "On hand"):
        assert f"{now[name]:,}" == tiles[name][0]
    drawn.page.select_option("#known", index=1)
    for sums in (now, drawn.totals()):
        assert sums["Before"] + sums["Came in"] - sums["Done"] == sums["On hand"]
        assert sums["Came in"]
    assert drawn.totals() != now
    by_state = drawn.table().values()
    assert sum(row[3] for row in by_state) == drawn.totals()["On hand"]


def test_cumulative_flow_reaches_up_to_all_that_came_in(drawn):
    drawn.choose(str(SUMMER[0]), str(SUMMER[1]), *ALL)
    drawn.page.select_option("#view", "cumulative")
    bands = {trace["name"]: trace["y"] for trace in drawn.traces("on-hand")}
    sums = drawn.totals()
    assert bands["Closed"][-1] == sums["Done"]
    assert bands["All items"][-1] == sums["Before"] + sums["Came in"]
    assert bands["Resolved"][-1] == drawn.table()["Resolved"][3]


def reached(ask, having):
    """(day on which it was closed first, days that it took) by item."""
    rows = ask(f"""
        select to_date(cast(closed_date_tk as string), 'yyyyMMdd') as closed,
            to_date(cast(least(
                opened_date_tk, assigned_date_tk, inprogress_date_tk,
                underreview_date_tk, resolved_date_tk, closed_date_tk
            ) as string), 'yyyyMMdd') as begun
        from snap_issue_milestones
        where closed_date_tk is not null and {having}
    """)
    days = [[date.fromisoformat(row[name]) for name in row] for row in rows]
    return [(closed, (closed - begun).days) for closed, begun in days]


def test_lead_time_and_what_was_done_by_month(drawn, ask, items):
    first, last = SUMMER
    drawn.choose(str(first), str(last), *NETWORK)
    times = reached(ask, "team = 'Network'")
    within = [days for closed, days in times if first <= closed <= last]
    assert drawn.tiles()["Median lead time"][0] == shown(median(within))
    bars, *_, medians = drawn.traces("months")
    assert drawn.page.locator("#done-note").inner_text() == (
        "A fainter bar is a month of which the period has only a part. "
        "Lead times are those of items by the team of their first event."
    )
    ends = [first - DAY, date(2015, 6, 30), date(2015, 7, 31), last]
    closed = [
        sum(row[1] == "Closed" for row in held(items, day, *NETWORK)) for day in ends
    ]
    assert bars["x"] == medians["x"] == ["Jun 2015", "Jul 2015", "Aug 2015"]
    assert bars["y"] == [b - a for a, b in pairwise(closed)]
    by_month = [
        [days for at, days in times if begin < at <= end]
        for begin, end in pairwise(ends)
    ]
    assert medians["y"] == [median(days) for days in by_month]
    assert [row[1] for row in medians["customdata"]] == [f"{len(x)}" for x in by_month]


def test_late_entries_are_those_after_their_day_was_published(drawn, ask):
    first, last = SUMMER
    drawn.choose(str(first), str(last), *ALL)
    published, late, batch = "", 0, None
    rows = ask("select event_date, posted_batch_id from fct_issue_entries")
    for batch in sorted({row["posted_batch_id"] for row in rows}):
        days = [r["event_date"] for r in rows if r["posted_batch_id"] == batch]
        late += sum(str(first) <= day <= str(last) and day <= published for day in days)
        published = max(published, *days)
    assert number(drawn.tiles()["Late entries"][0]) == late > 0
    assert f"{late} of the " in drawn.page.inner_text("#late")


@pytest.mark.parametrize("value", [ALL, NETWORK])
def test_the_oldest_items_of_each_state(drawn, items, working_days, value):
    last = DAYS[1]
    drawn.choose(*map(str, DAYS), *value)
    wanted = {}
    for item, state, since in sorted(
        on_hand(items, last, *value), key=lambda x: x[::-2]
    ):
        age = working_days[last] - working_days[since]
        wanted.setdefault(state, []).append([item, str(since), str(age)])
    found = {}
    for table in drawn.page.locator("#oldest table").all():
        rows = table.locator("tbody tr").all()
        found[table.locator("caption").inner_text()] = [
            row.locator("th, td").all_inner_texts() for row in rows
        ]
    assert found == {state: rows[:5] for state, rows in wanted.items()}
    dots = [t for t in drawn.traces("ages") if t["name"] != "median"]
    assert {dot["name"]: len(dot["x"]) for dot in dots} == {
        state: len(rows) for state, rows in wanted.items()
    }
    drawn.page.click("#figures button:has-text('Resolved')")
    (table,) = drawn.page.locator("#oldest table").all()
    assert table.locator("tbody th").all_inner_texts() == [
        item for item, *_ in wanted["Resolved"][:20]
    ]
