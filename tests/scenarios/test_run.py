"""`make run` on a file that grows: what it builds and prints, refuses, and recovers.

`make test` has the tutorial of one's own log.
"""

import re
import signal
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from support.drawn_report import figures_of
from support.run_project import finish, make_copy, start

pytestmark = pytest.mark.stress
SCHEMA = "run_of_a_log"
CONFIG = f"""
schema: {SCHEMA}
item: ticket
state: phase
occurred_at: moved
recorded_at: logged
is_deleted: gone
dimensions:
  priority: level
  team: upper(crew)
terminal_states: Closed
where: crew <> 'test' or crew is null
title: Tickets <b>& more</b>
on_hand: Open
time_zone: Europe/Berlin
country: DE
calendar: {{start_date: 2015-08-01, end_date: 2015-12-31}}
"""
HEADER = "ticket,phase,moved,logged,level,crew,gone\n"
# A row exported twice, a time with a zone, and an event that was withdrawn.
FIRST = (
    HEADER
    + """\
A,Opened,2015-09-01 09:00,2015-09-01 09:05,High,web,
A,Opened,2015-09-01 09:00,2015-09-01 09:05,High,web,
A,Assigned,2015-09-02 09:00,2015-09-02 09:05,High,web,
A,Closed,2015-09-04 09:00,2015-09-04 09:05,High,web,
B,Opened,2015-09-03T12:00:00+02:00,2015-09-03 12:05,Low,,
C,Opened,2015-09-03 12:00,2015-09-03 12:05,Low,,
C,Opened,2015-09-03 12:00,2015-09-03 13:00,Low,,true
T,Opened,never,,Low,test,
"""
)
# Days more, states that are new, and an event between two that were known.
GROWN = (
    FIRST
    + """\
B,Assigned,2015-09-07 10:00,2015-09-07 10:05,Low,,
A,Resolved,2015-09-03 08:00,2015-09-07 10:05,High,web,
D,InProgress,2015-09-05 08:00,2015-09-05 08:05,Low,,
D,UnderReview,2015-09-07 11:00,2015-09-07 11:05,Low,,
"""
)
UNPLACED = (
    GROWN
    + """\
,Opened,2015-09-08 10:00,2015-09-08 10:05,Low,,
E,,2015-09-08 10:00,2015-09-08 10:05,Low,,
F,Opened,,2015-09-08 10:05,Low,,
G,Opened,yesterday,2015-09-08 10:05,Low,,
H,Opened,2015-09-08 10:00,soon,Low,,perhaps
"""
)

# A correction that says nothing of when it was made.
CORRECTED = GROWN.replace("A,Assigned,2015-09-02", "A,Resolved,2015-09-02")

# Another calendar, which may change under what is built.
CONFIG_OF_GROWN = CONFIG.replace("2015-12-31", "2016-12-31")


@pytest.fixture(scope="module")
def copy(spark_server, tmp_path_factory):
    return make_copy(tmp_path_factory.mktemp("run"), spark_server)


@pytest.fixture(scope="module")
def query(spark_server):
    return lambda sql: spark_server.query(sql.format(schema=SCHEMA))


def interrupt(copy, run):
    """As Ctrl-C does, once dbt is at work."""
    at_work = copy / ".daybook" / f"{SCHEMA}.invocations"
    while run.poll() is None and not at_work.exists():
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    return run


def published(query):
    """Every row of every model but the calendar, which is written again each time."""
    models = {view for _, view, *_ in query("show views in {schema}")} - {"dim_date"}
    return {
        model: sorted(map(str, query(f"select * from {{schema}}.{model}")))
        for model in models
    }


@pytest.fixture(scope="module")
def runs(copy, query):
    """The runs of the file and, in the end, of one that has grown."""
    runs, events, config = SimpleNamespace(), copy / "log's.csv", copy / "log.yml"

    def give(text, columns):
        events.write_text(text)
        config.write_text(columns)
        return start(copy, events, config)

    runs.first = finish(give(FIRST, CONFIG))
    runs.after_first = published(query)
    runs.refused = finish(give(UNPLACED, CONFIG))
    runs.after_refused = published(query)
    runs.interrupted = finish(interrupt(copy, give(GROWN, CONFIG_OF_GROWN)))
    killed = give(GROWN, CONFIG_OF_GROWN)
    lock = "show views in {schema}__daybook like 'fct_issue_entries__lock'"
    while killed.poll() is None and not query(lock):
        time.sleep(0.05)
    killed.kill()
    killed.communicate()
    runs.killed, runs.lock = killed.returncode, query(lock)
    runs.after_killed = query("select * from {schema}.fct_issue_entries")
    runs.grown = finish(give(GROWN, CONFIG_OF_GROWN))
    runs.after_grown = published(query)
    runs.corrected = finish(give(CORRECTED, CONFIG_OF_GROWN))
    runs.after_corrected = published(query)
    return runs


def test_a_file_is_built(runs):
    assert runs.first.code == 0, runs.first.said
    ((batch, *figures),) = runs.first.tables["Entries posted"]
    assert batch.isdecimal()
    assert figures == [6, 0, 0]
    assert runs.first.tables["At the end of 2015-09-04"] == [
        ["Opened", 0, 0, 1],
        ["Assigned", 0, 1, 0],
        ["Closed", 1, 0, 0],
    ]
    (page,) = re.findall(r"The report: (.*)", runs.first.said)
    assert Path(page).name == f"{SCHEMA}.html"
    shown = figures_of(Path(page))
    assert shown["title"] == "Tickets <b>& more</b>"
    assert shown["on_hand"] == {"name": "Open", "up_is": "bad"}
    note = "Working days leave out weekends and the holidays of DE."
    assert shown["holidays_note"] == note
    assert note in runs.first.said
    assert "Days are those of the time zone Europe/Berlin." in runs.first.said
    said = "Not in a terminal state at the end: 1 of 2 items (50 %)."
    assert said in runs.first.said


def test_its_rows_are_taken_in_once_and_brought_to_the_zone(runs, query):
    staged = query(
        "select issue_id, count(*), date_format(min(event_at), 'dd HH:mm') "
        "from {schema}.stg_issue_events where posted_batch_id = "
        "(select min(posted_batch_id) from {schema}.stg_issue_events) "
        "group by issue_id order by issue_id"
    )
    assert staged == [("A", 3, "01 09:00"), ("B", 1, "03 12:00"), ("C", 2, "03 12:00")]


def test_the_holidays_of_the_country_are_days_off(query):
    assert query(
        "select date_day, is_working_day from {schema}.dim_date where is_holiday "
        "and date_day between '2015-09-01' and '2015-12-24'"
    ) == [("2015-10-03", False)]


def test_dimensions_are_expressions_of_the_file(runs, query):
    assert query(
        "select distinct issue_id, priority, team from {schema}.fct_issue_entries "
        "order by issue_id"
    ) == [("A", "High", "WEB"), ("B", "Low", None), ("D", "Low", None)]


def test_events_that_cannot_be_placed_are_refused(runs):
    assert runs.refused.code == 1
    assert (
        "log's.csv: ticket (item) is missing in 1 of 16 rows: line 14.\n"
        in runs.refused.said
    )
    assert (
        "with `where: (crew <> 'test' or crew is null) and ticket is"
        in runs.refused.said
    )
    assert not re.search("event_at|issue_id|_rows|stg_", runs.refused.said)
    assert runs.refused.out == ""
    assert runs.after_refused == runs.after_first


def test_a_run_that_is_interrupted_says_so_and_no_more(runs):
    assert runs.interrupted.code == 1
    *_, last = runs.interrupted.said.splitlines()
    assert last == "daybook: interrupted; the same command takes up from here."
    assert "dbt build" not in runs.interrupted.said


def test_a_killed_run_publishes_nothing_and_leaves_its_lock(runs):
    assert runs.killed == -9
    assert len(runs.lock) == 1
    assert sorted(map(str, runs.after_killed)) == runs.after_first["fct_issue_entries"]
    assert "fct_issue_entries: unlocking it" in runs.grown.said


def test_the_next_run_takes_in_what_is_new(runs, query):
    assert runs.grown.code == 0, runs.grown.said
    first, grown = runs.grown.tables["Entries posted"]
    assert first == runs.first.tables["Entries posted"][0]
    assert grown[1:] == [9, 4, 1]
    assert runs.grown.tables["At the end of 2015-09-07"] == [
        ["Assigned", 1, 0, 1],
        ["UnderReview", 1, 0, 1],
        ["InProgress", 0, 1, 0],
        ["Opened", 0, 1, 0],
    ]
    assert query(
        "select count(*) from {schema}.fct_issue_entries group by posted_batch_id "
        "order by posted_batch_id"
    ) == [(6,), (9,)]
    assert query("show views in {schema}__daybook like '*__lock'") == []


def test_a_state_that_is_new_becomes_a_milestone(runs, query):
    assert query(
        "select opened_date_tk, resolved_date_tk, resolved_count, closed_date_tk "
        "from {schema}.snap_issue_milestones where issue_id = 'A'"
    ) == [(20150901, 20150903, 1, 20150904)]


def test_a_correction_without_a_later_time_is_refused(runs):
    assert runs.corrected.code == 1
    assert "read another event of ticket A at 2015-09-02 09:00:00" in (
        runs.corrected.said
    )
    assert "phase (state) was 'Assigned' and is now 'Resolved'" in runs.corrected.said
    assert "needs a later logged (recorded_at)." in runs.corrected.said
    assert runs.after_corrected == runs.after_grown
