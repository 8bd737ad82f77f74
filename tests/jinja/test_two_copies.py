"""What one copy of a log lacks is in the other one."""

import random

import pytest

from support.macros import Macros
from support.stories import Story
from support.tables import Table

SEEDS = [*range(6), *(pytest.param(n, marks=pytest.mark.stress) for n in range(6, 40))]
BORN = {"daybook.born": "7", "daybook.format": "2"}


class Copies(Table):
    """The properties of the batches table, and those of the view beside the lock."""

    def __init__(self, **vars):
        super().__init__(**vars)
        self.of = {"table": dict(BORN), "view": dict(BORN)}
        self.restored = []
        self.macros.context["daybook"] |= {
            "_log_holder": lambda _, kind: kind,
            "_assert_still_locked": lambda _: None,
            "_own_log": lambda *_: self.read("table"),
            "_held_lock": lambda _: {"log_copy": dict(self.of["view"]), "written": {}},
            "_tell": lambda _, caller: self.restored.append(caller()) or "",
        }

    def execute(self, caller):
        kind = caller().split()[1]
        self.properties = self.of[kind]
        super().execute(caller)
        self.of[kind] = self.properties
        return ""

    def read(self, kind):
        return self.macros.call("_log_in", self.macros.relation, dict(self.of[kind]))

    def run(self, event):
        """A run finds the log as it was left, and writes an event."""
        relation, call = self.macros.relation, self.macros.call
        log = call("_restored_log", relation)
        log = call("_write_event", relation, log, event)
        if due := call("_checkpoints_due", log):
            call("_keep_log_short", relation, log, due)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_write_that_is_lost_in_one_copy_is_found_in_the_other(seed):
    """Another session reads the properties of one copy, and writes them back after the
    run has written more of them."""
    chance, story = random.Random(seed), Story(seed).tell(60)
    copies, whole = Copies(daybook_log_events=20), story.log(Table().macros)
    for event in story.events:
        kind = chance.choice(["table", "view"])
        before = dict(copies.of[kind])
        copies.run(event)
        if chance.random() < 0.5:
            copies.of[kind] = before
    log = copies.macros.call("_restored_log", copies.macros.relation)
    assert copies.restored
    assert log["missing"] == []
    assert log["state"] == whole["state"]
    for position in range(log["checkpoints"][0]["position"] + 1, len(story.events)):
        state = copies.macros.call("_state", log, position)
        assert state == copies.macros.call("_state", whole, position)
    # Each of the two says it all again.
    assert copies.read("view")["state"] == copies.read("table")["state"]
    assert copies.read("table")["state"] == whole["state"]


@pytest.mark.parametrize(
    ("lost", "kept", "found"),
    [
        # An event takes the place of the one that said what was begun.
        ({"event": "started"}, {"event": "failed"}, "failed"),
        ({"event": "dropping", "at": "2"}, {"event": "dropped", "at": "1"}, "dropped"),
        # What was published late was dated again.
        ({"event": "committed", "at": "1"}, {"event": "committed", "at": "2"}, "2"),
    ],
)
@pytest.mark.parametrize("kind", ["table", "view"])
def test_the_later_of_two_texts_counts(lost, kept, found, kind):
    """Also where it is shorter: parts of the other one are left out."""
    macros = Copies().macros
    nothing = {
        "position": 1,
        "partitions": [],
        "replaced": [],
        "inputs": {},
        "files": {},
    }
    texts = [
        macros.call("_event_properties", nothing | {"why": why} | event)
        for event, why in ((lost, "x" * 5_000), (kept, ""))
    ]
    table, view = texts if kind == "view" else reversed(texts)
    both = macros.call("_both_copies", table, view)
    (event,) = macros.call("_log_in", macros.relation, both)["events"]
    assert found in (event["event"], event.get("at"))
    assert event["why"] == ""


def test_a_copy_of_a_table_that_was_dropped_is_no_copy():
    copies = Copies()
    copies.run({"event": "lent", "adopter": "a"})
    log = copies.read("table")
    for born in ("8", None):
        other = {"daybook.born": born, "daybook.log.000002.0000": "7b7d"}
        assert copies.macros.call("_with_copy", log, other) == log


def test_that_a_batch_was_started_is_in_the_view_alone():
    copies = Copies()
    copies.run({"event": "lent", "adopter": "a"})
    copies.run({"event": "started", "batch_id": 9})
    assert copies.read("table")["state"]["position"] == 1
    log = copies.macros.call("_restored_log", copies.macros.relation)
    assert (log["state"]["dead"], log["shown"]) == ([9], 1)
    assert copies.read("table")["state"]["position"] == 1
    assert copies.restored == []


def test_a_log_gets_the_new_format_once_its_view_names_a_position():
    """Until then a property says what is shown: a run may die before it flips."""
    copies = Copies()
    for name in copies.of:
        copies.of[name] = {"daybook.born": "7", "daybook.flipped": "1"}
    for adopter in "ab":
        copies.run({"event": "lent", "adopter": adopter})
    formats = [properties.get("daybook.format") for properties in copies.of.values()]
    assert formats == [None, None]
    assert copies.read("table")["shown"] == 1
    copies.macros.context["daybook"]["_position_in"] = lambda _: 2
    copies.macros.call("_restored_log", copies.macros.relation)
    formats = [properties.get("daybook.format") for properties in copies.of.values()]
    assert formats == ["2", "2"]
    assert copies.read("table")["shown"] == 2
    assert copies.restored == []


def test_a_damaged_log_without_a_view_gets_one():
    """What removes the model writes into both copies."""
    copies = Copies()
    for adopter in "ab":
        copies.run({"event": "lent", "adopter": adopter})
    del copies.of["table"]["daybook.log.000001.0000"]
    copies.of["view"] = {}
    log = copies.macros.call("_restored_log", copies.macros.relation)
    assert log["missing"] == ["event 1 is missing or can't be read"]
    assert copies.of["view"] == copies.of["table"]


@pytest.mark.parametrize("times", [0, 1, 9, 10])
def test_a_flip_that_another_session_undoes_is_made_again(times):
    macros, sent, released = Macros(), [], []
    macros.hold_lock()

    def entry(_):
        text = "select 1" if len(sent) <= times else "select 2"
        return {"type": "VIEW", "text": f"\nView Text: {text}\nView Original Text: "}

    macros.context["daybook"] |= {
        "_execute": lambda caller: sent.append(" ".join(caller().split())) or "",
        "_catalog_entry": entry,
        "_is_ours": lambda *_: True,
        "_release_lock": lambda *_: released.append("released"),
    }
    written = {"entry": {}, "locked": macros.relation}
    said = macros.refusal("_write_view", macros.relation, "select 2", **written)
    assert set(sent) == {"alter view shop.orders as select 2"}
    assert len(sent) == min(times + 1, 10)
    if times < 10:
        assert (said, released) == (None, [])
    else:
        assert "has put the old text of its view back 10 times" in said
        assert released == ["released"]


class Writing(Copies):
    """A run that holds the lock, and gives it back."""

    def __init__(self, **vars):
        super().__init__(**vars)
        self.sent = []
        self.held = {"log_copy": dict(BORN), "view": "the lock", "written": {}}
        self.macros.context["daybook"] |= {
            "_held_lock": lambda _: self.held,
            "_catalog_entry": self.found,
            "_properties_in": dict,
            "_is_still_held": lambda _: True,
            "_is_surely_held": lambda _: True,
        }

    def execute(self, caller):
        self.sent.append(" ".join(caller().split()))
        return "" if self.sent[-1].startswith("drop") else super().execute(caller)

    def found(self, _):
        return dict(self.of["view"])

    def run(self, event):
        super().run(event)
        self.sent.clear()

    def release(self):
        self.macros.call("_release_lock", self.macros.relation)
        *before, last = self.sent
        assert last == "drop view if exists the lock"
        return before


@pytest.mark.parametrize("times", [0, 1, 2])
def test_what_is_undone_in_the_view_is_written_again_before_the_lock_is_given_back(
    times,
):
    copies = Writing()
    before = dict(copies.of["view"])
    copies.run({"event": "lent", "adopter": "a"})
    written = dict(copies.of["view"])
    left = iter(range(times))

    def found(_):
        if next(left, None) is not None:
            copies.of["view"] = dict(before)
        return dict(copies.of["view"])

    copies.macros.context["daybook"]["_catalog_entry"] = found
    assert len(copies.release()) == times
    assert copies.of["view"] == written
    assert copies.restored == []


def test_a_view_that_is_undone_in_a_loop_is_reported():
    copies = Writing()
    before = dict(copies.of["view"])
    copies.run({"event": "lent", "adopter": "a"})
    copies.macros.context["daybook"]["_catalog_entry"] = lambda _: dict(before)
    assert len(copies.release()) == 10
    (said,) = copies.restored
    assert "shop__daybook.orders__log" in said
    assert "find what alters that view in a loop" in " ".join(said.split())


def test_a_run_that_has_lost_its_lock_writes_nothing_again():
    copies = Writing()
    copies.run({"event": "lent", "adopter": "a"})
    copies.of["view"] = dict(BORN)
    copies.macros.context["daybook"]["_is_still_held"] = lambda _: False
    assert copies.release() == []


def test_events_that_a_run_has_written_and_deleted_stay_deleted():
    copies = Writing(daybook_log_events=1)
    for adopter in "abc":
        copies.held["log_copy"] = dict(copies.of["view"])
        copies.run({"event": "lent", "adopter": adopter})
    kept = dict(copies.of["view"])
    assert "daybook.log.000001.0000" not in kept
    assert copies.release() == []
    assert copies.of["view"] == kept


def test_a_copy_that_is_hidden_stays_until_it_can_be_read():
    """As spark.redaction.regex does with all values that look like numbers."""
    copies = Copies()
    copies.run({"event": "lent", "adopter": "a"})
    copies.run({"event": "started", "batch_id": 9})
    whole = {kind: dict(texts) for kind, texts in copies.of.items()}
    hidden = dict.fromkeys(copies.of["view"], "*********(redacted)")
    copies.of = {"table": dict(hidden), "view": dict(hidden)}
    made = []
    copies.macros.context["daybook"]["_create_log_view"] = lambda *_: made.append(_)
    log = copies.macros.call("_restored_log", copies.macros.relation)
    assert "event 1 is missing or can't be read" in log["missing"]
    assert (made, copies.of) == ([], {"table": hidden, "view": hidden})
    copies.of = whole
    log = copies.macros.call("_restored_log", copies.macros.relation)
    assert (log["missing"], log["state"]["position"]) == ([], 2)
