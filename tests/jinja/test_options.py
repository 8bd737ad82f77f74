"""A model's options: what is refused, with which sentence, and what is not."""

import re
from datetime import date

import pytest
from jinja2 import Environment

from spark import ROOT
from support.macros import Macros

OPTIONS, PLANNED = "_options_of_config", "_options_with_plan"
DAY = date(2015, 9, 1)
BY_MONTH = {"partition_by": "month"}
APPENDED = BY_MONTH | {"batch": "append"}
WITH_APPEND = "it needs batch='append' and partition_by"
WITH_REPLACE = "it needs batch='replace' and partition_by"

# The option that is at fault, the config, and the sentence about it.
BAD = [
    ("batch", {"batch": "upsert"}, "use replace or append"),
    ("batch", {"batch": ""}, "use replace or append"),
    ("publish", {"publish": "table"}, "use view or partitions"),
    ("file_format", {"file_format": "delta"}, "use parquet or orc"),
    (
        "on_schema_change",
        {"on_schema_change": "sync_all_columns"},
        "use fail or append_new_columns",
    ),
    ("when_nothing_new", {"when_nothing_new": "wait"}, "use skip or run"),
    ("keeps_posted_batch_id", {"keeps_posted_batch_id": "yes"}, "use true or false"),
    ("lock_hours", {"lock_hours": 0}, "use a number above 0"),
    ("compact_after", {"compact_after": 0.5}, "use a whole number from 1 on"),
    ("partition_by", {"partition_by": ["month", 5]}, "use a list of texts"),
    ("private", BY_MONTH | {"private": {"month": 1}}, "use a list of texts"),
    ("replace_where", APPENDED | {"replace_where": True}, "use a text"),
    ("restate_from", BY_MONTH | {"restate_from": ["2015-01"]}, "use one value, not a"),
    ("private", BY_MONTH | {"private": [DAY]}, "use a list of texts"),
    ("replace_where", BY_MONTH | {"replace_where": "true"}, WITH_APPEND),
    ("replace_where", {"batch": "append", "replace_where": "true"}, WITH_APPEND),
    ("restate_from", APPENDED | {"restate_from": "2015-01"}, WITH_REPLACE),
    ("restate_to", {"restate_to": "2015-01"}, WITH_REPLACE),
    ("restate_from", APPENDED | {"restate_from": 0}, WITH_REPLACE),
    ("publish", {"publish": "partitions"}, WITH_REPLACE),
    ("publish", APPENDED | {"publish": "partitions"}, WITH_REPLACE),
    ("private", {"private": ["x"]}, "it needs partition_by"),
    ("private", {"private": "x"}, "it needs partition_by"),
    ("location_root", {"location_root": "/x"}, "give the schema a location"),
    (
        "unique_key",
        {"unique_key": "id"},
        "use partition_by with batch='replace'; for one row of each key, daybook.dedup",
    ),
    (
        "batch_size",
        {"batch_size": "day", "event_time": "at", "begin": "2015-01-01"},
        "a run is one batch. Read what is new with daybook.new_batches",
    ),
    (
        "incremental_strategy",
        {"incremental_strategy": "merge"},
        "use batch='replace' or batch='append'",
    ),
    ("clustered_by", {"clustered_by": "id"}, "batches are not bucketed"),
    ("sql_header", {"sql_header": "set a = 1"}, "into a pre-hook"),
    ("tblproperties", {"tblproperties": {"a": 1}}, "daybook's log"),
    ("options", {"options": {"a": 1}}, "in a pre-hook instead"),
]
GOOD = [
    {},
    {"batch": "append", "file_format": "orc", "on_schema_change": "append_new_columns"},
    # What dbt has where nothing is configured.
    {"on_schema_change": "ignore", "tags": [], "alias": None},
    APPENDED | {"replace_where": "month = 'open'", "private": "open"},
    BY_MONTH | {"restate_from": "2015-01", "restate_to": "(current_date())"},
    {"partition_by": ["month", "team"], "publish": "partitions"},
    {"lock_hours": 0.5, "compact_after": 1, "when_nothing_new": "run"},
    # Words that no option of ours is spelled nearly as.
    {"owner": "us", "meta": {"team": "a", "lock": 1}},
]
MISSPELT = {
    "batchh": "batch",
    "btach": "batch",
    "Batch": "batch",
    "privat": "private",
    "publush": "publish",
    "partition-by": "partition_by",
    "lock_hour": "lock_hours",
    "restate_form": "restate_from",
}


def refusal(macros):
    """The error for the config alone, or for the options that it makes with a plan."""
    sentence = macros.refusal(OPTIONS, macros.relation)
    if sentence:
        return sentence
    options = macros.call(OPTIONS, macros.relation)
    no_plan = {"pattern": None, "options": {}}
    return macros.refusal(PLANNED, macros.relation, options, no_plan)


@pytest.mark.parametrize(("name", "config", "way_out"), BAD)
def test_a_bad_option_is_refused_and_says_the_way_out(name, config, way_out):
    sentence = refusal(macros := Macros(config))
    assert sentence.startswith(f"daybook: {macros.relation}: invalid value ")
    assert f" for {name}: " in sentence
    assert way_out in sentence


@pytest.mark.parametrize("name", Macros().call("_options_of_batched"))
def test_a_value_of_another_type_is_refused_or_fits(name):
    """In YAML a day is a date."""
    lists = ([1], [None], [["a"]], {"a": 1}, {"a": None}, {"a": ["b"]}, [{"a": 1}])
    for value in (*lists, ["view"], {}, [], "abc", "", 1.5, -1, True, DAY, [DAY]):
        for more in ({}, BY_MONTH, APPENDED):
            sentence = refusal(Macros(more | {name: value}))
            start = "daybook: shop.orders: invalid value "
            assert sentence is None or sentence.startswith(start)
            assert sentence or value not in lists


@pytest.mark.parametrize("config", GOOD, ids=str)
def test_a_good_config_is_taken(config):
    macros = Macros(config)
    assert refusal(macros) is None
    options = macros.call(OPTIONS, macros.relation)
    as_given = {k: v for k, v in config.items() if k in options and v != "ignore"}
    for name, value in as_given.items():
        assert options[name] in (value, [value])


@pytest.mark.parametrize("wrong", MISSPELT)
@pytest.mark.parametrize("place", ["config", "meta"])
def test_a_key_that_is_nearly_one_of_ours_is_not_left_out_silently(wrong, place):
    macros = Macros({wrong: 1} if place == "config" else {"meta": {wrong: 1}})
    sentence = macros.refusal(OPTIONS, macros.relation)
    assert f"the config has the key {wrong}: write {MISSPELT[wrong]} if" in sentence


@pytest.mark.parametrize(
    "config",
    [
        {"batch": "append"},
        {"meta": {"batch": "append"}},
        {"meta": {"batch": "append"}, "batch": "replace"},
        {"meta": {"batch": None, "team": "a"}, "batch": "append"},
    ],
    ids=str,
)
def test_an_option_is_read_under_meta_first_and_then_beside_the_other_keys(config):
    macros = Macros(config)
    assert macros.call(OPTIONS, macros.relation)["batch"] == "append"
    assert macros.call("model_option", "batch", "replace") == "append"


def test_nothing_is_refused_while_dbt_only_parses():
    """It would end every command of the project, and the error is of one model."""
    macros = Macros({"batch": "upsert"})
    macros.context["execute"] = False
    assert macros.refusal(OPTIONS, macros.relation) is None


@pytest.mark.parametrize(
    ("config", "is_refused"),
    [
        ({}, False),
        (APPENDED, False),
        (APPENDED | {"partition_by": ["month"]}, False),
        (APPENDED | {"replace_where": "month='open'"}, False),
        (BY_MONTH | {"batch": "replace"}, True),
        ({"batch": "append", "partition_by": "day"}, True),
    ],
)
def test_a_config_may_not_contradict_a_plan(config, is_refused):
    macros = Macros(config | {"materialized": "batched"})
    sets = {
        "batch": "append",
        "partition_by": ["month"],
        "replace_where": "month = 'open'",
    }
    plan = {"pattern": "negate_events", "options": sets}
    options = macros.call(OPTIONS, macros.relation)
    sentence = macros.refusal(PLANNED, macros.relation, options, plan)
    assert (sentence is not None) == is_refused
    if is_refused:
        assert "negate_events sets " in sentence
        assert " itself: leave it out of the model's config" in sentence
    else:
        planned = macros.call(PLANNED, macros.relation, options, plan)
        assert {name: planned[name] for name in sets} == sets


def test_the_page_has_the_same_options_with_the_same_defaults():
    page = (ROOT / "docs" / "patterns" / "batches.md").read_text()
    (section,) = re.findall(r"(?ms)^### Options\n(.*?)^##", page)
    told = {}
    for names, default in re.findall(r"(?m)^\| (`.*?) \| (.*?) \|", section):
        told |= dict.fromkeys(re.findall(r"`(\w+)`", names), default.strip("`"))
    rules = Macros().call("_options_of_batched")
    defaults = {name: rule.get("default") or "none" for name, rule in rules.items()}
    defaults["keeps_posted_batch_id"] = "false"
    assert told == {name: str(default) for name, default in defaults.items()}


def test_the_example_of_each_option_can_be_used():
    page = (ROOT / "docs" / "patterns" / "batches.md").read_text()
    (section,) = re.findall(r"(?ms)^### Options\n(.*?)^##", page)
    examples = re.findall(r"(?m)^\| (`.*?) \|.*\| `(.*)` \|$", section)
    assert len(examples) > 10
    by_dbt = {"partition_by", "file_format", "on_schema_change"}
    for names, example in examples:
        config = Environment().compile_expression(f"dict({example})")()
        meta = config.get("meta", {})
        assert {*re.findall(r"`(\w+)`", names)} <= {*config, *meta}
        assert {*config} <= {*by_dbt, "meta"}
        assert by_dbt.isdisjoint(meta)
        assert refusal(Macros(config)) is None


def test_an_operation_reads_the_options_as_a_run_does():
    """adopt_table makes a batch of the model that the options are of."""
    config = BY_MONTH | {"meta": {"private": "open"}, "on_schema_change": "ignore"}
    node = {"schema": "shop", "alias": "orders", "config": config}
    macros = Macros(config)
    options = macros.call("_options_of_node", node)
    assert options == macros.call(OPTIONS, macros.relation)
    assert options["private"] == ["open"]
    assert options["lock_hours"] == 6
    node["config"] = {"lock_hours": 0}
    assert "invalid value 0 for lock_hours" in macros.refusal("_options_of_node", node)


@pytest.mark.parametrize(
    ("name", "value", "way_out"),
    [
        ("daybook_log_events", "200", "use a whole number from 1 on"),
        ("daybook_view_text_limit", "100000", "use a whole number from 1 on"),
        ("daybook_grants", "false", "use true or false"),
    ],
)
def test_variables_that_would_fail_later_are_refused(name, value, way_out):
    macros = Macros(vars={name: value})
    sentence = macros.refusal("_check_variables", macros.relation)
    said = f'invalid value "{value}" for the variable {name}: {way_out}'
    assert said in sentence


@pytest.mark.parametrize("is_on", [False, True])
def test_grants_are_carried_out_or_warned_of(is_on):
    said, done = [], []
    config = {"grants": {"select": ["a"]}}
    macros = Macros(config, {"daybook_grants": is_on})
    macros.context["exceptions"] = {"warn": said.append}
    macros.context["apply_grants"] = lambda *given, **_: done.append(given)
    macros.call("_apply_grants", macros.relation)
    assert done == ([(macros.relation, config["grants"])] if is_on else [])
    assert [("not carried out" in each) for each in said] == ([] if is_on else [True])
