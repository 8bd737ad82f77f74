"""What the report shows is what SQL says: its own, and others that ask otherwise."""

from bisect import bisect
from calendar import monthrange
from collections import Counter
from datetime import date, timedelta

import pytest

import report
from config_keys import project_variables
from support.drawn_report import AGES, RANGES

ALL = ("(all)", "(all)")
SUMMER = ("2015-06-10", "2015-08-20")
PERIODS = [
    ("2015-01-01", "2015-12-31", *ALL),
    pytest.param((*SUMMER, *ALL), marks=pytest.mark.stress),
    (*SUMMER, "team", "Network"),
    pytest.param(
        ("2015-02-01", "2015-11-30", "priority", "(none)"), marks=pytest.mark.stress
    ),
]


def having(dimension, value):
    """The same in SQL's own words, for tables that the analyses read."""
    if dimension == "(all)":
        return "true"
    return f"{dimension} is null" if value == "(none)" else f"{dimension} = '{value}'"


@pytest.fixture(scope="module")
def batches(ask):
    """(id, last day that was known after it) of those of the daily snapshot."""
    rows = ask("""
        select posted_batch_id, max(snapshot_date) as last_day
        from snap_issues_daily group by posted_batch_id order by posted_batch_id
    """)
    return [tuple(row.values()) for row in rows]


def on_hand(ask, batch_id, value):
    """{(day, state): items} of the snapshot, as known after a batch."""
    rows = ask(f"""
        select snapshot_date, status, sum(quantity_on_hand) as items
        from snap_issues_daily
        where posted_batch_id <= {batch_id} and {having(*value)}
        group by snapshot_date, status
        having sum(quantity_on_hand) <> 0
    """)
    return {(row["snapshot_date"], row["status"]): row["items"] for row in rows}


def moves(ask, batch_id, first, last, *value):
    """{state: (in, out)} of a period, as known after a batch."""
    rows = ask(f"""
        select
            status,
            sum(case when direction = 'in' then event_count else 0 end) as came,
            -sum(case when direction = 'out' then event_count else 0 end) as went
        from fct_issue_entries
        where posted_batch_id <= {batch_id} and {having(*value)}
            and event_date between date'{first}' and date'{last}'
        group by status
    """)
    return {row["status"]: (row["came"], row["went"]) for row in rows}


def within_days(figures, first, last):
    return {key: items for key, items in figures.items() if first <= key[0] <= last}


@pytest.mark.parametrize("asked", PERIODS)
def test_on_hand_now_and_as_known_after_the_first_batch(drawn, ask, batches, asked):
    first, last, *value = asked
    (batch_id, known_to), *_, (last_batch, _) = batches
    drawn.choose(*asked)
    tiles = drawn.tiles()
    now = drawn.on_hand()
    assert now == within_days(on_hand(ask, last_batch, value), first, last) != {}
    earlier = drawn.page.locator("#known option").all_inner_texts()[-1]
    drawn.page.select_option("#known", label=earlier)
    expected = on_hand(ask, batch_id, value)
    moved = moves(ask, batch_id, *asked)
    assert drawn.on_hand() == within_days(expected, first, last) != now
    assert drawn.traces("on-hand")[-1]["x"][-1] == min(last, known_to)
    day_before = str(date.fromisoformat(first) - timedelta(1))
    shown = drawn.table()
    assert {name for name, counts in moved.items() if any(counts)} <= shown.keys()
    for name, (before, came, went, at_the_end) in shown.items():
        assert before == expected.get((day_before, name), 0)
        assert at_the_end == expected.get((min(last, known_to), name), 0)
        assert (came, went) == moved.get(name, (0, 0))
    assert "As known after" in drawn.page.inner_text("#known-note")
    assert drawn.tiles() == tiles


@pytest.mark.parametrize("asked", PERIODS)
def test_balances_and_moves_follow_from_the_entries_alone(drawn, ask, asked):
    first, last, *value = asked
    drawn.choose(*asked)
    rows = ask(f"""
        select
            status,
            coalesce(sum(event_count) filter (where event_date < date'{first}'), 0)
                as before,
            coalesce(sum(event_count) filter (
                where event_date >= date'{first}' and direction = 'in'
            ), 0) as came,
            coalesce(-sum(event_count) filter (
                where event_date >= date'{first}' and direction = 'out'
            ), 0) as went,
            sum(event_count) as at_the_end
        from fct_issue_entries
        where {having(*value)} and event_date <= date'{last}'
        group by status
    """)
    expected = {row["status"]: list(row.values())[1:] for row in rows}
    expected["Closed"][0] = expected["Closed"][3] = 0
    expected = {name: row for name, row in expected.items() if any(row)}
    assert drawn.table() == expected
    for grain in ("day", "week", "month"):
        drawn.page.select_option("#grain", grain)
        bars = drawn.traces("in-and-out")
        shown = {trace["name"]: abs(sum(trace["y"])) for trace in bars}
        wanted = {f"{name}: in": came for name, (_, came, _, _) in expected.items()}
        wanted |= {f"{name}: out": went for name, (_, _, went, _) in expected.items()}
        assert +Counter(shown) == +Counter(wanted), grain


def test_what_flows_into_a_state_is_what_came_in(ask, analyses):
    """For every day and value of every dimension, and out of it likewise."""
    differing = ask(f"""
        with
            flow as ({analyses["flow_between_states"]}),
            moved as (
                select snapshot_date as event_date, status, dimension, value,
                    sum(quantity_in) as quantity_in, sum(quantity_out) as quantity_out
                from ({analyses["balances_as_known_at"]})
                group by snapshot_date, status, dimension, value
            ),
            ends as (
                select event_date, to_status as status, dimension, value, items as came,
                    0 as went
                from flow
                union all
                select event_date, from_status, dimension, value, 0, items
                from flow
                union all
                select event_date, status, dimension, value, -quantity_in, -quantity_out
                from moved
            )
        select event_date, status, dimension, value
        from ends
        where status is not null
        group by event_date, status, dimension, value
        having sum(came) <> 0 or sum(went) <> 0
    """)
    assert differing == []


def test_flow_follows_from_the_events_alone(drawn, ask):
    first, last = SUMMER
    drawn.choose(first, last, *ALL)
    rows = ask(f"""
        with
            standing as (
                select *
                from stg_issue_events
                qualify row_number() over (
                    partition by issue_id, event_at, event_order
                    order by recorded_at desc, is_deleted desc
                ) = 1
            ),
            moves as (
                select
                    cast(event_at as date) as event_date,
                    status as to_status,
                    coalesce(lag(status) over (
                        partition by issue_id order by event_at, event_order
                    ), 'came in') as from_status
                from standing
                where not is_deleted
            )
        select from_status, to_status, count(*) as items
        from moves
        where from_status <> to_status
            and event_date between date'{first}' and date'{last}'
        group by from_status, to_status
    """)
    expected = {(row["from_status"], row["to_status"]): row["items"] for row in rows}
    assert drawn.flow() == expected


def test_lead_times_follow_from_the_milestones_alone(drawn, ask):
    first, last = SUMMER
    drawn.choose(first, last, "team", "Network")
    (row,) = ask(f"""
        with
            items as (
                select
                    to_date(cast(resolved_date_tk as string), 'yyyyMMdd') as resolved,
                    to_date(cast(least(
                        opened_date_tk, assigned_date_tk, inprogress_date_tk,
                        underreview_date_tk, resolved_date_tk, closed_date_tk
                    ) as string), 'yyyyMMdd') as first_day
                from snap_issue_milestones
                where team = 'Network'
            )
        select
            count(*) as items,
            percentile(datediff(resolved, first_day), 0.25) as quarter,
            percentile(datediff(resolved, first_day), 0.5) as half,
            percentile(datediff(resolved, first_day), 0.9) as most
        from items
        where resolved between date'{first}' and date'{last}'
    """)
    medians = drawn.traces("lead-times")[-1]
    shown = next(each for each in medians["customdata"] if each[0] == "Resolved")
    assert shown[1] == str(row["items"]) != "0"
    figures = [float(shown[place]) for place in (3, 4, 6)]
    assert figures == [round(row[name], 1) for name in ("quarter", "half", "most")]


def test_of_two_terminal_states_the_first_is_the_one_of_the_lead_time(sample, ask):
    terminal = {"Resolved": "resolved", "Closed": "closed"}
    given = project_variables()["input"] | {"terminal_states": list(terminal)}
    compiled = report.compiled_analyses(
        sample.port,
        sample.schema,
        sample.vars | {"input": given},
        "analyses/milestone_lead_times.sql",
    )["milestone_lead_times"]
    found = Counter()
    for row in ask(compiled):
        if row["milestone"] is None and row["dimension"] == "(all)":
            found[row["reached_date"], row["lead_days"]] += row["items"]
    expected = Counter()
    for item in ask("select * from snap_issue_milestones"):
        days = {
            name.removesuffix("_date_tk"): date.fromisoformat(str(day))
            for name, day in item.items()
            if name.endswith("_date_tk") and day is not None
        }
        reached = [days[name] for name in terminal.values() if name in days]
        if reached:
            took = (min(reached) - min(days.values())).days
            expected[str(min(reached)), took] += 1
    assert found == expected
    assert len(expected) > 20


def test_states_come_in_the_order_of_the_work(sample, ask):
    """Withdrawn ones last of those that are not terminal."""
    place, vars = (sample.port, sample.schema), sample.vars
    given = project_variables()["input"] | {"terminal_states": ["Closed", "Colsed"]}
    file = "analyses/states_in_order.sql"
    compiled = report.compiled_analyses(*place, vars | {"input": given}, file)
    rows = [
        (1, 1, "Opened", 1), (1, 2, "Assigned", 1), (1, 3, "Closed", 1),
        (2, 1, "Opned", 1), (2, 1, "Opned", -1), (2, 1, "Opened", 1),
        (2, 2, "Colsed", 1), (2, 2, "Colsed", -1), (2, 2, "Closed", 1),
    ]  # fmt: skip
    values = ", ".join(
        f"({item}, 'in', '2015-01-0{day}', '{state}', {count})"
        for item, day, state, count in rows
    )
    entries = (
        "(select *, event_date as event_at_utc, event_date as event_at,"
        " 0 as event_order"
        f" from values {values} as t (issue_id, direction, event_date, status,"
        " event_count))"
    )
    sql = compiled["states_in_order"]
    table = f"{sample.schema}.fct_issue_entries"
    assert sql.count(table) == 1
    found = ask(sql.replace(table, entries))
    assert [(row["status"], row["is_terminal"], row["items"]) for row in found] == [
        ("Opened", False, 2), ("Assigned", False, 1), ("Opned", False, 0),
        ("Closed", True, 2), ("Colsed", True, 0),
    ]  # fmt: skip


def week_ends(first, last):
    days = [date.fromisoformat(first)]
    while str(days[-1]) < last:
        days.append(days[-1] + timedelta(1))
    return [str(day) for day in days if day.weekday() == 6 or str(day) == "2015-12-31"]


def in_words(day):
    return f"{date.fromisoformat(day):%-d %B %Y}"


@pytest.mark.parametrize("asked", PERIODS)
def test_ages_follow_from_the_snapshot_by_age_alone(drawn, ask, asked):
    first, last, *value = asked
    drawn.choose(*asked)
    ends = week_ends(first, last)
    by_state, by_week, days, old = Counter(), Counter(), Counter(), Counter()
    for row in ask(f"""
        select snapshot_date, status, age_working_days as age,
            sum(quantity_on_hand) as items
        from snap_issues_aged
        where {having(*value)}
        group by snapshot_date, status, age_working_days
    """):
        ages = RANGES[bisect(AGES, row["age"]) - 1]
        if row["snapshot_date"] in ends:
            end = f"End of {in_words(row['snapshot_date'])}"
            by_week[end, ages] += row["items"]
        if row["snapshot_date"] == ends[-1]:
            by_state[row["status"], ages] += row["items"]
            days[row["status"]] += row["items"] * row["age"]
            old[row["status"]] += row["items"] * (row["age"] >= 20)
    assert drawn.ages("ages") == +by_state != {}
    assert drawn.ages("ages-by-week") == +by_week
    assert in_words(ends[-1]) in drawn.page.inner_text("#ages-day")
    items = Counter()
    for (state, _), count in by_state.items():
        items[state] += count
    shown = drawn.lines("ages-figures")
    assert {state: int(row[0]) for state, row in shown.items()} == +items
    for state, (_, average, older) in shown.items():
        assert float(average) == pytest.approx(days[state] / items[state], abs=0.0501)
        assert int(older) == old[state]


def full_months(first, last):
    months = [date(2015, month, 1) for month in range(1, 13)]
    ends = [day.replace(day=monthrange(2015, day.month)[1]) for day in months]
    pairs = zip(months, ends, strict=True)
    return [str(end) for day, end in pairs if first <= str(day) and str(end) <= last]


def known_after(ask, batch_id, dimension, value):
    """{(month, state): [entered, left, on hand at the month's end]}"""
    rows = ask(f"""
        select
            last_day(snapshot_date) as month_end,
            status,
            coalesce(sum(quantity_in) filter (where known), 0) as entered,
            coalesce(sum(quantity_out) filter (where known), 0) as left,
            coalesce(sum(quantity_on_hand) filter (
                where known and snapshot_date = last_day(snapshot_date)
            ), 0) as on_hand
        from (
            select *, posted_batch_id <= {batch_id} as known
            from snap_issues_daily
        )
        where {having(dimension, value)}
        group by month_end, status
    """)
    return {(row["month_end"], row["status"]): list(row.values())[2:] for row in rows}


def reports(ask, batches, first, last, *value):
    """{month: {state: (as reported, as known now)}}, newest first."""
    known = [known_after(ask, batch_id, *value) for batch_id, _ in batches]
    found = {}
    for end in reversed(full_months(first, last)):
        number = next(i for i, (_, last_day) in enumerate(batches) if last_day >= end)
        found[end] = {
            state: (known[number][month, state], now)
            for (month, state), now in known[-1].items()
            if month == end
        }
    return found


def change(states):
    """By how many items the figures of a month differ, state by state."""
    return sum(
        abs(a - b) for figures in states.values() for a, b in zip(*figures, strict=True)
    )


def totals(states, time):
    """What came in, less what was done, is what is more on hand."""
    over = {
        state: figures[time][0] - figures[time][1] for state, figures in states.items()
    }
    on_hand = sum(figures[time][2] for figures in states.values())
    return sum(over.values()), over.get("Closed", 0), on_hand


def named(month_end):
    return f"{date.fromisoformat(month_end):%b %Y}"


def shown_change(reported, now):
    return f"{now:,}" if reported == now else f"{reported:,} → {now:,}"


@pytest.mark.parametrize("asked", PERIODS)
def test_what_late_data_changed_follows_from_the_snapshot(drawn, ask, batches, asked):
    """Month by month, and of each month's report state by state."""
    drawn.choose(*asked)
    by_month = {}
    months = drawn.page.locator("#month option").all_inner_texts()
    expected = reports(ask, batches, *asked)
    opened_on = drawn.page.locator("#month option:checked").inner_text()
    sizes = {named(end): change(states) for end, states in expected.items()}
    if not any(sizes.values()):
        note = drawn.page.inner_text("#late") + drawn.page.inner_text("#months-note")
        assert note.startswith("Nothing came late.") or "No full month" in note
        return
    assert sizes[opened_on.removesuffix(", changed most")] == max(sizes.values())
    for (end, states), label in zip(expected.items(), months, strict=True):
        assert label.startswith(named(end))
        drawn.page.select_option("#month", label=label)
        for figure in range(3):
            drawn.page.select_option("#month-figure", str(figure))
            pairs = {
                state: (reported[figure], now[figure])
                for state, (reported, now) in states.items()
                if reported[figure] or now[figure]
            }
            assert drawn.lines("month-figures") == {
                state: [f"{a:,}", f"{b:,}", f"{b - a:+,}" if a != b else "0"]
                for state, (a, b) in pairs.items()
            }
        sums = zip(*(totals(states, time) for time in (0, 1)), strict=True)
        by_month[named(end)] = [shown_change(*pair) for pair in sums]
    assert drawn.lines("months-figures") == by_month
    # Late data of a few items may have changed no month.
    if asked[2:] == ALL:
        assert any("→" in figure for row in by_month.values() for figure in row)
