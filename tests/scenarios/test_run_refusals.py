"""What `make run` refuses: each with a sentence that names the option and its value."""

import re

import pytest

from arrival import from_file
from console import Problem
from support.run_project import finish, make_copy, start

CONFIG = """
schema: refused
item: ticket
state: phase
occurred_at: moved
recorded_at: logged
is_deleted: gone
dimensions:
  priority: level
  team: upper(crew)
terminal_states: [Closed]
milestones: [Opened, Assigned, InProgress, UnderReview, Resolved, Closed]
calendar: {start_date: 2015-08-01, end_date: 2015-12-31}
"""
EVENTS = """\
ticket,phase,moved,logged,level,crew,gone
A,Opened,2015-09-01 09:00,2015-09-01 09:05,High,web,
"""


def with_line(line):
    name = line.partition(":")[0]
    kept = re.sub(rf"(?m)^{name}:.*\n(  .*\n)*", "", CONFIG)
    return kept + line + "\n"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "state: fase",
            r"CONFIG .*log.yml: state: 'fase' is not an expression of the file's "
            r"columns, which are ticket, phase, .*, gone: .*`fase` cannot be resolved",
        ),
        ("order: [seq]", "order: 'seq' is not an expression of the file's columns"),
        (
            "dimensions: {team: krew}",
            "dimensions: team: 'krew' is not an expression of the file's columns",
        ),
        ("dimensions: [Team Name]", "the name 'Team Name' must be of the letters a-z"),
        ("dimensions: crew", "dimensions: 'crew' must be names, each with a text"),
        (
            "terminal_states: Closed",
            "terminal_states: 'Closed' must be a list of texts",
        ),
        ("schema: Run-Test", "the name 'Run-Test' must be of the letters a-z"),
        ("item:", "does not name item"),
        (
            "status: phase",
            "names status, which is none of schema, item, state, occurred_at, ",
        ),
        ("state: [phase", "CONFIG .*log.yml cannot be read: .*expected ',' or ']'"),
    ],
)
def test_a_wrong_config_is_refused(spark_server, tmp_path, line, sentence):
    events, config = tmp_path / "log.csv", tmp_path / "log.yml"
    events.write_text(EVENTS)
    config.write_text(with_line(line))
    with pytest.raises(Problem, match=sentence):
        from_file(spark_server, str(events), str(config))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("gone.csv", None, r"EVENTS .*gone.csv does not exist\."),
        ("log.xlsx", b"PK", r"EVENTS .*log.xlsx is neither a .csv nor a .parquet file"),
        ("log.parquet", bytes(range(256)), r"EVENTS .*log.parquet cannot be read: \w+"),
        ("log.csv", b"", r"EVENTS .*log.csv has no columns\."),
    ],
)
def test_an_unreadable_file_is_refused(spark_server, tmp_path, name, content, sentence):
    events, config = tmp_path / name, tmp_path / "log.yml"
    config.write_text(CONFIG)
    if content is not None:
        events.write_bytes(content)
    with pytest.raises(Problem, match=sentence):
        from_file(spark_server, str(events), str(config))


def test_events_without_config_are_refused(spark_server, tmp_path):
    copy = make_copy(tmp_path, spark_server)
    run = finish(start(copy, "log.csv", ""))
    assert run.code == 1
    assert run.said == (
        "daybook: EVENTS and CONFIG go together: a file, and what it holds.\n"
    )
