"""Text files: whether all of their bytes are text in the encoding they are read in.

Spark silently replaces bytes that it can't decode with U+FFFD.
"""

import codecs
import gzip
import io
import re
from pathlib import Path

UNICODE = ("UTF-8", "UTF-16")
# Python and Spark know them by these names, on any Java that runs Spark, and read the
# same text: tests/tools/test_text_files.py compares them.
ENCODINGS = (
    *UNICODE,
    *("windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254"),
    *("windows-1257", "ISO-8859-1", "ISO-8859-2", "ISO-8859-5", "ISO-8859-6"),
    *("ISO-8859-7", "ISO-8859-8", "ISO-8859-9", "ISO-8859-13", "ISO-8859-15"),
    *("IBM437", "IBM850", "IBM852", "KOI8-R"),
    *("GB18030", "Shift_JIS", "EUC-JP", "EUC-KR"),
)
# Spark goes by them, whatever encoding it is told.
MARKS = {
    codecs.BOM_UTF8: "UTF-8",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
CHUNK = 2**20


def open_text(file: Path, encoding: str = "UTF-8"):
    """Without the byte order mark, and with the line ends that it has."""
    python = "utf-8-sig" if encoding == "UTF-8" else encoding
    return io.TextIOWrapper(open_bytes(file), python, newline="")


def open_bytes(file: Path):
    """Of a .gz file, those that are packed in it."""
    return gzip.open(file) if file.suffix == ".gz" else file.open("rb")


def text_flaw(file: Path, encoding: str = "UTF-8") -> str | None:
    """Why the file is no text in this encoding, be it by its last byte."""
    with open_bytes(file) as start:
        head = start.read(3)
    mark = next((name for mark, name in MARKS.items() if head.startswith(mark)), None)
    if mark not in (None, encoding):
        return f"it begins with the byte order mark of {mark}"
    if encoding == "UTF-16" and not mark:
        return "it does not begin with the byte order mark of UTF-16"
    if flaw := _first_flaw(file, encoding):
        return flaw
    # In most encodings the bytes of UTF-8 are text as well, though another one.
    if encoding not in UNICODE and not _is_ascii(file) and not _first_flaw(file):
        return f"it is UTF-8, not {encoding}"
    return None


def _first_flaw(file: Path, encoding: str = "UTF-8") -> str | None:
    # A zero is half a character of UTF-16; the others are text in another encoding.
    strange = re.compile("\0" if encoding in UNICODE else "[\0\x80-\x9f]")
    decoder = codecs.getincrementaldecoder(encoding)()
    lines, offset, flaw = Lines(), 0, None
    for chunk in _chunks(file):
        state = decoder.getstate()
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            at, byte = error.start - len(state[0]), error.object[error.start]
            place = f"byte {offset + at + 1} of the file, 0x{byte:02X}"
            flaw = f": {place}, is not {encoding}"
            decoder.setstate(state)
            text = decoder.decode(chunk[: max(0, at)])
        if found := strange.search(text):
            flaw = f" has the control character U+{ord(found[0]):04X}"
            text = text[: found.start()]
        lines.add(text)
        if flaw:
            return f"line {lines}{flaw}"
        offset += len(chunk)
    return None


class Lines:
    """The number of the line that a text has come to; it ends in LF, CR or both."""

    def __init__(self):
        self.feeds = self.returns = 0

    def add(self, text: str) -> None:
        self.feeds += text.count("\n")
        self.returns += text.count("\r")

    def __str__(self) -> str:
        return str(1 + max(self.feeds, self.returns))


def _is_ascii(file: Path) -> bool:
    return all(chunk.isascii() for chunk in _chunks(file))


def _chunks(file: Path):
    """The last of them is empty."""
    with open_bytes(file) as content:
        chunk = b"begin"
        while chunk:
            chunk = content.read(CHUNK)
            yield chunk
