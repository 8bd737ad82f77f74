"""What EVENTS may be: the same rows are read from a file of each kind."""

import gzip

import pytest

from arrival import from_events
from console import Problem

ROWS = [("A, B", "N\u00e9w", "2015-09-01 09:00"), ("C", 'O"ld', "2015-09-02 10:00")]
NAMES = ("what`s, it", "phase", "select")
CSV = [
    '"what`s, it",phase,select\n',
    '"A, B",N\u00e9w,2015-09-01 09:00\n',
    'C,"O""ld",2015-09-02 10:00\n',
]
JSON = [
    '{"what`s, it": "A, B", "phase": "N\\u00e9w", "select": "2015-09-01 09:00"}\n',
    '{"select": "2015-09-02 10:00", "phase": "O\\"ld", "what`s, it": "C"}\n',
]
# Two traces of an event each, attributes within others, and what XML has beside.
XES = """<?xml version="1.0" encoding="windows-1252"?>
<log><string key="phase" value="of the log"/><!-- <trace> -->
<trace><string key="what`s, it" value="A, B"><string key="x" value="y"/></string>
<event><string value="N\u00e9w" key="phase"/>
<date key="select" value="2015-09-01 09:00"/></event></trace>
<trace xml:id="1"><string key="what`s, it" value="C"/><event>
<string key="phase" value="O&quot;ld"/><list key="l"><string key="z" value="1"/></list>
<string key="select" value="2015-09-02 10:00"/></event></trace></log>"""
CONFIG = """
schema: inputs
item: '{item}'
state: phase
occurred_at: select
"""
# The files by their names, and more lines of CONFIG.
FILES = {
    "csv": ({"log.csv": "".join(CSV).encode()}, ""),
    "packed tsv": (
        {"log.tsv.gz": gzip.compress("".join(CSV).encode("utf-16"))},
        "encoding: UTF-16\ndelimiter: ','\n",
    ),
    "folder": (
        {
            "log/a.csv": "".join(CSV[:2]).encode(),
            "log/b.csv.gz": gzip.compress((CSV[0] + CSV[2]).encode()),
            "log/_SUCCESS": b"",
        },
        "",
    ),
    "partitions": (
        {
            "log/day=1/a.jsonl": JSON[0].encode(),
            "log/day=2/a.jsonl": JSON[1].encode(),
        },
        "dimensions: day",
    ),
    "json": ({"log.jsonl.gz": gzip.compress("".join(JSON).encode())}, ""),
    "xes": ({"log.xes": XES.encode("windows-1252")}, "encoding: windows-1252"),
    "packed xes": (
        {"log.xes.gz": gzip.compress(XES.encode("windows-1252"))},
        "encoding: windows-1252",
    ),
}


@pytest.fixture
def read(spark_server, tmp_path):
    def read_events(events, item=NAMES[0], lines=""):
        config = tmp_path / "log.yml"
        config.write_text(CONFIG.format(item=item) + lines)
        source = from_events(spark_server, str(events), str(config)).variables["input"]
        columns = ", ".join(source[key] for key in ("item", "state", "occurred_at"))
        rows = spark_server.query(f"select {columns} from {source['relation']}")
        return sorted(rows)

    return read_events


# Other tests read these kinds, too.
STRESS = ("packed tsv", "xes", "json")
KINDS = [
    pytest.param(kind, marks=[pytest.mark.stress] * (kind in STRESS)) for kind in FILES
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_each_kind_is_read_whole(read, tmp_path, kind):
    files, lines = FILES[kind]
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    item = f"case:{NAMES[0]}" if "xes" in kind else NAMES[0]
    assert read(tmp_path / next(iter(files)).split("/")[0], item, lines) == ROWS


def test_a_table_and_a_folder_of_parquet_are_read(read, spark_server, tmp_path):
    spark_server.query("create schema if not exists desk")
    spark_server.query("drop table if exists desk.log")
    values = ", ".join(str(row) for row in ROWS)
    spark_server.query(
        f"create table desk.log using parquet location '{tmp_path}/log' as select * "
        f"from values {values} as t (`what``s, it`, phase, `select`)"
    )
    assert read("desk.log") == read(tmp_path / "log") == ROWS
    with pytest.raises(Problem, match=r"EVENTS desk.lok cannot be read: .*lok"):
        read("desk.lok")
    with pytest.raises(Problem, match=r"EVENTS inputs\.landed_events is what this"):
        read("inputs.landed_events")
    assert read("desk.log") == ROWS


def test_what_spark_cannot_read_of_json_or_xes_is_refused(read, tmp_path):
    for name, content in (
        (
            "twice.xes",
            XES.replace('key="z"', 'key="phase"').replace("<list", "<string"),
        ),
        ("open.xes", XES.replace("</event></trace></log>", "")),
    ):
        (tmp_path / name).write_bytes(content.encode())
        with pytest.raises(Problem, match=f"EVENTS .*{name} cannot be read"):
            read(tmp_path / name, f"case:{NAMES[0]}")
