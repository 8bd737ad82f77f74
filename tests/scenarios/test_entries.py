"""Entries and their events when the source is odd: what is refused, and what helps."""

import pytest

from support.batch_project import connect
from support.macros import Macros
from support.statements import each

COLUMNS = (
    "item string, state string, at timestamp_ntz, seq int, dim string,"
    " is_deleted boolean, recorded_at timestamp_ntz"
)
# What a staging model has that is not made by accept_events.
RAW = f"{COLUMNS}, event_month string"
EVENT = """item="item", state="state", order_by=["seq"], is_deleted="is_deleted",
    recorded_at="recorded_at", occurred_at="""
STAGING = """
{{ daybook.accept_events(events=target.schema ~ ".%s_in",
    accepted=daybook.published(this), event_log=daybook.event_log(%s)) }}
"""
ENTRIES = """
{{ daybook.negate_events(events=daybook.new_batches(ref("%s")), history=ref("%s"),
    posted=this, event_log=daybook.event_log(%s)%s) }}
"""
CALENDAR = ', calendar=ref("days")'
ENTRY = "item, state, event_date, event_count"
GROWS = 'on_schema_change="append_new_columns"'


def event(item, state, at, seq=1, dim="x", gone=False, recorded=1):
    at = f"2015-09-{at:02} 09:00:00" if isinstance(at, int) else at
    return item, state, at, seq, dim, gone, f"2015-10-{recorded:02} 00:00:00"


def raw(*events):
    return [(*each, each[2][:7]) for each in events]


def staging(project, name, more="", at='"at"'):
    project.model(f"{name}_stg", STAGING % (name, EVENT + at + more))


def entries(project, name, more="", source=None, at='"at"', calendar=""):
    source = source or f"{name}_stg"
    sql = ENTRIES % (source, source, EVENT + at + more, calendar)
    project.model(name, sql, GROWS)


# A date outside the calendar is refused until it is withdrawn.
TYPO = [
    [],
    [event("1", "Open", 1), event("1", "Done", "2051-09-02 09:00:00")],
    [event("1", "Done", "2051-09-02 09:00:00", gone=True, recorded=2)],
]
# Two events at one moment are refused until a withdrawal says that neither counts.
TIED = [
    [event("1", "Open", 1), event("2", "Open", 2)],
    [event("1", "Done", 1), event("2", "Done", 3)],
    [
        event("1", "Done", 1),
        event("1", "Open", 1, gone=True, recorded=2),
        event("2", "Done", 3),
    ],
]
# 24 items: 22 end as Delivered, which one has left, and one has not begun to move.
OFF = 'it\'s "{{ off }}" \\ 100 %'
ENDS = [event(str(item), "Opened", 1) for item in range(24)]
ENDS += [event(str(item), "Delivered", 2) for item in range(1, 24)]
ENDS += [event("1", OFF, 3)]
TERMINAL = {
    "misspelt": ["Deliverd", "Lost's", OFF],
    "right": ["Delivered", OFF],
}
OPENED = [("1", "Open", "2015-09-01", 1), ("2", "Open", "2015-09-02", 1)]


@pytest.fixture(scope="module")
def seen(project):
    """Of each of three runs: {model: what it said, and the entries after it}."""
    project.model("days", '{{ daybook.calendar("2015-08-01", "2015-12-31") }}')
    for name in ("typo", "tied"):
        staging(project, name, ', dimensions=["dim"]')
    staging(project, "tied_at_once")
    at_once = [event("1", "Open", 1), event("1", "Done", 1), event("2", "Open", 1)]
    project.feed("tied_at_once", COLUMNS, at_once)
    entries(project, "typo", ', dimensions=["dim"]', calendar=CALENDAR)
    entries(project, "tied", ', dimensions=["dim"]')
    project.fed_model("raw", 'batch="append", partition_by=["dim", "event_month"]')
    entries(project, "of_raw", source="raw")
    last_date = """select {{ daybook.last_event_date(ref("%s"),
        daybook.event_log("item", "state", "%s")%s) }} as day"""
    for name, given in {
        "last_date": ("raw", "at", ""),
        "last_entry": ("tied", "event_date", ', month="entry_month"'),
        "wrong_month": ("raw", "at", ', month="dim_month"'),
    }.items():
        project.model(name, last_date % given, None)
    project.fed_model("ends", 'batch="append"')
    for name, states in TERMINAL.items():
        entries(project, f"ends_{name}", f", terminal_states={states}", "ends")
    project.feed("ends", RAW, raw(*ENDS))
    seen = []
    for typo, tied in zip(TYPO, TIED, strict=True):
        project.feed("typo", COLUMNS, typo)
        project.feed("tied", COLUMNS, tied)
        project.feed("raw", RAW, raw(*tied))
        lines = []
        said = project.run(on_event=lambda e, to=lines: to.append(e.info.msg))
        # Nothing of what is printed once is printed in a run that has a few new events.
        project.feed("ends", RAW, raw(event("0", "Opened", 4)))
        rows = {name: project.rows(name, ENTRY) for name in ("typo", "tied", "of_raw")}
        seen.append({name: (text, rows.get(name)) for name, text in said.items()})
        seen[-1]["printed"] = [
            line for line in lines if line.startswith("daybook: ends_")
        ]
    return seen


def test_a_source_that_is_empty_at_first(seen):
    assert seen[0]["typo_stg"] == ("success", None)
    assert seen[0]["typo"] == ("success", [])


def test_a_date_outside_the_calendar_is_refused_until_it_is_withdrawn(project, seen):
    said, rows = seen[1]["typo"]
    assert f"{project.schema}.days has no row for one of 2015-09-01 and 2051-09" in said
    assert rows == []
    assert seen[2]["typo"] == ("success", OPENED[:1])


def test_the_first_run_prints_what_terminal_states_lack(seen):
    rest = (
        "% of the items end in Delivered, which terminal_states lacks, so they stay on"
        " hand forever: add each state in which items rest"
    )
    end = f"91 {rest}"
    assert seen[0]["printed"] == [
        "daybook: ends_misspelt: no event has the terminal state Deliverd or Lost's:"
        f" the states are Delivered, Opened, {OFF}",
        f"daybook: ends_misspelt: {end}",
    ]
    assert seen[1]["printed"] == seen[2]["printed"] == []


@pytest.mark.parametrize(
    ("refuses", "name"), [("tied_stg", "tied"), ("of_raw", "of_raw")]
)
def test_two_events_at_one_moment_are_refused(project, seen, refuses, name):
    """Before they are accepted, and also of events that were accepted otherwise."""
    told = f"{project.schema}.{refuses}: item 1 has two different events at 2015-09-01"
    assert told in seen[1][refuses][0]
    assert seen[1][name][1] == seen[0][name][1] == OPENED
    moved = [("2", "Done", "2015-09-03", 1), ("2", "Open", "2015-09-03", -1)]
    withdrawn = [("1", "Open", "2015-09-01", -1)]
    assert seen[2][name] == ("success", sorted([*OPENED, *withdrawn, *moved]))


def test_two_events_at_one_moment_of_one_export_are_refused(project, seen):
    said, _ = seen[0]["tied_at_once_stg"]
    assert "item 1 has two different events at 2015-09-01" in said
    assert "name in order_by what tells which came first" in said
    assert project.names("tied_at_once_stg") == []


@pytest.mark.parametrize("states", ["ABB", "BAB", "BBA"])
def test_a_tie_is_found_in_any_order(project, states):
    """An event that is new comes twice, with the new ones and with the item's past."""
    event = {"item": "item", "occurred_at": "at", "order": ["at"]}
    changes = Macros().call(
        "_entry_changes", {**event, "state": "state", "combination": ["state"]}
    )
    rows = ", ".join(f"('1', '{state}')" for state in states)
    stream = f"""
        select item, state, timestamp_ntz'2015-09-01 09:00:00' as at,
            date'2015-09-01' as event_date, 1 as daybook_sequence,
            false as daybook_is_withdrawn,
            cast(null as timestamp_ntz) as daybook_recorded_at,
            date'2015-09-01' as daybook_held_since,
            date'2015-09-01' as daybook_state_since,
            date'2015-09-01' as daybook_item_since
        from values {rows} as events (item, state)
        """
    with pytest.raises(Exception, match="item 1 has two different events at 2015-09"):
        project.query(f"with stream as ({stream}), {changes} select * from changes")


def test_an_export_that_is_replaced_while_it_is_read(project):
    """What is older than it was at first waits, and nothing is accepted twice."""
    staging(project, "exported")
    known = event("1", "Open", "2015-07-01 09:00:00")
    late, new = event("2", "Open", "2015-07-02 09:00:00"), event("1", "Done", 1)
    project.feed("exported", COLUMNS, [known])
    project.ok(select="exported_stg")
    project.feed("exported", COLUMNS, [new])

    def grow(sql, send):
        if "insert overwrite" in sql and "exported_stg__batches" in sql:
            project.feed("exported", COLUMNS, [known, late, new])
        send()

    with each(grow):
        project.ok(select="exported_stg")
    accepted = [("1", "Done"), ("1", "Open")]
    assert project.rows("exported_stg", "item, state") == accepted
    project.ok(select="exported_stg")
    assert project.rows("exported_stg", "item, state") == [*accepted, ("2", "Open")]


def test_the_last_date_is_looked_for_in_the_last_month(project, seen):
    for name in ("last_date", "last_entry"):
        ((day,),) = project.rows(name)
        assert str(day) == "2015-09-03"
    said, _ = seen[2]["wrong_month"]
    assert "is partitioned by dim, event_month: name its column of months" in said


@pytest.mark.stress
def test_dimension_working_days_and_utc_are_added_by_a_full_refresh(project):
    project.model("days", '{{ daybook.calendar("2015-08-01", "2015-12-31") }}')
    staging(project, "grown")
    entries(project, "grown")
    events = [event("1", "Open", 1), event("1", "Done", 3, dim="y")]
    project.feed("grown", COLUMNS, events)
    project.ok(select="days grown_stg grown")
    before = project.rows("grown", ENTRY)
    columns = f"{COLUMNS}, at_utc timestamp_ntz"
    project.feed("grown", columns, [(*each, each[2]) for each in events])
    more = ', dimensions=["dim"]'
    at = '{"local": "at", "utc": "at_utc"}'
    staging(project, "grown", more, at)
    entries(project, "grown", more, at=at, calendar=CALENDAR)
    refused = project.run(select="grown_stg")["grown_stg"]
    assert "the events accepted so far have no column at_utc" in refused
    assert "--full-refresh" in refused
    project.ok(select="grown_stg grown", full_refresh=True)
    # A session that has read the model knows its columns of before.
    project.cursor = connect(project.port)
    assert project.rows(
        "grown",
        "state, dim, direction, age_working_days, sum(event_count), at_utc = at",
        "true group by all having sum(event_count) <> 0",
    ) == [
        ("Done", "y", "in", 0, 1, True),
        ("Open", "x", "in", 0, 1, True),
        ("Open", "x", "out", 2, -1, True),
    ]
    first = f"posted_batch_id < {project.published('grown')[-1]}"
    assert project.rows("grown", ENTRY, first) == before
    project.feed("grown", columns, [(*events[0], None)])
    refused = project.run(select="grown_stg")["grown_stg"]
    assert "of 1 events 1 have no at_utc that can be read as a time" in refused


@pytest.mark.stress
def test_what_is_posted_keeps_its_columns(project):
    def said(more, **how):
        entries(project, "kept", more, source="kept_stg")
        return project.run(select="kept", **how)["kept"]

    staging(project, "kept", ', dimensions=["dim"]')
    project.feed("kept", COLUMNS, [event("1", "Open", 1)])
    project.ok(select="kept_stg")
    assert said(', dimensions=["dim"]') == "success"
    assert "have the column dim, which is no longer named" in said("")
    assert said("", full_refresh=True) == "success"
    refused = "old entries have values of dim, which a full refresh left out"
    assert refused in said(', dimensions=["dim"]')
    assert refused in said(', dimensions=["dim"]', full_refresh=True)


@pytest.mark.stress
def test_a_rebuild_refuses_what_cannot_be_placed(project):
    """Of a staging model that lets such events in."""
    project.fed_model("lax", 'batch="append", partition_by="event_month"')
    entries(project, "loose", source="lax")
    project.feed("lax", RAW, raw(event("1", "Open", 1)))
    project.ok(select="lax loose")
    before = project.rows("loose")
    project.feed("lax", RAW, raw(event("1", None, 1)))
    refused = project.run(select="lax loose", full_refresh=True)["loose"]
    assert "of 1 events 1 have no state" in refused
    assert project.rows("loose") == before


def test_events_that_were_published_before_one_could_be_withdrawn_stand(project):
    """They have NULL in the column that says so."""
    project.fed_model("plain", 'batch="append", partition_by="event_month", ' + GROWS)
    columns = "item string, state string, at timestamp_ntz, event_month string"
    named = 'item="item", state="state", occurred_at="at"'

    def run(more, columns, *events):
        source = "plain"
        project.model("stands", ENTRIES % (source, source, named + more, ""), GROWS)
        fed = [(*each[:3], each[2][:7], *each[3:]) for each in events]
        project.feed("plain", columns, fed)
        project.ok(select="plain stands")

    opened, done = ("1", "Open", "2015-09-01 09:00"), ("1", "Done", "2015-09-05 09:00")
    run("", columns, opened, done)
    late = ("1", "Assigned", "2015-09-03 09:00", False)
    run(', is_deleted="gone"', f"{columns}, gone boolean", late)
    moves = "day(event_date), state, sum(event_count)"
    moved = "true group by all having sum(event_count) <> 0"
    assert project.rows("stands", moves, moved) == [
        (1, "Open", 1),
        (3, "Assigned", 1),
        (3, "Open", -1),
        (5, "Assigned", -1),
        (5, "Done", 1),
    ]


@pytest.mark.stress
def test_a_refresh_follows_the_calendar_and_what_staging_has_lost(project):
    calendar = """{{ daybook.calendar("2015-08-01", "2015-12-31",
        holidays=target.schema ~ ".off_in") }}"""
    project.model("work", calendar)
    project.feed("off", "holiday_date date", [])
    staging(project, "renewed")
    entries(project, "renewed", calendar=', calendar=ref("work")')
    one, two = event("1", "Open", 1), event("2", "Open", 1)
    project.feed("renewed", COLUMNS, [one, event("1", "Done", 4), two])
    project.ok(select="work renewed_stg renewed")
    ages = "state = 'Open' and event_count < 0 group by 1, 2"
    age = "item, age_working_days, sum(event_count)"
    assert project.rows("renewed", age, ages) == [("1", 3, -1)]
    project.feed("off", "holiday_date date", [("2015-09-02",)])
    project.ok(select="work")
    project.ok(select="renewed", full_refresh=True)
    left = "state = 'Open' and direction = 'out' group by 1, 2"
    left += " having sum(event_count) <> 0"
    assert project.rows("renewed", age, left) == [("1", 2, -1)]
    # Staging begins from a source that no longer has the second item.
    project.feed("renewed", COLUMNS, [one, event("1", "Done", 4)])
    project.ok(select="renewed_stg renewed", full_refresh=True)
    assert project.rows("renewed", "sum(event_count)", "item = '2'") == [(0,)]
