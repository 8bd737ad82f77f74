"""A run looks at its lock before it writes, unless it has just seen it."""

import pytest

from support.macros import Macros

RUN, OTHER_RUN, CLONE, OTHER_CLONE = "0" * 36, "another", "000/aa", "000/bb"
LOST = "this run has lost its lock"


class Holder(Macros):
    """It took the lock so many seconds ago."""

    def __init__(self, seconds=0, holder=RUN, hours=6, is_sure=True):
        super().__init__()
        self.looks, self.holder, self.clock = 0, holder, 1_000_000
        self.context["daybook"] |= {
            "_epoch_now": lambda: self.clock,
            "_read_lock": lambda _: self.look(),
        }
        found = {"hours": hours}
        self.call("_hold_lock", self.relation, holder, self.clock, found, is_sure)
        self.clock += seconds

    def look(self):
        self.looks += 1
        return {"holder": self.holder, "hours": "6"}

    def refusal(self, name):
        return super().refusal(name, self.relation)


@pytest.mark.parametrize(
    ("taken", "looks", "then"),
    [
        ({"seconds": 9}, 0, 0),
        ({"seconds": 10}, 1, 0),
        ({"seconds": -1}, 1, 0),
        # Another run of the job may take it at once.
        ({"seconds": 9, "is_sure": False}, 1, 1),
    ],
)
def test_when_it_looks(taken, looks, then):
    run = Holder(**taken)
    assert run.refusal("_assert_still_locked") is None
    assert run.looks == looks
    assert run.refusal("_assert_still_locked") is None
    assert run.looks == looks + then


def test_a_lock_of_two_seconds_is_looked_at_after_one():
    run = Holder(1, hours=2 / 3600)
    assert run.refusal("_assert_still_locked") is None
    assert run.looks == 1


@pytest.mark.parametrize(("left", "is_sure"), [(1, True), (0, False), (-1, False)])
def test_a_lock_that_had_expired_is_renewed_but_not_sure(left, is_sure):
    """A run that found it expired may be taking it."""
    run, sent = Holder(21_600 - left), []
    run.context["daybook"]["_execute"] = lambda caller: sent.append(caller())
    assert run.call("_is_still_held", run.relation)
    assert f"'daybook.renewed' = '{run.clock}'" in sent[0]
    assert run.call("_is_surely_held", run.relation) == is_sure


@pytest.mark.parametrize(
    ("own", "other"),
    [(RUN, OTHER_RUN), (CLONE, OTHER_CLONE), (CLONE, RUN)],
)
def test_whoever_else_has_it(own, other):
    """Also another clone in the same run, which has waited until the lock expired."""
    run = Holder(20_000, own)
    run.holder = other
    assert f"{LOST} to invocation {other}" in run.refusal("_assert_still_locked")
    assert not run.call("_is_still_held", run.relation)


def test_two_clones_in_one_run_know_of_their_own_locks():
    first = Holder(20_000, CLONE)
    first.context["model"]["unique_id"] = "model.shop.first"
    took, found = first.clock - 20_000, {"hours": 6}
    first.call("_hold_lock", first.relation, CLONE, took, found, True)
    first.context["model"]["unique_id"] = "model.shop.second"
    call = ("_hold_lock", first.relation, OTHER_CLONE, first.clock, found, True)
    first.call(*call)
    assert first.call("_is_surely_held", first.relation)
    first.context["model"]["unique_id"] = "model.shop.first"
    assert not first.call("_is_surely_held", first.relation)


def test_before_the_log_is_written():
    run = Holder(20_000)
    run.holder, sent = OTHER_RUN, []
    run.context["daybook"]["_execute"] = lambda caller: sent.append(caller())
    log = run.call("_no_log", run.relation)
    with pytest.raises(Exception, match=LOST):
        run.call("_files_write_event", run.relation, log, {"event": "pointed"})
    assert sent == []


def test_before_an_operation_writes():
    """A run of the same job would take the lock over at once."""
    run = Holder(is_sure=False)
    run.holder = OTHER_RUN
    operation = {"relation": run.relation, "log": run.call("_no_log", run.relation)}
    with pytest.raises(Exception, match=LOST):
        run.call("_log_operation", operation, {"event": "pointed"})


@pytest.mark.parametrize(
    ("found", "holder", "dropped"),
    [
        (CLONE, CLONE, ["it"]),
        (OTHER_CLONE, CLONE, []),
        (RUN, CLONE, []),
        ("", CLONE, []),
        # At the end of a run all of its nodes have ended.
        (f"{RUN}/aa", None, ["it"]),
        (OTHER_RUN, None, []),
    ],
)
def test_a_lock_is_dropped_by_whoever_has_it(found, holder, dropped):
    macros, sent = Macros(), []
    lock = macros.relation.incorporate(path={"identifier": "it"})
    views = {"it": {"properties": {"holder": found} if found else {}}, "its": {}}
    macros.context["daybook"] |= {
        "_catalog_entries": lambda *_: views,
        "_execute": lambda caller: sent.append(caller().strip()) or "",
    }
    macros.call("_drop_lock", lock, holder)
    assert sent == [f"drop view if exists shop.{name}" for name in dropped]


@pytest.mark.parametrize(
    ("taken", "is_given_back"),
    [
        ({"holder": "dead"}, False),
        # Another run has taken over the dead one's lock.
        ({"holder": OTHER_RUN}, True),
        # The holder lives, and has renewed it.
        ({"holder": "dead", "renewed": "9"}, True),
    ],
)
def test_what_is_not_the_lock_that_had_expired_is_given_back(taken, is_given_back):
    macros, sent = Macros(), []
    lock = macros.call("_lock_relation", macros.relation)
    macros.context["daybook"] |= {
        "_read_lock": lambda _: taken | {"since": "then"},
        "_create_lock": lambda relation, hours, holder: {"holder": holder},
        "_execute": lambda caller: sent.append(caller().split()) or "",
    }
    held = {"holder": "dead"}
    call = ("_take_over", macros.relation, held, 6, RUN)
    said = macros.refusal(*call)
    names = [(words[2], words[-1]) for words in sent]
    aside = names[0][1]
    assert names[0][0] == f"{lock}"
    assert names[1:] == ([(aside, f"{lock}")] if is_given_back else [])
    assert (said is not None) == is_given_back
    if is_given_back:
        assert f"invocation {taken['holder']} has been writing it since then" in said


@pytest.mark.parametrize(("hours", "seconds"), [("6", 15), (f"{2 / 3600}", 1.5)])
@pytest.mark.parametrize("may_live", [True, False])
def test_who_takes_a_lock_by_force_waits_until_its_holder_must_look(
    hours, seconds, may_live
):
    """At its end the holder drops what it takes for its lock."""
    macros, clock, made = Macros(), [0], []

    def ask(_):
        clock[0] += 0.5

    def create(*_):
        made.append(clock[0])
        return {"holder": RUN}

    macros.context |= {"run_query": ask}
    macros.context["daybook"] |= {
        "_clock_of_this_machine": lambda: clock[0],
        "_read_lock": lambda _: held,
        "_create_lock": create,
        "_execute": lambda caller: "",
        "tell": lambda *_, **__: "",
    }
    held = {"holder": OTHER_RUN, "hours": hours}
    call = ("_take_over", macros.relation, held, 6, RUN, may_live)
    assert macros.call(*call) == {"holder": RUN}
    assert made == ([0, seconds] if may_live else [0])


def test_a_lock_of_a_model_with_a_like_name_stays():
    macros, sent = Macros(), []
    lock = macros.relation.incorporate(path={"identifier": "it"})
    dead = f"it_dead_{'0' * 32}"
    names = ("it", dead, "it_dead_x", f"{dead}__lock")
    views = {name: {"properties": {"holder": RUN}} for name in names}
    macros.context["daybook"] |= {
        "_catalog_entries": lambda *_: views,
        "_execute": lambda caller: sent.append(caller().split()[-1]) or "",
    }
    macros.call("_drop_lock", lock, RUN)
    assert sent == ["shop.it", f"shop.{dead}"]


def test_of_several_threads_one_says_that_a_schema_is_made():
    """All ask for it before one of them has made it."""
    told, made, macros = [], [], Macros()
    names = ("orders", "customers", "items")

    def begin(number=0):
        if number < len(names):
            model = macros.relation.incorporate(path={"identifier": names[number]})
            lock = macros.call("_lock_relation", model)
            macros.context["daybook"]["_schema_exists"] = lambda _: begin(number + 1)
            macros.call("_create_schema_of", model, lock)
        return False

    macros.context["daybook"] |= {
        "tell": lambda model, caller: told.append(model.identifier) or "",
        "_execute": lambda caller: made.append(caller().strip()) or "",
    }
    begin()
    assert len(told) == 1
    assert set(made) == {"create schema if not exists shop__daybook"}
