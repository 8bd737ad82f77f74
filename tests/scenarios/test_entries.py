"""Entries and their events when the source is odd: what is refused, what mends it."""

import pytest

from support.batch_project import connect

COLUMNS = (
    "item string, state string, at timestamp_ntz, seq int, dim string,"
    " is_deleted boolean, recorded_at timestamp_ntz"
)
STAGING = """
{{ daybook.accept_events(
    events=target.schema ~ ".%s_in", accepted=daybook.published(this), item="item",
    state="state", occurred_at="at", order_by=["seq"], dimensions=%s,
    is_deleted="is_deleted", recorded_at="recorded_at") }}
"""
ENTRIES = """
{{ daybook.negate_events(
    events=daybook.new_batches(ref("%s")), history=ref("%s"), posted=this, item="item",
    state="state", occurred_at="at", order_by=["seq"], dimensions=%s,
    is_deleted="is_deleted", recorded_at="recorded_at"%s) }}
"""
LEDGER = (
    'batch="append", partition_by="entry_month", private=["open", "resting"],'
    ' replace_where="entry_month = \'open\'", on_schema_change="append_new_columns"'
)
NAMES = ["empty", "corrected", "tied", "typo", "grown"]


def event(item, state, day, seq=1, dim="x", gone=False, recorded=None):
    at = f"2015-09-{day:02} 09:00:00" if isinstance(day, int) else day
    recorded = f"2015-10-{recorded or 1:02} 00:00:00"
    return (item, state, at, seq, dim, gone, recorded)


# model: the events of each run.
RUNS = {
    "empty": [[], [event("1", "Open", 1)], []],
    # Recorded later, otherwise: the last counts, as if the first had never been.
    "corrected": [
        [event("1", "Open", 1), event("2", "Open", 2)],
        [event("1", "Open", 1, dim="y", recorded=5), event("2", "Done", 3)],
        [event("1", "Open", 1, gone=True, recorded=6)],
    ],
    # At one moment, otherwise: refused until a withdrawal says that neither counts.
    "tied": [
        [event("1", "Open", 1), event("2", "Open", 2)],
        [event("1", "Done", 1), event("2", "Done", 3)],
        [
            event("1", "Done", 1),
            event("1", "Open", 1, gone=True, recorded=2),
            event("2", "Done", 3),
        ],
    ],
    # A date outside the calendar is refused, and mended by its withdrawal.
    "typo": [
        [event("1", "Open", 1)],
        [event("1", "Done", "2051-09-02 09:00:00")],
        [event("1", "Done", "2051-09-02 09:00:00", gone=True, recorded=2)],
    ],
    "grown": [[event("1", "Open", 1)], [event("1", "Done", 3, dim="y")], []],
}


def write(project, name, dimensions, more="", event=""):
    """Staging and entries; `event` says more of an event to both of them."""
    config = 'batch="append", partition_by="event_month"'
    staging = STAGING % (name, dimensions)
    project.model(f"{name}_stg", staging.replace(") }}", f"{event}) }}}}"), config)
    entries = ENTRIES % (f"{name}_stg", f"{name}_stg", dimensions, more + event)
    project.model(name, entries, LEDGER)


@pytest.fixture(scope="module")
def seen(project):
    """What each run said, and the entries after it: [{model: (outcome, rows)}]."""
    project.model("days", '{{ daybook.calendar("2015-08-01", "2015-12-31") }}')
    for name in NAMES:
        more = ', calendar=ref("days")' if name == "typo" else ""
        write(project, name, [] if name == "grown" else ["dim"], more)
    seen = []
    for number in range(3):
        for name in NAMES:
            project.feed(name, COLUMNS, RUNS[name][number])
        outcome = project.run()
        seen.append(
            {
                name: (
                    outcome[f"{name}_stg"],
                    outcome.get(name),
                    project.rows(name, "item, state, event_date, event_count"),
                )
                for name in NAMES
            }
        )
    return seen


def test_a_source_that_is_empty_at_first(seen):
    assert [after["empty"][2] for after in seen] == [
        [],
        [("1", "Open", "2015-09-01", 1)],
        [("1", "Open", "2015-09-01", 1)],
    ]


def test_what_was_recorded_last_counts(project, seen):
    assert {after["corrected"][:2] for after in seen} == {("success", "success")}
    assert project.rows("corrected", "item, dim, direction, sum(event_count)",
                        "true group by all having sum(event_count) <> 0") == [
        ("2", "x", "in", 2),
        ("2", "x", "out", -1),
    ]  # fmt: skip


def test_two_events_at_one_moment_are_refused_before_they_are_accepted(project, seen):
    staged, skipped, entries = seen[1]["tied"]
    assert (
        f"{project.schema}.tied_stg: item 1 has two different events at 2015-09-01"
        in (staged)
    )
    assert skipped != "success"
    assert entries == seen[0]["tied"][2]


def test_a_withdrawal_mends_what_was_tied(seen):
    assert seen[2]["tied"][:2] == ("success", "success")
    assert seen[2]["tied"][2] == [
        ("1", "Open", "2015-09-01", -1),
        ("1", "Open", "2015-09-01", 1),
        ("2", "Done", "2015-09-03", 1),
        ("2", "Open", "2015-09-02", 1),
        ("2", "Open", "2015-09-03", -1),
    ]


def test_a_withdrawal_mends_a_date_outside_the_calendar(project, seen):
    assert (
        f"{project.schema}.days has no row for one of 2015-09-01 and 2051-09-02"
        in (seen[1]["typo"][1])
    )
    assert seen[2]["typo"][1] == "success"
    assert seen[2]["typo"][2] == [("1", "Open", "2015-09-01", 1)]


def test_ties_in_one_export_are_counted(project, seen):
    write(project, "tied_at_once", ["dim"])
    rows = [event("1", "Open", 1), event("1", "Done", 1), event("2", "Open", 1)]
    project.feed("tied_at_once", COLUMNS, rows)
    message = project.run(select="tied_at_once_stg")["tied_at_once_stg"]
    assert "1 times an item has different events at one at: name in order_by" in message
    assert project.names("tied_at_once_stg") == []


@pytest.mark.stress
def test_dimension_working_days_and_utc_are_added_by_a_full_refresh(project, seen):
    before = project.rows("grown", "item, state, direction, event_count")
    assert before == [
        ("1", "Done", "in", 1),
        ("1", "Open", "in", 1),
        ("1", "Open", "out", -1),
    ]
    utc = ', occurred_at_utc="at_utc"'
    rows = [(*row, row[2]) for run in RUNS["grown"] for row in run]
    project.feed("grown", f"{COLUMNS}, at_utc timestamp_ntz", rows)
    write(project, "grown", ["dim"], ', calendar=ref("days")', utc)
    refused = project.run(select="grown_stg")["grown_stg"]
    assert "the events accepted so far have no column at_utc" in refused
    assert "--full-refresh" in refused
    project.ok(select="grown_stg+", full_refresh=True)
    # A session that has read the model knows its columns of before.
    project.cursor = connect(project.port)
    now = "true group by all having sum(event_count) <> 0"
    assert project.rows(
        "grown",
        "state, dim, direction, age_working_days, sum(event_count), at_utc = at",
        now,
    ) == [
        ("Done", "y", "in", 0, 1, True),
        ("Open", "x", "in", 0, 1, True),
        ("Open", "x", "out", 2, -1, True),
    ]
    first = f"posted_batch_id <= {project.published('grown')[1]}"
    assert project.rows("grown", "item, state, direction, event_count", first) == before
    project.feed("grown", f"{COLUMNS}, at_utc timestamp_ntz", [(*rows[0][:-1], None)])
    assert (
        "of 1 events 1 have no at_utc that can be read as a time"
        in (project.run(select="grown_stg")["grown_stg"])
    )


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (ENTRIES % (*["grown_stg"] * 2, ["direction"], ""), "called direction: select"),
        (ENTRIES % (*["grown_stg"] * 2, ["seq"], ""), "two columns called seq: select"),
        (
            STAGING % ("grown", ["event_month"]),
            "accept_events would publish two columns",
        ),
        (
            STAGING % ("grown", ["daybook_is_known"]),
            "names that begin with daybook_ are",
        ),
    ],
)
def test_columns_that_would_be_ambiguous_are_refused(project, seen, sql, said):
    project.model("odd", sql, LEDGER)
    assert said in project.run(select="odd")["odd"]
    project.model("odd", "select 1 as id", None)


@pytest.mark.stress
def test_what_is_posted_keeps_its_columns(project, seen):
    def refused(dimensions, **how):
        sql = ENTRIES % ("corrected_stg", "corrected_stg", dimensions, "")
        project.model("corrected", sql, LEDGER)
        return project.run(select="corrected", **how)["corrected"]

    assert "have the column dim, which is no longer named" in refused([])
    assert refused([], full_refresh=True) == "success"
    said = "old entries have values of dim, which a full refresh left out"
    assert said in refused(["dim"])
    assert said in refused(["dim"], full_refresh=True)


@pytest.mark.stress
def test_a_rebuild_rebuilds_the_present_entries(project, seen):
    """One of each item in both partitions, of a terminal state or none."""
    present = 'select item, entry_month from {{ daybook.private(ref("rested")) }}'
    project.model("present", present, None)
    sql = ENTRIES % ("rested_stg", "rested_stg", ["dim"], ', terminal_states=["Done"]')
    write(project, "rested", ["dim"])
    project.model("rested", sql, LEDGER)
    runs = (
        [event("1", "Done", 1), event("2", "Open", 1)],
        [event("1", "Open", 2), event("1", "Done", 3), event("3", "Done", 3)],
        [event("3", "Done", 3, gone=True, recorded=2)],
    )
    for events in runs:
        project.feed("rested", COLUMNS, events)
        project.ok(select="rested_stg+")
    before = project.rows("rested")
    project.ok(select="rested+", full_refresh=True)
    assert project.rows("rested") == before
    assert project.rows("present") == [
        ("1", "resting"),
        ("2", "open"),
        ("3", "resting"),
    ]


def test_options_that_would_publish_wrong_rows_are_refused(project, seen):
    readable = LEDGER.replace(', "resting"]', "]")
    staging = STAGING % ("grown", [])
    entries = ENTRIES % ("grown_stg", "grown_stg", [], "")
    project.model("readable", entries, readable)
    project.model("replacing", staging, 'batch="replace", partition_by="event_month"')
    outcome = project.run(select="readable replacing")
    assert 'sets private=["open", "resting"] itself' in outcome["readable"]
    assert 'accept_events sets batch="append" itself' in outcome["replacing"]
    assert project.names("readable*") == project.names("replacing*") == []


@pytest.mark.stress
def test_a_rebuild_refuses_what_cannot_be_placed(project):
    """Of a staging model that lets such events in."""
    project.fed_model("raw", 'batch="append", partition_by="event_month"')
    project.model("loose", ENTRIES % ("raw", "raw", ["dim"], ""), LEDGER)
    columns = f"{COLUMNS}, event_month string"
    project.feed("raw", columns, [(*event("1", "Open", 1), "2015-09")])
    project.ok(select="raw loose")
    before = project.rows("loose")
    project.feed("raw", columns, [(*event("1", None, 1), "2015-09")])
    refused = project.run(select="raw loose", full_refresh=True)["loose"]
    assert "of 1 events 1 have no state" in refused
    assert project.rows("loose") == before
