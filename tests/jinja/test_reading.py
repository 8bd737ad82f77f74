"""as_of and private without Spark: what is asked for, and by which models."""

from types import SimpleNamespace

import pytest

from support.macros import Macros
from support.stories import ALL, Story, key_of

MONTH = key_of(["2015-01"])
KEEP_SQL, KEEP_ROWS = ("view", "ephemeral"), ("table", "incremental", "batched")


class Asking(Macros):
    """A node that reads a model with batches 10 and 20, of which 10 is protected."""

    def __init__(self, materialized="table", resource_type="model"):
        config = {"materialized": materialized}
        super().__init__(config)
        self.context["model"] |= {"name": "asking", "resource_type": resource_type}
        # The run has begun to render the model.
        self.plan = {"logs": {}, "past": []}
        story = Story(seed=1)
        story.new_id = iter((10, 20)).__next__
        story.commit([MONTH], [])
        story.protect()
        story.commit([MONTH], ALL)
        log = story.log(self) | {"exists": True}
        self.context["flags"] = SimpleNamespace(WHICH="run", EMPTY=False)
        self.context["daybook"] |= {
            "_files_read_log": lambda _: log,
            "_copy_of_log": lambda _: {},
            "_files_read": lambda *_, **__: "select 1",
        }


def asked(macros, name, **given):
    return macros.refusal(name, macros.relation, **given)


@pytest.mark.parametrize("kind", KEEP_SQL)
def test_what_keeps_sql_reads_no_files_that_may_go(kind):
    said = asked(Asking(kind), "as_of", batch_id=20)
    assert f"asking, which is materialized as {kind} and would silently lose" in said
    assert asked(Asking(kind), "as_of", batch_id=10) is None
    said = asked(Asking(kind), "private")
    assert f"asking, which is materialized as {kind} and would miss later" in said


@pytest.mark.parametrize(
    "asking",
    [*((kind, "model") for kind in KEEP_ROWS), ("view", "analysis"), ("test", "test")],
)
def test_what_keeps_rows_or_is_asked_once_reads_them(asking):
    assert asked(Asking(*asking), "as_of", batch_id=20) is None
    assert asked(Asking(*asking), "private") is None


@pytest.mark.parametrize("batch_id", ["latest", "", "-20", 0, 20.5, True])
def test_what_is_no_batch_id_is_named(batch_id):
    said = asked(Asking(), "as_of", batch_id=batch_id)
    assert str(batch_id).lower() in said
    assert said.endswith(" for batch_id: use a whole number from 1 on")


def test_a_batch_id_may_be_a_text():
    assert asked(Asking(), "as_of", batch_id="10") is None


@pytest.mark.parametrize(("batch_id", "of"), [(10, 10), (19, 10), (20, 20), (99, 20)])
def test_between_two_batches_the_one_before_is_asked(batch_id, of):
    macros = Asking()
    log = macros.context["daybook"]["_files_read_log"](macros.relation)
    position = macros.call("_position_asked", macros.relation, log, batch_id, None)
    assert log["events"][position - 1]["batch_id"] == of


def test_a_clone_that_was_never_run_shows_nothing_to_empty():
    macros, source = Asking(), Macros().relation.incorporate(path={"identifier": "s"})
    macros.context["flags"].EMPTY = True
    properties = macros.call("_properties_of_clone", source, "empty_clone")
    entry = {"properties": {k.split(".")[1]: v for k, v in properties.items()}}
    log = macros.call("_log_of_clone", macros.relation, entry)
    state = macros.call("_state", log, log["shown"])
    assert (log["is_clone"], state["chain"], state["pointer"]) == (True, [], {})
    assert state["columns"] == ["id"]
    macros.context["flags"].EMPTY = False
    said = macros.refusal("_log_of_clone", macros.relation, entry)
    assert "--empty has made it: run the clone" in said
    entry["properties"]["view"] = "clone"
    said = macros.refusal("_log_of_clone", macros.relation, entry)
    assert "run the clone again" in said


def test_a_model_that_was_made_again_while_it_was_read_is_refused():
    macros = Asking()
    log = macros.call("_read_log", macros.relation)
    consumed = {"model": "shop.orders", "position": log["shown"]}
    consumed["born"] = log["born"]
    assert macros.call("_problem_of_inputs", [consumed]) is None
    problem = macros.call("_problem_of_inputs", [consumed | {"born": 7}])
    assert (
        problem
        == "shop.orders replaced rows while they were being read: run the model again"
    )


def test_a_damaged_log_is_read_by_nobody():
    macros = Asking()
    log = macros.call("_read_log", macros.relation) | {"missing": ["event 2 is gone"]}
    macros.context["daybook"]["_files_read_log"] = lambda _: log
    for _ in range(2):
        for name, given in (("private", {}), ("as_of", {"batch_id": 10})):
            said = asked(macros, name, **given)
            assert "event 2 is gone in both copies of its log" in said
        # Not while dbt renders the model of a run.
        macros.context["invocation_id"] = "1" * 36


def test_the_past_is_asked_of_both_copies():
    """That files were removed is an event that no flip follows."""
    macros = Asking()
    whole = macros.call("_read_log", macros.relation)
    dropped = {"event": "dropped", "files": whole["state"]["files"]}
    whole = macros.call("_log_with", whole, dropped)
    macros.context["daybook"] |= {"_with_copy": lambda log, copy: whole}
    said = asked(macros, "as_of", batch_id=10)
    assert "rows of that time have been replaced" in said
    problem = macros.call("_problem_of_past", [["shop.orders", 1]])
    assert "files of shop.orders were cleaned while they were being read" in problem


@pytest.mark.parametrize(
    ("of_table", "of_both", "shown"),
    [([7], [7], 7), ([5], [5, 7], 7), ([], [7], 7), ([5], [5], None)],
)
def test_a_clone_shows_the_position_that_its_view_names(of_table, of_both, shown):
    """One copy of its source's log may not know yet that it has been moved."""
    macros = Asking()

    def with_clones(positions):
        log = macros.call("_no_log", macros.relation)
        clones = {"shop.orders": positions}
        return log | {"exists": True, "state": log["state"] | {"clones": clones}}

    source = macros.relation.incorporate(path={"identifier": "s"})
    properties = macros.call("_properties_of_clone", source)
    entry = {"properties": {k.split(".")[1]: v for k, v in properties.items()}}
    entry["text"] = (
        "\nView Text: select /* daybook position 7 */ * from shop.orders__batches"
    )
    macros.context["daybook"] |= {
        "_files_read_log": lambda _: with_clones(of_table),
        "_whole_log": lambda _: with_clones(of_both),
    }
    if shown:
        assert macros.call("_log_of_clone", macros.relation, entry)["shown"] == shown
    else:
        said = macros.refusal("_log_of_clone", macros.relation, entry)
        assert "is not known" in said
        assert "run the clone again" in said


def test_a_clone_of_a_damaged_model_says_so():
    macros = Asking()
    log = macros.call("_no_log", macros.relation)
    log |= {"exists": True, "missing": ["event 3 is missing or can't be read"]}
    entry = {"properties": macros.call("_properties_of_clone", macros.relation)}
    entry["properties"] = {
        name.split(".")[1]: text for name, text in entry["properties"].items()
    }
    macros.context["daybook"] |= {"_files_read_log": lambda _: log}
    said = macros.refusal("_log_of_clone", macros.relation, entry)
    assert "event 3 is missing or can't be read in both copies of its log" in said


def test_both_copies_are_asked_about_the_past_of_a_clone():
    macros = Asking()
    log = macros.call("_read_log", macros.relation)
    log |= {"is_clone": True, "shown": 1, "entry": {"type": "VIEW"}}
    dropped = {"event": "dropped", "files": log["state"]["files"]}
    whole = macros.call("_log_with", log, dropped) | {"is_clone": False, "shown": 2}
    asked_of = []
    macros.context["daybook"] |= {
        "_copy_of_log": lambda relation: asked_of.append(relation) or {},
        "_with_copy": lambda log, copy: whole,
    }
    found = macros.call("_whole_log", log)
    assert asked_of == [log["relation"]]
    assert (found["is_clone"], found["shown"]) == (True, 1)
    assert found["events"][-1]["event"] == "dropped"
