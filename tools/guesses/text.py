"""How a file of text is written: its encoding, and what separates its cells."""

from itertools import islice

from charset_normalizer import from_bytes

from console import Problem
from csv_rows import likely_delimiter
from event_files import Events, gzip_errors_as_problems
from text_files import ENCODINGS, UNICODE, open_bytes, text_flaw

USUAL = "windows-1252"
# Where the bytes are not Latin letters, they can be told by how often they are used.
NOT_LATIN = {
    "cp1251": "windows-1251",
    "cp1253": "windows-1253",
    "shift_jis": "Shift_JIS",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "euc_kr": "EUC-KR",
    "cp949": "EUC-KR",
    "gb18030": "GB18030",
    "gbk": "GB18030",
    "gb2312": "GB18030",
    "koi8_r": "KOI8-R",
}
BYTES = 200_000


def guessed_text(events: Events) -> dict[str, str]:
    """The keys of CONFIG that say it, where it is not as usual."""
    if events.format not in ("csv", "xml"):
        return {}
    guess = {}
    encoding = _encoding(events)
    if encoding != "UTF-8":
        guess["encoding"] = encoding
    if events.format == "csv":
        usual = "\t" if events.suffix == ".tsv" else ","
        likely = likely_delimiter(events.parts[0], encoding)
        if likely not in (None, usual):
            guess["delimiter"] = likely
    return guess


def _encoding(events: Events) -> str:
    for encoding in UNICODE:
        if not _flaw(events, encoding):
            return encoding
    for encoding in (_by_letters(events), *ENCODINGS):
        if not _flaw(events, encoding):
            return encoding
    raise Problem(
        f"EVENTS {events.name}: {_flaw(events, 'UTF-8')}, and it is no text in another "
        "encoding, either."
    )


def _flaw(events: Events, encoding: str) -> str | None:
    for part in events.parts:
        with gzip_errors_as_problems(part):
            if flaw := text_flaw(part, encoding):
                return flaw
    return None


def _by_letters(events: Events) -> str:
    first = events.parts[0]
    with gzip_errors_as_problems(first), open_bytes(first) as content:
        lines = islice(content, 2000)
        start = b"".join(lines)[:BYTES]
    best = from_bytes(start).best()
    return NOT_LATIN.get(best.encoding, USUAL) if best else USUAL
