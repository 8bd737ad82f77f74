"""The figures of the page, against the events of the seed, item by item in Python."""

from datetime import date, timedelta
from itertools import pairwise, takewhile
from statistics import median

import pytest

from support import oracle, sample

DAY = timedelta(1)
DAYS = (date(2015, 1, 1), date(2015, 12, 31))
SUMMER = (date(2015, 6, 10), date(2015, 8, 20))
ALL = ("(all)", "(all)")
NETWORK = ("team", "Network")
DONE = ("Resolved", "Closed")
LEAST_FOR_SHARE = 30
# Whether more of it is better; of what came in, it is neither.
BETTER = {"Backlog": False, "Done": True, "Median age": False}
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
    return [row for row in held(items, day, *value) if row[1] not in DONE]


def expected(items, working_days, first, last, *value):
    """What has no dimension can be counted by item, and so not by what moved."""
    before, after = ([*held(items, day, *value)] for day in (first - DAY, last))
    done = [sum(row[1] in DONE for row in rows) for rows in (before, after)]
    ages = [
        working_days[last] - working_days[since]
        for _, _, since in on_hand(items, last, *value)
    ]
    return {
        "Backlog": len(ages),
        "Came in": len(after) - len(before),
        "Done": done[1] - done[0],
        "Median age": median(ages) if ages else None,
    }


def shown(figure):
    return "\N{EN DASH}" if figure is None else f"{figure:,.1f}".removesuffix(".0")


def signed(name, now, before):
    if now == before:
        return "no change"
    change = f"{now - before:+,.1f}".removesuffix(".0")
    if name != "Median age" and before >= LEAST_FOR_SHARE:
        change += f" ({round(100 * (now / before - 1)):+} %)"
    if name in BETTER:
        change += ", better" if (now > before) == BETTER[name] else ", worse"
    return change


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
        name: signed(name, now[name], before[name]) for name in now
    }


@pytest.mark.parametrize("asked", ASKED)
def test_before_and_came_in_less_done_is_at_the_end(drawn, asked):
    """Now and as known earlier, and as the first figures of the page have it."""
    first, last, *value = asked
    drawn.choose(str(first), str(last), *value)
    tiles = drawn.tiles()
    now = drawn.totals()
    for name in ("Came in", "Done", "Backlog"):
        assert f"{now[name]:,}" == tiles[name][0]
    first_run = drawn.page.locator("#known option").all_inner_texts()[-1]
    drawn.page.select_option("#known", label=first_run)
    for sums in (now, drawn.totals()):
        assert sums["Before"] + sums["Came in"] - sums["Done"] == sums["Backlog"]
        assert sums["Came in"]
    assert drawn.totals() != now
    by_state = drawn.table().values()
    assert sum(row[3] for row in by_state) == drawn.totals()["Backlog"]


def test_cumulative_flow_reaches_up_to_all_that_came_in(drawn):
    drawn.choose(str(SUMMER[0]), str(SUMMER[1]), *ALL)
    drawn.page.select_option("#view", "cumulative")
    bands = {trace["name"]: trace["y"] for trace in drawn.traces("by-state")}
    sums = drawn.totals()
    assert sum(bands[state][-1] for state in DONE) == sums["Done"]
    assert bands["All items"][-1] == sums["Before"] + sums["Came in"]
    assert bands["Assigned"][-1] == drawn.table()["Assigned"][3]


def reached(ask, working_days, having):
    """(day on which it was done first, working days that it took) by item."""
    rows = ask(f"""
        select to_date(cast(least(resolved_date_tk, closed_date_tk) as string),
                'yyyyMMdd') as done,
            to_date(cast(least(
                opened_date_tk, assigned_date_tk, inprogress_date_tk,
                underreview_date_tk, resolved_date_tk, closed_date_tk
            ) as string), 'yyyyMMdd') as begun
        from snap_issue_milestones
        where coalesce(resolved_date_tk, closed_date_tk) is not null and {having}
    """)
    days = [[date.fromisoformat(row[name]) for name in row] for row in rows]
    return [(done, working_days[done] - working_days[begun]) for done, begun in days]


def test_lead_time_and_what_was_done_by_month(drawn, ask, items, working_days):
    first, last = SUMMER
    drawn.choose(str(first), str(last), *NETWORK)
    times = reached(ask, working_days, "team = 'Network'")
    within = [days for done, days in times if first <= done <= last]
    assert drawn.tiles()["Median lead time"][0] == shown(median(within))
    bars, *_, medians = drawn.traces("months")
    assert drawn.page.locator("#done-note").inner_text() == (
        "A fainter bar is a month that is only partly in the period. "
        "An item counts for the team of its first event."
    )
    ends = [first - DAY, date(2015, 6, 30), date(2015, 7, 31), last]
    done = [sum(row[1] in DONE for row in held(items, day, *NETWORK)) for day in ends]
    assert bars["x"] == medians["x"] == ["Jun 2015", "Jul 2015", "Aug 2015"]
    assert bars["y"] == [b - a for a, b in pairwise(done)]
    by_month = [
        [days for at, days in times if begin < at <= end]
        for begin, end in pairwise(ends)
    ]
    assert medians["y"] == [median(days) for days in by_month]
    counts = [f"{len(days)} items" for days in by_month]
    assert [row[1] for row in medians["customdata"]] == counts


def test_late_entries_are_those_after_their_day_was_published(drawn, ask):
    first, last = SUMMER
    drawn.choose(str(first), str(last), *ALL)
    published, late, of_period = "", 0, 0
    rows = ask("select event_date, posted_batch_id from fct_issue_entries")
    for batch in sorted({row["posted_batch_id"] for row in rows}):
        days = [r["event_date"] for r in rows if r["posted_batch_id"] == batch]
        within = [day for day in days if str(first) <= day <= str(last)]
        of_period += len(within)
        late += sum(day <= published for day in within)
        published = max(published, *days)
    assert late
    said = f"{late} of the {of_period:,} entries dated in this period came late:"
    assert drawn.page.inner_text("#late").startswith(said)


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
    medians = drawn.traces("ages")[-1]
    assert medians["x"] == [
        median(int(age) for *_, age in wanted[dot["name"]]) for dot in dots
    ]
    drawn.page.click("#figures button:has-text('Awaiting Customer')")
    (table,) = drawn.page.locator("#oldest table").all()
    assert table.locator("tbody th").all_inner_texts() == [
        item for item, *_ in wanted["Awaiting Customer"][:20]
    ]
