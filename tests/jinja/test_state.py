"""What the events of a log add up to, by the rows that readers are to see.

Each random story has its rows beside its log. No expected row comes from a macro.
"""

import json
from functools import partial

import pytest

from support.macros import Macros
from support.stories import ALL, Story

STATE, APPLY, REPLACED, PUBLIC = "_state", "_apply_event", "_taken_away", "_pointer_of"
WITH = "_log_with"
SEEDS = range(40)
STEPS = 25
A, B, C = ('["2015-01"]', '["2015-02"]', '["2015-03"]')


@pytest.fixture(scope="module")
def macros():
    return Macros()


def shown(pointer):
    return {key: sorted(ids) for key, ids in pointer.items() if ids}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_log_leads_to_the_rows_that_are_to_be_seen(macros, seed):
    story = Story(seed).tell(STEPS)
    state = story.log(macros)["state"]
    assert story.read(state["pointer"]) == sorted(story.shown)
    assert sorted(state["dead"]) == story.dead
    written = {at for at in story.disk if at[1] not in story.dead}
    assert {(key, i) for key, ids in state["files"].items() for i in ids} == written
    for key, batch in written:
        assert state["rows"][f"{key}{batch}"] == len(story.disk[key, batch])


@pytest.mark.parametrize("seed", SEEDS[:10])
def test_every_position_is_known_and_no_event_changes_the_state_before_it(macros, seed):
    story = Story(seed).tell(STEPS)
    log = story.log(macros)
    state = macros.call(STATE, log, 1)
    for position, event in enumerate(log["events"][1:], start=2):
        before = json.dumps(state)
        after = macros.call(APPLY, state, event)
        assert json.dumps(state) == before
        assert after == macros.call(STATE, log, position)
        assert shown(after["pointer"]) == story.pointer(story.past[position])
        state = after


def test_a_batch_joins_or_takes_the_place_of_others(macros):
    story = Story(1)
    first = story.commit([A, B], [])
    second = story.commit([B], [])
    assert pointer(macros, story) == {A: [first], B: [first, second]}
    third = story.commit([B], [B])
    assert pointer(macros, story) == {A: [first], B: [third]}
    # A window without rows: what was there goes.
    story.commit([], [A])
    assert pointer(macros, story) == {B: [third]}
    last = story.commit([C], ALL)
    assert pointer(macros, story) == {C: [last]}


def pointer(macros, story):
    return shown(story.log(macros)["state"]["pointer"])


def test_what_replaced_rows_is_said_of_the_partitions_that_lost_them(macros):
    story = Story(1)
    story.commit([A, B], [])
    story.commit([B, C], [])
    story.commit([B], [B])
    log = story.log(macros)
    state = log["state"]
    assert macros.call(REPLACED, log, state, 1) == [B]
    assert macros.call(REPLACED, log, state, 2) == [B]
    assert macros.call(REPLACED, log, state, 3) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_no_row_goes_or_returns_without_its_partition_being_told(macros, seed):
    """Who has consumed up to a position is told of each that changed since, and of no
    other: rows that joined are new, and rows that were rewritten are the same."""
    story = Story(seed)
    point = partial(story.point, macros)
    for _ in range(12):
        story.random.choice([story.commit, story.commit, story.compact, point])()
    log = story.log(macros)
    state, posted = log["state"], {}
    for position, then in enumerate(story.past):
        posted |= {row: key for row, (key, _) in then.items()}
        differ = then.keys() ^ story.shown.keys()
        changed = {key for row, key in posted.items() if row in differ}
        assert set(macros.call(REPLACED, log, state, position)) == changed, position


def test_what_was_replaced_by_an_undone_batch_may_still_be_gone(macros):
    story = Story(1)
    story.commit([A], [])
    story.commit([B], [])
    story.commit([A], [B])
    story.point(macros, to=1)
    log = story.log(macros)
    state = log["state"]
    assert shown(state["pointer"]) == {A: [state["ids"][0]]}
    assert macros.call(REPLACED, log, state, 1) == []
    assert macros.call(REPLACED, log, state, 2) == [B]


def test_rows_that_were_only_rewritten_are_not_lost(macros):
    story = Story(1)
    story.commit([A], [])
    story.commit([A], [A], keeps_rows=True)
    log = story.log(macros)
    state = log["state"]
    assert macros.call(REPLACED, log, state, 1) == []
    assert macros.call(REPLACED, log, state, 1, rewritten=True) == [A]
    # They are when another batch takes their place, for whoever had them before.
    story.commit([A], [A])
    log = story.log(macros)
    state = log["state"]
    assert macros.call(REPLACED, log, state, 1) == [A]


def test_new_rows_may_stand_beside_older_ones_of_their_partition(macros):
    """Of a model that appended at first and replaces now, its reader has the first."""
    story = Story(1)
    first = story.commit([A, B], [])
    story.commit([A], [])
    last = story.commit([B], [B])

    def splits(consumed, new):
        log = story.log(macros)
        state = log["state"]
        new = [{"from": new}]
        return macros.call("_splits_partitions", log, state, consumed, new)

    assert splits(1, first + 1)
    assert not splits(2, last)
    assert not splits(0, first)
    # What is only compacted is not new.
    story.compact({A: [*pointer(macros, story)[A]]})
    assert not splits(2, last)
    kept = story.commit([B], [B], keeps_rows=True)
    assert splits(2, last)
    # Once its rows are consumed, it does not matter any more.
    assert not splits(5, kept + 1)


def test_private_partitions_are_not_among_the_public_ones(macros):
    story = Story(1)
    story.private = ["2015-02"]
    batch = story.commit([A, B], [])
    state = story.log(macros)["state"]
    assert macros.call(PUBLIC, state, private=False) == {A: [batch]}
    assert macros.call(PUBLIC, state, private=True) == {B: [batch]}


def test_what_other_models_take_from_it_is_kept_until_they_are_done(macros):
    story = Story(1)
    story.commit([A], [])
    story.commit([A], [])
    for event in (
        {"event": "protected", "of": 101, "of_position": 1},
        {"event": "protected", "of": 102, "of_position": 2},
        {"event": "unprotected", "of": 101},
        {"event": "cloning", "clone": "shop.copy", "of_position": 1},
        {"event": "cloning", "clone": "shop.copy", "of_position": 2},
        {"event": "lent", "adopter": "shop.adopter"},
    ):
        story.end(event, story.shown)
    state = story.log(macros)["state"]
    assert state["protected"] == {"102": 2}
    assert state["clones"] == {"shop.copy": [1, 2]}
    assert state["adopters"] == ["shop.adopter"]
    done = {"event": "cloned", "clone": "shop.copy", "of_position": 2}
    story.end(done, story.shown)
    assert story.log(macros)["state"]["clones"] == {"shop.copy": [2]}


def test_what_is_consumed_is_said_by_the_last_batch_of_each_input(macros):
    story = Story(1)
    story.commit([A], [], inputs={"shop.a": [3, 7], "shop.b": [1, 8]})
    story.commit([A], [], inputs={"shop.a": [5, 7]})
    state = story.log(macros)["state"]
    assert state["inputs"] == {"shop.a": [5, 7], "shop.b": [1, 8]}
    story.commit([A], ALL, inputs={"shop.b": [9, 8]}, rebuilds=True)
    assert story.log(macros)["state"]["inputs"] == {"shop.b": [9, 8]}


def test_a_partition_that_an_event_names_twice_was_replaced(macros):
    """Adopted snapshots wrote such events, if the model added rows of its own."""
    story = Story(1)
    story.commit([A, B], [])
    story.commit([A], [A, A])
    log = story.log(macros)
    assert macros.call(REPLACED, log, log["state"], 1) == [A]
    assert macros.call(REPLACED, log, log["state"], 1, rewritten=True) == [A]
    assert macros.call(REPLACED, log, log["state"], 2) == []


def test_an_event_names_a_partition_once(macros):
    """It may have rows of the batch, and of one that is adopted with it."""
    options = {"batch": "replace", "restate_from": None, "restate_to": None}
    written = [[A, 1], [B, 1], [A, 2]]
    given = ({"pointer": {}}, options, {"replaces": {}}, written, [["month", "string"]])
    assert macros.call("_replaced_partitions", *given) == [A, B]


def test_lent_files_are_of_another_id_and_come_first(macros):
    story = Story(1)
    lent = {"batch_id": 50, "partitions": [[A, 4]]}
    batch = story.commit([A], [], borrowed=lent)
    state = story.log(macros)["state"]
    assert state["pointer"] == {A: [50, batch]}
    assert state["adopted"] == [50]
    assert state["ids"] == [50, batch]
    assert state["rows"][f"{A}50"] == 4


@pytest.mark.parametrize("lent", [{}, {"borrowed": {"batch_id": 7, "partitions": []}}])
def test_a_batch_takes_the_place_of_its_own_beginning(macros, lent):
    """What was begun counts as dead until it is committed, at the same position."""
    story = Story(1)
    story.commit([A], [])
    before = story.log(macros)
    batch = story.commit([A], [A], **lent)
    whole = story.log(macros)
    started = macros.call(WITH, before, {"event": "started", "batch_id": batch, **lent})
    assert started["events"][-1]["position"] == 2
    assert started["state"]["dead"] == [7, batch] if lent else [batch]
    assert started["state"]["pointer"] == before["state"]["pointer"]
    after = macros.call(WITH, started, whole["events"][-1])
    assert (after["state"], after["events"]) == (whole["state"], whole["events"])
    assert before == story.log(macros, 1)
