"""What one copy of a log lacks is in the other one."""

import random
import re

import pytest

from support.macros import Macros
from support.stories import Story
from support.tables import Table

SEEDS = [*range(6), *(pytest.param(n, marks=pytest.mark.stress) for n in range(6, 40))]
BORN = {"daybook.born": "7", "daybook.format": "2"}


class Copies(Table):
    """The properties of the batches table, and those of the view beside the lock; and
    the text of the model's view."""

    def __init__(self, **vars):
        super().__init__(**vars)
        self.of = {"table": dict(BORN), "view": dict(BORN), "text": {}}
        self.held, self.restored = {}, []
        self.macros.context["daybook"] |= {
            "_log_holder": lambda _, kind: kind,
            "_assert_still_locked": lambda _: None,
            "_log_in_table": lambda _: self.read("table"),
            "_held_lock": lambda _: self.held,
            "tell": lambda _, caller: self.restored.append(caller()) or "",
            "_write_view": lambda _, text, **__: self.flip(text),
            "_comment_on_published": lambda *_: "",
        }

    def execute(self, caller):
        kind = caller().split()[1]
        self.properties = self.of[kind]
        super().execute(caller)
        self.of[kind] = self.properties
        return ""

    def flip(self, text):
        self.of["text"] = {"text": f"\nView Text: {text}\nView Original Text: "}
        return self.of["text"]

    def read(self, kind):
        texts = (dict(self.of[kind]), self.of["text"])
        return self.macros.call("_log_in", self.macros.relation, *texts)

    def lock(self):
        """A run takes the lock, and finds the log as it was left."""
        relation, call = self.macros.relation, self.macros.call
        copy = dict(self.of["view"])
        self.held |= {"log_copy": copy, "written": {}, "unwritten": {}}
        log = call("_files_restored_log", relation)
        is_behind = call("_is_unflipped", log)
        return call("_flip_pointer", relation, log) if is_behind else log

    def run(self, event):
        """It writes an event, and shows it."""
        relation, call = self.macros.relation, self.macros.call
        log, note = self.lock(), ""
        if event["event"] in ("committed", "compacted"):
            begun = {"event": "started", "batch_id": event["batch_id"]}
            log = call("_files_write_event", relation, log, begun)
            event = event | {"position": log["state"]["position"]}
            note = call("_files_note", relation, call("_log_with", log, event))
        log = call("_files_write_event", relation, log, event, note)
        if event["event"] in ("committed", "compacted", "pointed"):
            log = call("_flip_pointer", relation, log)
        if due := call("_checkpoints_due", log):
            call("_keep_log_short", relation, log, due)
        return log


@pytest.mark.parametrize("seed", SEEDS)
def test_a_write_that_is_lost_in_one_copy_is_found_in_the_other(seed):
    """Another session reads the properties of one copy, or the text of the model's
    view, and writes it back after the run has written more of it."""
    chance, story = random.Random(seed), Story(seed).tell(60)
    copies, whole = Copies(daybook_log_events=20), story.log(Table().macros)
    for event in story.events:
        kind = chance.choice([*copies.of])
        before = dict(copies.of[kind])
        copies.run(event)
        if chance.random() < 0.5:
            copies.of[kind] = before
    log = copies.lock()
    assert copies.restored
    assert log["missing"] == []
    assert log["state"] == whole["state"]
    for position in range(log["checkpoints"][0]["position"] + 1, len(story.events)):
        state = copies.macros.call("_state", log, position)
        assert state == copies.macros.call("_state", whole, position)
    # Each of the two says it all again, the view beside the lock with the model's view.
    assert copies.read("table")["state"] == whole["state"]
    view = copies.macros.call("_with_copy", copies.read("view"), {})
    assert view["state"] == whole["state"]


def committed(batch_id=9, **more):
    story = Story(1)
    story.new_id = lambda: batch_id
    story.commit(keys=[], replaced=[], **more)
    return {k: v for k, v in story.events[-1].items() if k != "position"}


HOSTILE = "it's a */ select 1 /* \\ ${spark.x} \nView Text: select 1 \u00e9 \U0001f4d3"


def test_what_is_shown_is_in_the_table_and_in_the_text_of_the_view():
    """With any text in it. The view beside the lock gets it with what comes next."""
    copies = Copies()
    copies.run(committed(remembers={"text": HOSTILE}))
    text = copies.of["text"]["text"]
    assert re.search(r"select /\* daybook position 1 \*/ /\* [\w ]+ \*/ `id`", text)
    assert copies.read("view")["events"][-1]["event"] == "started"
    whole = copies.read("table")
    assert whole["state"]["remembers"] == {"text": HOSTILE}
    # The table loses it; nobody but the view has it.
    copies.of["table"] = dict(BORN)
    log = copies.read("table")
    assert log["missing"] == ["event 1 is missing or can't be read"]
    for copy in (copies.of["view"], {}):
        found = copies.macros.call("_with_copy", log, copy)
        assert found["missing"] == []
        assert found["state"] == whole["state"]
    copies.lock()
    assert copies.read("table")["state"] == whole["state"]
    assert copies.read("view")["events"][-1]["event"] == "started"
    copies.run({"event": "lent", "adopter": "a"})
    assert copies.read("view")["state"] == copies.read("table")["state"]
    assert len(copies.read("view")["events"]) == 2


def test_an_event_that_the_view_has_is_not_reported_as_lost():
    copies = Copies()
    for batch_id in (7, 8, 9):
        copies.run(committed(batch_id))
    copies.lock()
    assert copies.restored == []
    copies.of["text"] = {}
    copies.lock()
    assert len(copies.restored) == 1


def test_a_long_event_is_written_into_both_copies():
    """A metastore may not store so long a view."""
    copies = Copies(daybook_view_text_limit=2_000)
    copies.run(committed(remembers={"text": "x" * 2_000}))
    assert "daybook event" not in copies.of["text"]["text"]
    assert copies.read("view")["state"] == copies.read("table")["state"]


@pytest.mark.parametrize("kind", ["of another table", "forgotten", "moved", "changed"])
def test_a_view_that_has_an_event_of_another_log_or_time_is_no_copy(kind):
    copies = Copies(daybook_log_events=2)
    copies.run(committed())
    assert copies.macros.call("_event_in_view", copies.read("table"))
    text = copies.of["text"]["text"]
    if kind == "of another table":
        copies.of["table"] |= {"daybook.born": "8"}
    for adopter in "abcd" if kind == "forgotten" else "":
        copies.run({"event": "lent", "adopter": adopter})
    # Somebody edits what `show create table` says.
    if kind == "moved":
        text = text.replace("position 1 ", "position 2 ")
    if kind == "changed":
        text = text.replace("event 7 7b", "event 7 7a")
    copies.of["text"] = {"text": text}
    assert copies.macros.call("_event_in_view", copies.read("table")) == {}


def test_a_text_of_the_view_takes_the_place_of_no_event_that_is_as_late():
    copies = Copies()
    copies.run(committed())
    whole = copies.read("table")
    other = committed(at="2015-06-01 00:00:00", remembers={"changed": True})
    other = copies.macros.call("_encoded", other | {"position": 1})
    text = re.sub("event 7 [0-9a-f]+", f"event 7 {other}", copies.of["text"]["text"])
    copies.of["text"] = {"text": text}
    assert copies.macros.call("_event_in_view", whole)
    assert copies.lock()["state"] == whole["state"]


def test_the_text_of_a_view_goes_when_both_copies_have_what_it_says():
    """As where recover writes a view again that somebody has changed."""
    copies = Copies()
    copies.run(committed())
    log = copies.lock()
    assert copies.read("view")["state"] != copies.read("table")["state"]
    copies.macros.call("_flip_pointer", copies.macros.relation, log)
    assert "daybook event" not in copies.of["text"]["text"]
    assert copies.read("view")["state"] == copies.read("table")["state"]


def test_a_text_that_an_earlier_release_reads():
    """It finds the position, whatever comes after it."""
    copies = Copies()
    copies.run(committed())
    assert "View Text: select /* daybook position 1 */ " in copies.of["text"]["text"]


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
    log = copies.lock()
    assert (log["state"]["dead"], log["shown"]) == ([9], 1)
    assert copies.read("table")["state"]["position"] == 1
    assert copies.restored == []


def test_a_log_gets_the_new_format_once_its_view_names_a_position():
    """Until then a property says what is shown: a run may die before it flips."""
    copies = Copies()
    for name in ("table", "view"):
        copies.of[name] = {"daybook.born": "7", "daybook.flipped": "1"}
    for adopter in "ab":
        copies.run({"event": "lent", "adopter": adopter})
    formats = [copies.of[name].get("daybook.format") for name in ("table", "view")]
    assert formats == [None, None]
    assert copies.read("table")["shown"] == 1
    copies.macros.context["daybook"]["_position_in"] = lambda _: 2
    copies.lock()
    formats = [copies.of[name].get("daybook.format") for name in ("table", "view")]
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
    log = copies.lock()
    assert log["missing"] == ["event 1 is missing or can't be read"]
    assert copies.of["view"] == copies.of["table"]


FLIP = "alter view shop.orders as select 2"
LOGGED = {"daybook.log.000001.0000": "7b7d"}


@pytest.mark.parametrize("logged", [{}, LOGGED])
@pytest.mark.parametrize("undone", ["view", "table"])
@pytest.mark.parametrize("times", [0, 1, 9, 10])
def test_a_flip_that_another_session_undoes_is_made_again(times, undone, logged):
    """And so is what the batches table must have by then."""
    macros, sent, released = Macros(), [], []
    macros.hold_lock()

    def found(_, names=("orders",)):
        is_undone = sent.count(FLIP) <= times
        text = "select 1" if is_undone and undone == "view" else "select 2"
        has = {} if is_undone and undone == "table" else LOGGED
        has = {name.removeprefix("daybook."): text for name, text in has.items()}
        entries = {
            "orders": {"text": f"\nView Text: {text}\nView Original Text: "},
            "orders__batches": {"properties": has},
        }
        return entries if len(names) > 1 else entries["orders"]

    macros.context["daybook"] |= {
        "_execute": lambda caller: sent.append(" ".join(caller().split())) or "",
        "_catalog_entry": found,
        "_catalog_entries": found,
        "_is_ours": lambda *_: True,
        "_release_lock": lambda *_: released.append("released"),
    }
    more = {"entry": {}, "locked": macros.relation, "logged": logged}
    said = macros.refusal("_write_view", macros.relation, "select 2", **more)
    if undone == "table" and not logged:
        times = 0
    assert sent.count(FLIP) == min(times + 1, 10)
    written = sent.count(
        "alter table shop.orders__batches set"
        " tblproperties('daybook.log.000001.0000' = '7b7d')"
    )
    assert written == (times if undone == "table" else 0)
    assert len(sent) == sent.count(FLIP) + written
    if times < 10:
        assert (said, released) == (None, [])
    else:
        assert "has undone 10 times what was written into its view or its log" in said
        assert released == ["released"]


class Writing(Copies):
    """A run that holds the lock, and gives it back."""

    def __init__(self, **vars):
        super().__init__(**vars)
        self.sent, self.held = [], {"holder": "this run"}
        self.macros.context["daybook"] |= {
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
        assert last == "drop view if exists shop__daybook.orders__lock"
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
    copies.of |= {"table": dict(hidden), "view": dict(hidden)}
    made = []
    copies.macros.context["daybook"]["_create_log_view"] = lambda *_: made.append(_)
    log = copies.lock()
    assert "event 1 is missing or can't be read" in log["missing"]
    assert made == []
    assert copies.of == {"table": hidden, "view": hidden, "text": {}}
    copies.of = whole
    log = copies.lock()
    assert (log["missing"], log["state"]["position"]) == ([], 2)
