"""Upstreams that replace rows that new_batches has given, without Spark."""

from types import SimpleNamespace

import pytest
from dbt.adapters.spark.relation import SparkRelation

from support.macros import Config, Macros
from support.stories import ALL, Story, key_of

STAGED = SparkRelation.create(schema="shop", identifier="staged")
WHOLE, JANUARY = key_of([]), key_of(["2015-01"])
REPLACES, APPENDS = {"batch": "replace"}, {"batch": "append"}
KEEPS = {"keeps_posted_batch_id": True}
FIRST = """
    daybook: shop.orders: shop.staged has batch='replace', so each run of it would
    replace all rows that this model has consumed: set batch='append' under its meta, or
"""
CALL = "take replaced rows back with retract='negate', or read all rows, by ref()"
LATER = (
    "daybook: shop.orders: shop.staged has replaced rows that this model has consumed"
)
FOLLOW = """
    To follow it, rebuild this model with --full-refresh, or take the change as rows
    with their measures negated: new_batches(..., retract='negate', measures=[...])
"""


def one_line(*texts):
    return " ".join(" ".join(texts).split())


def staged_story(partition_by=()):
    story = Story(seed=1, partition_by=partition_by, values=[("2015-01",)])
    story.new_id = iter((10, 20, 30)).__next__
    return story


class Consumer(Macros):
    """A model that reads `staged`, whose log is a story's and whose config is given."""

    def __init__(self, story, config=(), consumed=0, if_replaced=None, **more):
        super().__init__({"materialized": "batched"}, **more)
        own = Story(seed=2)
        if consumed:
            inputs = {"shop.staged": [consumed, 0]}
            own.commit([JANUARY], inputs=inputs, if_replaced=if_replaced)
        node = {"schema": "shop", "alias": "staged", "unique_id": "model.staged"}
        node |= {"resource_type": "model"}
        node |= {"config": Config({"materialized": "batched"} | dict(config))}
        self.context["graph"] = {"nodes": {"staged": node}}
        self.context["flags"] = SimpleNamespace(WHICH="run", EMPTY=False)
        self.own = own.log(self) | {"exists": True}
        log = story.log(self) | {"exists": True, "relation": STAGED}
        self.plan = {"inputs": [], "pattern": None}
        self.plan["logs"] = {"shop.orders": self.own, "shop.staged": log}
        self.context["model"] |= {"name": "orders"}

    def said(self, **read):
        said = self.refusal("new_batches", STAGED, **read)
        if said is None:
            return self.refusal("_refuse_replacing_inputs", self.plan, self.own)
        return said


def test_a_first_run_refuses_what_its_second_could_not_read():
    story = staged_story()
    story.commit([WHOLE], ALL, **REPLACES)
    assert Consumer(story).said() == one_line(FIRST, CALL)
    history = Consumer(story)
    history.plan["pattern"] = "bitemporal_history"
    assert history.said() == one_line(FIRST, "make it with daybook.accept_events")
    # A rebuild is a first run: it would lose the arrivals that were replaced before.
    assert CALL in Consumer(story, consumed=1, full_refresh=True).said()
    assert Consumer(story, consumed=1).said() is None


@pytest.mark.parametrize(
    ("batch", "config", "read"),
    [
        (APPENDS, APPENDS, {}),
        # accept_events sets the option itself.
        (APPENDS, {}, {}),
        # Its next run appends.
        (REPLACES, APPENDS, {}),
        (REPLACES, KEEPS, {}),
        (REPLACES | {"keeps_rows": True}, KEEPS, {}),
        (REPLACES, {}, {"retract": "negate", "measures": ["id"]}),
        # Of another project, nothing says what its next run does.
        (REPLACES, {"materialized": "view"}, {}),
    ],
)
def test_a_first_run_takes_what_keeps_its_rows_or_may(batch, config, read):
    story = staged_story()
    story.commit([WHOLE], ALL, **batch)
    assert Consumer(story, config).said(**read) is None


def test_only_the_rows_of_an_upstream_in_partitions_say_what_is_replaced():
    story = staged_story([("month", "string")])
    story.commit([JANUARY], [JANUARY], **REPLACES)
    assert Consumer(story, {"partition_by": "month"}).said() is None
    story.commit([JANUARY], [JANUARY], **REPLACES)
    way_back = "set batch='append' under its meta and publish its batch 10 again."
    assert Consumer(story, {"partition_by": "month"}, consumed=1).said() == one_line(
        f"{LATER}, as batch='replace' does in each run. If that was not meant,",
        way_back,
        FOLLOW,
    )


def test_a_history_is_only_rebuilt_from_all_arrivals():
    """What a pattern says in its plan takes the place of the last way out."""
    story = staged_story()
    story.commit([WHOLE], ALL, **APPENDS)
    story.commit([WHOLE], [], **APPENDS)
    consumer = Consumer(story, consumed=2, if_replaced="If it still has all.")
    assert consumer.said() is None
    story.point(consumer, to=1)
    consumer = Consumer(story, consumed=2, if_replaced="If it still has all.")
    assert consumer.said() == one_line(
        f"{LATER}. If that was not meant, publish its batch 20 again.",
        "If it still has all.",
    )


def test_files_that_are_gone_are_not_published_again():
    story = staged_story()
    story.commit([WHOLE], ALL, **REPLACES)
    story.commit([WHOLE], ALL, **REPLACES)
    files = {WHOLE: [10]}
    story.end({"event": "dropped", "files": files, "at": ""}, story.shown)
    said = Consumer(story, consumed=1).said()
    assert "If that was not meant, set batch='append' under its meta. To follow" in said


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_an_older_view_that_somebody_puts_back_is_no_news(seen):
    """Else the position that is noted would go back, and batch 2 be read again."""
    story = staged_story()
    for _ in range(2):
        story.commit([WHOLE], [], **APPENDS)
    consumer = Consumer(story, consumed=seen)
    for shown in (2, 1):
        consumer.plan["logs"]["shop.staged"]["shown"] = shown
        assert consumer.said() is None
    now, older = consumer.plan["inputs"]
    assert (now["position"], now["new"]) == (2, int(seen < 2))
    assert (older["position"], older["new"]) == (max(seen, 1), int(seen < 1))


@pytest.mark.parametrize(("shown", "is_hidden"), [(2, False), (1, True)])
def test_what_is_read_from_an_older_view_is_not_committed(shown, is_hidden):
    """Somebody put the view back after the run had planned what it reads."""
    story = staged_story()
    for _ in range(2):
        story.commit([WHOLE], [], **APPENDS)
    consumer = Consumer(story)
    assert consumer.said() is None
    log = consumer.plan["logs"]["shop.staged"] | {"shown": shown}
    consumer.context["daybook"]["_read_log"] = lambda _: log
    problem = consumer.call("_problem_of_inputs", consumer.plan["inputs"])
    if is_hidden:
        assert "put an older text of the view of shop.staged back" in problem
    else:
        assert problem is None
