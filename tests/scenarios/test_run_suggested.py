"""`make config`: what it guesses of logs as other programs export them."""

import re
from pathlib import Path

import pytest

from arrival import from_events
from configuration import DEFAULTS, read_config
from console import Problem
from event_files import events_of
from holiday_table import land_holidays
from input_rows import InputRows
from project import Target
from spark_text import quoted_name, quoted_text
from suggest_config import SCHEMA, TABLE, suggest
from support.batch_project import Checkout
from support.messy_logs import LOGS, parcels, permits
from support.written_times import written_times
from time_formats import form_of
from unusable_rows import refuse_unusable_rows


@pytest.fixture(scope="module")
def target(spark_server, tmp_path_factory):
    project = Checkout(tmp_path_factory.mktemp("guess"), spark_server.port, "guesses")
    project.read({})
    target = Target(spark_server, SCHEMA)
    target.manifest = project.manifest
    return target


# What each log has of its own is also guessed without Spark, in tests/tools. A tutorial
# has a log like the first one.
SOME = (permits,)
# Of one hour that an autumn has twice, too.
ZONED = {
    "2024-03-01T08:15Z": "2024-03-01 08:15:00",
    "2024-03-01 08:15+02:00": "2024-03-01 06:15:00",
    "2024-03-01 08:15 -0530": "2024-03-01 13:45:00",
    "2024-03-01T08:15+01": "2024-03-01 07:15:00",
    "20240301T0815Z": "2024-03-01 08:15:00",
    "27.10.2024 02:30 CEST": "2024-10-27 00:30:00",
    "27.10.2024 02:30:00 CET": "2024-10-27 01:30:00",
    "3/1/2024 8:15 PM EST": "2024-03-02 01:15:00",
    "01.03.2024 08:15 Asia/Tokyo": "2024-02-29 23:15:00",
}
EACH = [
    pytest.param(
        make, id=make.__name__, marks=[pytest.mark.stress] * (make not in SOME)
    )
    for make in LOGS
]


@pytest.mark.parametrize("make", EACH)
def test_the_columns_of_a_messy_log_are_guessed_and_accepted(
    target, make, tmp_path, capsys
):
    log, file = make(), tmp_path / make().name
    file.write_bytes(log.content)
    events = events_of(str(file))
    config = events.config
    assert suggest(target, events, config) is None
    source = read_config(config)
    usual = DEFAULTS | {"title": log.name, "schema": source["schema"]}
    assert source == usual | log.expected
    first, last = (
        f"{when(time for _, time, _ in log.events):%F}" for when in (min, max)
    )
    assert (
        f"would post {log.entries():,} entries of {len({e[0] for e in log.events})} "
        f"items, from {len(log.events):,} events of {first} to {last}."
    ) in capsys.readouterr().err
    arrival = from_events(target.server, str(file), str(config))
    refuse_unusable_rows(InputRows(target, arrival))
    assert target.server.query(f"show tables in {SCHEMA} like 'daybook*'") == []


def test_a_table_is_guessed_and_bad_rows_are_told(target, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    target.server.query("create schema if not exists desk")
    target.server.query("drop table if exists desk.moves")
    target.server.query("""
        create table desk.moves using parquet as
        select id as case_id, if(id = 7, null, phase) as phase,
            date'2025-01-01' + int(id) as `Scan Day`,
            format_string('%d:15', 8 + n) as `Scan Time`,
            parse_json('{"n": 1}') as payload,
            named_struct('variant', 1, 'of', array(parse_json('[2]'))) as nested
        from range(50)
        lateral view posexplode(array('new', 'open', 'done')) as n, phase
    """)
    events = events_of("desk.moves")
    problem = suggest(target, events, events.config)
    assert "phase (state) is missing in 3 of 150 rows" in str(problem)
    assert "where: phase is not null" in str(problem)
    source = read_config(tmp_path / "moves.yml")
    assert (source["item"], source["state"]) == ("case_id", "phase")
    assert source["occurred_at"] == "concat(`Scan Day`, ' ', `Scan Time`)"
    assert source["terminal_states"] == ["done"]
    with (tmp_path / "moves.yml").open("a") as config:
        config.write("where: phase is not null\n")
    arrival = from_events(target.server, "desk.moves", str(tmp_path / "moves.yml"))
    refuse_unusable_rows(InputRows(target, arrival))
    relation = arrival.variables["input"]["relation"]
    read = f"select count(*), max(payload), max(nested) from {relation}"
    told = (150, '{"n":1}', '{"variant":1,"of":[[2]]}')
    assert target.server.query(read) == [told]


def test_a_file_with_a_variant_is_refused_with_a_view_that_can_be_read(
    target, tmp_path
):
    file = tmp_path / "moves.parquet"
    target.server.query(f"""
        insert overwrite directory '{file}' using parquet
        select 1 as id, parse_json('[1]') as `the load`
    """)
    with pytest.raises(Problem) as refused:
        suggest(target, events_of(str(file)), tmp_path / "moves.yml")
    assert "type variant, which cannot be sent: `the load`. " in str(refused.value)
    read = re.search("as (select .*)`, and", str(refused.value))[1]
    assert target.server.query(read) == [(1,)]


def test_what_is_in_a_log_cannot_end_a_comment(target, tmp_path):
    log = parcels()
    hostile = log.content.decode("windows-1252").replace(
        "Im Depot", '"x\nschema: y\x0b"'
    )
    hostile = hostile.replace("Status", "Status `\U0001f600", 1)
    file = tmp_path / "it's a log.csv"
    file.write_text(hostile, "utf-8", newline="")
    config = Path(f"{file.with_suffix('')}.yml")
    suggest(target, events_of(str(file)), config)
    assert read_config(config)["schema"] == "daybook_it_s_a_log"
    assert read_config(config)["state"] == "`Status ``\U0001f600`"
    (line,) = re.findall(r"(?m)^#     make run .*", config.read_text())
    assert f"EVENTS='{tmp_path}/it'\"'\"'s a log.csv'" in line


TIES = [
    f"T{n},{state},{day} 09:00"
    for n in range(20)
    for state, day in (
        ("New", "2008-09-01"),
        ("Held", "2008-09-02"),
        ("Done", "2008-09-02"),
    )
]


@pytest.mark.parametrize(
    ("lines", "order"), [(TIES, "line_number"), (TIES[::-1], "-line_number")]
)
def test_lines_are_guessed_to_order_what_nothing_else_does(
    target, tmp_path, capsys, lines, order
):
    """Also where other rows cannot be used, and days lie before the calendar."""
    file, config = tmp_path / "log.csv", tmp_path / "log.yml"
    file.write_text("\n".join(["item,state,at", *lines, "T1,New,soon"]))
    problem = suggest(target, events_of(str(file)), config)
    assert "at (occurred_at) is no time in 1 of 61 rows: 'soon' in line 62." in str(
        problem
    )
    said = capsys.readouterr().err
    assert said.index("A run would refuse") < said.index("A first run would post 100 ")
    source = read_config(config)
    assert source["order"] == [order]
    assert source["terminal_states"] == ["Done"]
    assert source["calendar"] == {"start_date": "2008-01-01", "end_date": "2029-12-31"}
    assert "# Last states of items: Done 20.\n" in config.read_text()
    config.write_text(config.read_text() + "where: at <> 'soon'\n")
    arrival = from_events(target.server, str(file), str(config))
    refuse_unusable_rows(InputRows(target, arrival))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A,Opened,2015-09-01\n", "its first line must have the names of the columns"),
        ("id,status,at\n", "has no rows to guess from"),
        ("id,at\n1,2015-09-01\n1,2015-09-02\n", "no column looks like an item"),
        ("{}\n", "log.jsonl has no columns"),
        ('{"daybook_corrupt_record": 1}\n', "and Spark would lose what is in"),
    ],
)
def test_what_nothing_can_be_guessed_of_is_refused(target, tmp_path, text, told):
    file = tmp_path / ("log.jsonl" if text.startswith("{") else "log.csv")
    file.write_text(text)
    with pytest.raises(Problem, match=told):
        suggest(target, events_of(str(file)), tmp_path / "log.yml")
    assert [*tmp_path.iterdir()] == [file]


def test_only_what_was_landed_is_replaced(target, tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("item,state,at\n1,Open,2025-09-01\n1,Done,2025-09-02")
    events = events_of(str(file))
    target.server.query(f"create table {TABLE} using parquet as select 1 as mine")
    with pytest.raises(Problem, match=r"daybook_guess is not one of `make run`"):
        suggest(target, events, events.config)
    assert target.server.query(f"select mine from {TABLE}") == [(1,)]
    target.server.query(f"drop table {TABLE}")
    source = {"schema": SCHEMA, "country": "FR", "calendar": None}
    target.server.query(
        "create table landed_holidays using parquet as select 1 as mine"
    )
    with pytest.raises(Problem, match=r"landed_holidays is not one of `make run`"):
        land_holidays(target.server, source)
    target.server.query("drop table landed_holidays")
    for _ in range(2):
        land_holidays(target.server, source)
    found = target.server.query("select min(holiday_date) from landed_holidays")
    assert found == [("2010-01-01",)]
    land_holidays(target.server, source | {"country": None})
    assert target.server.query("select * from landed_holidays") == []
    target.server.query("drop table landed_holidays")


def test_spark_reads_times_by_their_forms_as_they_were_meant(target):
    """What tests/tools finds in Python, of some forms."""
    reads = []
    for log in written_times(seed=11, number=200):
        form = form_of(log.texts)
        if form is None or form.other_firsts:
            continue
        rows = ", ".join(
            f"({quoted_text(text)}, timestamp_ntz'{time}')"
            for text, time in zip(log.texts, log.times, strict=True)
        )
        read = f"cast({form.expression('x')} as timestamp_ntz)"
        reads.append(f"select x, {read} as is, was from values {rows} as t (x, was)")
    assert len(reads) > 50
    read = f"select * from ({' union all '.join(reads)}) where not is <=> was"
    assert target.server.query(read) == []


def test_spark_reads_zones_as_they_were_meant(target):
    reads = []
    for text, utc in ZONED.items():
        read = f"cast({form_of([text]).expression('x')} as timestamp)"
        time = f"timestamp'{utc}Z'"
        reads.append(
            f"select x, {read} as is, {time} as was from values ('{text}') t (x)"
        )
    read = f"select * from ({' union all '.join(reads)}) where not is <=> was"
    assert target.server.query(read) == []


def test_no_name_or_text_is_a_variable_of_spark(target):
    text = "${env:HOME} it's \\ ${system:user.name}"
    assert target.server.query(f"select {quoted_text(text)}") == [(text,)]
    with pytest.raises(Problem, match="give the column another name"):
        quoted_name("a ${env:HOME}")
