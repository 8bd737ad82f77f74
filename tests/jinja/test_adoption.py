"""merge_snapshot in a run, without a server: its plan, and what it adopts."""

import json
import re
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from dbt.adapters.spark.relation import SparkRelation
from dbt_common.exceptions import DbtRuntimeError

from support.macros import Macros

COLUMNS = [["day", "date"], ["k", "int"], ["value", "string"], ["version", "int"]]
DAYS = ["2017-04-20", "2017-04-21", "2017-04-22"]
MERGED_BY = '[["day", "k"], "version"]'
OPTIONS = {"file_format": "parquet", "publish": "view", "lock_hours": 6}
LAYOUT = {
    "columns": [name for name, _ in COLUMNS],
    "types": dict(COLUMNS),
    "partition_by": [["day", "date"]],
}


def batch(batch_id, partitions, replaced=(), **more):
    """The event of a batch: {day: rows}, and the days that it replaces."""
    return {
        "event": "committed",
        "batch_id": batch_id,
        "at": "2017-04-22 00:00:00",
        "partitions": [[json.dumps([day]), rows] for day, rows in partitions.items()],
        "replaced": [json.dumps([day]) for day in replaced],
        "partition_by": [["day", "date"]],
        "columns": LAYOUT["columns"],
        "types": LAYOUT["types"],
        "inputs": {},
        "publish": "view",
        "file_format": "parquet",
        "private": [],
        "remembers": {"merged_by": MERGED_BY, "snapshot_rows": 3, "last_mark": "1"},
    } | more


# The lender's batches, and the model that has adopted the first of them.
FIRST = batch(100, {DAYS[0]: 2, DAYS[1]: 1})
SECOND = batch(200, dict.fromkeys(DAYS, 1), DAYS[:2])
BORROWED = {"batch_id": 100, "partitions": FIRST["partitions"]}
ADOPTED = [batch(150, {}, borrowed=BORROWED)]
PROFILE = {
    "rows": 3,
    "unversioned": 0,
    "first_mark": "2",
    "last_mark": "2",
    "is_in_order": True,
    "is_new": True,
    "days": [{"day": day, "rows": 1} for day in DAYS],
}
LATE = {"daybook_unversioned": PROFILE | {"is_in_order": False}}


class Merged(Macros):
    """`orders` merges the snapshots of `told`: what Spark would answer is given."""

    def __init__(self, own=(), told=(FIRST, SECOND), answers=(), **found):
        super().__init__(config={"materialized": "batched", "partition_by": ["day"]})
        self.hold_lock()
        self.told = SparkRelation.create(schema="shop", identifier="told")
        self.logs = {"orders": self.log(self.relation, own)}
        self.logs["told"] = self.log(self.told, told)
        self.said, self.locks, self.inserted = [], [], []
        answers = {
            "daybook_unversioned": PROFILE,
            "having count(*) > 1": [0],
            "date_sub": [DAYS[1]],
        } | dict(answers)
        self.context |= {
            "flags": SimpleNamespace(EMPTY=False, WHICH="run"),
            "invocation_id": "this one",
            "run_started_at": datetime(2017, 5, 1, tzinfo=UTC),
            "print": lambda *texts: self.said.extend(texts),
        }
        self.plan = {
            "inputs": [],
            "logs": {"shop.orders": self.logs["orders"]},
        }
        self.context["daybook"] |= {
            "spark_version": lambda: [4, 2],
            "describe": lambda *_: {"columns": COLUMNS},
            "_read_log": lambda relation: self.logs[relation.identifier],
            "_recovered_log": lambda relation: self.logs[relation.identifier],
            "json_rows": lambda sql: [
                answer for text, answer in answers.items() if text in sql
            ],
            "_exists": lambda _: True,
            "_node_built_here": lambda _: True,
            "_storage": lambda _: {"location": "/told"},
            "_lock_model": lambda *_: self.locks.append("taken") or {"view": "a lock"},
            "_release_lock": lambda *_: self.locks.append("released"),
            "_files_write_event": lambda _, log, event: self.said.append(
                event["event"]
            ),
            "write_part": lambda *given: self.inserted.append(given[4::2]),
            "_paths_of_batch": lambda *_: [],
        } | found

    def log(self, relation, events):
        log = self.call("_no_log", relation) | {"exists": bool(events), "born": 1}
        for event in events:
            log = self.call("_log_with", log, event)
        return log | {"shown": log["state"]["position"]}

    def merge(self, incoming=None, **arguments):
        """The SQL, and the plan."""
        arguments = {"strategy": "adopt", "largest_loss": 1} | arguments
        given = (incoming or self.told, self.relation, ["day", "k"], "version")
        sql = self.call("merge_snapshot", *given, **arguments)
        return sql, self.plan

    def borrow(self, query="-- The merge\n{}", options=OPTIONS, layout=LAYOUT, **given):
        """What is taken over, with SQL of the model that has the merge in it."""
        sql, plan = self.merge(**given)
        plan, log = plan | {"text": query.format(sql)}, self.logs["orders"]
        given = (self.relation, log, log["state"], options, layout, plan)
        return self.call("_borrow_snapshot", *given)


def days(partitions):
    return [json.loads(partition)[0] for partition, _ in partitions]


def test_the_plan_of_a_first_snapshot():
    _, plan = Merged().merge(strategy="window")
    # Days that the snapshot lacks would be removed.
    window = {"restate_from": None, "restate_to": None}
    assert plan["options"] == {"batch": "replace"} | window
    assert plan["remembers"] == {
        "merged_by": MERGED_BY.lower(),
        "snapshot_rows": 3,
        "last_mark": "2",
    }
    assert (plan["replaces"], plan["extends"]) == ({}, False)
    assert plan["beside"] == []
    assert plan["counts"]["of"] == "count_if(version >= cast('2' as int))"
    assert plan["counts"]["rows"] == 3
    assert plan["borrows"] is None
    (read,) = plan["inputs"]
    assert (read["model"], read["new"]) == ("shop.told", 1)


def test_days_before_the_window_are_replaced_and_not_read():
    macros = Merged(ADOPTED)
    sql, plan = macros.merge(strategy="window", window={"days": 1})
    assert plan["replaces"] == {"to": DAYS[0]}
    assert plan["extends"]
    assert plan["counts"]["rows"] == 2
    # Of the published side, no other day is read.
    assert sql.count(f"where day >= date'{DAYS[1]}'") == 1
    assert f"`day` = date'{DAYS[1]}' and batch_id = 100" in sql
    assert "1 rows of the snapshot are from before 2017-04-21" in macros.said[0]


def test_what_was_not_merged_by_this_key_is_read_as_a_whole():
    own = [batch(150, {"2017-04-19": 1, DAYS[0]: 1}, remembers={})]
    sql, plan = Merged(own).merge(strategy="window")
    assert "where (batch_id = 150 or" in sql
    assert plan["counts"] is None


def test_with_empty_nothing_is_asked_of_the_snapshot():
    """It only looks at the SQL."""
    macros = Merged(ADOPTED, _json_rows=None)
    macros.context["flags"].EMPTY = True
    sql, plan = macros.merge(strategy="window")
    assert "from shop.told" in sql
    assert plan["inputs"] == []
    assert "remembers" not in plan


def test_a_first_snapshot_is_adopted_as_it_is():
    macros = Merged()
    borrowed = macros.borrow()
    assert (borrowed["batch_id"], days(borrowed["partitions"])) == (200, DAYS)
    assert borrowed["event"]["borrowed"]["batch_id"] == 200
    assert borrowed["query"] is None
    # The lender's lock is held until the adopter's log says what it has.
    assert (macros.said, macros.locks) == (["lent"], ["taken"])


@pytest.mark.parametrize(
    ("strategy", "rows_with_digests", "taken"),
    [
        ("adopt", 1, DAYS),
        ("adopt_changed", 1, [DAYS[0], DAYS[2]]),
        # Digests that are not of all rows of the day show nothing.
        ("adopt_changed", 0, DAYS),
    ],
)
def test_a_later_snapshot_is_compared_with_what_was_adopted(
    strategy, rows_with_digests, taken
):
    """One row of the first day has changed, none of the second; the third is new."""
    numbers = zip(DAYS, [(2, 1), (rows_with_digests, 0), (0, 1)], strict=True)
    differences = {
        json.dumps([day]): {"rows_before": rows, "differing": each, "changed": each}
        for day, (rows, each) in numbers
    }
    macros = Merged(
        ADOPTED,
        _batches_with_digests=lambda _: {100: 1},
        _differences=lambda _: differences,
    )
    borrowed = macros.borrow(strategy=strategy)
    assert days(borrowed["partitions"]) == taken
    # The digests of 200 join those of what is shown; others go.
    assert macros.inserted == [(200, [100] * 2)]
    query = " ".join(borrowed["query"].split())
    assert "from shop.orders__batches where " in query
    assert "left anti join (select day, k from shop.told__batches where" in query
    assert "daybook_published.day <=> daybook_lent.day and" in query
    # As a whole, for lack of digests.
    assert ("union all" in query) == (not rows_with_digests)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            {"_node_built_here": lambda _: False},
            "this target does not build shop.told",
        ),
        ({"told": [FIRST, batch(200, {DAYS[2]: 1})]}, "it is of several batches: "),
        (
            {"told": [FIRST, SECOND | {"keeps_rows": True}]},
            "its files have other batch",
        ),
        (
            {"own": [*ADOPTED, batch(250, {DAYS[0]: 1})]},
            "the model has batches later than its batch 200",
        ),
        ({"told": [batch(100, {})]}, "it has nothing to adopt"),
        ({"answers": LATE}, "it has versions before the last one that is published"),
        ({"answers": {"having count(*) > 1": [2]}}, "2 rows of it have a key that"),
    ],
)
def test_what_cannot_be_adopted_is_merged(given, why):
    macros = Merged(**given)
    dropped = []
    macros.context["daybook"]["drop_parts"] = lambda *of: dropped.append(of[1:])
    assert macros.borrow() is None
    assert f"orders: the snapshot is merged, not adopted: {why}" in macros.said[-1]
    # Hashes of what readers no longer see would stay for ever.
    shown = macros.logs["orders"]["state"]["pointer"].values()
    assert dropped == [("batch_id", [id for ids in shown for id in ids])]
    assert macros.locks == []


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"incoming": "(told)"}, "incoming is ref() of a batched one, and (told) is"),
        (
            {"query": "select * from ({}) where k > 1"},
            "merge_snapshot and nothing else",
        ),
        ({"query": "{} -- '\n, '--' as more"}, "merge_snapshot and nothing else"),
        ({"options": OPTIONS | {"file_format": "orc"}}, 'needs "parquet"'),
        ({"options": OPTIONS | {"publish": "partitions"}}, 'needs "view"'),
        (
            {"strategy": "adopt_changed", "options": OPTIONS | {"file_format": "orc"}},
            "strategy='adopt_changed' takes files of shop.told over, and needs",
        ),
        ({"layout": LAYOUT | {"partition_by": []}}, 'needs [["day", "date"]]'),
    ],
)
def test_what_can_never_be_adopted_is_refused(given, sentence):
    macros = Merged()
    with pytest.raises(DbtRuntimeError, match=re.escape(sentence)):
        macros.borrow(**given)
    assert macros.locks == []


def test_a_lender_that_was_cleaned_meanwhile_is_let_go():
    macros = Merged()
    cleaned = macros.log(macros.told, [FIRST])
    macros.context["daybook"]["_recovered_log"] = lambda _: cleaned
    with pytest.raises(DbtRuntimeError, match="was cleaned while it was read"):
        macros.borrow()
    assert macros.locks == ["taken", "released"]
