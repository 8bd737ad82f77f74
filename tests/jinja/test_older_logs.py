"""Logs as an earlier release wrote them: today's macros read them, and write on them.

tests/fixtures/logs/README.md says what a fixture has.
"""

import json

import pytest

from project_files import called, project_files
from support.macros import Macros

FIXTURES = project_files("tests/fixtures/logs/*/*.json")
KINDS = {
    *("started", "committed", "failed", "compacted", "pointed", "protected"),
    *("unprotected", "cloning", "cloned", "lent", "dropping", "dropped", "removing"),
}


@pytest.fixture(scope="module")
def macros():
    macros = Macros()
    macros.hold_lock()
    macros.context["daybook"]["_execute"] = lambda caller: caller()
    return macros


@pytest.fixture(params=FIXTURES, ids=called)
def kept(request):
    return json.loads(request.param.read_text())


@pytest.fixture
def log(macros, kept):
    return macros.call("_log_in", macros.relation, kept["properties"])


def as_kept(state, kept):
    """What a fixture has of a state; a later release may know more of it."""
    found = {name: state[name] for name in kept}
    if "chain" in kept:
        pairs = zip(state["chain"], kept["chain"], strict=True)
        found["chain"] = [as_kept(batch, one) for batch, one in pairs]
    return json.loads(json.dumps(found))


def test_its_state_is_what_it_was(macros, kept, log):
    assert as_kept(log["state"], kept["state"]) == kept["state"]
    assert macros.call("pointer_condition", log["state"]) == kept["predicate"]
    first = log["checkpoints"][0]
    assert [log["shown"], log["born"], first["position"]] == [
        *(kept["flipped"], kept["born"], kept["first"])
    ]
    assert first["held"].keys() == kept["held"].keys()
    for position, state in kept["held"].items():
        assert as_kept(first["held"][position], state) == state


def test_its_past_is_what_it_was(macros, kept, log):
    for position, state in kept["states"].items():
        found = macros.call("_state", log, int(position))
        assert as_kept(found, state) == state, position


def test_it_is_whole_unless_its_model_was_being_removed(macros, kept, log):
    assert bool(macros.call("_damage_to_log", log)) == kept.get("damage", False)


@pytest.mark.parametrize("left", [None, {"event": "started", "batch_id": 7}])
def test_an_event_that_was_shown_and_is_lost_is_damage(macros, kept, left):
    """Without it, or with only what began it, readers see more than the log says."""
    properties, shown = dict(kept["properties"]), kept["flipped"]
    for name in kept["properties"]:
        _, kind, *numbers = name.split(".")
        if kind == "log" and int(numbers[0]) >= shown:
            del properties[name]
        if kind == "state" and int(numbers[0]) >= shown:
            pytest.skip("a checkpoint says what the event said")
    if left:
        event = left | {"position": shown}
        properties |= macros.call("_event_properties", event)
    log = macros.call("_log_in", macros.relation, properties)
    assert f"event {shown} is missing or can't be read" in log["missing"]
    assert macros.call("_damage_to_log", log)


def test_a_new_event_is_written_on_it_and_read_again(macros, log):
    event = {"event": "started", "batch_id": max(log["state"]["ids"]) + 1}
    after = macros.call("_files_write_event", macros.relation, log, event)
    read = macros.call("_log_in", macros.relation, after["properties"])
    assert read == after
    assert read["events"][:-1] == log["events"]
    assert read["state"]["dead"] == [*log["state"]["dead"], event["batch_id"]]


def test_the_logs_have_every_kind_of_event(macros):
    kinds = set()
    for file in FIXTURES:
        properties = json.loads(file.read_text())["properties"]
        events = macros.call("_log_in", macros.relation, properties)["events"]
        kinds |= {event["event"] for event in events}
    assert kinds >= KINDS
