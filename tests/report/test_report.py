"""What the report shows is what SQL says: its own, and others that ask otherwise."""

import json
from bisect import bisect
from calendar import monthrange
from collections import Counter
from datetime import date, timedelta
from math import floor

import pytest

import report
from config_keys import project_variables
from support.drawn_report import AGES, RANGES, number

ALL = ("(all)", "(all)")
SUMMER = ("2015-06-10", "2015-08-20")
DONE = ("Resolved", "Closed")
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
    assert drawn.traces("by-state")[-1]["x"][-1] == min(last, known_to)
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
    for name in DONE:
        expected[name][0] = expected[name][3] = 0
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


def test_the_footer_counts_the_rows_of_each_table(drawn, ask):
    drawn.page.click("summary")
    shown = drawn.lines("tables")
    assert {*report.TABLES, *report.TABLES_OF_THE_SAMPLE} == shown.keys()
    for name, (rows, *_, batch, _) in shown.items():
        (row,) = ask(f"select count(*) as n, max(posted_batch_id) as last from {name}")
        assert [number(rows), int(batch)] == [*row.values()]


# Working days from an item's first milestone to each one, in SQL.
LEAD_TIMES = """
    with
        milestones as (
            select *, least(
                opened_date_tk, assigned_date_tk, inprogress_date_tk,
                underreview_date_tk, resolved_date_tk, closed_date_tk
            ) as first_date_tk
            from snap_issue_milestones
            where {having}
        ),
        reached as (
            select first_date_tk, stack(7,
                'Opened', opened_date_tk, 'Assigned', assigned_date_tk,
                'InProgress', inprogress_date_tk, 'UnderReview', underreview_date_tk,
                'Resolved', resolved_date_tk, 'Closed', closed_date_tk,
                'done', least(resolved_date_tk, closed_date_tk)
            ) as (milestone, reached_tk)
            from milestones
        )
    select milestone, reached_on.date_day as reached_on,
        reached_on.working_days - begun_on.working_days as took
    from reached
    inner join dim_date as begun_on
        on first_date_tk = int(date_format(begun_on.date_day, 'yyyyMMdd'))
    inner join dim_date as reached_on
        on reached_tk = int(date_format(reached_on.date_day, 'yyyyMMdd'))
"""


@pytest.mark.parametrize("asked", PERIODS)
def test_lead_times_follow_from_the_milestones_alone(drawn, ask, asked):
    """The card, and of each milestone the number of items and all that is drawn."""
    first, last, *value = asked
    drawn.choose(*asked)
    rows = ask(f"""
        select milestone, count(*) as items,
            percentile(took, array(0.1, 0.25, 0.5, 0.75, 0.9)) as marks
        from ({LEAD_TIMES.format(having=having(*value))})
        where reached_on between date'{first}' and date'{last}'
        group by milestone
    """)
    expected = {
        row["milestone"]: [row["items"], *map(rounded, json.loads(row["marks"]))]
        for row in rows
    }
    _, _, median, *_ = expected.pop("done")[1:]
    assert drawn.tiles()["Median lead time"][0] == median
    shown = {}
    for name, items, *marks, _ in drawn.traces("lead-times")[-1]["customdata"]:
        shown[name] = [number(items.split()[0]), *marks]
    assert shown == {name: expected[name] for name in shown}
    note = drawn.page.inner_text("#lead-note")
    left_out = {
        name: f"{name} ({items:,} items)"
        for name, (items, *_) in expected.items()
        if name not in shown
    }
    assert [name for name, said in left_out.items() if said not in note] == []
    assert "Opened" in left_out


def rounded(figure):
    """As the page does it: half of the last digit goes up."""
    return f"{floor(10 * figure + 0.5) / 10}".removesuffix(".0")


def test_the_first_terminal_state_is_the_one_of_the_lead_time(ask, analyses):
    found, expected = Counter(), Counter()
    for row in ask(analyses["milestone_lead_times"]):
        if row["milestone"] is None and row["dimension"] == "(all)":
            found[row["reached_date"], row["lead_working_days"]] += row["items"]
    for row in ask(LEAD_TIMES.format(having="true")):
        if row["milestone"] == "done":
            expected[row["reached_on"], row["took"]] += 1
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
    shown |= drawn.lines("ages-figures", "tfoot")
    for of_each in (items, days, old):
        of_each["All items"] = of_each.total()
    for state, (count, average, older) in shown.items():
        assert int(count) == items[state]
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
    return sum(over.values()), sum(over.get(state, 0) for state in DONE), on_hand


def named(month_end):
    return f"{date.fromisoformat(month_end):%b %Y}"


def compared(reported, now):
    difference = f"{now - reported:+,}" if now != reported else "0"
    return [f"{reported:,}", f"{now:,}", difference]


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
        assert note.startswith("No entry dated") or "No full month" in note
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
                state: compared(*pair) for state, pair in pairs.items()
            }
            # Moves in and out of states are no sum of items.
            both = [sum(pair[time] for pair in pairs.values()) for time in (0, 1)]
            foot = {"All items": compared(*both)} if figure == 2 else {}
            assert drawn.lines("month-figures", "tfoot") == foot
        sums = zip(*(totals(states, time) for time in (0, 1)), strict=True)
        by_month[named(end)] = [shown_change(*pair) for pair in sums]
    assert drawn.lines("months-figures") == by_month
    # Late data of a few items or months may have changed no sum.
    if asked == PERIODS[0]:
        assert any("→" in figure for row in by_month.values() for figure in row)
