"""What `make run` refuses: each with a sentence that names the option and its value."""

import re

import pytest

import arrival
from arrival import check_seeds, from_file
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
terminal_states: [Closed, Done]
milestones: [Opened, Assigned, InProgress, UnderReview, Resolved, Closed]
calendar: {start_date: 2015-08-01, end_date: 2015-12-31}
"""
EVENTS = """\
ticket,phase,moved,logged,level,crew,gone
A,Opened,2015-09-01 09:00,2015-09-01 09:05,High,web,
"""


def with_line(lines):
    """CONFIG with these in the place of its own."""
    kept = CONFIG
    for line in lines.splitlines():
        name = line.partition(":")[0]
        kept = re.sub(rf"(?m)^{name}:.*\n(  .*\n)*", "", kept)
    return kept + lines + "\n"


@pytest.fixture
def arrive(spark_server, tmp_path):
    """EVENTS with CONFIG, of which a line may be another."""

    def arrive_with(line, schema="refused"):
        events, config = tmp_path / "it's $nope" / "log.csv", tmp_path / "log.yml"
        events.parent.mkdir(exist_ok=True)
        events.write_text(EVENTS)
        config.write_text(
            with_line(line).replace("schema: refused", f"schema: {schema}")
        )
        return from_file(spark_server, str(events), str(config))

    return arrive_with


@pytest.mark.stress
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "state: fase",
            r"CONFIG .*log.yml: state: 'fase' is not an expression of the file's "
            r"columns, which are ticket, phase, .*, gone: .*`fase` cannot be resolved",
        ),
        ("order: [seq]", "order: 'seq' is not an expression of the file's columns"),
        ("order: cast(seq as", r"order: .*, gone: Syntax error at or near '\)'\.$"),
        ("state: phase, level", "state: 'phase, level' is not an .*: Syntax error at"),
        ("state: max(phase)", r"state: 'max\(phase\)' is not an expression of .*GROUP"),
        (
            "dimensions: {team: krew}",
            "dimensions: team: 'krew' is not an expression of the file's columns",
        ),
        (
            "dimensions: [Queue]",
            "the name 'Queue' must be of the letters a-z, digits and underscores, "
            "as in `dimensions: {queue: Queue}`",
        ),
        ("dimensions: [Team Name]", 'as in `dimensions: {team_name: "`Team Name`"}`'),
        (
            "dimensions: {Crew: upper(crew)}",
            r"as in `dimensions: {crew: upper\(crew\)}`",
        ),
        (
            "dimensions: [status]",
            "dimensions: the name 'status' is the models' own; give it another, as in "
            "`dimensions: {other_name: status}`",
        ),
        ("dimensions: {daybook_x: level}", "as in `dimensions: {other_name: level}`"),
        (
            "dimensions: crew",
            "dimensions: 'crew' must be names, each with a text, or a list of names",
        ),
        ("dimensions: [[crew]]", "must be names, each with a text, or a list of names"),
        (
            "terminal_states: Closed",
            "terminal_states: 'Closed' must be a list of texts",
        ),
        (
            "calendar: {start_date: 2024-01-01}",
            r"calendar: {'start_date': '2024-01-01'} must be a start_date and an "
            "end_date, as 2015-01-01, and nothing else",
        ),
        (
            "calendar: {start: 2024-01-01, end: 2024-12-31}",
            "calendar: .* must be a start_",
        ),
        (
            "calendar: {start_date: 2024-01-01, end_date: soon}",
            "calendar: .* must be a start_",
        ),
        (
            "calendar: {start_date: 2024-1-1, end_date: 2025-1-1}",
            "calendar: .* must be a start_",
        ),
        ("calendar: 2024", "calendar: .* must be a start_"),
        (
            "calendar: {start_date: 2024-01-01, end_date: 2023-01-01}",
            "calendar: its end_date comes before its start_date",
        ),
        (
            "schema: Run-Test",
            "the name 'Run-Test' must be of the letters a-z, digits and underscores, "
            "as in `schema: run_test`",
        ),
        (
            "schema: daybook",
            "'daybook' is the schema of the sample: name ano",
        ),
        ("item:", "does not name item"),
        ("item: null", "does not name item"),
        (
            "encoding: utf-9",
            "encoding: 'utf-9' is none of UTF-8, UTF-16, windows-1250, .*, EUC-KR",
        ),
        ("encoding: [UTF-8]", r"encoding: \['UTF-8'\] must be one text"),
        (
            "status: phase",
            "names status, which is none of schema, item, state, occurred_at, ",
        ),
        (
            "state: [phase",
            "CONFIG .*log.yml cannot be read: line .*expected ',' or ']'",
        ),
    ],
)
def test_a_wrong_config_is_refused(arrive, line, sentence):
    with pytest.raises(Problem, match=sentence):
        arrive(line)


@pytest.mark.stress
def test_the_columns_beside_a_dimension_are_refused_and_others_are_not(arrive):
    for name in ("event_date", "held_since", "snapshot_month", "posted_batch_id"):
        with pytest.raises(Problem, match=f"the name '{name}' is the models' own"):
            arrive(f"dimensions: [{name}]")
    dimensions = dict.fromkeys(("score", "value", "year", "present"), "level")
    source = arrive(f"dimensions: {dimensions}").variables["input"]
    assert source["dimensions"] == dimensions


@pytest.mark.stress
def test_texts_and_lists_may_be_short_and_milestones_have_names(arrive):
    source = arrive("order: level").variables["input"]
    assert source["order"] == ["level"]
    source = arrive("dimensions: [level, crew]").variables["input"]
    assert source["dimensions"] == {"level": "level", "crew": "crew"}
    source = arrive("milestones: {On Hold: on_hold, on-hold: held}").variables["input"]
    assert source["milestones"] == {"On Hold": "on_hold", "on-hold": "held"}


@pytest.fixture
def built(arrive, spark_server):
    """A schema of which no more is known than that staging is published."""
    spark_server.query("drop schema if exists refused_built cascade")
    arrive("", "refused_built")
    spark_server.query("create view refused_built.stg_issue_events as select 1 as one")
    return "refused_built"


def kept(spark_server, schema):
    return spark_server.query(f"show tblproperties {schema}.landed_events")


def test_another_config_is_refused_where_staging_is_published(
    arrive, built, spark_server
):
    before = kept(spark_server, built)
    for line, change in {
        "item: crew": 'item was "ticket" and is now "crew"',
        "state: level": 'state was "phase" and is now "level"',
        "occurred_at: logged": 'occurred_at was "moved" and is now "logged"',
        "recorded_at:": 'recorded_at was "logged" and is now not named',
        "order: level": r'order was not named and is now \["level"\]',
        "dimensions: [crew]": r'dimensions was {"priority": .*} and is now {"crew"',
        "is_deleted:": 'is_deleted was "gone" and is now not named',
        "terminal_states: []": r'terminal_states was \["Closed", "Done"\] and is now',
    }.items():
        with pytest.raises(Problem, match=f"another CONFIG: {change}") as refused:
            arrive(line, built)
        assert "Name another `schema`, put back what was, or drop" in str(refused.value)
    assert kept(spark_server, built) == before


@pytest.mark.stress
def test_what_means_the_same_and_what_may_change_is_accepted(arrive, built):
    arrive("terminal_states: [Done, Closed]", built)
    arrive("dimensions: {team: upper(crew), priority: level}", built)
    arrive("milestones: [Opened]", built)
    arrive("calendar: {start_date: 2010-01-01, end_date: 2025-12-31}", built)
    arrive("encoding: iso-8859-1", built)


@pytest.mark.stress
def test_until_staging_is_published_a_config_may_change(arrive, built, spark_server):
    spark_server.query("drop view refused_built.stg_issue_events")
    assert arrive("state: level", built).variables["input"]["state"] == "level"


@pytest.mark.stress
def test_a_table_that_says_nothing_of_its_config_is_accepted(
    arrive, built, spark_server
):
    """As earlier versions made it."""
    spark_server.query("drop table refused_built.landed_events")
    spark_server.query("create table refused_built.landed_events (ticket string)")
    arrive("state: level", built)
    with pytest.raises(Problem, match='state was "level" and is now "phase"'):
        arrive("state: phase", built)


@pytest.mark.stress
def test_words_of_secrets_are_compared_and_told(arrive, built, spark_server):
    spark_server.query("drop view refused_built.stg_issue_events")
    arrive("state: concat('token ', phase)", built)
    spark_server.query("create view refused_built.stg_issue_events as select 1 as one")
    with pytest.raises(
        Problem, match="state was \"concat\\('token ', phase\\)\" and is"
    ):
        arrive("state: concat('secret ', phase)", built)


@pytest.mark.stress
def test_a_refused_file_leaves_the_table_of_the_last_one(
    arrive, spark_server, tmp_path
):
    arrive("", "refused_file")
    before = spark_server.query("select * from refused_file.landed_events")
    broken = tmp_path / "log.parquet"
    broken.write_bytes(bytes(range(256)))
    config = tmp_path / "log.yml"
    with pytest.raises(Problem, match="cannot be read"):
        from_file(spark_server, str(broken), str(config))
    with pytest.raises(Problem, match="is not an expression"):
        arrive("state: fase", "refused_file")
    assert spark_server.query("select * from refused_file.landed_events") == before
    assert [
        name for _, name, _ in spark_server.query("show tables in refused_file")
    ] == ["landed_events"]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("gone.csv", None, r"EVENTS .*gone.csv does not exist\."),
        ("a${nope}.csv", b"", r"EVENTS .*a\${nope}.csv: Spark takes a path with"),
        ("log[1].csv", b"", r"EVENTS .*log\[1\].csv: Spark takes a path with"),
        ("log.xlsx", b"PK", r"EVENTS .*log.xlsx is neither a .csv nor a .parquet file"),
        ("log.parquet", bytes(range(256)), r"EVENTS .*log.parquet cannot be read: \w+"),
        ("log.csv", b"", r"EVENTS .*log.csv: it has no columns\."),
        ("log.csv", EVENTS.encode() + b'"B\n', r"log.csv: line 3: a quote is left"),
        ("log.csv", EVENTS.encode() + b"B,,,,,,,\n", r"log.csv: line 3: 8 cells"),
        (
            "log.csv",
            EVENTS.encode() + b"\xe4,,,,,,\n",
            "log.csv: line 3: byte 96 of the file, 0xE4, is not UTF-8. Save it as "
            "UTF-8, or name its encoding in CONFIG, as in `encoding: windows-1252`",
        ),
    ],
)
def test_an_unreadable_file_is_refused(spark_server, tmp_path, name, content, sentence):
    events, config = tmp_path / name, tmp_path / "log.yml"
    config.write_text(CONFIG)
    if content is not None:
        events.write_bytes(content)
    with pytest.raises(Problem, match=sentence):
        from_file(spark_server, str(events), str(config))


# What German Excel writes, and what it calls Unicode.
GERMAN = EVENTS + 'M\u00fcller,"Gr\u00f6\u00dfe \u20ac",2015-09-01 09:00,,,,\n'


@pytest.mark.stress
@pytest.mark.parametrize(
    ("encoding", "others"),
    [("windows-1252", ["", "UTF-16", "Shift_JIS"]), ("UTF-16", ["", "windows-1252"])],
)
def test_a_file_is_read_in_its_encoding_and_in_no_other(
    spark_server, tmp_path, encoding, others
):
    events, config = tmp_path / "log.csv", tmp_path / "log.yml"
    events.write_text(GERMAN, encoding)

    def arrive_as(encoding):
        config.write_text(f"{CONFIG}encoding: {encoding}".replace("refused", "encoded"))
        return from_file(spark_server, str(events), str(config))

    # dbt is not told of it.
    assert "encoding" not in arrive_as(encoding).variables["input"]
    for other in others:
        with pytest.raises(
            Problem, match=f"EVENTS {events}: .*[Nn]ame its .*in CONFIG"
        ):
            arrive_as(other)
    assert spark_server.query(
        "select ticket, phase from encoded.landed_events where ticket <> 'A'"
    ) == [("M\u00fcller", "Gr\u00f6\u00dfe \u20ac")]
    events.write_text(GERMAN, "UTF-8")
    with pytest.raises(Problem, match=f"log.csv: it .*{encoding}. Name its own en"):
        arrive_as(encoding)


def test_an_encoding_of_a_file_that_has_none_is_refused(spark_server, tmp_path):
    events, config = tmp_path / "log.parquet", tmp_path / "log.yml"
    events.touch()
    config.write_text(CONFIG + "encoding: UTF-16")
    with pytest.raises(
        Problem, match=r"encoding: UTF-16 is for a .csv file, and .*quet"
    ):
        from_file(spark_server, str(events), str(config))


@pytest.mark.stress
def test_a_config_or_a_seed_that_is_not_utf_8_is_refused(
    spark_server, tmp_path, monkeypatch
):
    config = tmp_path / "log.yml"
    config.write_bytes(CONFIG.encode() + b"# \xe4")
    place = f"line 14: byte {len(CONFIG) + 3} of the file, 0xE4, is not UTF-8. Save it"
    with pytest.raises(Problem, match=f"CONFIG {config} cannot be read: {place}"):
        from_file(spark_server, "log.csv", str(config))
    check_seeds()
    seed = tmp_path / "seeds" / "holidays.csv"
    seed.parent.mkdir()
    seed.write_bytes(b"holiday_date\n\xe4\n")
    monkeypatch.setattr(arrival, "ROOT", tmp_path)
    with pytest.raises(Problem, match=f"the seed {seed}: line 2: byte 14 of the file"):
        check_seeds()


def test_events_without_config_are_refused(spark_server, tmp_path):
    copy = make_copy(tmp_path, spark_server)
    run = finish(start(copy, "log.csv", ""))
    assert run.code == 1
    assert run.said == (
        "daybook: EVENTS and CONFIG go together: a file, and what it holds.\n"
    )
