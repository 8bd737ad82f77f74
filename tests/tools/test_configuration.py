"""What `make run` refuses before Spark sees the file: CONFIG, seeds, and the file."""

import gzip
import re
from types import SimpleNamespace

import pytest

import arrival
from arrival import check_seeds, from_events
from configuration import in_sql, read_config
from console import Problem
from event_files import check_text, events_of

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
        "names status, which is none of schema, title, item, state, ",
    ),
    (
        "state:",
        "does not name state; if each row is an item with a time for each of its "
        "states, name `events`.",
    ),
    (
        "events: {Opened: moved}",
        "names state and events, which says it too: leave one out.",
    ),
    ("events: {}", "events: it names no state"),
    ("events: [moved]", "must be states, each with the column that has its time"),
    ("state: [phase", "line 6: expected ',' or ']'"),
    ("terminal_states: {a: b}", "must be a text or a list of texts"),
    *(
        (f"on_hand: {given}", "must be a text, or a name and whether up_is bad, good")
        for given in ("[Open]", "{name: Open, up_is: fine}", "{up_is: good}")
    ),
    ("encoding: [UTF-8]", "encoding: ['UTF-8'] must be one text"),
    ("encoding: utf-9", "encoding: 'utf-9' is none of UTF-8, UTF-16, windows-1250, "),
    ("dimensions: [[crew]]", NOT_NAMES),
    ("dimensions: [Queue]", f"'Queue' {OF_NAMES}`dimensions: {{queue: Queue}}`"),
    ("dimensions: [Team Name]", "as in `dimensions: {team_name: Team Name}`"),
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
    (
        "where: a = 'a'\nwhere: b = 'b'",
        "line 7: the key where is in line 6 already",
    ),
    ("dimensions: {team: crew, team: level}", "the key team is in line "),
    ("time_zone: Berlin", "'Berlin' is no time zone, such as Europe/Berlin"),
    ("time_zone: Europe/Pariis", "is no time zone, such as Europe/Paris"),
    (
        "country: Germany",
        "'Germany' is no country whose holidays are known; it has two",
    ),
    *(
        (f"delimiter: {given}", "is no single character that separates cells")
        for given in (";;", "x", "'\"'", '"\\\\"', '"\\n"')
    ),
]
ACCEPTED = [
    ("terminal_states: Closed", {"terminal_states": ["Closed"]}),
    ("milestones: Closed", {"milestones": ["Closed"]}),
    ("dimensions: crew", {"dimensions": {"crew": "crew"}}),
    ("delimiter: ;", {"delimiter": ";"}),
    ("delimiter: tab", {"delimiter": "\t"}),
    ('delimiter: "\\t"', {"delimiter": "\t"}),
    ("delimiter: \\t", {"delimiter": "\t"}),
    ("encoding: utf-16", {"encoding": "UTF-16"}),
    ("time_zone: Asia/Tokyo", {"time_zone": "Asia/Tokyo"}),
    ("title: Parcels, 2025", {"title": "Parcels, 2025", "time_zone": "UTC"}),
    ("on_hand: Open", {"on_hand": {"name": "Open", "up_is": "bad"}}),
    (
        "on_hand: {name: In stock, up_is: neither}",
        {"on_hand": {"name": "In stock", "up_is": "neither"}},
    ),
    ("order: level", {"order": ["level"]}),
    ("dimensions: [level]", {"dimensions": {"level": "level"}}),
    ("dimensions: {score: a, value: b}", {"dimensions": {"score": "a", "value": "b"}}),
    ("milestones: {On Hold: held}", {"milestones": {"On Hold": "held"}}),
]
EVENTS = b"ticket,phase,moved\nA,Opened,2015-09-01 09:00\n"


def zipped(content):
    """Without the time: it is in a test's name, which all workers have to agree on."""
    return gzip.compress(content, mtime=0)


UNREADABLE = [
    ("gone.csv", None, "gone.csv does not exist."),
    ("a${nope}.csv", EVENTS, "a${nope}.csv: Spark takes a path with { } [ ] * or ?"),
    ("log[1].csv", EVENTS, "log[1].csv: Spark takes a path with"),
    # Spark would read ab.csv.
    ("a\\b.csv", EVENTS, "a\\b.csv: Spark reads no path with a colon or a backslash"),
    ("10:00.csv", EVENTS, "10:00.csv: Spark reads no path with a colon or a backslash"),
    ("caf\udce9.csv", EVENTS, "caf\\xe9.csv: its name is not in UTF-8: rename the"),
    ("_log.csv", EVENTS, "_log.csv: Spark passes over files whose names begin with ."),
    ("log.xlsx", b"PK", "log.xlsx is no .csv, .tsv, .jsonl, .xes, .parquet file"),
    ("log.parquet.gz", b"", "log.parquet.gz is no .csv, .tsv, "),
    ("log.csv.gz", EVENTS, "log.csv.gz cannot be unpacked: Not a gzipped file"),
    ("log.csv.gz", zipped(EVENTS)[:-9], "cannot be unpacked: Compressed file "),
    (
        "log.csv.gz",
        zipped(b"\xe4"),
        "log.csv.gz: line 1: byte 1 of the file, 0xE4",
    ),
    ("log.jsonl", b'{"a": 1}\n[2]\n', "log.jsonl: line 2 is not one JSON object."),
    ("log.jsonl", b'{"a": "\xe4"}', "log.jsonl: line 1: byte 8 of the file, 0xE4"),
    ("log.xes", b"<log>\xe4", "log.xes: line 1: byte 6 of the file, 0xE4"),
    ("log.csv", b"", "log.csv: it has no columns."),
    ("log.csv", EVENTS + b'"B\n', "log.csv: line 3: a quote is left"),
    ("log.csv", EVENTS + b"B,,,\n", "log.csv: line 3: 4 cells"),
    (
        "log.csv",
        EVENTS + b"\xe4,,\n",
        "log.csv: line 3: byte 46 of the file, 0xE4, is not UTF-8. Save it as UTF-8, "
        "or name its encoding in CONFIG, as in `encoding: windows-1252`",
    ),
    (
        "log.csv",
        EVENTS.replace(b",", b";"),
        'one name alone. It seems to be separated by another: name `delimiter: ";"` in',
    ),
    (
        "log.csv",
        EVENTS.replace(b",", b"\t") + b"B\tIn, out\t2015-09-01\n",
        "line 3: 2 cells, where the first line has 1 names. It seems to be separated "
        "by another: name `delimiter: tab` in CONFIG.",
    ),
    ("log.tsv", EVENTS, 'another: name `delimiter: ","` in CONFIG.'),
]
# The files of a folder, and the message; no message where Spark reads what is there.
FOLDERS = [
    ({}, "has no file, and must have files of one kind"),
    ({"a.csv": EVENTS, "b.csv.gz": gzip.compress(EVENTS)}, None),
    (
        {"a.csv": EVENTS, "_SUCCESS": b"\xff", ".b.csv": b"\xff", "_t/c.csv": b"\xff"},
        None,
    ),
    ({"day=1/a.csv": EVENTS, "day=2/a.csv": EVENTS}, None),
    ({"a.csv": EVENTS, "b.tsv": EVENTS}, "has files of several kinds, .csv, .tsv, and"),
    ({"a.csv": EVENTS, "part-1": EVENTS}, "part-1 is no .csv, .tsv, "),
    ({"a:b.csv": EVENTS}, "log/a:b.csv: Spark reads no path with a colon"),
    ({"a.csv": EVENTS, "old/b.csv": EVENTS}, "has a folder old in it, and must have"),
    (
        {"a.csv": EVENTS, "b.csv": b"phase,ticket,moved\n"},
        "b.csv: its columns are phase, ticket, moved, and those of a.csv beside it are "
        "ticket, phase, moved: files of one folder must have the same",
    ),
    ({"a.csv": EVENTS, "b.csv": EVENTS + b"C\n"}, "b.csv: line 3: 1 cells"),
]


NOTHING_BUILT = SimpleNamespace(query=lambda *statements: [])


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
    told = said(from_events, NOTHING_BUILT, str(events), str(config))
    assert told.startswith(f"EVENTS {events.parent}")
    assert sentence in told


@pytest.mark.parametrize(("files", "sentence"), FOLDERS)
def test_a_folder_is_read_whole_or_refused(config, files, sentence):
    folder = config.parent / "log"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    config.write_text(CONFIG)
    source = read_config(config)
    if sentence:
        with pytest.raises(Problem) as refused:
            check_text(events_of(str(folder)), config, source)
        assert sentence in str(refused.value)
    else:
        events = events_of(str(folder))
        check_text(events, config, source)
        shown = [name for name in files if name[0] not in "._"]
        assert [str(part.relative_to(folder)) for part in events.parts] == shown


def test_what_is_behind_a_link_is_read_as_spark_reads_it(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "blob").write_bytes(EVENTS)
    (tmp_path / "latest.csv").symlink_to(other / "blob")
    latest = events_of(str(tmp_path / "latest.csv"))
    assert (latest.path, latest.config.name) == (tmp_path / "latest.csv", "latest.yml")
    (other / "blob").rename(other / "b.csv")
    log = tmp_path / "log"
    (log / "year=2024").mkdir(parents=True)
    (log / "year=2024" / "a.csv").write_bytes(EVENTS)
    (log / "year=2025").symlink_to(other)
    (log / "year=2024" / "gone.csv").symlink_to(tmp_path / "gone")
    parts = [str(part.relative_to(log)) for part in events_of(str(log)).parts]
    assert parts == ["year=2024/a.csv", "year=2025/b.csv"]
    (log / "year=2025").rename(log / "2025")
    with pytest.raises(Problem, match="has a folder 2025 in it, and must have files"):
        events_of(str(log))


def test_a_folder_above_has_its_own_name(tmp_path, monkeypatch):
    (tmp_path / "log.csv").write_bytes(EVENTS)
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert events_of("../log.csv").path == tmp_path / "log.csv"


def test_the_home_of_an_account_that_is_not_there_is_a_folder():
    with pytest.raises(Problem, match=r"EVENTS .*/~nosuch/log\.csv does not exist"):
        events_of("~nosuch/log.csv")


def test_a_table_is_named_where_there_is_no_file():
    for name in ("tickets", "desk.tickets", "hive.desk.tickets"):
        assert events_of(name).path is None
    with pytest.raises(Problem, match=r"EVENTS .*/desk\.csv does not exist"):
        events_of("desk.csv")
    with pytest.raises(Problem, match=r"EVENTS .*/desk; drop does not exist"):
        events_of("desk; drop")


def test_events_and_config_belong_together(config):
    events = config.with_name("my log.csv")
    events.write_bytes(EVENTS)
    told = said(from_events, None, str(events), None)
    assert f"`make config EVENTS='{events}'` writes one" in told
    beside = events.with_suffix(".yml")
    beside.write_text(CONFIG)
    told = said(from_events, None, str(events), None)
    assert f"run `make run EVENTS='{events}' CONFIG='{beside}'`." in told
    told = said(from_events, None, None, "log.yml")
    assert told == "CONFIG log.yml needs EVENTS, the log that it describes."


def test_what_is_a_column_of_the_file_is_no_expression(config):
    """Also if it could be one; other values stay as they are."""
    config.write_text(
        CONFIG.replace("ticket", "Ticket Nr")
        + "order: [upper(a), seq]\ndimensions: {team: upper(a), crew: crew}\n"
    )
    sql = in_sql(read_config(config), ["Ticket Nr", "upper(a)", "crew", "a`b"])
    assert sql["item"] == "`Ticket Nr`"
    assert sql["state"] == "phase"
    assert sql["order"] == ["`upper(a)`", "seq"]
    assert sql["dimensions"] == {"team": "`upper(a)`", "crew": "`crew`"}


def test_keys_of_a_file_that_has_no_use_for_them_are_refused(config):
    events = config.with_name("log.parquet")
    events.touch()
    for line, kinds in (
        ("encoding: UTF-16", ".csv or .tsv or .xes file"),
        ("delimiter: ;", ".csv or .tsv file"),
    ):
        config.write_text(CONFIG + line)
        told = said(from_events, NOTHING_BUILT, str(events), config)
        assert f"{line} is for a {kinds}, and EVENTS {events} is none" in told


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
