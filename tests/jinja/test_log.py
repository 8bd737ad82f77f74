"""The log as table properties: what is written is what is read."""

import random
import re

import pytest
from jinja2 import Undefined

from support.log_format import encoded
from support.macros import Macros

TO_PROPERTIES, FROM_PROPERTIES = "_event_properties", "_log_in"
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


def written(macros, events):
    properties = {}
    for event in events:
        properties |= macros.call(TO_PROPERTIES, event)
    return properties


def read(macros, properties):
    return macros.call(FROM_PROPERTIES, macros.relation, properties)["events"]


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
    events = [
        {"event": "protected", "of": 1, "of_position": 1, "text": text, text: position}
        | {"position": position}
        for position, text in enumerate(texts(seed), start=1)
    ]
    properties = written(macros, events)
    assert all(len(value) <= LONGEST for value in properties.values())
    assert not [value for value in properties.values() if HIDDEN.search(value)]
    # A metastore gives them in any order.
    names = list(properties)
    random.Random(seed).shuffle(names)
    assert read(macros, {name: properties[name] for name in names}) == events


def test_a_long_event_has_several_parts_and_a_short_one_has_one(macros):
    assert len(written(macros, [{"event": "lent", "position": 1}])) == 1
    long = {"event": "lent", "position": 1, "why": "x" * 5_000}
    assert len(written(macros, [long])) == 3


def test_the_log_after_a_write_is_what_anybody_reads():
    macros = Macros()
    macros.hold_lock()
    macros.context["daybook"]["_execute"] = lambda caller: caller()
    log = macros.call(FROM_PROPERTIES, macros.relation, {"daybook.format": "2"})
    for event in (
        {"event": "started", "batch_id": 7},
        {"event": "lent", "adopter": "a"},
    ):
        log = macros.call("_files_write_event", macros.relation, log, event)
        read = macros.call(FROM_PROPERTIES, macros.relation, log["properties"])
        # What was started is nothing yet.
        assert read["shown"] == {"started": 0, "lent": 2}[event["event"]]
        assert read | {"shown": 0} == log
    assert [e["position"] for e in log["events"]] == [1, 2]


def test_an_event_without_a_value_is_refused_in_words():
    """As one that the events of an older log lack, and that code reads from them."""
    macros = Macros()
    macros.hold_lock()
    macros.context["daybook"]["_execute"] = lambda caller: caller()
    log = macros.call(FROM_PROPERTIES, macros.relation, {"daybook.format": "2"})
    event = {"event": "lent", "adopter": Undefined(name="files")}
    with pytest.raises(Exception, match="the event lent has no value for adopter"):
        macros.call("_files_write_event", macros.relation, log, event)


def test_blanks_that_are_left_of_a_longer_event_change_nothing(macros):
    """An event takes the place of one that had more parts, in one statement."""
    longer = {"event": "started", "batch_id": 7, "position": 1, "why": "x" * 10_000}
    shorter = {"event": "failed", "batch_id": 7, "position": 1}
    before = macros.call(FROM_PROPERTIES, macros.relation, written(macros, [longer]))
    after = written(macros, [shorter])
    blanks = macros.call("_blanks_for", before, after)
    assert set(blanks) | set(after) == set(before["properties"])
    assert read(macros, before["properties"] | blanks | after) == [shorter]


@pytest.mark.parametrize(
    "value",
    [
        "*********(redacted)",
        '{"event": "failed"}',
        "7b7d0",
        "7b22",
        "ff",
        encoded("failed")[:-2],
    ],
)
def test_a_log_that_cannot_be_read_is_no_other_log(macros, value):
    """A run that reads the model by it is refused."""
    properties = {"daybook.log.000007.0000": value}
    log = macros.call(FROM_PROPERTIES, macros.relation, properties)
    assert log["missing"][0] == "event 1 is missing or can't be read"
    sentence = macros.refusal("_refuse_damaged_log", macros.relation, log)
    assert "spark.redaction.regex" in sentence
