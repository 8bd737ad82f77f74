"""Snapshots of small logs: late, corrected and withdrawn events, names, options."""

import re
from datetime import date

import pytest

EVENTS = (
    "item string, state string, at timestamp_ntz, ord int, recorded timestamp_ntz, "
    "gone boolean, source string, event_month string"
)
ENTRIES = (
    "item string, state string, dim string, at timestamp_ntz, event_date date, "
    "direction string, event_count int, entry_month string"
)
MILESTONES = """
{{%- set events = daybook.new_batches(ref("{events}")) -%}}
{{{{ daybook.milestone_snapshot(
    events=events, posted=daybook.published(this), item="item", state="state",
    occurred_at="at", order_by=["ord"], recorded_at="recorded", is_deleted="gone",
    milestones={milestones}{options}) }}}}
"""
SNAPSHOT = """
{{{{ daybook.accumulating_snapshot(
    entries=daybook.new_batches(ref("{entries}")), posted=this, state="state",
    through={through}{options}) }}}}
"""
LAST_DATE = (
    'daybook.last_event_date(ref("log"), "at", {month}item="item", order_by=["ord"], '
    'is_deleted="gone", recorded_at="recorded")'
)
BY_MONTH = 'batch="append", partition_by="event_month"'
BY_FIRST_MONTH = 'partition_by="first_month", on_schema_change="append_new_columns"'
DAYS = 'batch="append", partition_by="snapshot_month"'


def event(item, state, at, recorded=None, gone=False, source="app"):
    """Days as "09-02", of 2015 where no year is given."""
    at, recorded = dated(at), dated(recorded or at)
    return (item, state, f"{at} 09:00", 1, f"{recorded} 10:00", gone, source, at[:7])


def entry(state, day, direction, count=1, item="1", dim=None):
    sign = 1 if direction == "in" else -1
    day = dated(day)
    return (item, state, dim, f"{day} 09:00", day, direction, sign * count, day[:7])


def dated(day):
    return day if len(day) == 10 else f"2015-{day}"


def days(project, name):
    """{(month and day, state): (in, out, on hand)}."""
    rows = project.query(
        "select snapshot_date, state, sum(quantity_in), sum(quantity_out), "
        f"sum(quantity_on_hand) from {project.schema}.{name} group by all"
    )
    return {
        (str(day).removeprefix("2015-"), state): tuple(map(int, figures))
        for day, state, *figures in rows
        if any(figures)
    }


# Of each item the rows of the arrivals, then Open, Held and Done as they should be: by
# the earliest event that stands, and by arrival.
ITEMS = {
    "withdrawn before it came": (
        [
            [("Open", "09-01"), ("Done", "09-02", "09-04", True)],
            [("Done", "09-02", "09-02")],
        ],
        (20150901, None, None),
        (20150901, None, 20150902),
    ),
    "an older recording of what was withdrawn": (
        [
            [("Open", "09-01"), ("Done", "09-02"), ("Done", "09-02", "09-04", True)],
            [("Done", "09-02", "09-03")],
        ],
        (20150901, None, None),
        (20150901, None, 20150902),
    ),
    "withdrawn at the moment of the record": (
        [[("Open", "09-01")], [("Done", "09-02"), ("Done", "09-02", "09-02", True)]],
        (20150901, None, None),
        (20150901, None, 20150902),
    ),
    "corrected": (
        [[("Open", "09-01"), ("Done", "09-02")], [("Held", "09-02", "09-05")]],
        (20150901, 20150902, None),
        (20150901, 20150902, 20150902),
    ),
    "corrected before it came": (
        [[("Open", "09-01"), ("Held", "09-02", "09-05")], [("Done", "09-02")]],
        (20150901, 20150902, None),
        (20150901, 20150902, 20150902),
    ),
    "withdrawn and put in again": (
        [
            [("Open", "09-01"), ("Done", "09-02")],
            [("Done", "09-02", "09-03", True)],
            [("Done", "09-02", "09-04")],
        ],
        (20150901, None, 20150902),
        (20150901, None, 20150902),
    ),
    "withdrawn, and there is a later one": (
        [
            [("Open", "09-01"), ("Done", "09-02"), ("Done", "10-10")],
            [("Done", "09-02", "09-03", True)],
        ],
        (20150901, None, 20151010),
        (20150901, None, 20150902),
    ),
    "all withdrawn": (
        [[("Open", "09-01")], [], [("Open", "09-01", "09-02", True)]],
        (None, None, None),
        (20150901, None, None),
    ),
    "withdrawals alone": ([[("Open", "09-01", "09-02", True)]], None, None),
    "withdrawals, then another": (
        [[("Open", "09-01", "09-02", True)], [("Open", "09-03")]],
        (20150903, None, None),
        (20150903, None, None),
    ),
    "late": (
        [[("Open", "09-05"), ("Held", "09-06")], [("Open", "08-03")]],
        (20150803, 20150906, None),
        (20150905, 20150906, None),
    ),
    "again long after": (
        [
            [("Open", "07-01"), ("Held", "08-01")],
            [("Open", "10-01")],
            [("Done", "11-01")],
        ],
        (20150701, 20150801, 20151101),
        (20150701, 20150801, 20151101),
    ),
}


@pytest.fixture(scope="module")
def milestones(project):
    """Three arrivals, and a row of each item that shall have one."""
    listed = '["Open", "Held", "Done"]'
    restate = ', late="restate", history=ref("events")'
    project.fed_model("events", BY_MONTH)
    for name, options in {"restated": restate, "kept": ""}.items():
        sql = MILESTONES.format(events="events", milestones=listed, options=options)
        project.model(name, sql, BY_FIRST_MONTH)
    for arrival in range(3):
        rows = [
            event(item, *row)
            for item, (arrivals, *_) in ITEMS.items()
            for row in arrivals[arrival : arrival + 1]
            for row in row
        ]
        project.feed("events", EVENTS, rows)
        project.ok(select="events restated kept")
    return project


def cells(project, name):
    rows = project.rows(name, "item, open_date_tk, held_date_tk, done_date_tk")
    return {item: tuple(days) for item, *days in rows}


def test_the_earliest_of_the_events_that_stand(milestones):
    expected = {item: by_time for item, (_, by_time, _) in ITEMS.items() if by_time}
    assert cells(milestones, "restated") == expected


def test_the_first_that_arrived(milestones):
    expected = {item: kept for item, (*_, kept) in ITEMS.items() if kept}
    assert cells(milestones, "kept") == expected


def test_all_at_once_is_the_same_where_the_earliest_counts(milestones):
    before = cells(milestones, "restated")
    milestones.ok(select="restated", full_refresh=True)
    assert cells(milestones, "restated") == before


def refusal(project, name, sql, config=BY_FIRST_MONTH):
    """What dbt says of a model."""
    project.model(name, sql, config)
    return project.run(select=name)[name]


def test_the_earliest_needs_the_history(milestones):
    sql = MILESTONES.format(
        events="events", milestones='["Open"]', options=", late='restate'"
    )
    assert "it goes with history" in refusal(milestones, "without_history", sql)


@pytest.mark.stress
def test_a_new_state_takes_no_other_states_column(project):
    """By their order the new ones come first, and would take the names."""
    project.fed_model("states", BY_MONTH)
    milestones = 'daybook.distinct_values(events, "state", posted=this)'
    sql = MILESTONES.format(events="states", milestones=milestones, options="")
    project.model("named", sql, BY_FIRST_MONTH)
    looked_at = []

    def note(message):
        looked_at.extend(re.findall(r"select distinct state.*", message.info.msg, re.S))

    first = [("Открыт", "09-01"), ("Закрыт", "09-02"), ("on-hold", "09-03")]
    second = [("ON HOLD", "09-04"), ("On Hold", "09-05"), ("a */ b /* c", "09-06")]
    for rows in (first, second):
        project.feed("states", EVENTS, [event("1", *row) for row in rows])
        project.ok(select="states named", on_event=note)
    project.ok(select="states named", on_event=note)
    names = ["закрыт", "открыт", "on_hold", "on_hold_2", "on_hold_3", "a_b_c"]
    columns = ", ".join(f"`{name}_date_tk`, `{name}_count`" for name in names)
    ((*values,),) = project.rows("named", columns)
    dates = (20150902, 20150901, 20150903, 20150904, 20150905, 20150906)
    assert values[::2] == list(dates)
    assert values[1::2] == [1] * 6
    assert all("posted_batch_id" in sql for sql in looked_at[1:])
    project.ok(select="named", full_refresh=True)
    # In the order of the values now: ON HOLD is the first of the name.
    assert project.rows("named", "on_hold_date_tk, on_hold_3_date_tk") == [
        (20150904, 20150903)
    ]


def test_two_listed_milestones_of_one_name_are_refused(project):
    project.fed_model("states", BY_MONTH)
    project.feed("states", EVENTS, [event("1", "Открыт", "09-01")])
    alike, mapped = (
        MILESTONES.format(events="states", milestones=milestones, options="")
        for milestones in (
            '["Открыт", "открыт!"]',
            '{"Открыт": "opened", "открыт!": "opened_again"}',
        )
    )
    refused = refusal(project, "alike", alike)
    assert "milestones Открыт and открыт! would both have the columns" in refused
    project.model("mapped", mapped, BY_FIRST_MONTH)
    project.ok(select="states mapped")
    assert project.rows("mapped", "opened_count, opened_again_count") == [(1, None)]


@pytest.mark.stress
def test_what_was_withdrawn_sets_no_last_day(project):
    project.fed_model("log", 'batch="append", partition_by=["source", "event_month"]')
    project.fed_model("log_entries", 'batch="append", partition_by="entry_month"')
    for name, month in (("log_days", ""), ("wrong_month", 'month="month", ')):
        through = LAST_DATE.format(month=month)
        sql = SNAPSHOT.format(entries="log_entries", through=through, options="")
        project.model(name, sql, DAYS)
    every, standing = (
        'daybook.last_event_date(ref("log"), "at")',
        LAST_DATE.format(month=""),
    )
    project.model(
        "ends", f"select {{{{ {every} }}}} as a, {{{{ {standing} }}}} as b", None
    )
    far = "2016-01-31"

    def arrive(events, entries):
        project.feed("log", EVENTS, events)
        project.feed("log_entries", ENTRIES, entries)
        project.ok(select="log log_entries log_days ends")
        return days(project, "log_days")

    first = arrive(
        [
            event("1", "Open", "09-01", source="app"),
            event("1", "Open", "09-03", source="web"),
            event("1", "Done", far, "09-03", source="mail"),
            event("1", "Done", far, "09-04", gone=True, source="mail"),
        ],
        [
            entry("Open", "09-01", "in"),
            *(entry("Open", far, "out"), entry("Open", far, "out", -1)),
            *(entry("Done", far, "in"), entry("Done", far, "in", -1)),
        ],
    )
    assert first == {
        ("09-01", "Open"): (1, 0, 1),
        ("09-02", "Open"): (0, 0, 1),
        ("09-03", "Open"): (0, 0, 1),
    }
    assert [tuple(map(str, ends)) for ends in project.rows("ends")] == [
        (far, "2015-09-03")
    ]
    # A day more without an entry; then what was withdrawn is put in again.
    second = arrive([event("1", "Open", "09-04")], [])
    assert second == first | {("09-04", "Open"): (0, 0, 1)}
    last = arrive(
        [event("1", "Done", far, "09-05", source="mail")],
        [entry("Open", far, "out"), entry("Done", far, "in")],
    )
    assert max(day for day, _ in last if day < "2016") == "12-31"
    assert last[far, "Done"] == (1, 0, 1)
    # A day that was published stays, whatever is withdrawn.
    after = arrive(
        [event("1", "Done", far, "09-06", gone=True, source="mail")],
        [entry("Open", far, "out", -1), entry("Done", far, "in", -1)],
    )
    assert after[far, "Open"] == (0, 0, 1)
    assert (far, "Done") not in after
    refused = project.run(select="wrong_month")["wrong_month"]
    assert "is partitioned by source, event_month: name its column" in refused


def test_an_entry_after_the_last_day_waits_for_its_day(project):
    project.fed_model("moves", 'batch="append", partition_by="entry_month"')
    through = """"date'" ~ var("through") ~ "'" """
    sql = SNAPSHOT.format(entries="moves", through=through, options="")
    project.model("capped", sql, DAYS)
    until = {"vars": {"through": "2015-09-02"}, "select": "moves capped"}
    project.feed("moves", ENTRIES, [entry("Open", "09-01", "in")])
    project.ok(**until)
    before = days(project, "capped")
    assert max(before) == ("09-02", "Open")
    project.feed("moves", ENTRIES, [entry("Open", "09-03", "out")])
    refused = project.run(**until)["capped"]
    assert "the last entry is of 2015-09-03, and days go up to 2015-09-02" in refused
    project.feed("moves", ENTRIES, [])
    project.ok(vars={"through": "2015-09-03"}, select="moves capped")
    assert days(project, "capped") == before | {("09-03", "Open"): (0, 1, 0)}


@pytest.mark.stress
def test_what_the_days_were_made_with_stays(project):
    project.fed_model("moves_2", 'batch="append", partition_by="entry_month"')
    options = ', terminal_states=var("terminal", []), keep_zero=var("zero", false)'
    sql = SNAPSHOT.format(
        entries="moves_2", through="\"date'2015-09-02'\"", options=options
    )
    project.model("options", sql, DAYS)
    select = {"select": "moves_2 options"}
    project.feed(
        "moves_2",
        ENTRIES,
        [entry("Done", "09-01", "in"), entry("Отмена", "09-01", "in")],
    )
    project.ok(vars={"terminal": ["Отмена", "Done"], "zero": False}, **select)
    project.feed("moves_2", ENTRIES, [entry("Done", "09-02", "out")])
    # Their order does not matter.
    project.ok(vars={"terminal": ["Done", "Отмена"], "zero": False}, **select)
    for terminal, zero, said in (
        (["Done"], False, "terminal_states was ['Done', 'Отмена'] for what is"),
        ("Done", False, "and is ['Done'] now"),
        (["Done", "Отмена"], True, "keep_zero was False for what is"),
    ):
        outcome = project.run(
            vars={"terminal": terminal, "zero": zero}, select="options"
        )
        assert said in outcome["options"]
        assert "--full-refresh" in outcome["options"]
    restated = sql.replace("through=", 'corrections="restate", through=')
    made_with = {"terminal": ["Done", "Отмена"], "zero": False}
    project.model("options", restated, "")
    outcome = project.run(vars=made_with, select="options")
    assert "corrections was ['append'] for what is" in outcome["options"]
    divided = sql.replace("through=", 'dimensions=["direction"], through=')
    project.model("options", divided, DAYS)
    outcome = project.run(vars=made_with, select="options")
    assert "columns was ['state'] for what is" in outcome["options"]
    project.model("options", sql, DAYS)
    project.ok(
        vars={"terminal": [], "zero": False}, select="options", full_refresh=True
    )
    assert days(project, "options") == {
        ("09-01", "Done"): (1, 0, 1),
        ("09-01", "Отмена"): (1, 0, 1),
        ("09-02", "Done"): (0, 1, 0),
        ("09-02", "Отмена"): (0, 0, 1),
    }


BALANCE = 'entries_balance_to_zero(ref("{}"), "item", "state", "at", {})'
RECONCILES = (
    'snapshot_reconciles_with_entries(ref("on_hand"), ref("right"), "state", {})'
)
TESTS = {
    "by_state": BALANCE.format("wrong", []),
    "by_dimension": BALANCE.format("wrong", ["dim"]),
    "by_dimension_right": BALANCE.format("right", ["dim"]),
    "terminal": RECONCILES.format("terminal_states=['Done']"),
    "not_terminal": RECONCILES.format("terminal_states=[]"),
    "by_age_differs": 'same_on_hand(ref("by_age"), ref("on_hand"), ["state"])',
}


def test_generic_tests_find_what_is_wrong(project):
    """The rows that fail, as models; an out is under another dimension than its in."""
    right = [
        entry("Open", "09-01", "in", dim="x"),
        entry("Open", "09-02", "out", dim="x"),
        entry("Done", "09-02", "in"),
    ]
    wrong = [*right[:1], entry("Open", "09-02", "out", dim="y"), *right[2:]]
    for name, rows in {"right": right, "wrong": wrong}.items():
        project.fed_model(name, 'batch="append"')
        project.feed(name, ENTRIES, rows)
    columns = (
        "snapshot_date date, state string, quantity_in int, quantity_out int, "
        "quantity_on_hand int"
    )
    project.fed_model("on_hand")
    project.feed(
        "on_hand",
        columns,
        [
            ("2015-09-01", "Open", 1, 0, 1),
            ("2015-09-02", "Open", 0, 1, 0),
            ("2015-09-02", "Done", 1, 0, 1),
        ],
    )
    project.fed_model("by_age")
    project.feed(
        "by_age",
        "snapshot_date date, state string, quantity_on_hand int",
        [
            *(("2015-09-01", "Open", 2), ("2015-09-01", "Open", -1)),
            *(("2015-09-02", "Open", 1), ("2015-09-02", "Done", 1)),
        ],
    )
    for name, call in TESTS.items():
        project.model(name, f"{{{{ daybook.test_{call} }}}}", None)
    project.ok(select=f"right wrong on_hand by_age {' '.join(TESTS)}")
    assert project.rows("by_state") == []
    assert project.rows("by_dimension") == [
        ("1", "Open", "x", 1),
        ("1", "Open", "y", -1),
    ]
    assert project.rows("by_dimension_right") == []
    (found,) = project.rows("terminal")
    assert as_date(found[0]) == date(2015, 9, 2)
    assert found[1:] == ("Done", 1, 0)
    assert project.rows("not_terminal") == []
    (found,) = project.rows("by_age_differs")
    assert (as_date(found[0]), *found[1:]) == (date(2015, 9, 2), "Open", 1)


def as_date(day):
    return date.fromisoformat(day) if isinstance(day, str) else day
