"""A log with a row per item: what is read of it, and what a later export changes."""

import json
import re

import pytest

from advice import advise_of_days, advise_of_states
from arrival import from_events
from configuration import read_config
from console import Problem
from contradictions import refuse_changes
from event_files import events_of
from input_rows import InputRows
from project import Target
from spark import ROOT
from suggest_config import SCHEMA as GUESSES
from suggest_config import suggest
from support.batch_project import Checkout
from unusable_rows import refuse_unusable_rows

SCHEMA = "rows_of_items"
CONFIG = f"""
schema: {SCHEMA}
item: Ticket
events:
  Opened: Opened
  Solved: to_timestamp_ntz(`Solved (at)`, 'dd.MM.yyyy HH:mm')
  Closed: if(Closed = '', null, Closed)
recorded_at: Updated
dimensions: {{team: Team}}
terminal_states: [Closed]
"""
NAMES = "Ticket,Opened,Solved (at),Closed,Updated,Team,Text\n"
# Of one instant, of two zones, and with a row that has two lines.
FIRST = """\
A,2025-09-01 09:00,02.09.2025 10:00,2025-09-02 10:00,2025-09-02 10:00,web,
B,2025-09-01T09:00:00+02:00,,,2025-09-01 09:00,app,"two
lines"
C,2025-09-03 09:00,04.09.2025 09:00,,2025-09-04 09:00,app,
"""
READ = [
    ("A", "Opened", "2025-09-01 09:00:00"),
    ("A", "Solved", "2025-09-02 10:00:00"),
    ("A", "Closed", "2025-09-02 10:00:00"),
    ("B", "Opened", "2025-09-01 07:00:00"),
    ("C", "Opened", "2025-09-03 09:00:00"),
    ("C", "Solved", "2025-09-04 09:00:00"),
]
# A is open again, B is solved by another team, C is as it was.
SECOND = """\
A,2025-09-01 09:00,,,2025-09-08 09:00,web,
B,2025-09-01T09:00:00+02:00,05.09.2025 10:00,,2025-09-08 10:00,web,
C,2025-09-03 09:00,04.09.2025 09:00,,2025-09-04 09:00,app,
"""
AFTER_SECOND = [
    ("A", "Opened", "web"),
    ("B", "Opened", "web"),
    ("B", "Solved", "web"),
    ("C", "Opened", "app"),
    ("C", "Solved", "app"),
]
THIRD = "C,2025-09-03 09:00,04.09.2025 09:00,,2025-09-09 09:00,app,gone\n"
# What holds of an item's events, of which corrections are rows of their own.
HELD = """
    select issue_id, status, team
    from (
        select
            *,
            max(struct(recorded_at, is_deleted)) over (
                partition by issue_id, event_at_utc, event_order
            ) = struct(recorded_at, is_deleted) as is_last
        from {schema}.stg_issue_events
    )
    where is_last and not is_deleted
    order by issue_id, event_at_utc, event_order
"""
FLAWED = """\
D,soon,,,2025-09-08 09:00,web,
,2025-09-01 09:00,02.09.2025 10:00,,2025-09-08 09:00,web,
E,,,,2025-09-08 09:00,web,
F,2025-09-01 09:00,n/a,,2025-09-08 09:00,web,
"""
SAID = [
    "Ticket (item) is missing in 1 of 7 rows: line 7.",
    "Opened (events: Opened) is no time in 1 of 6 rows: 'soon' in line 6.",
    "(events: Solved) is no time in 1 of 4 rows: 'n/a' in line 9.",
    "(events) has no time in 1 of 7 rows: line 8.",
    "To read none of them, write `events: {Opened: 'if(Opened in (''soon''), null, "
    "Opened)', Solved: 'to_timestamp_ntz(if(`Solved (at)` in (''n/a''), null, `Solved "
    "(at)`), ",
]


@pytest.fixture(scope="module")
def manifest(spark_port, tmp_path_factory):
    project = Checkout(tmp_path_factory.mktemp("items"), spark_port, SCHEMA)
    project.read({})
    return project.manifest


@pytest.fixture
def look(spark_server, manifest, tmp_path):
    """A log as `make run` looks at it before it builds anything."""

    def look_at(rows, config=CONFIG, name="items.csv"):
        log, described = tmp_path / name, tmp_path / "items.yml"
        if rows is None:
            log = name
        else:
            content = rows if isinstance(rows, bytes) else (NAMES + rows).encode()
            log.write_bytes(content)
        described.write_text(config)
        arrival = from_events(spark_server, str(log), str(described))
        target = Target(spark_server, arrival.schema)
        target.manifest = manifest
        rows = InputRows(target, arrival)
        refuse_unusable_rows(rows)
        refuse_changes(rows)
        return arrival, rows

    return look_at


def said(look, *given):
    with pytest.raises(Problem) as refused:
        look(*given)
    assert not re.search("event_at|issue_id|daybook_|stg_", str(refused.value))
    return str(refused.value)


def test_each_time_of_a_row_is_an_event(look, capsys):
    _, rows = look(FIRST, CONFIG.replace("[Closed]", "[Closd, Closed]"))
    advise_of_states(rows)
    told = "no event of the log has the state 'Closd': is 'Closed' meant?\n"
    assert capsys.readouterr().err.endswith(f"items.yml: terminal_states: {told}")
    read = "daybook_item, daybook_state, string(daybook_occurred_at)"
    in_order = "order by daybook_item, daybook_occurred_at, daybook_order"
    assert rows.server.query(f"select {read} from ({rows.sql}) {in_order}") == READ


def test_days_and_times_of_one_item_are_compared(look, capsys):
    rows = """\
A,2025-09-01 09:00,,2025-09-01,2025-09-02 10:00,web,
B,2025-09-01 09:00,,2025-09-02,2025-09-02 10:00,web,
C,2025-09-01,,2025-09-01,2025-09-02 10:00,web,
"""
    advise_of_days(look(rows)[1])
    said_of_days = capsys.readouterr().err
    assert "events: 1 items reach a terminal state at 00:00 of a day" in said_of_days
    column = "if(Closed = '', null, Closed)"
    config = CONFIG.replace(column, "concat(nullif(Closed, ''), ' 23:59:59')")
    advise_of_days(look(rows, config)[1])
    assert "00:00" not in capsys.readouterr().err


HOSTILE = "It's {{ x }} ${HOME}\\\\ `a`"


def test_a_state_is_a_text_whatever_is_in_it(look):
    config = CONFIG.replace("  Solved:", f"  {json.dumps(HOSTILE)}:")
    old = FIRST.replace("2025-09-01 09:00,02", "1999-09-01 09:00,02")
    calendar = "calendar: {start_date: 1999-01-01, end_date: 2025-12-31}\n"
    _, rows = look(old, config + calendar)
    read = f"select distinct daybook_state from ({rows.sql}) order by 1"
    assert rows.server.query(read) == [("Closed",), (HOSTILE,), ("Opened",)]
    told = said(look, old)
    assert "(events) go from 1999-09-01 to 2025-09-04, and the calendar" in told


def test_times_of_a_table_may_have_several_types(look, spark_server):
    spark_server.query("create schema if not exists desk")
    spark_server.query("drop table if exists desk.items")
    spark_server.query("""
        create table desk.items using parquet as
        select 7 as id, timestamp'2025-09-01 09:00:00+02:00' as opened,
            timestamp_ntz'2025-09-01 09:00:00' as solved, date'2025-09-02' as closed,
            cast(null as timestamp) as gone
    """)
    config = (
        "schema: items_of_a_table\nitem: id\n"
        "events: {Opened: opened, Solved: solved, Closed: closed, Gone: gone}\n"
    )
    _, rows = look(None, config, "desk.items")
    read = "daybook_state, string(daybook_occurred_at_utc)"
    assert rows.server.query(f"select {read} from ({rows.sql}) order by 2") == [
        ("Opened", "2025-09-01 07:00:00"),
        ("Solved", "2025-09-01 09:00:00"),
        ("Closed", "2025-09-02 00:00:00"),
    ]


def test_what_cannot_be_used_of_a_row_is_told_with_its_state(look):
    told = said(look, FIRST + FLAWED)
    assert [sentence for sentence in SAID if sentence not in told] == []


def test_rows_of_an_item_that_differ_are_refused_unless_one_is_later(look):
    told = said(look, FIRST + FIRST.replace("C,2025-09-03 09", "C,2025-09-03 08"))
    assert "Ticket C has rows that differ in line 5 and line 9" in told
    assert "the last: Updated (recorded_at) is the same in them, or leave one" in told
    again = FIRST + SECOND
    look(again)
    told = said(look, again, CONFIG.replace("recorded_at: Updated\n", ""))
    assert (
        "Ticket A has rows that differ in line 2 and line 6, and nothing says which is "
        "the last: name the column that says when a row was changed in `recorded_at`"
    ) in told


@pytest.fixture
def held(look, spark_server):
    """What holds after a run that reads these rows."""

    def held_after(rows, config, schema):
        arrival, _ = look(rows, config.replace(SCHEMA, schema))
        target = Target(spark_server, schema)
        target.read(arrival.variables)
        build = ("build", "--select", "stg_issue_events", "--resource-type", "model")
        target.dbt(*build, variables=arrival.variables)
        return spark_server.query(HELD.format(schema=schema))

    return held_after


def test_the_last_row_of_an_item_takes_back_what_an_earlier_one_had(look, held):
    """Also if an older export is read after a later one, or again."""
    config = f"{CONFIG}is_deleted: Text = 'gone'\n"
    for rows, expected in (
        (
            FIRST,
            [(item, state, "web" if item == "A" else "app") for item, state, _ in READ],
        ),
        (SECOND, AFTER_SECOND),
        (FIRST, AFTER_SECOND),
        (FIRST + SECOND, AFTER_SECOND),
    ):
        assert held(rows, config, SCHEMA) == expected
    told = said(look, SECOND.replace("04.09.2025", "05.09.2025"), config)
    assert (
        "an earlier run read that Ticket C was Solved at 2025-09-04 09:00:00, which "
        "to_timestamp_ntz(`Solved (at)`, 'dd.MM.yyyy HH:mm') no longer says in "
        "line 4. Nothing says when that has changed: a row that changes needs a later "
        "Updated (recorded_at)."
    ) in told
    for rows in (THIRD, FIRST + SECOND):
        assert held(rows, config, SCHEMA) == AFTER_SECOND[:3]


def test_without_recorded_at_a_row_may_gain_times_and_lose_none(look, held):
    config, schema = CONFIG.replace("recorded_at: Updated\n", ""), f"{SCHEMA}_once"
    assert len(held(FIRST, config, schema)) == len(READ)
    gains = FIRST.replace("+02:00,,", "+02:00,05.09.2025 10:00,")
    assert ("B", "Solved", "app") in held(gains, config, schema)
    told = said(look, FIRST, config.replace(SCHEMA, schema))
    assert "an earlier run read that Ticket B was Solved at 2025-09-05 10:00:00" in told
    assert "name another `schema`, which gets the file as it is now" in told


# Of the made exports: how many items and events, and what is not terminal.
EXPORTS = {
    "jira.csv": (8, 12, 4),
    "github.jsonl": (6, 9, 3),
    "zendesk.csv": (6, 14, 3),
    "servicenow.csv": (6, 11, 3),
}
EACH = [
    pytest.param(name, marks=[pytest.mark.stress] * (name != "jira.csv"))
    for name in EXPORTS
]


@pytest.mark.parametrize("name", EACH)
def test_the_exports_of_trackers_are_read_and_guessed_as_the_examples_say(
    look, spark_server, manifest, tmp_path, name
):
    example = (ROOT / "examples" / name).with_suffix(".yml")
    content = (ROOT / "tests" / "fixtures" / "exports" / name).read_bytes()
    written = read_config(example)
    _, rows = look(content, example.read_text(), name)
    ends = "max_by(daybook_state, struct(daybook_occurred_at_utc, daybook_order))"
    read = f"select {ends} as state, count(*) as number from ({rows.sql})"
    counted = "count(*), sum(number), count_if(state not in ({}))"
    terminal = ", ".join(f"'{state}'" for state in written["terminal_states"])
    found = spark_server.query(
        f"select {counted.format(terminal)} from ({read} group by daybook_item)"
    )
    assert found == [EXPORTS[name]]
    guess = Target(spark_server, GUESSES)
    guess.manifest = manifest
    assert (
        suggest(guess, events_of(str(tmp_path / name)), tmp_path / "guess.yml") is None
    )
    guessed = read_config(tmp_path / "guess.yml")
    for key in ("item", "recorded_at", "encoding", "delimiter"):
        assert (guessed[key] or "").replace("`", "") == (written[key] or "")
    times = [read.replace("`", "") for read in guessed["events"].values()]
    assert {*times} >= {*written["events"].values()}
