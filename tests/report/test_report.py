"""What the report shows is what SQL says: its own, and others that ask otherwise."""

from collections import Counter

import pytest

ALL = ("(all)", "(all)")
SUMMER = ("2015-06-10", "2015-08-20")
PERIODS = [
    ("2015-01-01", "2015-12-31", *ALL),
    (*SUMMER, *ALL),
    (*SUMMER, "team", "Network"),
    ("2015-02-01", "2015-11-30", "priority", "(none)"),
]


def within(sql, day, first, last, dimension, value):
    return (
        f"select * from ({sql}) where {day} between date'{first}' and date'{last}' "
        f"and dimension = '{dimension}' and value = '{value}'"
    )


@pytest.mark.parametrize("asked", PERIODS)
def test_on_hand_is_what_the_analysis_says(drawn, ask, analyses, asked):
    drawn.choose(*asked)
    expected = {
        (row["snapshot_date"], row["status"]): row["quantity_on_hand"]
        for row in ask(within(analyses["on_hand_by_day"], "snapshot_date", *asked))
    }
    bands = {
        (day, trace["name"]): items
        for trace in drawn.traces("on-hand")
        if trace.get("stackgroup")
        for day, items in zip(trace["x"], trace["y"], strict=True)
        if items
    }
    assert bands == expected
    assert bands


@pytest.mark.parametrize("asked", PERIODS)
def test_in_and_out_are_what_the_analysis_says(drawn, ask, analyses, asked):
    drawn.choose(*asked)
    came, went = Counter(), Counter()
    for row in ask(within(analyses["in_and_out_by_day"], "event_date", *asked)):
        came[row["status"]] += row["quantity_in"]
        went[row["status"]] += row["quantity_out"]
    figures = drawn.table()
    assert {name: row[1] for name, row in figures.items() if row[1]} == +came
    assert {name: row[2] for name, row in figures.items() if row[2]} == +went
    for grain in ("day", "week", "month"):
        drawn.page.select_option("#grain", grain)
        bars = drawn.traces("in-and-out")
        assert bars
        for trace in bars:
            name, way = trace["name"].rsplit(": ", 1)
            total = (came if way == "in" else went)[name]
            assert abs(sum(trace["y"])) == total, (trace["name"], grain)


@pytest.mark.parametrize("asked", PERIODS)
def test_flow_is_what_the_analysis_says(drawn, ask, analyses, asked):
    drawn.choose(*asked)
    sql = within(analyses["flow_between_states"], "event_date", *asked)
    expected = Counter()
    for row in ask(sql):
        if row["from_status"] != row["to_status"]:
            expected[row["from_status"], row["to_status"]] += row["items"]
    assert drawn.flow() == expected


def test_balances_and_moves_follow_from_the_entries_alone(drawn, ask):
    first, last = SUMMER
    drawn.choose(first, last, "team", "Network")
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
        where team = 'Network' and event_date <= date'{last}'
        group by status
    """)
    expected = {row["status"]: list(row.values())[1:] for row in rows}
    expected["Closed"][0] = expected["Closed"][3] = 0
    assert drawn.table() == {name: row for name, row in expected.items() if any(row)}


def test_what_flows_into_a_state_is_what_came_in(ask, analyses):
    """For every day and value of every dimension, and out of it likewise."""
    differing = ask(f"""
        with
            flow as ({analyses["flow_between_states"]}),
            moved as ({analyses["in_and_out_by_day"]}),
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
        where status not in ('(new)', '(elsewhere)', '(gone)')
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
                    ), '(new)') as from_status
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


def test_late_entries_are_counted(drawn, ask, analyses):
    asked = (*SUMMER, *ALL)
    drawn.choose(*asked)
    late = sum(
        row["late_entries"]
        for row in ask(within(analyses["late_entries"], "event_date", *asked))
    )
    assert f"Late data: {late or 'none'} of" in drawn.page.inner_text("#late")
