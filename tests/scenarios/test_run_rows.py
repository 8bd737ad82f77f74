"""What `make run` says of rows that it cannot use, and that its advice helps."""

import gzip
import re
from types import SimpleNamespace

import pytest

from arrival import from_events
from console import Problem
from contradictions import refuse_changes
from input_rows import InputRows
from support.batch_project import Checkout
from time_conditions import BEGINS_WITH_A_DAY
from unusable_rows import refuse_unusable_rows

SCHEMA = "rows_of_users"
CONFIG = f"""
schema: {SCHEMA}
item: ticket
state: phase
occurred_at: Scan Zeit
"""
NAMES = "ticket,phase,Scan Zeit,logged,gone,Zeit\n"
GOOD = "A,Opened,2015-09-01 09:00,2015-09-01 09:05,,1\n"
BAD = (
    NAMES
    + GOOD
    + """\
,Opened,2015-09-08 10:00,2015-09-08 10:05,,1
E,,2015-09-08 10:00,2015-09-08 10:05,,1
F,"Opened, ""again""
and again",,2015-09-08 10:05,,1
G,Opened,it's soon,2015-09-08 10:05,,1
H,Opened,2015-09-08 10:00,later,perhaps,1
"""
)
GERMAN = NAMES + "".join(
    f"{item},Opened,{day:02}.09.2015 07:05,,,{item}\n"
    for item, day in ((1, 30), (2, 1))
)
TIED = NAMES + GOOD + "B,New,2015-09-02,,,2\nB,Done,2015-09-02,,,10\n"
MANY = NAMES + GOOD + "".join(f"{item},Opened,no {item},,,1\n" for item in range(1200))
# Spark casts them, and local_timestamp does not.
MANY += "".join(f"{time},Opened,{time},,,1\n" for time in ("09:30", "2015", "2015-09"))
OF_ALL = "recorded_at: logged\nis_deleted: gone\n"
# More lines of CONFIG, the file, the message about it, and how many rows are left if
# the advice is taken; none where it leaves a choice.
TOLD = [
    (
        OF_ALL,
        BAD,
        [
            "ticket (item) is missing in 1 of 6 rows: line 3.",
            "phase (state) is missing in 1 of 6 rows: line 4.",
            "Scan Zeit (occurred_at) is no time in 2 of 6 rows: line 5; "
            '"it\'s soon" in line 7.',
            "logged (recorded_at) is no time in 1 of 6 rows: 'later' in line 8.",
            "gone (is_deleted) is neither true nor false in 1 of 6 rows: 'perhaps' in "
            "line 8.",
            "Correct them, or leave them out with `where: ticket is not null and phase "
            "is not null and `Scan Zeit` not in ('it\\'s soon') and logged not in "
            "('later') and coalesce(gone not in ('perhaps'), true)` in CONFIG.",
        ],
        1,
    ),
    (
        "where: ticket <> '3'\n",
        GERMAN,
        [
            "Scan Zeit (occurred_at) is no time in 2 of 2 rows: '30.09.2015 07:05' in "
            "line 2; '01.09.2015 07:05' in line 3.",
            "To read them, write `occurred_at: to_timestamp_ntz(`Scan Zeit`, "
            "'dd.MM.yyyy HH:mm')` in CONFIG.",
        ],
        2,
    ),
    (
        "where: ticket <> '3'\n",
        TIED,
        [
            "ticket B has different events at 2015-09-02 00:00:00 in line 3 and line "
            "4, and nothing says which came first: name a column that does in `order`, "
            "or `line_number` if the lines are in order, or leave one out with `where`."
        ],
        None,
    ),
    pytest.param(
        "order: left(phase, 0)\n",
        TIED,
        ["and nothing says which came first: `order` does not tell them apart: name "],
        None,
        marks=pytest.mark.stress,
    ),
    pytest.param(
        "",
        MANY,
        [
            "Scan Zeit (occurred_at) is no time in 1,203 of 1,204 rows, for example "
            "'no 0' in line 3; 'no 1' in line 4; 'no 2' in line 5.",
            "with `where: try_cast(`Scan Zeit` as timestamp) is not null and `Scan "
            f"Zeit` rlike '{BEGINS_WITH_A_DAY}'` in CONFIG.",
        ],
        1,
    ),
    pytest.param(
        "occurred_at: to_timestamp_ntz(`Scan Zeit`, 'dd.MM.yyyy HH:mm')\n",
        GERMAN + GOOD,
        [
            "to_timestamp_ntz(`Scan Zeit`, 'dd.MM.yyyy HH:mm') (occurred_at) is no "
            "time in 1 of 3 rows: '2015-09-01 09:00' in line 4.",
            "with `where: '`Scan Zeit` not in (''2015-09-01 09:00'')'` in CONFIG.",
        ],
        2,
        marks=pytest.mark.stress,
    ),
    (
        "occurred_at: TO_TIMESTAMP_NTZ (`Scan Zeit`, 'dd.MM.yyyy HH:mm')\n",
        GERMAN + "".join(f"{item},Opened,no {item},,,1\n" for item in range(6)),
        [
            "is no time in 6 of 8 rows, for example 'no 0' in line 4;",
            "try_cast(try_to_timestamp(`Scan Zeit`, 'dd.MM.yyyy HH:mm') as timestamp) "
            "is not null and try_to_timestamp(`Scan Zeit`, ",
        ],
        2,
    ),
    (
        "calendar: {start_date: 2015-01-01, end_date: 2015-12-31}\n",
        NAMES + GOOD + "B,New,1955-09-02 08:00,,,2\n",
        [
            "Scan Zeit (occurred_at) goes from 1955-09-02 to 2015-09-01, and the "
            "calendar from 2015-01-01 to 2015-12-31: name `calendar: {start_date: "
            "'1955-09-02', end_date: '2015-12-31'}` in CONFIG, or leave rows out with "
            "`where`."
        ],
        2,
    ),
    # As a text, that year comes before 2010.
    (
        "occurred_at: timestamp_seconds(cast(Zeit as bigint))\n",
        NAMES + "A,New,,,,1441098000\nA,Done,,,,300000000000\n",
        [
            "(occurred_at) goes from 2015-09-01 to +11476-08-15, and the calendar from "
            "2010-01-01 to 2029-12-31: leave rows out with `where`."
        ],
        None,
    ),
]
# What the staging model calls the columns of rows that are read.
TAKEN_IN = """
    daybook_item as issue_id,
    daybook_state as status,
    daybook_occurred_at as event_at,
    daybook_occurred_at_utc as event_at_utc,
    daybook_order as event_order,
    daybook_dimensions.crew,
    daybook_is_deleted as is_deleted
"""
CULPRIT = "order: cast(phase as int)\n"
# The advice, as lines of CONFIG.
ADVICE = re.compile(r"`((?:where|occurred_at|calendar): .*)` in CONFIG[.,]", re.S)


@pytest.fixture(scope="module")
def manifest(spark_port, tmp_path_factory):
    project = Checkout(tmp_path_factory.mktemp("rows"), spark_port, SCHEMA)
    project.read({})
    return project.manifest


@pytest.fixture
def look(spark_server, manifest, tmp_path):
    """The message about a file, or none; and its events, as far as they are usable."""

    def look_at(lines, text, name="scans.csv"):
        """Without a text, what is there by that name."""
        events, config = tmp_path / name, tmp_path / "scans.yml"
        if text is None:
            events = events if events.exists() else name
        else:
            written = text.encode()
            packed = name.endswith("gz")
            events.write_bytes(gzip.compress(written) if packed else written)
        given = {line.partition(":")[0] for line in lines.splitlines()}
        kept = [it for it in CONFIG.splitlines() if it.partition(":")[0] not in given]
        config.write_text("\n".join([*kept, lines]))
        arrival = from_events(spark_server, str(events), str(config))
        target = SimpleNamespace(server=spark_server, schema=SCHEMA, manifest=manifest)
        rows = InputRows(target, arrival)
        try:
            refuse_unusable_rows(rows)
            refuse_changes(rows)
        except Problem as problem:
            return str(problem).replace(str(tmp_path), ""), rows
        return None, rows

    return look_at


@pytest.mark.parametrize(
    "line",
    [
        "occurred_at: to_timestamp_ntz(`Scan Zeit`, 'DD.MM.YYYY')",
        "state: if(phase rlike '(', phase, '')",
    ],
)
def test_an_expression_that_ends_each_query_is_named(look, line):
    key, _, expression = line.partition(": ")
    told, _ = look(f"{line}\n", NAMES + GOOD)
    assert told.startswith(f"CONFIG /scans.yml: {key}: {expression!r}: ")


@pytest.mark.parametrize(("lines", "text", "sentences", "left"), TOLD)
def test_rows_are_told_in_the_words_of_the_file_and_advice_helps(
    look, lines, text, sentences, left
):
    told, _ = look(lines, text)
    assert told.startswith("EVENTS /scans.csv: ")
    assert [sentence for sentence in sentences if sentence not in told] == []
    assert not re.search("event_at|issue_id|daybook_|stg_", told)
    advice = ADVICE.findall(told)
    if left is None:
        assert advice == []
        return
    key = advice[0].partition(":")[0]
    kept = "".join(f"{it}\n" for it in lines.splitlines() if not it.startswith(key))
    told, rows = look(f"{kept}{advice[0]}\n", text)
    assert told is None
    assert rows.counts([]) == [left]


def test_a_change_of_what_was_taken_in_is_told(look, spark_server):
    changes = "rows_of_changes"
    lines = f"schema: {changes}\ndimensions: {{crew: gone}}\norder: line_number\n"
    rows = NAMES + GOOD + "B,Opened,2015-09-01 09:00,,,2\n"
    assert look(lines, rows)[0] is None
    # As the staging model accepts it.
    for kind, name, source in (
        ("table", "accepted", f"({look(lines, rows)[1].sql})"),
        ("view", "stg_issue_events", f"{changes}.accepted"),
    ):
        columns = TAKEN_IN if kind == "table" else "*"
        spark_server.query(
            f"create {kind} {changes}.{name} as select {columns} from {source}"
        )
    assert look(lines, rows + "A,Closed,2015-09-02 09:00,,,3\n")[0] is None
    told, _ = look(lines, rows.replace("B,Opened", "B,Closed").replace(",,2", ",x,2"))
    assert told == (
        "EVENTS /scans.csv: an earlier run read another event of ticket B at "
        "2015-09-01 09:00:00 in line 3: phase (state) was 'Opened' and is now "
        "'Closed', gone (crew) was empty and is now 'x'. Nothing says which one "
        "holds: if you have changed `where`, write it as it was, because "
        "line_number counts the rows that it leaves, or name another `schema`, which "
        "gets the whole file as it is now."
    )


TIES = """\
B,New,2015-09-02,,,2
B,"Held,
again",2015-09-02,,,3
C,New,2015-09-02,,,4
B,New,2015-09-02,,,5
B,Done,2015-09-03,,,6
"""
IN_ORDER = [("B", "New"), ("B", "Held,\nagain"), ("B", "New"), ("B", "Done")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("order: line_number", IN_ORDER),
        ("order: [gone, -LINE_NUMBER]", IN_ORDER[2::-1]),
    ],
)
def test_lines_put_events_of_one_time_in_order(look, line, expected):
    told, rows = look(f"{line}\nwhere: phase is not null\n", NAMES + TIES)
    assert told is None
    read = f"select daybook_item, daybook_state from ({rows.sql})"
    in_order = "order by daybook_occurred_at, daybook_order"
    found = rows.server.query(f"{read} where daybook_item = 'B' {in_order}")
    assert found[: len(expected)] == expected


def test_a_file_beside_another_changes_no_line_number(look, tmp_path):
    """So an export that has rows of another one has the same events."""
    log, order = tmp_path / "log", "order: line_number\n"
    log.mkdir()
    (log / "b.csv").write_text(NAMES + TIES)
    numbers = "select distinct daybook_state, daybook_order from ({}) where "
    for name in ("b.csv", "a.csv", "c.csv"):
        (log / name).write_text(NAMES + GOOD + TIES)
        told, rows = look(order, None, "log")
        assert told is None
        of_b = rows.server.query(numbers.format(rows.sql) + "daybook_item = 'B'")
        assert len(of_b) == 4
    (log / "c.csv").write_text(NAMES + TIES.replace("again", "once more"))
    told, _ = look(order, None, "log")
    assert "ticket B has different events at 2015-09-02 00:00:00 in line 3 of " in told


def test_a_file_that_grows_at_its_top_changes_no_line_number(look):
    found = []
    for first in ("", "B,Later,2015-09-02,,,9\n"):
        told, rows = look("order: -line_number\n", NAMES + first + TIES)
        assert told is None
        read = f"select daybook_item, daybook_state, daybook_order from ({rows.sql})"
        found.append(set(rows.server.query(read)))
    before, after = found
    ((_, state, _),) = after - before
    assert (state, before - after) == ("Later", set())


def test_lines_have_their_order_where_spark_reads_a_file_in_blocks(look):
    written = [f"s{n:03} {n % 7 * 'x'}" for n in range(200)]
    lines = [
        f'{{"ticket": 1, "phase": "{state}", "Scan Zeit": "2015-09-02"}}'
        for state in written
    ]
    told, rows = look("order: line_number", "\n".join(lines), "scans.jsonl")
    assert told is None
    small = [
        f"set spark.sql.files.{name} = 500"
        for name in ("maxPartitionBytes", "openCostInBytes")
    ]
    read = f"select daybook_state from ({rows.sql}) order by daybook_order"
    assert [state for (state,) in rows.server.query(*small, read)] == written


def test_a_number_of_a_line_corrects_nothing(look):
    lines = "order: [line_number]\nrecorded_at: logged\n"
    with pytest.raises(Problem, match="so leave out recorded_at, or name another col"):
        look(lines, NAMES + TIES)


def test_an_expression_that_fails_is_named_with_what_spark_says(look):
    told, _ = look(CULPRIT, NAMES + GOOD)
    assert told.startswith("CONFIG /scans.yml: order: 'cast(phase as int)': The value ")
    assert "'Opened'" in told


def test_lines_are_told_of_json_and_of_packed_files(look):
    lines = ['{"ticket": 7, "phase": "Opened", "Scan Zeit": "2015-09-01"}', "", ""]
    lines[1] = (
        '{"ticket": 1.50, "gone": true, "phase": null, "Scan Zeit": "2015-09-01"}'
    )
    told, rows = look("", "\n".join(lines), "scans.jsonl.gz")
    assert "phase (state) is missing in 1 of 2 rows: line 2." in told
    assert rows.server.query(
        f"select ticket, gone from {rows.relation} order by 1"
    ) == [
        ("1.50", "true"),
        ("7", None),
    ]
