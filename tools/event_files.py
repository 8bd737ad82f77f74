"""EVENTS: a file, a folder of files of one kind, or a table; and how Spark reads it."""

import gzip
import os
import re
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from console import Problem, Progress, spoken
from csv_rows import check_rows
from given_paths import given_path, has_utf_8_name, shown_parts
from json_lines import json_flaw
from text_files import text_flaw

FORMATS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "json",
    ".xes": "xml",
    ".parquet": "parquet",
}
# Options of Spark's readers, by which every column is text, as it is written.
CSV = {"header": "true", "multiLine": "true", "escape": '"'}
JSON = {"mode": "FAILFAST", "primitivesAsString": "true"}
# Spark puts rows that it cannot parse into a column of this name.
CORRUPT_RECORD = "daybook_corrupt_record"
XES = {
    "mode": "FAILFAST",
    "rowTag": "trace",
    "nullValue": "",
    "ignoreSurroundingSpaces": "false",
}


@dataclass
class Events:
    # As the user calls it.
    name: str
    # A key of FORMATS; none of a table.
    suffix: str | None = None
    path: Path | None = None
    parts: tuple[Path, ...] = ()

    @property
    def config(self) -> Path:
        """The CONFIG beside it, as a user in this folder would name it."""
        here = Path.cwd()
        if self.path is None:
            return Path(f"{self.name.rpartition('.')[2]}.yml")
        name = self.path.name.removesuffix(".gz")
        stem = Path(name).stem if Path(name).suffix.lower() in FORMATS else name
        config = self.path.with_name(f"{stem}.yml")
        return config.relative_to(here) if config.is_relative_to(here) else config

    @property
    def title(self) -> str:
        return self.path.name if self.path else self.name

    @property
    def format(self) -> str | None:
        return FORMATS.get(self.suffix)

    @property
    def is_partitioned(self) -> bool:
        """Whether folders within it say a value, as in day=1."""
        folders = {part.parent for part in self.parts if part != self.path}
        return bool(folders - {self.path})

    def delimiter(self, source: dict) -> str:
        return source["delimiter"] or ("\t" if self.suffix == ".tsv" else ",")

    def options(self, source: dict) -> dict[str, str]:
        """Of Spark's reader."""
        encoding = {"encoding": source["encoding"]}
        flawed = {"columnNameOfCorruptRecord": CORRUPT_RECORD}
        return {
            "csv": encoding | CSV | flawed | {"sep": self.delimiter(source)},
            "json": JSON | flawed,
            "xml": encoding | XES,
            "parquet": {"mergeSchema": "true"},
        }[self.format]


def events_of(given: str) -> Events:
    path = given_path(given)
    if path.exists():
        return _files(given, path)
    if _suffix(path) is None and re.fullmatch(r"[A-Za-z_]\w*(\.\w+){0,2}", given):
        return Events(given)
    if path.suffix and _suffix(path) is None:
        raise _of_no_kind(path)
    raise Problem(f"EVENTS {path} does not exist.")


def check_text(events: Events, config: Path, source: dict) -> None:
    """Refuses what Spark would read without a word, and keys without a use."""
    for key, usual, formats in (
        ("encoding", "UTF-8", ("csv", "xml")),
        ("delimiter", None, ("csv",)),
    ):
        if source[key] != usual and events.format not in formats:
            kinds = " or ".join(s for s, format in FORMATS.items() if format in formats)
            raise Problem(
                f"CONFIG {config}: {key}: {source[key]} is for a {kinds} file, and "
                f"EVENTS {events.name} is none: leave it out."
            )
    if events.format in ("csv", "json", "xml"):
        with spoken(Progress(f"looking through {events.name}")):
            for part in events.parts:
                with gzip_errors_as_problems(part):
                    _check_part(events, part, source)
            if events.format == "csv":
                rows = (source["encoding"], events.delimiter(source))
                check_rows([*events.parts], *rows)


def _check_part(events: Events, part: Path, source: dict) -> None:
    if flaw := text_flaw(part, source["encoding"]):
        raise Problem(f"EVENTS {part}: {flaw}. {_way_out(events, source)}")
    if events.format == "json" and (flaw := json_flaw(part)):
        raise Problem(f"EVENTS {part}: {flaw}.")


def _way_out(events: Events, source: dict) -> str:
    if source["encoding"] != "UTF-8":
        return "Name its own encoding in CONFIG, or none if that is UTF-8."
    if events.format == "json":
        return "Save it as UTF-8."
    return (
        "Save it as UTF-8, or name its encoding in CONFIG, as in `encoding: "
        "windows-1252` or `encoding: UTF-16`."
    )


@contextmanager
def gzip_errors_as_problems(part: Path):
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise Problem(f"EVENTS {part} cannot be unpacked: {error}.") from error


def _files(given: str, path: Path) -> Events:
    if set("{}[]*?") & set(str(path)):
        raise Problem(
            f"EVENTS {path}: Spark takes a path with {{ }} [ ] * or ? in it for a "
            "pattern: rename the file or its folder."
        )
    if path.is_file() and path.name[0] in "._":
        raise Problem(
            f"EVENTS {path}: Spark passes over files whose names begin with . or _: "
            "rename it."
        )
    parts = [path] if path.is_file() else shown_parts(path)
    for part in parts:
        if _suffix(part) is None:
            raise _of_no_kind(part)
        if not has_utf_8_name(part):
            raise Problem(
                f"EVENTS {os.fsencode(part).decode(errors='backslashreplace')}: its "
                "name is not in UTF-8: rename the file or its folder."
            )
        if set(":\\") & set(str(part)):
            raise Problem(
                f"EVENTS {part}: Spark reads no path with a colon or a backslash: "
                "rename the file or its folder."
            )
        for folder in part.relative_to(path).parts[:-1]:
            # Spark would pass over other folders.
            if "=" not in folder:
                raise Problem(
                    f"EVENTS {path} has a folder {folder} in it, and must have files "
                    "alone: name that folder, or move its files."
                )
    suffixes = sorted({_suffix(part) for part in parts})
    if len(suffixes) != 1:
        found = f"files of several kinds, {', '.join(suffixes)}" if parts else "no file"
        raise Problem(f"EVENTS {path} has {found}, and must have files of one kind.")
    return Events(given, suffixes[0], path, tuple(parts))


def _suffix(file: Path) -> str | None:
    suffix = Path(file.name.removesuffix(".gz")).suffix.lower()
    is_packed_parquet = suffix == ".parquet" and file.suffix == ".gz"
    return suffix if suffix in FORMATS and not is_packed_parquet else None


def _of_no_kind(file: Path) -> Problem:
    return Problem(
        f"EVENTS {file} is no {', '.join(FORMATS)} file: apart from .parquet, each may "
        "have .gz after it. A folder of such files and the name of a Spark table are "
        "read, too."
    )
