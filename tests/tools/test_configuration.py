"""What `make run` refuses before Spark sees the file: CONFIG, seeds, and the file."""

import re
from types import SimpleNamespace

import pytest

import arrival
from arrival import check_seeds, from_file
from configuration import read_config
from console import Problem

CONFIG = """
schema: refused
item: ticket
state: phase
occurred_at: moved
"""
OF_NAMES = "must be of the letters a-z, digits and underscores, as in "
NOT_NAMES = "must be names, each with a text, or a list of names"
NO_CALENDAR = " must be a start_date and an end_date, as 2015-01-01, and nothing else"
# A line of CONFIG, and the message.
REFUSED = [
    ("schema: Run-Test", f"the name 'Run-Test' {OF_NAMES}`schema: run_test`"),
    ("schema: daybook", "'daybook' is the schema of the sample: name another"),
    ("item:", "does not name item"),
    ("item: null", "does not name item"),
    (
        "status: phase",
        "names status, which is none of schema, item, state, ",
    ),
    ("state: [phase", "line 6: expected ',' or ']'"),
    ("terminal_states: Closed", "terminal_states: 'Closed' must be a list of texts"),
    ("encoding: [UTF-8]", "encoding: ['UTF-8'] must be one text"),
    ("encoding: utf-9", "encoding: 'utf-9' is none of UTF-8, UTF-16, windows-1250, "),
    ("dimensions: crew", f"dimensions: 'crew' {NOT_NAMES}"),
    ("dimensions: [[crew]]", NOT_NAMES),
    ("dimensions: [Queue]", f"'Queue' {OF_NAMES}`dimensions: {{queue: Queue}}`"),
    ("dimensions: [Team Name]", 'as in `dimensions: {team_name: "`Team Name`"}`'),
    ("dimensions: {Crew: upper(crew)}", "as in `dimensions: {crew: upper(crew)}`"),
    (
        "dimensions: [status]",
        "dimensions: the name 'status' is the models' own; give it another, as in "
        "`dimensions: {other_name: status}`",
    ),
    ("dimensions: {daybook_x: level}", "as in `dimensions: {other_name: level}`"),
    *(
        (f"dimensions: [{name}]", f"the name '{name}' is the models' own")
        for name in ("event_date", "held_since", "snapshot_month", "posted_batch_id")
    ),
    *(
        (f"calendar: {given}", NO_CALENDAR)
        for given in (
            "2024",
            "{start_date: 2024-01-01}",
            "{start: 2024-01-01, end: 2024-12-31}",
            "{start_date: 2024-01-01, end_date: soon}",
            "{start_date: 2024-1-1, end_date: 2025-1-1}",
        )
    ),
    (
        "calendar: {start_date: 2024-01-01, end_date: 2023-01-01}",
        "calendar: its end_date comes before its start_date",
    ),
]
ACCEPTED = [
    ("order: level", {"order": ["level"]}),
    ("dimensions: [level]", {"dimensions": {"level": "level"}}),
    ("dimensions: {score: a, value: b}", {"dimensions": {"score": "a", "value": "b"}}),
    ("milestones: {On Hold: held}", {"milestones": {"On Hold": "held"}}),
]
EVENTS = b"ticket,phase,moved\nA,Opened,2015-09-01 09:00\n"
UNREADABLE = [
    ("gone.csv", None, "gone.csv does not exist."),
    ("a${nope}.csv", EVENTS, "a${nope}.csv: Spark takes a path with { } [ ] * or ?"),
    ("log[1].csv", EVENTS, "log[1].csv: Spark takes a path with"),
    ("log.xlsx", b"PK", "log.xlsx is neither a .csv nor a .parquet file"),
    ("log.csv", b"", "log.csv: it has no columns."),
    ("log.csv", EVENTS + b'"B\n', "log.csv: line 3: a quote is left"),
    ("log.csv", EVENTS + b"B,,,\n", "log.csv: line 3: 4 cells"),
    (
        "log.csv",
        EVENTS + b"\xe4,,\n",
        "log.csv: line 3: byte 46 of the file, 0xE4, is not UTF-8. Save it as UTF-8, "
        "or name its encoding in CONFIG, as in `encoding: windows-1252`",
    ),
]


@pytest.fixture
def config(tmp_path):
    return tmp_path / "log.yml"


def with_line(line):
    """CONFIG with this line in the place of its own."""
    name = line.partition(":")[0]
    return re.sub(rf"(?m)^{name}:.*\n", "", CONFIG) + line + "\n"


def said(call, *arguments):
    with pytest.raises(Problem) as refused:
        call(*arguments)
    return str(refused.value)


@pytest.mark.parametrize(("line", "sentence"), REFUSED)
def test_a_wrong_config_is_refused(config, line, sentence):
    config.write_text(with_line(line))
    told = said(read_config, config)
    assert told.startswith(f"CONFIG {config}")
    assert sentence in told


@pytest.mark.parametrize(("line", "expected"), ACCEPTED)
def test_texts_and_lists_may_be_short(config, line, expected):
    config.write_text(with_line(line))
    assert read_config(config).items() >= expected.items()


@pytest.mark.parametrize(("name", "content", "sentence"), UNREADABLE)
def test_an_unreadable_file_is_refused(config, name, content, sentence):
    events = config.with_name(name)
    config.write_text(CONFIG)
    if content is not None:
        events.write_bytes(content)
    nothing_built = SimpleNamespace(query=lambda sql: [])
    told = said(from_file, nothing_built, str(events), str(config))
    assert told.startswith(f"EVENTS {events.parent}")
    assert sentence in told


def test_a_file_and_what_it_holds_go_together():
    for events, config in (("log.csv", ""), (None, "log.yml")):
        told = "EVENTS and CONFIG go together: a file, and what it holds."
        assert said(from_file, None, events, config) == told


def test_an_encoding_of_a_file_that_has_none_is_refused(config):
    events = config.with_name("log.parquet")
    events.touch()
    config.write_text(CONFIG + "encoding: UTF-16")
    told = said(from_file, SimpleNamespace(query=lambda sql: []), events, config)
    assert "encoding: UTF-16 is for a .csv file, and EVENTS" in told


def test_a_config_or_a_seed_that_is_not_utf_8_is_refused(config, monkeypatch):
    config.write_bytes(CONFIG.encode() + b"# \xe4")
    place = f"line 6: byte {len(CONFIG) + 3} of the file, 0xE4, is not UTF-8. Save it"
    assert f"CONFIG {config} cannot be read: {place}" in said(read_config, config)
    check_seeds()
    seed = config.parent / "seeds" / "holidays.csv"
    seed.parent.mkdir()
    seed.write_bytes(b"holiday_date\n\xe4\n")
    monkeypatch.setattr(arrival, "ROOT", config.parent)
    assert f"the seed {seed}: line 2: byte 14 of the file" in said(check_seeds)
