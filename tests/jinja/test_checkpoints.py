"""Checkpoints keep a log short, and nothing that it still tells changes by them."""

import contextlib

import pytest

from support.stories import Story
from support.tables import Table

SEEDS = [0, 1, 2, *(pytest.param(n, marks=pytest.mark.stress) for n in range(3, 10))]
LIMIT = 8
# A clone and a protected batch, both soon older than the log goes back.
KEPT = (
    {"event": "protected", "of": 102, "of_position": 3},
    {"event": "cloning", "clone": "shop.copy", "of_position": 4},
    {"event": "cloned", "clone": "shop.copy", "of_position": 4},
)


class Model(Table):
    def __init__(self, limit=LIMIT):
        super().__init__(daybook_log_events=limit)

    def run(self, event, dies=False):
        """A run writes an event, and may die when it is about to delete others."""
        self.dies = dies
        relation, call = self.macros.relation, self.macros.call
        log = call("_files_write_event", relation, self.log(), event)
        if due := call("_checkpoints_due", log):
            with contextlib.suppress(InterruptedError):
                call("_keep_log_short", relation, log, due)


def told(seed, steps=25):
    story = Story(seed)
    for _ in range(4):
        story.commit()
    for event in KEPT:
        story.end(event, story.shown)
    return story.tell(steps)


@pytest.mark.parametrize("dies", [False, True], ids=["well", "dying"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_that_is_kept_short_says_what_the_whole_log_says(seed, dies):
    """Also where every second run dies between its two statements."""
    story, table, newest = told(seed), Model(), 0
    whole = story.log(table.macros)
    for event in story.events:
        table.run(event, dies=dies and event["position"] % 2)
        log, position = table.log(), event["position"]
        first, last = (log["checkpoints"][n]["position"] for n in (0, -1))
        assert last >= max(newest, position - LIMIT // 2)
        newest = last
        for known in {max(first, 1), (first + position + 1) // 2, position - 1 or 1}:
            state = table.macros.call("_state", log, known)
            assert state == table.macros.call("_state", whole, known)
        for kept in (3, 4) if position > len(KEPT) + 4 else ():
            then = table.macros.call("_state_at", log, kept)
            assert (
                then["pointer"] == table.macros.call("_state", whole, kept)["pointer"]
            )
    story.commit()
    table.run(story.events[-1])
    log = table.log()
    assert LIMIT // 2 <= len(log["events"]) <= LIMIT
    assert len(log["checkpoints"]) == 2
    assert {"3", "4"} <= set(log["checkpoints"][0]["held"])
    assert table.macros.call("_damage_to_log", log) == []


def test_what_is_neither_protected_nor_cloned_is_forgotten():
    story, table = told(1), Model()
    for event in story.events:
        table.run(event)
    assert not table.macros.call("_state_at", table.log(), 2)


def test_a_short_log_has_no_checkpoint_before_it_is_worth_it():
    story, table = Story(1), Model(limit=1000)
    for _ in range(25):
        assert table.log()["checkpoints"][0]["position"] == 0
        assert len(table.log()["checkpoints"]) == 1
        story.commit()
        table.run(story.events[-1])
    assert [c["position"] for c in table.log()["checkpoints"]] == [0, 25]
    assert len(table.log()["events"]) == 25


def test_a_last_checkpoint_that_cannot_be_read_counts_as_none():
    story, table = Story(1), Model(limit=1000)
    for _ in range(30):
        story.commit()
        table.run(story.events[-1])
    whole = story.log(table.macros)["state"]
    [name, *more] = [n for n in table.properties if n.startswith("daybook.state.")]
    for text in ("", "no hex", "5b5d", "7b7d", table.properties[name][:-2]):
        table.properties |= {name: text} | dict.fromkeys(more, " ")
        assert table.log()["state"] == whole


def test_a_log_without_the_checkpoint_that_it_begins_at_begins_at_the_other():
    """What was protected before is not known any more; without both, it is refused."""
    story, table = told(1), Model()
    for event in story.events:
        table.run(event)
    first, last = (checkpoint["position"] for checkpoint in table.log()["checkpoints"])
    assert first < last
    whole = table.log()["state"]
    table.properties[f"daybook.state.{first:06}.0000"] = "7b7d"
    log = table.log()
    assert table.macros.call("_damage_to_log", log) == []
    assert (log["checkpoints"][0]["position"], log["state"]) == (last, whole)
    assert table.macros.call("_state_at", log, 3) is None
    table.macros.context["daybook"]["_still_clones"] = lambda *_: True
    kept = table.macros.call("_pointers_of_others", table.macros.relation, log)
    assert whole["files"] in kept
    table.properties[f"daybook.state.{last:06}.0000"] = "7b7d"
    [(what, _), *_] = table.macros.call("_damage_to_log", table.log())
    assert what.startswith(f"checkpoint {first} is missing or can't be read")
    for name in [name for name in table.properties if ".state." in name]:
        del table.properties[name]
    [(what, _), *_] = table.macros.call("_damage_to_log", table.log())
    assert what.startswith("event 1 is missing or can't be read")


def with_events(count):
    story, table = Story(1), Model(limit=1000)
    for _ in range(count):
        story.commit()
        table.run(story.events[-1])
    return story, table


@pytest.mark.parametrize("gone", [1, 4, 8])
def test_an_event_that_is_missing_is_noticed(gone):
    _, table = with_events(9)
    name = f"daybook.log.{gone:06}.0000"
    for text in (None, "no hex", "5b5d"):
        table.properties |= {name: text}
        if text is None:
            del table.properties[name]
        [(what, way_out)] = table.macros.call("_damage_to_log", table.log())
        assert (
            what
            == f"event {gone} is missing or can't be read in both copies of its log"
        )
        assert "restore the properties of shop.orders__batches from a backup" in way_out


def test_the_view_tells_that_the_last_event_is_missing():
    story, table = with_events(9)
    log = story.log(table.macros)
    text = table.macros.call("_files_view_text", table.macros.relation, log["state"])
    entry = {"text": f"\nView Text: {text}\nView Original Text: ...", "properties": {}}
    read = ("_log_in", table.macros.relation, table.properties, entry)
    assert table.macros.call(*read)["shown"] == 9
    assert table.macros.call(*read)["missing"] == []
    del table.properties["daybook.log.000009.0000"]
    [what] = table.macros.call(*read)["missing"]
    assert what == "event 9 is missing or can't be read"
    # What was only begun is no event that a view can show.
    started = table.macros.call(
        "_event_properties", {"position": 9, "event": "started", "batch_id": 999}
    )
    table.properties |= started
    assert table.macros.call(*read)["missing"] == [what]


def test_what_is_before_a_gap_is_forgotten_if_a_checkpoint_is_behind_it():
    story, table = with_events(30)
    del table.properties["daybook.log.000007.0000"]
    log = table.log()
    assert table.macros.call("_damage_to_log", log) == []
    assert log["checkpoints"][0]["position"] == 25
    assert log["state"] == story.log(table.macros)["state"]
    del table.properties["daybook.log.000027.0000"]
    found = [what for what, _ in table.macros.call("_damage_to_log", table.log())]
    assert [what.split(" is ")[0] for what in found] == ["event 7", "event 27"]
