"""Land the files that arrive in a folder as Parquet, each of their rows exactly once.

    python tools/land_stream.py --from arriving --to landed --columns "id int, day date"

It lands what is there and ends; with --every it goes on until Ctrl-C. If it is killed,
the same command takes up from there. Spark reads what is landed, and nothing else:

    select * from parquet.`/path/of/landed`

Each row also has arrived_at, the time in UTC of the micro-batch that landed it, and
source_file, the name of its file.

Move files in when they are whole, as mv does on one disk. Names that begin with . or _
are passed over, and so are folders. A name is landed once; then its file may go.

A file with a row that cannot be read ends the command, and nothing is landed with it:
correct or remove it. "From a stream" in docs/patterns/history.md says more.
"""

import argparse
import logging
import signal
import sys
import threading
from pathlib import Path

from console import Parser, Problem, alone, run, say
from stream.landing_folder import FORMATS, LandingFolder, empty
from stream.session import spark_session

FILES = 1000


def arguments(words: list[str]) -> argparse.Namespace:
    parser = Parser(__doc__)
    add = parser.add_argument
    add("--from", dest="arriving", type=Path, required=True, help="where files arrive")
    add("--to", type=Path, required=True, help="the folder to land them in")
    add("--columns", required=True, help="their names and types, as in create table")
    add("--format", choices=FORMATS, default="csv", help="csv, if it is not said")
    add("--every", type=positive, metavar="SECONDS", help="look for files that often")
    given = parser.parse_args(words)
    given.arriving, given.to = given.arriving.resolve(), given.to.resolve()
    if not given.arriving.is_dir():
        raise Problem(f"--from {given.arriving} is not a folder.")
    if given.arriving.is_relative_to(given.to):
        raise Problem(f"--from {given.arriving} must not lie in --to {given.to}.")
    if set("{}[]*?\\") & set(str(given.to)):
        raise Problem(f"--to {given.to} must have none of {{}}[]*?\\ in its name.")
    lock = given.to / "_lock"
    if given.to.exists() and not lock.exists() and any(given.to.iterdir()):
        raise Problem(f"--to {given.to} has files that were not landed there.")
    return given


def positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def main() -> None:
    given, stop = arguments(sys.argv[1:]), threading.Event()
    # What is logged of a Java that is gone is told in our own words.
    logging.disable()
    refusal = f"--to {given.to}: another command is landing there. Stop it first."
    with alone(given.to / "_lock", refusal) as lock:
        empty(given.to / "_tmp")
        with spark_session(given.to / "_tmp", lock) as spark:
            for each in (signal.SIGINT, signal.SIGTERM):
                signal.signal(each, lambda *_: stop.set())
            land(spark, given, stop)


def land(spark, given: argparse.Namespace, stop: threading.Event) -> None:
    """Until all is landed that there is; with --every, until the stop."""
    folder = LandingFolder(spark, given.to, given.columns, given.format)
    while not stop.is_set():
        shown = (file for file in given.arriving.iterdir() if file.name[0] not in "._")
        unknown = (file for file in shown if file.name not in folder.known)
        new = sorted(file for file in unknown if file.is_file())
        folder.take_in(new[:FILES])
        files, rows = folder.land()
        if files or not given.every:
            say(f"Landed {files} file(s), {rows} row(s).")
        if len(new) <= FILES and (not given.every or stop.wait(given.every)):
            break


if __name__ == "__main__":
    run(main)
