"""An event of the log as table properties: what is written is what is read."""

import json
import random
import re

import pytest

from support.macros import Macros

TO_PROPERTIES, FROM_PROPERTIES = "_event_properties", "_parse_events"
# What Oracle's metastore holds in a value.
LONGEST = 4000
# Spark's own defaults: spark.redaction.regex and spark.sql.redaction.options.regex.
HIDDEN = re.compile(
    r"(?i)secret|password|token|access[.]?key|credential|url|(?<!\w)key", re.ASCII
)
WORDS = ["url", "secret", "Password", "TOKEN", "access.key", "accessKey", "credentials"]
CHARACTERS = "aZ09'\"\\/\n\t{}[]$%*,: \u00e9\u2028\U0001f4d3"


@pytest.fixture(scope="module")
def macros():
    return Macros()


def read(macros, properties):
    log = {"properties": properties, "events": []}
    macros.call(FROM_PROPERTIES, macros.relation, log)
    return log["events"]


def texts(seed):
    chance = random.Random(seed)
    for _ in range(6):
        letters = chance.choices(CHARACTERS, k=chance.randint(0, 2000))
        for word in chance.choices(WORDS, k=3):
            place = chance.randint(0, len(letters))
            letters[place:place] = word
        yield "".join(letters)


@pytest.mark.parametrize("seed", range(20))
def test_events_come_back_as_they_were(macros, seed):
    """Of any length, in parts that each metastore holds, with any text in them."""
    written = [
        {"event": "committed", "text": text, "partitions": [[text, 1]], text: None}
        for text in texts(seed)
    ]
    properties = {}
    for position, event in enumerate(written, start=8):
        properties |= macros.call(TO_PROPERTIES, position, event)
    assert all(len(value) <= LONGEST for value in properties.values())
    assert not [value for value in properties.values() if HIDDEN.search(value)]
    # A metastore gives them in any order.
    names = list(properties)
    random.Random(seed).shuffle(names)
    events = read(macros, {name: properties[name] for name in names})
    assert events == [e | {"position": p} for p, e in enumerate(written, start=8)]


def test_a_long_event_has_several_parts_and_a_short_one_has_one(macros):
    assert len(macros.call(TO_PROPERTIES, 1, {"event": "failed"})) == 1
    long = {"event": "failed", "why": "x" * 10_000}
    assert len(macros.call(TO_PROPERTIES, 1, long)) == 3


def test_blanks_that_are_left_of_a_longer_event_change_nothing(macros):
    """An event takes the place of one that had more parts, in one statement."""
    longer = macros.call(TO_PROPERTIES, 1, {"event": "started", "why": "x" * 10_000})
    shorter = macros.call(TO_PROPERTIES, 1, {"event": "failed"})
    blanks = dict.fromkeys(longer, " ")
    assert read(macros, blanks | shorter) == [{"event": "failed", "position": 1}]


def test_what_is_before_a_fold_counts_no_more(macros):
    properties = {}
    for position, event in enumerate(("committed", "folded", "failed"), start=1):
        properties |= macros.call(TO_PROPERTIES, position, {"event": event})
    assert [e["event"] for e in read(macros, properties)] == ["folded", "failed"]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("*********(redacted)", "Spark hides event 7 of its log"),
        (json.dumps({"event": "failed"})[:-1], "event 7 of its log is no JSON"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused(macros, value, sentence):
    log = {"properties": {"daybook.log.000007.0000": value}, "events": []}
    assert sentence in macros.refusal(FROM_PROPERTIES, macros.relation, log)
