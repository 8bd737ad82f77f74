"""Scores that a stream lands, file by file, while the models run now and again."""

import csv
import os
import shutil
import subprocess
import sys
from collections import Counter

import pytest

from spark import ROOT
from support.batch_project import Checkout
from support.waiting import wait_for

pytestmark = pytest.mark.stress
COLUMNS = (
    "customer_id string, name string, score int, score_date date, is_deleted boolean"
)
NAMES = [column.split()[0] for column in COLUMNS.split(", ")]
FILES = {
    "first": [
        ("C-1", "Ann", 700, "2024-03-01", False),
        ("C-2", "Bob", 710, "2024-03-01", False),
        ("C-3", "Cem", 720, "2024-03-01", False),
    ],
    "later": [
        ("C-1", "Ann", 701, "2024-03-20", False),
        ("C-2", "Bob", None, "2024-03-10", True),
        ("C-3", "Cem", 721, "2024-04-02", False),
    ],
    "out of order": [
        ("C-1", "Ann", 699, "2024-02-11", False),
        ("C-1", "Ann", 702, "2024-03-10", False),
        ("C-2", "Bob", 711, "2024-03-05", False),
    ],
}


class Streamed:
    def __init__(self, port, path):
        self.arriving, self.landed = path / "arriving", path / "landed"
        self.arriving.mkdir()
        self.project = Checkout(path, port, f"streamed_{os.getpid()}")
        tool = [sys.executable, ROOT / "tools" / "land_stream.py", "--every", "1"]
        folders = ["--from", self.arriving, "--to", self.landed]
        self.lander = subprocess.Popen(
            [*tool, *folders, "--columns", COLUMNS], stderr=subprocess.PIPE, text=True
        )

    def query(self, sql):
        return self.project.query(sql)

    def rows(self, model, columns):
        return Counter(self.project.rows(model, columns))

    def arrive(self, name):
        """Returns when it is landed."""
        with (self.arriving / ".next").open("w", newline="") as file:
            csv.writer(file).writerows([NAMES, *FILES[name]])
        (self.arriving / ".next").rename(self.arriving / name)
        said = f"Landed 1 file(s), {len(FILES[name])} row(s).\n"
        assert self.lander.stderr.readline() == said

    def run(self, *options):
        """The staging model then has each landed row once: the number of rows."""
        landed, select = str(self.landed), "+snap_customer_scores"
        self.project.ok(*options, select=select, vars={"scores_landed": landed})
        columns = ", ".join([*NAMES, "arrived_at"])
        files = Counter(self.query(f"select {columns} from parquet.`{landed}`"))
        assert self.rows("stg_customer_scores", columns) == files
        return files.total()

    def history(self):
        return self.rows("snap_customer_scores", "* except (batch_id, posted_batch_id)")


@pytest.fixture
def streamed(batch_port, tmp_path):
    streamed = Streamed(batch_port, tmp_path)
    wait_for((streamed.landed / "_spark_metadata" / "0").exists)
    yield streamed
    streamed.lander.terminate()
    streamed.lander.communicate()
    streamed.project.drop()


def test_between_micro_batches_a_run_takes_in_what_has_landed(streamed):
    """All at once gives the same history, with the times of the micro-batches."""
    assert streamed.run() == 0
    streamed.arrive("first")
    assert streamed.run() == 3
    streamed.arrive("later")
    streamed.arrive("out of order")
    # As a command that was killed leaves it: rows in a file that Spark has not logged.
    part = next(streamed.landed.glob("part-*"))
    shutil.copy(part, part.with_name("part-of-none.parquet"))
    assert streamed.run() == 9
    batches = streamed.history()
    assert streamed.run("--full-refresh") == 9
    assert streamed.history() == batches
    landed = f"select distinct arrived_at from parquet.`{streamed.landed}`"
    arrived = {str(at)[:19] for (at,) in streamed.query(landed)}
    assert len(arrived) == len(FILES)
    times = "history_part, system_start_ts"
    parts, known_from = zip(*streamed.rows("snap_customer_scores", times), strict=True)
    assert set(parts) == {"current", "past", "closed"}
    assert {str(at) for at in known_from} <= arrived
