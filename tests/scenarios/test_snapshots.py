"""Snapshots of small logs: their last day, names and options, and the tests of them."""

import re

import pytest

ENTRIES = (
    "item string, state string, dim string, at timestamp_ntz, event_date date, "
    "direction string, event_count int"
)
SNAPSHOT = """
{{{{ daybook.accumulating_snapshot(
    entries=daybook.new_batches(ref("{entries}")), posted=this, through={through},
    event_log=daybook.event_log("item", "state", "at"{log}){options}) }}}}
"""
APPENDED = 'batch="append"'


def entry(state, day, direction, dim=None):
    count = 1 if direction == "in" else -1
    return "1", state, dim, f"2015-{day} 09:00", f"2015-{day}", direction, count


def days(project, name):
    """{(month and day, state): (in, out, on hand)}."""
    rows = project.query(
        "select date_format(snapshot_date, 'MM-dd'), state, sum(quantity_in),"
        f" sum(quantity_out), sum(quantity_on_hand) from {project.schema}.{name}"
        " group by all"
    )
    return {(day, state): tuple(figures) for day, state, *figures in rows}


@pytest.mark.stress
def test_a_new_state_takes_no_other_states_column(project):
    """By their order the new ones come first, and would take the names."""
    project.fed_model("states", APPENDED)
    sql = """
        {%- set events = daybook.new_batches(ref("states")) -%}
        {{ daybook.milestone_snapshot(
            events=events, posted=daybook.published(this),
            event_log=daybook.event_log("item", "state", "at"),
            milestones=daybook.distinct_values(events, "state", posted=this)) }}
        """
    project.model("named", sql, 'on_schema_change="append_new_columns"')
    looked_at = []

    def note(message):
        looked_at.extend(re.findall(r"select distinct state.*", message.info.msg, re.S))

    first = [("Открыт", "09-01"), ("Закрыт", "09-02"), ("on-hold", "09-03")]
    second = [("ON HOLD", "09-04"), ("On Hold", "09-05"), ("a */ b /* c", "09-06")]
    for rows in (first, second):
        events = [("1", state, f"2015-{day} 09:00") for state, day in rows]
        project.feed("states", "item string, state string, at timestamp_ntz", events)
        project.ok(select="states named", on_event=note)
    project.ok(select="states named", on_event=note)
    names = ["закрыт", "открыт", "on_hold", "on_hold_2", "on_hold_3", "a_b_c"]
    columns = ", ".join(f"`{name}_date_tk`, `{name}_count`" for name in names)
    ((*values,),) = project.rows("named", columns)
    dates = (20150902, 20150901, 20150903, 20150904, 20150905, 20150906)
    assert values[::2] == list(dates)
    assert values[1::2] == [1] * 6
    # The first run looks at all events.
    assert len(looked_at) > 2
    assert all("posted_batch_id" in sql for sql in looked_at[1:])
    project.ok(select="named", full_refresh=True)
    # In the order of the values now: ON HOLD is the first of the name.
    assert project.rows("named", "on_hold_date_tk, on_hold_3_date_tk") == [
        (20150904, 20150903)
    ]


def test_an_entry_after_the_last_day_waits_for_its_day(project):
    project.fed_model("moves", APPENDED)
    # The last day is in a view, so that no run parses the project again.
    through = '"(select day from " ~ target.schema ~ ".last_in)"'
    sql = SNAPSHOT.format(entries="moves", through=through, log="", options="")
    project.model("capped", sql)

    def said(last_day, *entries):
        project.feed("last", "day date", [(last_day,)])
        project.feed("moves", ENTRIES, entries)
        return project.run(select="moves capped")["capped"]

    assert said("2015-09-02", entry("Open", "09-01", "in")) == "success"
    before = days(project, "capped")
    assert max(before) == ("09-02", "Open")
    refused = said("2015-09-02", entry("Open", "09-03", "out"))
    assert (
        "an entry dated 2015-09-03 lies after the snapshot's last day, 2015-09-02"
        in refused
    )
    assert days(project, "capped") == before
    assert said("2015-09-03") == "success"
    assert days(project, "capped") == before | {("09-03", "Open"): (0, 1, 0)}
    before = days(project, "capped")
    # As a text it would come before all others.
    far = ("1", "Open", None, "2015-09-03 09:00", "+10000-01-01", "in", 1)
    refused = said("2015-09-03", far)
    assert (
        "an entry dated +10000-01-01 lies after the snapshot's last day, 2015-09-03"
        in refused
    )
    assert days(project, "capped") == before


def test_an_entry_without_a_state_rests_in_no_state(project):
    project.fed_model("stateless", APPENDED)
    rests = ', terminal_states=["Done"]'
    sql = SNAPSHOT.format(
        entries="stateless", through="\"date'2015-09-02'\"", log=rests, options=""
    )
    project.model("counted", sql)
    project.model("aged", sql.replace("accumulating", "aged"))
    columns = f"{ENTRIES}, age_days int"
    entries = [(*entry(state, "09-01", "in"), 0) for state in (None, "Open", "Done")]
    project.feed("stateless", columns, entries)
    project.ok(select="stateless counted aged")
    on_hand = [(day, state) for day in (1, 2) for state in ("Open", None)]
    for name in ("counted", "aged"):
        shown = project.rows(name, "day(snapshot_date), state", "quantity_on_hand = 1")
        assert shown == on_hand, name


RESTS = ', terminal_states=["Отмена", "Done"]'
# What differs from that of the published days, in the log or beside it; the message.
OTHER = {
    "another_order": (', terminal_states=["Done", "Отмена"]', "", "success"),
    "fewer": (
        ', terminal_states="Done"',
        "",
        "terminal_states was ['Done', 'Отмена'] for",
    ),
    "zero": (RESTS, ", keep_zero=true", "keep_zero was False for what is"),
    "restated": (RESTS, ', corrections="restate"', "corrections was ['append'] for"),
    "divided": (f'{RESTS}, dimensions=["dim"]', "", "columns was ['state'] for what"),
}
# Two columns that are counted by, each of which may be the state.
AGED = """
{{ daybook.aged_snapshot(entries=daybook.new_batches(ref("done")), posted=this,
    through="date'2015-09-02'",
    event_log=daybook.event_log("item", "%s", "at", dimensions=["%s"])%s) }}
"""
BY_STATE = ("state", "dim", "")
OTHER_AGES = {
    "swapped": (("dim", "state", ""), "state was state for what is"),
    "by_item": (
        ("state", "dim", ", age_by_item=true"),
        "age_by_item was False for what is",
    ),
}


@pytest.mark.stress
def test_what_the_days_were_made_with_stays(project):
    def write(name, log, options=""):
        through = "\"date'2015-09-02'\""
        sql = SNAPSHOT.format(entries="done", through=through, log=log, options=options)
        project.model(name, sql)

    others = OTHER | OTHER_AGES
    names = f"done {' '.join(others)}"
    project.fed_model("done", APPENDED)
    for name in OTHER:
        write(name, RESTS)
    for name in OTHER_AGES:
        project.model(name, AGED % BY_STATE)
    entries = [entry("Done", "09-01", "in"), entry("Отмена", "09-01", "in")]
    ages = ", age_days int, age_days_by_item int"
    project.feed("done", ENTRIES + ages, [(*each, 0, 0) for each in entries])
    project.ok(select=names)
    for name, (*given, _) in OTHER.items():
        write(name, *given)
    for name, (given, _) in OTHER_AGES.items():
        project.model(name, AGED % given)
    left = (*entry("Done", "09-02", "out"), 1, 1)
    project.feed("done", ENTRIES + ages, [left])
    said = project.run(select=names)
    for name, (*_, sentence) in others.items():
        assert sentence in said[name]
        assert sentence == "success" or "--full-refresh" in said[name]
    write("fewer", "")
    project.ok(select="fewer", full_refresh=True)
    assert days(project, "fewer") == {
        ("09-01", "Done"): (1, 0, 1),
        ("09-01", "Отмена"): (1, 0, 1),
        ("09-02", "Done"): (0, 1, 0),
        ("09-02", "Отмена"): (0, 0, 1),
    }


def test_rows_that_the_macro_did_not_make_are_not_continued(project):
    """It would read all entries or events again, and add them to what is there."""
    moves = "item string, state string, at timestamp_ntz"
    project.fed_model("moved", APPENDED)
    project.feed("moved", moves, [("1", "Open", "2015-09-01 09:00:00")])
    project.fed_model("booked", APPENDED)
    project.feed("booked", ENTRIES, [entry("Open", "09-01", "in")])
    by_hand = {
        "days_of_own": "select date'2015-09-01' as snapshot_date, 'Open' as state,"
        " 1 as quantity_in, 0 as quantity_out, 1 as quantity_on_hand,"
        " '2015-09' as snapshot_month",
        "entries_of_own": "select '1' as item, 'Open' as state,"
        " timestamp_ntz'2015-09-01 09:00:00' as at, date'2015-09-01' as event_date,"
        " 'in' as direction, 1 as event_count, '2015-09' as entry_month",
        "versions_of_own": "select '1' as item, 'Open' as state,"
        " timestamp_ntz'2015-09-01 09:00:00' as valid_from,"
        " timestamp_ntz'9999-12-31 23:59:59' as valid_to, 'Y' as current_flag,"
        " 'current' as history_part, '9999-12' as ended_month",
    }
    for name, sql in by_hand.items():
        month = sql.rpartition(" ")[2]
        project.model(name, sql, f'{APPENDED}, partition_by="{month}"')
    project.ok(select=f"moved booked {' '.join(by_hand)}")
    through = "\"date'2015-09-02'\""
    snapshot = SNAPSHOT.format(entries="booked", through=through, log="", options="")
    project.model("days_of_own", snapshot)
    negated = """{{ daybook.negate_events(events=daybook.new_batches(ref("moved")),
        history=ref("moved"), posted=this,
        event_log=daybook.event_log("item", "state", "at")) }}"""
    project.model("entries_of_own", negated, 'on_schema_change="append_new_columns"')
    history = """{{ daybook.bitemporal_history(
        arrivals=daybook.new_batches(ref("moved")), posted=this, key=["item"],
        values=["state"], event_time="at", system_time=false) }}"""
    project.model("versions_of_own", history)
    said = project.run(select=" ".join(by_hand))
    for name, macro in (
        ("days_of_own", "accumulating_snapshot"),
        ("entries_of_own", "negate_events"),
        ("versions_of_own", "bitemporal_history"),
    ):
        sentence = (
            f"its published rows were not made by {macro}: rebuild it with --full"
        )
        assert sentence in said[name]
        assert len(project.rows(name)) == 1
        # The others of this file run all models.
        project.model(name, by_hand[name], None)


RIGHT = [
    entry("Open", "09-01", "in", dim="x"),
    entry("Open", "09-02", "out", dim="x"),
    entry("Done", "09-02", "in"),
]
# An out under another dimension than its in; an item in two states; a missing day.
WRONG_DIM = [RIGHT[0], entry("Open", "09-02", "out", dim="y"), RIGHT[2]]
TWICE = [entry("Open", "09-01", "in"), entry("Done", "09-03", "in")]
ON_HAND = [
    ("2015-09-01", "Open", 1, 0, 1),
    ("2015-09-02", "Open", 0, 1, 0),
    ("2015-09-02", "Done", 1, 0, 1),
]
BY_AGE = [
    *(("2015-09-01", "Open", 0, 0, 2), ("2015-09-01", "Open", 0, 0, -1)),
    *(("2015-09-02", "Open", 0, 0, 1), ("2015-09-02", "Done", 0, 0, 1)),
]
DAYS = "snapshot_date date, state string, quantity_in int, quantity_out int,"
TABLES = {
    "right": (ENTRIES, RIGHT),
    "wrong_dim": (ENTRIES, WRONG_DIM),
    "twice": (ENTRIES, TWICE),
    "on_hand": (f"{DAYS} quantity_on_hand int", ON_HAND),
    "by_age": (f"{DAYS} quantity_on_hand int", BY_AGE),
    "unknown": (
        f"{DAYS} quantity_on_hand int",
        [ON_HAND[0], *((*day[:4], None) for day in ON_HAND[1:])],
    ),
}
BALANCE = 'entries_balance_to_zero({}, "item", "state", "at", {})'
RECONCILES = 'snapshot_reconciles_with_entries({}, {}, "state", terminal_states={})'
# A generic test of tables, and the rows that fail it.
TESTS = [
    (BALANCE.format("wrong_dim", []), []),
    (BALANCE.format("right", ["dim"]), []),
    (
        BALANCE.format("wrong_dim", ["dim"]),
        [["1", "Open", "x", 1], ["1", "Open", "y", -1]],
    ),
    (RECONCILES.format("on_hand", "right", []), []),
    (RECONCILES.format("on_hand", "right", ["Done"]), [["2015-09-02", "Done", 1, 0]]),
    (
        RECONCILES.format("on_hand", "twice", []),
        [
            ["2015-09-02", "Done", -1, 0],
            ["2015-09-02", "Open", 0, -1],
            ["2015-09-03", "Done", 1, 0],
        ],
    ),
    (
        RECONCILES.format("unknown", "right", []),
        [["2015-09-02", "Done", "None", 0], ["2015-09-02", "Open", "None", 1]],
    ),
    ('same_on_hand(by_age, on_hand, ["state"])', [["2015-09-02", "Open", 1]]),
    ('one_open_entry_per_item(right, "item")', []),
    ('one_open_entry_per_item(twice, "item")', [["1", 2, 2]]),
    ('no_gaps_in_dates(right, "event_date")', []),
    ('no_gaps_in_dates(twice, "event_date")', [["2015-09-02"]]),
    ('unique_combination(right, ["item"])', [["1", 3]]),
    ('unique_combination(right, ["state", "dim", "direction"])', []),
]


@pytest.fixture(scope="module")
def failing(project):
    """The SQL of each test."""
    tables = [f"{{% set {name} = target.schema ~ '.{name}_in' %}}" for name in TABLES]
    for name, (columns, rows) in TABLES.items():
        project.feed(name, columns, rows)
    for number, (call, _) in enumerate(TESTS):
        sql = f"{''.join(tables)}{{{{ daybook.test_{call} }}}}"
        project.model(f"test_{number}", sql, None)
    return project.compiled({})


@pytest.mark.parametrize("number", range(len(TESTS)), ids=[call for call, _ in TESTS])
def test_a_generic_test_finds_what_is_wrong(project, failing, number):
    rows = project.query(failing[f"test_{number}"])
    found = [[v if isinstance(v, int) else str(v) for v in row] for row in rows]
    assert sorted(found) == TESTS[number][1]
