"""CSV files: what is refused before Spark reads it, and that Spark reads the rest."""

import csv
from itertools import count

import pytest

from configuration import DEFAULTS
from console import Problem
from csv_rows import check_rows
from event_files import events_of
from spark_text import quoted_text

SCHEMA = "csv_rows"
NAMES = "a,b,c\n"
numbers = count(1)


@pytest.fixture
def write(tmp_path):
    def write_file(text):
        file = tmp_path / f"log {next(numbers)}.csv"
        file.write_text(text, "utf-8", newline="")
        return file

    return write_file


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (NAMES + '1,"2,3\n4,5,6\n7,8\n', "lines 2 to 4, .*: a quote is left open"),
        (NAMES + '1,2,3\n4,"5,6\n7,"8",9\n', "lines 3 to 4, .*: ',' expected after"),
        (
            NAMES + '1,"2,3\n4,5",6,7\n',
            "lines 2 to 3, one row by their quotes: 4",
        ),
        (NAMES + '1,"2"" pipe",3\n4,"5" pipe,6\n', "line 3: ',' expected after"),
        (NAMES + "1,2,3\n\n4,5,6,7\n", "line 4: 4 cells, where the first line has 3 "),
        (NAMES + "1,2,3\n4,5", "line 3: 2 cells, where the first line has 3 names"),
        (NAMES + "1,2,3\n4,5,6\r\n", r"line 3: it ends in '\\r\\n', line 1 in '\\n'"),
        ("\ufeffsep=;\na;b\n1;2\n", "line 1: sep=; is for Excel alone: remove it"),
        ("", "has no columns"),
        ("\n\n", "has no columns"),
    ],
)
def test_what_spark_would_misread_is_refused_with_its_line(write, text, sentence):
    file = write(text)
    with pytest.raises(Problem, match=sentence) as refused:
        check_rows([file])
    assert str(refused.value).startswith(f"EVENTS {file}")


@pytest.mark.parametrize(
    "text",
    [
        NAMES + '1,"two\nlines",3\n4,"a ""word""",6\n',
        NAMES + '1,"a, b",\n"",5" pipe,\\\n',
        NAMES.replace("\n", "\r\n") + '1,"two\r\nlines",3\r\n4,5,6\r\n',
        "\ufeff" + NAMES + "1,\u00e4,3\n\n4, ,6",
        "a,_corrupt_record,c\n1,2,3\n",
        pytest.param(NAMES + f"1,{'2' * 200_000},3\n", id="a long cell"),
    ],
)
def test_what_passes_is_read_by_spark_as_it_is(write, spark_server, text):
    file = write(text)
    check_rows([file])
    with file.open(encoding="utf-8-sig", newline="") as lines:
        names, *rows = (row for row in csv.reader(lines) if row)
    table = f"{SCHEMA}.read"
    spark_server.query(f"create schema if not exists {SCHEMA}")
    spark_server.query(f"drop table if exists {table}")
    options = events_of(str(file)).options(DEFAULTS) | {"path": str(file)}
    listed = ", ".join(f"{key} {quoted_text(options[key])}" for key in options)
    spark_server.query(f"create table {table} using csv options ({listed})")
    read = spark_server.query(f"select {', '.join(names)} from {table}")
    # Of two characters that end a line within a cell Spark keeps the last.
    expected = [[cell.replace("\r\n", "\n") for cell in row] for row in rows]
    assert [[cell or "" for cell in row] for row in read] == expected
