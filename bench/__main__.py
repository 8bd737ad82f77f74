"""Measure, on a server of its own, and print tables.

python -m bench                  all benchmarks, one after the other
python -m bench NAME --help      what one of them measures, and its options
"""

import signal
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from rich.console import Console

from bench.parts.figures import machine
from console import Parser, run
from temporary_server import temporary_server

FILES = sorted(Path(__file__).parent.glob("[a-z]*.py"))
BENCHES = {file.stem: import_module(f"bench.{file.stem}") for file in FILES}


def main() -> None:
    parser = Parser(__doc__, prog="python -m bench")
    parser.add_argument("--folder", help="for all that is written, and removed again")
    benches = parser.add_subparsers(dest="name", metavar="NAME")
    for name, bench in BENCHES.items():
        about = bench.__doc__.splitlines()[0]
        one = benches.add_parser(name, text=bench.__doc__, help=about)
        for option, (default, more) in bench.OPTIONS.items():
            kind = {"type": type(default), "default": default, "help": "%(default)s"}
            one.add_argument(f"--{option}", **kind | more)
    given = parser.parse_args()
    tempfile.tempdir = given.folder
    # The server is stopped then too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for name in [given.name] if given.name else BENCHES:
        words = sys.argv[1:] if given.name else [*sys.argv[1:], name]
        measure(BENCHES[name], parser.parse_args(words))


def measure(bench, options) -> None:
    console = Console(width=170)
    if not getattr(bench, "NEEDS_SERVER", True):
        for told in bench.measure(None, None, options):
            console.print(told)
        return
    settings = getattr(bench, "SETTINGS", dict)()
    with temporary_server(settings) as server, tempfile.TemporaryDirectory() as folder:
        for told in bench.measure(server, Path(folder), options):
            console.print(told)
        console.print(machine(server))


if __name__ == "__main__":
    run(main)
