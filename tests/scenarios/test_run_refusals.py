"""What `make run` refuses once Spark sees the file, and what it may be given again.

What is wrong without a look at the data is in tests/tools/test_configuration.py.
"""

import re

import pytest

from arrival import from_events
from console import Problem

# Spark would hide a property with a word of secrets in it.
CONFIG = """
schema: refused
item: concat('token ', ticket)
state: phase
occurred_at: moved
recorded_at: logged
is_deleted: gone
dimensions: {priority: level, team: upper(crew)}
terminal_states: [Closed, Done]
"""
EVENTS = b"""\
ticket,phase,moved,logged,level,crew,gone
A,Opened,2015-09-01 09:00,2015-09-01 09:05,High,web,
"""
NOT_OF_FILE = (
    "is neither a column nor an expression of columns, which are ticket, phase, "
)
EXPRESSIONS = {
    "state: fase": f"state: 'fase' {NOT_OF_FILE}.*`fase` cannot be resolved",
    "order: [seq]": f"order: 'seq' {NOT_OF_FILE}",
    "order: cast(seq as": r"order: .*, gone: Syntax error at or near '\)'\.$",
    "state: phase, level": "state: 'phase, level' is neither .*: Syntax error at",
    "state: max(phase)": r"state: 'max\(phase\)' is neither a column nor .*GROUP",
    "where: level = ": "where: 'level =' is no condition of columns, which are .*: Syn",
    "where: level": "where: 'level' is no condition of columns, .*type string",
    "dimensions: {team: krew}": f"dimensions: team: 'krew' {NOT_OF_FILE}",
}
# What may not change once events are accepted, and how the change is told.
CHANGES = {
    "item: crew": r"""item was "concat\('token ', ticket\)" and is now "crew\"""",
    "state: level": 'state was "phase" and is now "level"',
    "occurred_at: logged": 'occurred_at was "moved" and is now "logged"',
    "recorded_at:": 'recorded_at was "logged" and is now not named',
    "order: level": r'order was not named and is now \["level"\]',
    "dimensions: [crew]": r'dimensions was {"priority": .*} and is now {"crew"',
    "is_deleted:": 'is_deleted was "gone" and is now not named',
    "time_zone: Asia/Tokyo": 'time_zone was "UTC" and is now "Asia/Tokyo"',
    "terminal_states: []": r'terminal_states was \["Closed", "Done"\] and is now',
}
MAY_CHANGE = (
    "terminal_states: [Done, Closed]",
    "dimensions: {team: upper(crew), priority: level}",
    "milestones: [Opened]",
    "calendar: {start_date: 2010-01-01, end_date: 2025-12-31}",
    "encoding: iso-8859-1",
    "title: Tickets",
    "on_hand: {name: Tickets, up_is: neither}",
    "country: FR",
    "where: level = 'High'",
)


@pytest.fixture
def query(spark_server):
    return spark_server.query


@pytest.fixture
def arrive(spark_server, tmp_path):
    """EVENTS, or another file, with CONFIG, of which a line may be another."""

    def arrive_with(line, schema, events=EVENTS, name="log.csv"):
        file, config = tmp_path / "it's $nope" / name, tmp_path / "log.yml"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(events)
        kept = re.sub(rf"(?m)^{line.partition(':')[0]}:.*\n", "", CONFIG)
        config.write_text(f"{kept}{line}\n".replace("refused", schema))
        return from_events(spark_server, str(file), str(config)).variables["input"]

    return arrive_with


@pytest.fixture
def built(arrive, query):
    """A schema of which no more is known than that staging is published."""
    query("drop schema if exists refused_built cascade")
    arrive("", "refused_built")
    query("create view refused_built.stg_issue_events as select 1 as one")
    return "refused_built"


def test_what_is_no_expression_of_the_file_is_refused(arrive, query):
    """The table of the file before it stays."""
    arrive("", "refused_file")
    before = query("select * from refused_file.landed_events")
    for line, sentence in EXPRESSIONS.items():
        with pytest.raises(Problem, match=f"CONFIG .*log.yml: {sentence}"):
            arrive(line, "refused_file")
    with pytest.raises(Problem, match=r"EVENTS .*log.parquet cannot be read: \w+"):
        arrive("", "refused_file", bytes(range(256)), "log.parquet")
    assert query("select * from refused_file.landed_events") == before
    tables = query("show tables in refused_file")
    assert {name for _, name, _ in tables} == {"landed_events", "landed_holidays"}


def test_another_config_is_refused_where_staging_is_published(arrive, built, query):
    before = query(f"show tblproperties {built}.landed_events")
    for line, change in CHANGES.items():
        with pytest.raises(Problem, match=f"another CONFIG: {change}") as refused:
            arrive(line, built)
        assert "Name another `schema`, put back what was, or " in str(refused.value)
        assert f"drop schema {built} cascade, and the same with " in str(refused.value)
    assert query(f"show tblproperties {built}.landed_events") == before


@pytest.mark.stress
def test_what_means_the_same_and_what_may_change_is_accepted(arrive, built):
    for line in MAY_CHANGE:
        arrive(line, built)


@pytest.mark.stress
def test_until_staging_is_published_a_config_may_change(arrive, built, query):
    query(f"drop view {built}.stg_issue_events")
    assert arrive("state: level", built)["state"] == "`level`"


# What German Excel writes, and what it calls Unicode.
GERMAN = EVENTS.decode() + 'M\u00fcller,"Gr\u00f6\u00dfe \u20ac",2015-09-01 09:00,,,,\n'


@pytest.mark.stress
@pytest.mark.parametrize(
    ("encoding", "others"),
    [("windows-1252", ["UTF-8", "UTF-16", "Shift_JIS"]), ("UTF-16", ["windows-1252"])],
)
def test_a_file_is_read_in_its_encoding_and_in_no_other(
    arrive, query, encoding, others
):
    def arrive_as(named, written=encoding):
        return arrive(f"encoding: {named}", "encoded", GERMAN.encode(written))

    # dbt is not told of it.
    assert "encoding" not in arrive_as(encoding)
    for other in others:
        with pytest.raises(Problem, match=r"EVENTS .*: .*[Nn]ame its .*in CONFIG"):
            arrive_as(other)
    assert query(
        "select ticket, phase from encoded.landed_events where ticket <> 'A'"
    ) == [("M\u00fcller", "Gr\u00f6\u00dfe \u20ac")]
    with pytest.raises(Problem, match=f"log.csv: it .*{encoding}. Name its own en"):
        arrive_as(encoding, "UTF-8")
