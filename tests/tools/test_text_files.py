"""Text files: what is no text is found in all of them, and Spark reads what is."""

import random
import re

import pytest

import text_files
from text_files import ENCODINGS, UNICODE, text_flaw

SCHEMA = "text_files"
LINES = b"a,b\n1,2\n"
# Beyond what one look takes in.
MANY = b"1234,abc\n" * 400_000


@pytest.mark.parametrize(
    ("content", "encoding", "flaw"),
    [
        (LINES + b"\xe4,3\n", "UTF-8", "line 3: byte 9 of the file, 0xE4, is not UTF"),
        (b"a\r\xc3\xa4\r\xe4", "UTF-8", "line 3: byte 6 of the file, 0xE4, is not"),
        (b"a\r\n\xe4\r\n", "UTF-8", "line 2: byte 4 of the file, 0xE4, is not UTF-8"),
        (b"\xef\xbb\xbfa\n\xe4", "UTF-8", "line 2: byte 6 of the file, 0xE4"),
        (LINES + b"1,\xc3", "UTF-8", "line 3: byte 11 of the file, 0xC3, is not UTF-8"),
        (MANY + b"\xfc", "UTF-8", "line 400001: byte 3600001 of the file, 0xFC"),
        (MANY + b"\xfc", "windows-1252", None),
        (MANY + b"\x81", "windows-1252", "line 400001: byte 3600001 of the file, 0x81"),
        (MANY + "\u00fc".encode(), "windows-1252", "it is UTF-8, not windows-1252"),
        (MANY, "windows-1252", None),
        # As of a file in windows-1252 that is called ISO-8859-1: the euro sign.
        (LINES + b"\x80", "ISO-8859-1", "line 3 has the control character U.0080"),
        ("\ufeff\u00fc".encode(), "ISO-8859-1", "it begins with the .* mark of UTF-8"),
        ("\u00fc".encode("utf-16"), "UTF-8", "it begins with the .* mark of UTF-16"),
        ("a\n1\n".encode("utf-16-le"), "UTF-8", "line 1 has the control character U.0"),
        ("\u00fc".encode("utf-16"), "UTF-16", None),
        ("\ufeff\u00fc\n".encode("utf-16-be"), "UTF-16", None),
        ("\u00fc".encode("utf-16-le"), "UTF-16", "it does not begin with the byte ord"),
        ("a\n".encode("utf-16") + b"x", "UTF-16", "line 2: byte 7 of the file, 0x78"),
        (b"", "UTF-8", None),
        (b"", "windows-1252", None),
    ],
)
def test_the_first_flaw_is_told_with_its_place(tmp_path, content, encoding, flaw):
    file = tmp_path / "file"
    file.write_bytes(content)
    told = text_flaw(file, encoding)
    assert told is None if flaw is None else re.match(flaw, told)


def first_flaw(content, encoding):
    """By all of the content at once."""
    flaw, whole = None, len(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        whole = error.start
        text = content[:whole].decode(encoding)
        byte = content[whole]
        flaw = f": byte {whole + 1} of the file, 0x{byte:02X}, is not {encoding}"
    strange = {"\0"} if encoding in UNICODE else {"\0", *map(chr, range(0x80, 0xA0))}
    for place, character in enumerate(text):
        if character in strange:
            flaw = f" has the control character U+{ord(character):04X}"
            text = text[:place]
            break
    ends = max(text.count("\n"), text.count("\r"))
    return f"line {ends + 1}{flaw}" if flaw else None


def test_random_bytes_are_looked_through_in_any_pieces(tmp_path, monkeypatch):
    chance, file, found = random.Random(12), tmp_path / "file", 0
    letters = "ab\u00fc\u20ac\u65e5\U0001f600\n\r,"
    for number in range(1000):
        encoding = chance.choice([*UNICODE, *UNICODE, *ENCODINGS])
        text = "".join(chance.choices(letters, k=chance.randrange(30)))
        content = bytearray(text.encode(encoding, "ignore"))
        for _ in range(chance.randrange(3)):
            content.insert(chance.randint(0, len(content)), chance.randrange(256))
        file.write_bytes(content)
        monkeypatch.setattr(text_files, "CHUNK", chance.randint(1, 7))
        told = text_flaw(file, encoding)
        if told and told.startswith("it "):
            continue
        found += told is not None
        assert told == first_flaw(bytes(content), encoding), (number, content)
    assert 200 < found < 800


def encodable(characters, encoding):
    """Those which come back from their bytes."""
    for character in characters:
        code = character.encode(encoding, "ignore")
        if code and code.decode(encoding, "ignore") == character:
            yield character


@pytest.mark.stress
def test_spark_reads_what_python_takes_for_text(spark_server, tmp_path):
    """All characters of the encodings of one byte, and every eleventh of the others,
    in a few of which the two know another character by the same bytes."""
    codes = [*range(0x20, 0x7F), *range(0xA0, 0x700), *range(0x2000, 0x2600)]
    codes += [*range(0x2600, 0xD800, 11), *range(0x1F600, 0x1F650)]
    characters, kept, reads = [*map(chr, codes)], {}, []
    spark_server.query(f"drop schema if exists {SCHEMA} cascade")
    spark_server.query(f"create schema {SCHEMA}")
    for number, encoding in enumerate(ENCODINGS):
        rows = [
            f'{character.encode("utf-16-be").hex()},"<{character}>"'
            for character in encodable(characters, encoding)
        ]
        kept[encoding] = len(rows)
        file = tmp_path / f"{encoding}.csv"
        text = "\n".join(["code,text", *rows]).replace('<">', '<"">')
        file.write_text(text, encoding, newline="")
        assert text_flaw(file, encoding) is None
        table = f"{SCHEMA}.read_{number}"
        # As landing.py makes it.
        spark_server.query(
            f"create table {table} (code string, text string) using csv options (path "
            f"'{file}', encoding '{encoding}', header 'true', multiLine 'true', "
            "escape '\"')"
        )
        reads.append(f"select '{encoding}' as encoding, * from {table}")
    found = spark_server.query(
        "select encoding, count(*), count_if(contains(text, '\ufffd')), "
        "count_if(text <> concat('<', decode(unhex(code), 'UTF-16BE'), '>')) "
        f"from ({' union all '.join(reads)}) group by encoding"
    )
    assert {encoding: rows for encoding, rows, *_ in found} == kept
    assert min(kept.values()) > 120
    assert [encoding for encoding, _, lost, _ in found if lost] == []
    far_east = {"GB18030", "Shift_JIS", "EUC-JP", "EUC-KR"}
    assert {encoding for encoding, *_, other in found if other} <= far_east
