"""Operations without a server: arguments, messages, and what they make of a state."""

import json
from types import SimpleNamespace

import pytest

from support.macros import Macros

RELEASE, FLIP, COMPACT = "_release_lock", "_flip_pointer", "_compact_files"
NODE = {
    "resource_type": "model",
    "name": "orders",
    "alias": "orders",
    "schema": "shop",
    "unique_id": "model.shop.orders",
    "config": {"materialized": "batched", "meta": {}},
}


def with_nodes(*nodes):
    macros = Macros()
    macros.context["graph"] = {"nodes": {n["unique_id"]: n for n in nodes}}
    return macros


@pytest.mark.parametrize("name", ["orders", "shop.orders", "Shop.Orders"])
def test_a_model_is_found_by_its_name_and_with_its_schema(name):
    assert with_nodes(NODE).call("_batched_node", name) == NODE


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no", "daybook: no batched model is called no; there are: orders, orders"),
        (None, "no model is named, as in --args '{model: fct_orders}'; there are: "),
        ("orders", "orders may be any of other.orders, shop.orders: name one so"),
    ],
)
def test_a_model_that_is_not_found_is_refused(name, sentence):
    twin = NODE | {"schema": "other", "unique_id": "model.other.orders"}
    assert sentence in with_nodes(NODE, twin).refusal("_batched_node", name)


COUNTED = {"rows": 2, "writers": 1, "changed_at": 1000}


@pytest.mark.parametrize(
    ("counted", "is_adopted", "what"),
    [
        ({}, False, "None"),
        ({"rows": 0}, False, "has 0 readable rows, and its log says 2"),
        ({"writers": 2}, False, "has files that another writer has put there"),
        ({"writers": 2}, True, "None"),
        ({"changed_at": 1300}, False, "None"),
        ({"changed_at": 1301}, True, "has files that were changed after it was"),
    ],
)
def test_damage_to_a_batch(counted, is_adopted, what):
    arguments = (COUNTED | counted, 2, is_adopted, "1970-01-01 00:16:40")
    assert str(Macros().call("_damage_to_batch", *arguments)).startswith(what)


def test_batches_to_clean_are_printed_by_batch():
    files = {"a": [7, 8], "b": [7]}
    rows = {"a7": 1, "a8": 2, "b7": 3}
    found = Macros().call("_sizes_by_batch", files, {"rows": rows})
    assert found == [[7, 2, 4], [8, 1, 2]]


def test_what_is_worth_a_note_on_a_batch():
    state = {
        "chain": [{"position": 3, "undone": True}, {"position": 4, "undone": True}],
        "protected": {"7": 3},
        "private": ["open"],
    }
    log = {"state": state, "shown": 2}
    event = {
        "event": "committed",
        "batch_id": 7,
        "position": 3,
        "why": "no rows",
        "adopted": True,
        "partitions": [['["open"]', 5], ['["2017-04"]', 6]],
    }
    assert Macros().call("_notes_on_batch", log, event) == [
        "no rows",
        "protected",
        "rolled back",
        "adopted",
        "5 of the rows are private",
        "not shown yet",
    ]
    event = {"event": "pointed", "batch_id": 7, "position": 3}
    assert Macros().call("_notes_on_batch", log, event) == ["by hand", "not shown yet"]
    state["private"], log["shown"] = [], 5
    event = {"event": "committed", "batch_id": 8, "position": 5, "partitions": []}
    assert Macros().call("_notes_on_batch", log, event) == []


def batch(batch_id, partitions, replaced=()):
    """The event of a batch: {day: rows}, and the days that it replaces."""
    return {
        "event": "committed",
        "batch_id": batch_id,
        "at": f"2017-04-{batch_id} 00:00:00",
        "partitions": [[json.dumps([day]), rows] for day, rows in partitions.items()],
        "replaced": [json.dumps([day]) for day in replaced],
        "partition_by": [["day", "date"]],
        "columns": ["day", "k"],
        "types": {"day": "date", "k": "int"},
        "inputs": {},
        "publish": "view",
        "private": [],
    }


BATCHES = [
    batch(10, {"2017-04-01": 2, "2017-04-02": 1}),
    batch(20, {"2017-04-01": 3}, ["2017-04-01"]),
    batch(30, {"2017-04-02": 5}),
]


# What a dead write left.
LEFT = {"name": ".spark-staging-1", "files": 2, "bytes": 300}


class Operated(Macros):
    """A model with three batches; what is printed, and what becomes of its lock."""

    def __init__(self, events=BATCHES):
        super().__init__()
        self.hold_lock()
        self.said, self.locks, self.written = [], [], []
        # dbt gives an operation its macro for a model.
        self.context["model"]["resource_type"] = "macro"
        daybook = self.context["daybook"]
        log = self.call("_no_log", self.relation) | {"exists": True}
        for event in events:
            log = self.call("_log_with", log, event)
        log["shown"] = log["state"]["position"]
        self.log = log
        self.context |= {
            "graph": {"nodes": {"orders": NODE}},
            "invocation_id": "this one",
            "print": lambda *texts: self.said.extend(texts),
        }
        lock = {"holder": "this run"}
        daybook |= {
            "_exists": lambda _: True,
            "_files_read_log": lambda _: self.log,
            "_copy_of_log": lambda _: {},
            "_recovered_log": lambda _: self.log,
            "_lock_model": lambda *_, force: self.locks.append("taken") or lock,
            RELEASE: lambda *_: self.locks.append("released"),
            "_files_write_event": self.write,
            "_storage": lambda _: {"location": "file:/lake"},
            "_rows_about_files": lambda *_: [LEFT],
            FLIP: lambda _, log: log,
            COMPACT: lambda _, log, merged: self.written.append(merged) or log,
        }

    def write(self, relation, log, event):
        self.written.append(event)
        return self.call("_log_with", log, event)


CORRUPT_AND_MISSING = [
    f"spark.sql.files.ignore{kind}Files" for kind in ("Corrupt", "Missing")
]


class Checked(Operated):
    """Nothing differs in it; `during` has the settings while its rows are read."""

    def __init__(self, events=BATCHES):
        super().__init__(events)
        self.settings, self.during = dict.fromkeys(CORRUPT_AND_MISSING, "false"), []
        self.context["daybook"] |= {
            "_setting": self.settings.get,
            "_set_session": self.settings.update,
            "_counted_files": self.count,
            "_files_damage_to_view": lambda *_: [],
            "_damage_to_locations": self.count,
            "_damage_to_rows": lambda *_: [],
        }

    def count(self, *_):
        self.during.append(set(self.settings.values()))
        return []


def test_an_operation_that_changes_something_holds_the_lock():
    macros = Operated()
    macros.call("publish_batch", "orders", 10)
    (event,) = macros.written
    assert (event["event"], event["to"], event["in_effect"]) == ("pointed", 10, [1])
    assert event["pointer"] == {'["2017-04-01"]': [10], '["2017-04-02"]': [10]}
    # Only the newer state shows batch 20, of position 2, and 30, of position 3.
    assert event["replaced"] == {'["2017-04-01"]': 1, '["2017-04-02"]': 3}
    assert macros.locks == ["taken", "released"]
    assert "readers see what batch 10 published, and nothing later" in macros.said[-1]


def test_what_readers_see_already_is_not_published_again():
    macros = Operated()
    macros.call("publish_batch", "orders", "30")
    assert macros.written == []
    assert macros.said[-1].endswith("readers see what batch 30 published already")


def test_a_batch_that_only_consumed_can_be_undone():
    """Readers see the same rows, and the next run reads its input again."""
    nothing = batch(40, {}) | {"inputs": {"shop.up": {"position": 2}}}
    macros = Operated([*BATCHES, nothing])
    macros.call("publish_batch", "orders", 30)
    (event,) = macros.written
    assert (event["to"], event["inputs"], event["replaced"]) == (30, {}, {})
    state = macros.call("_log_with", macros.log, event)["state"]
    assert state["pointer"] == macros.log["state"]["pointer"]
    assert state["inputs"] == {}


COMPACTED = {
    "event": "compacted",
    "batch_id": 15,
    "merged": [['["2017-04-01"]', [10]]],
    "partitions": [['["2017-04-01"]', 2]],
}
FAILED = {"event": "failed", "batch_id": 15, "why": "the run died"}


@pytest.mark.parametrize("is_short", [False, True], ids=["whole", "short"])
@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [([COMPACTED], [], 15), ([FAILED], [], 10), ([], [COMPACTED], 10)],
)
def test_a_protected_batch_is_found_whatever_came_right_after_it(
    before, after, shown, is_short
):
    """Also once its event is deleted; and protecting it again changes nothing."""
    macros = Operated([BATCHES[0], *before])
    macros.call("protect_batch", "orders", 10)
    macros = Operated([BATCHES[0], *before, macros.written[0], *after, *BATCHES[1:]])
    if is_short:
        state = macros.call("_state", macros.log, 4)
        held = macros.call("_held_at", macros.log, 4)
        checkpoint = {"position": 4, "state": state, "held": held}
        macros.log |= {"events": macros.log["events"][4:], "checkpoints": [checkpoint]}
    for _ in range(1 if is_short else 2):
        then = macros.call("_files_readable_at", macros.log, 1)
        assert then["pointer"] == {'["2017-04-01"]': [shown], '["2017-04-02"]': [10]}
        assert macros.call("_is_protected", macros.log, 1)
        gone = macros.call("_batches_to_clean", macros.relation, macros.log, 0)
        assert shown not in gone.get('["2017-04-01"]', [])
        if not is_short:
            macros.call("protect_batch", "orders", 10)
            macros.log = macros.call("_log_with", macros.log, macros.written[-1])


def test_of_files_that_were_lent_only_those_that_are_left_hinder_a_removal():
    macros, operation = Operated(), {"relation": Macros().relation, "lock": None}
    state = macros.log["state"] | {"adopters": ["shop.adopter"]}
    held = {'["2017-04-01"]': [99], '["2017-04-09"]': [10]}
    macros.context["daybook"]["_held_by"] = lambda *_: held
    assert macros.refusal("_refuse_if_shown_elsewhere", operation, state) is None
    held['["2017-04-02"]'] = [99, 30]
    said = macros.refusal("_refuse_if_shown_elsewhere", operation, state)
    assert "shop.adopter has adopted its files: clean or remove that" in said


@pytest.mark.parametrize(
    ("last", "what", "to_do"),
    [
        ({"event": "removing"}, "remove_model has begun to remove its", "run that"),
        (
            {"event": "dropping", "files": {'["2017-04-01"]': [10]}},
            "a cleaning is at work, or has died",
            "if it has died, recover",
        ),
    ],
)
def test_what_is_going_is_no_damage(last, what, to_do):
    macros = Operated([*BATCHES, last])
    ((said, way_out),) = macros.call("_damage", macros.relation)
    assert said.startswith(what)
    assert to_do in way_out


def test_a_log_that_has_no_event_yet_is_checked():
    macros = Checked([])
    assert macros.call("_damage", macros.relation) == []


@pytest.mark.parametrize(
    ("entry", "is_damage"),
    [
        ({}, False),
        ({"properties": {"view": "clone"}}, False),
        ({"properties": {"view": "pointer"}}, True),
        ({"properties": {"view": "partitions"}}, True),
    ],
)
def test_a_view_that_has_lost_its_batches_is_damage(entry, is_damage):
    macros = Operated()
    macros.log |= {"exists": False}
    macros.context["daybook"] |= {
        "_schema_exists": lambda _: True,
        "_catalog_entry": lambda _: entry,
    }
    damage = macros.call("_damage", macros.relation)
    assert bool(damage) == is_damage
    if damage:
        ((what, to_do),) = damage
        assert what == "its table shop.orders__batches is gone"
        assert "restore it under that name" in to_do


class WithThree(Operated):
    """The models a, b and c."""

    def __init__(self):
        super().__init__()
        nodes = {
            name: NODE | {"name": name, "alias": name, "unique_id": f"model.{name}"}
            for name in "abc"
        }
        self.context["graph"]["nodes"] = nodes
        self.context["daybook"]["_lock_on"] = lambda _: {}


def test_damage_to_one_model_does_not_hide_that_of_another():
    macros = WithThree()

    def damage(relation):
        is_whole = relation.identifier == "b"
        return [] if is_whole else [[f"{relation.identifier} broke", "fix it"]]

    macros.context["daybook"]["_damage"] = damage
    said = macros.refusal("check_model")
    assert "differs from what the log says, in shop.a, shop.c: see above" in said
    titles = [line for line in macros.said if line.startswith("What differs in")]
    assert titles == ["What differs in shop.a", "What differs in shop.c"]
    assert [line.split()[:2] for line in macros.said if "fix it" in line] == [
        ["a", "broke"],
        ["c", "broke"],
    ]


def test_the_others_match_their_logs():
    macros = WithThree()
    macros.context["daybook"]["_damage"] = lambda _: []
    macros.call("check_model")
    assert macros.said == ["daybook: check_model: all models match their logs"]


@pytest.mark.parametrize(("kind", "during"), [("macro", "true"), ("model", "false")])
def test_only_what_reads_the_rows_passes_over_files_that_cannot_be_read(kind, during):
    """They would end the check, and must end every other query. In the hook of a model,
    other threads may share the session."""
    macros = Checked()
    macros.context["model"]["resource_type"] = kind
    assert macros.call("_damage", macros.relation) == []
    assert macros.during == [{during}, {during}]
    assert set(macros.settings.values()) == {"false"}


def test_a_cleaning_leaves_what_a_damaged_adopter_may_show():
    """What it has adopted is in its log."""
    macros = Operated()
    adopter = macros.log | {"missing": ["event 2 is missing or can't be read"]}
    macros.context["daybook"] |= {
        "_files_read_log": lambda _: adopter,
        "_whole_log": lambda log: log,
    }
    said = macros.refusal("_held_by", "shop.adopter", macros.relation)
    assert "event 2 is missing or can't be read in both copies of its log" in said
    assert macros.locks == ["released"]


def test_a_model_with_a_later_log_is_not_removed():
    macros = Operated()
    macros.context["daybook"]["_exists"] = lambda _: True
    macros.log["format"] = 99
    said = macros.refusal("remove_model", "orders", schema="shop", apply=True)
    assert "its log was written by a later daybook, in format 99" in said
    assert (macros.locks, macros.written) == ([], [])


@pytest.mark.parametrize(
    ("held", "is_cleaned"),
    [
        ({}, True),
        ({"holder": "another", "since": "noon", "hours": "0", "job": ""}, True),
        ({"holder": "another", "since": "noon", "hours": "6", "job": ""}, False),
        ({"holder": "this one", "since": "noon", "hours": "6", "job": ""}, True),
    ],
)
def test_a_locked_model_does_not_end_the_cleaning_of_the_others(held, is_cleaned):
    macros = WithThree()
    macros.context["daybook"] |= {
        "_lock_on": lambda relation: held if relation.identifier == "b" else {},
        "_has_expired": lambda held: held["hours"] == "0",
        "_clean_model": lambda name, *_: macros.said.append(f"cleaned {name}"),
    }
    said = macros.refusal("clean_batches", apply=True)
    left_out = "daybook: b: not cleaned: invocation another has been writing it since"
    expected = "cleaned shop.b" if is_cleaned else f"{left_out} noon UTC"
    assert macros.said == ["cleaned shop.a", expected, "cleaned shop.c"]
    assert ("could not clean shop.b, for the reasons" in (said or "")) != is_cleaned
    # A dry run needs no lock.
    assert macros.refusal("clean_batches") is None
    assert macros.said[3:] == [f"cleaned shop.{name}" for name in "abc"]


@pytest.mark.parametrize("apply", [True, False])
def test_a_damaged_log_does_not_end_the_cleaning_of_the_others(apply):
    macros = WithThree()
    macros.log["missing"] = ["event 3 is missing or can't be read"]
    macros.context["daybook"]["_clean_model"] = lambda *_: macros.said.append("cleaned")
    said = macros.refusal("clean_batches", apply=apply)
    assert "could not clean shop.a, shop.b, shop.c, for the reasons above" in said
    assert len(macros.said) == 3
    assert "not cleaned: event 3 is missing or can't be read in both" in macros.said[0]


def test_nor_does_that_of_a_model_that_has_adopted_files():
    macros = WithThree()
    adopter = macros.relation.incorporate(path={"identifier": "adopter"})
    of_adopter = dict(macros.log, relation=adopter)
    of_adopter["missing"] = ["event 3 is missing or can't be read"]
    macros.log["state"] = macros.log["state"] | {"adopters": ["shop.adopter"]}
    macros.context["daybook"] |= {
        "_clean_model": lambda *_: macros.said.append("cleaned"),
        "_files_read_log": lambda relation: (
            of_adopter if relation.identifier == "adopter" else macros.log
        ),
    }
    said = macros.refusal("clean_batches", apply=True)
    assert "could not clean shop.a, shop.b, shop.c, for the reasons above" in said
    assert "not cleaned: shop.adopter has adopted its files, but event 3" in "".join(
        macros.said
    )
    of_adopter["events"] = [{"event": "removing", "position": 9}]
    assert macros.refusal("clean_batches", apply=True) is None


@pytest.mark.parametrize("name", ["x; drop table y", "ops*", "a.b.c", "`a`", "ä", ""])
def test_a_name_that_no_table_can_have_is_refused(name):
    macros = Operated()
    macros.context["target"] = SimpleNamespace(schema="shop")
    said = macros.refusal("adopt_table", "orders", name)
    assert f'shop.orders: invalid value "{name}" for table: give it as schema' in said
    for given in ({"model": name}, {"model": "x", "schema": name}) if name else ():
        (argument, _), *_ = reversed(given.items())
        said = macros.refusal("remove_model", **given)
        assert f'remove_model: invalid value "{name}" for {argument}: give a' in said
    assert macros.locks == macros.written == []


def test_what_is_being_removed_is_read_by_nobody():
    macros = Operated([*BATCHES, {"event": "removing"}])
    macros.plan = {"logs": {}}
    said = macros.refusal("_log_of", macros.relation)
    assert (
        "remove_model has begun to remove its files: run that again with apply" in said
    )


@pytest.mark.parametrize("in_run_of", [None, "another"])
def test_what_is_made_again_is_described_as_its_model_is(in_run_of):
    """In an operation, and in a run of another model that repairs it."""
    macros, relation = Operated(), Macros().relation
    column = {"name": "K", "description": "The key."}
    told = {"description": "One row per order.", "columns": {"K": column}}
    if in_run_of:
        macros.context["this"] = relation.incorporate(path={"identifier": in_run_of})
        macros.context["model"]["description"] = "Another."
    else:
        macros.context.pop("this")
    for kept in (True, False):
        config = NODE["config"] | {"persist_docs": {"relation": kept, "columns": kept}}
        macros.context["graph"]["nodes"]["orders"] = NODE | told | {"config": config}
        comment = macros.call("_relation_comment", relation)
        columns = macros.call("_column_comments", relation)
        assert (comment, columns) == (
            ("One row per order.", {"k": "The key."}) if kept else ("", {})
        )


def test_a_protected_batch_that_is_published_stays_compacted():
    protected = {"event": "protected", "of": 30, "of_position": 3}
    merged = [['["2017-04-02"]', [10, 30]]]
    compacted = COMPACTED | {"batch_id": 35, "merged": merged}
    compacted["partitions"] = [[merged[0][0], 6]]
    macros = Operated([*BATCHES, protected, compacted])
    macros.call("publish_batch", "orders", 30)
    assert macros.written == []
    assert macros.said[-1].endswith("readers see what batch 30 published already")


def test_days_are_checked_before_any_model_is_cleaned():
    macros = Operated()
    said = macros.refusal("clean_batches", older_than_days=-1)
    assert "use a number from 0 to 36500" in said
    assert macros.said == []


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("publish_batch", [7], "no batch 7 was ever published; the last ones are 10,"),
        ("protect_batch", [7], "no batch 7 was ever published"),
        ("unprotect_batch", [10], "batch 10 is not protected; protected are: none"),
    ],
)
def test_an_operation_that_is_refused_releases_the_lock(name, given, sentence):
    macros = Operated()
    assert sentence in macros.refusal(name, "orders", *given)
    assert macros.locks == ["taken", "released"]
    assert macros.written == []


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("compact_batches", {"apply": "yes"}, 'invalid value "yes" for apply: use'),
        ("recover", {"force": "now"}, "use true or false"),
        ("clean_batches", {"older_than_days": -1}, "use a number from 0 to 36500"),
        *[
            ("clean_batches", {"older_than_days": days}, "use a number from 0 to 36500")
            for days in ("two", True, float("nan"), float("inf"), -float("inf"))
        ],
        ("publish_batch", {}, "missing the required argument batch_id"),
        ("publish_batch", {"batch_id": "latest"}, 'value "latest" for batch_id'),
        ("protect_batch", {"batch_id": 0}, "use a whole number from 1 on"),
        ("unprotect_batch", {"batch_id": 10.5}, "use a whole number from 1 on"),
    ],
)
def test_a_wrong_argument_is_refused_before_there_is_a_lock(name, given, sentence):
    macros = Operated()
    assert sentence in macros.refusal(name, "orders", **given)
    assert macros.locks == []


def test_a_model_that_has_not_run_has_nothing_to_operate_on():
    macros = Operated()
    macros.context["daybook"] |= {
        "_exists": lambda _: False,
        "_schema_exists": lambda _: False,
    }
    assert "it has no batches yet: run it first" in macros.refusal(
        "list_batches", "orders"
    )
    macros.call("recover", "orders")
    assert macros.said[-1].endswith("has not been run: nothing to recover")
    assert macros.locks == []


def test_a_lock_that_is_broken_is_taken_for_as_long_as_the_model_asks():
    macros, taken = Operated(), []
    macros.context["graph"]["nodes"]["orders"] = NODE | {
        "config": NODE["config"] | {"lock_hours": 48}
    }
    macros.context["daybook"] |= {
        "_schema_exists": lambda _: True,
        "_read_lock": lambda _: {"holder": "another"},
        "_lock_model": lambda _, hours, holder, force: (
            taken.append((hours, force)) or {"holder": "this run"}
        ),
        "_files_damage_to_view": lambda *_: [],
    }
    macros.call("recover", "orders", force=True)
    assert taken == [(48, True)]
    assert macros.locks == ["released"]


def test_without_apply_nothing_is_locked_or_changed():
    macros = Operated()
    macros.call("compact_batches", "orders")
    assert macros.said[-2].split() == ["2017-04-02", "2", "6"]
    assert "nothing was changed; to do this, add apply: true" in macros.said[-1]
    assert macros.locks == macros.written == []
    macros.call("compact_batches", "orders", apply=True)
    assert macros.written == [{'["2017-04-02"]': [10, 30]}]
    assert macros.locks == ["taken", "released"]


@pytest.mark.parametrize(
    ("days", "told", "gone"), [(0, 0, True), (36500, 36500, False), (None, 7, True)]
)
def test_cleaning_takes_what_nobody_saw_for_so_many_days(days, told, gone):
    macros = Operated()
    macros.call("clean_batches", "orders", older_than_days=days)
    assert macros.said[0].endswith(f"that nobody has seen for {told} days")
    lines = [line.split() for line in macros.said]
    assert (["10", "1", "2"] in lines) == gone
    assert [".spark-staging-1", "2", "300"] in lines


@pytest.mark.parametrize("is_locked", [False, True])
def test_batches_are_listed_with_what_is_seen_of_them(is_locked):
    macros = Operated()
    held = {"holder": "another", "since": "2017-04-30 01:00:00"} if is_locked else {}
    macros.context["daybook"] |= {
        "_schema_exists": lambda _: True,
        "_read_lock": lambda _: held,
    }
    macros.call("list_batches", "orders")
    rows = [line.split() for line in macros.said[2:]]
    lock = ["2017-04-30", "01:00:00", "locked", "by", "invocation", "another"]
    assert rows[3:] == ([lock] if is_locked else [])
    # batch_id, day, time, what, rows, partitions written, seen and on disk
    assert [row[:1] + row[4:] for row in rows[:3]] == [
        ["10", "3", "2", "1", "2"],
        ["20", "3", "1", "1", "1"],
        ["30", "5", "1", "1", "1"],
    ]
    assert macros.locks == []


def test_a_batch_that_readers_do_not_see_yet_is_listed_as_such():
    """The last replaces nothing, and its run died before the view showed it."""
    macros = Operated()
    macros.context["daybook"] |= {"_schema_exists": lambda _: False}
    macros.log["shown"] = macros.log["state"]["position"] - 1
    macros.call("list_batches", "orders")
    rows = [line.split()[4:] for line in macros.said[2:]]
    assert rows == [
        ["3", "2", "1", "2"],
        ["3", "1", "1", "1"],
        ["5", "1", "0", "1", "not", "shown", "yet"],
    ]


def test_batches_whose_events_were_deleted_are_listed():
    """10 and 20 were compacted, as 25, before the log was shortened."""
    macros = Macros()
    merged = [['["2017-04-02"]', [10]], ['["2017-04-01"]', [20]]]
    compacted = {"event": "compacted", "batch_id": 25, "merged": merged}
    compacted["partitions"] = [[key, 3] for key, _ in merged]
    log = macros.call("_no_log", macros.relation)
    for event in (*BATCHES[:2], compacted):
        log = macros.call("_log_with", log, event)
    checkpoint = {"position": 3, "state": log["state"], "held": {}}
    log |= {"events": [], "checkpoints": [checkpoint]}
    listed = macros.call("_events_to_list", log)
    assert [(each["event"], each["batch_id"]) for each in listed] == [
        ("compacted", 25),
        ("committed", 10),
        ("committed", 20),
    ]


def test_a_clone_has_no_batches_of_its_own():
    macros, source = Macros(), "shop.staged"
    macros.context["daybook"]["_read_log"] = lambda _: {
        "is_clone": True,
        "relation": source,
    }
    sentence = macros.refusal("batches_of", macros.relation)
    assert f"has no batches of its own: name {source}" in sentence


def test_what_is_not_batched_has_no_batches():
    macros = Macros()
    macros.context["flags"] = SimpleNamespace(WHICH="run", EMPTY=False)
    macros.context["daybook"] |= {
        "_read_log": lambda relation: macros.call("_no_log", relation),
        "_exists": lambda _: True,
    }
    sentence = macros.refusal("batches_of", macros.relation)
    assert "batches_of reads batched models only, and this relation has no" in sentence


def test_a_compaction_that_is_finished_late_gets_the_date_of_its_flip():
    """Until then, readers have read the files that it replaces."""
    macros, written = Macros(), {}
    kinds = ("committed", "started", "compacted", "failed")
    events = [
        {"position": position, "event": kind, "at": "2015-01-01 00:00:00"}
        for position, kind in enumerate(kinds, start=1)
    ]
    log = {"events": events, "shown": 1, "state": {}, "properties": {}}
    macros.context["daybook"] |= {
        "_assert_still_locked": lambda _: None,
        "_set_properties": lambda _, properties: written.update(properties),
        "_now": lambda: "2015-01-09 00:00:00",
        "_log_of_events": lambda log, events: log | {"events": events},
    }
    found = macros.call("_files_date_again", macros.relation, log)["events"]
    assert [event["at"][:10] for event in found] == [
        "2015-01-01",
        "2015-01-01",
        "2015-01-09",
        "2015-01-01",
    ]
    assert {name.split(".")[2] for name in written} == {"000003"}


def test_an_operation_is_no_hook_of_another_model():
    """The run may be writing the model at that moment, and it has the lock."""
    macros = Macros()
    other = macros.relation.incorporate(path={"identifier": "other"})
    model = {"resource_type": "model", "name": "orders", "depends_on": {"nodes": ["a"]}}
    macros.context["model"] |= model

    def refusal(relation, node):
        operation = {"name": "clean_batches", "relation": relation, "node": node}
        return macros.refusal("_refuse_in_hook", operation)

    assert refusal(other, {"unique_id": "a"}) is None
    for node in ({}, {"unique_id": "b"}):
        assert "clean_batches is called in a hook of orders" in refusal(other, node)
    assert refusal(macros.relation, {}) is None
    macros.context["model"]["resource_type"] = "operation"
    assert refusal(other, {}) is None
