"""Columns that are not there: each is told of when its model or test runs.

What is wrong without a look at data is in tests/jinja/test_wrong_arguments.py.
"""

import re

import pytest
import yaml

RIGHT = {"item": "item", "state": "state", "occurred_at": "at"}
EVENTS = 'events=ref("right")'
GROWN = 'daybook.new_batches(ref("grown"))'
ENTRIES = f'entries={GROWN}, posted=this, through="current_date()"'
APPENDS = 'batch="append"'


def log(**more):
    given = ", ".join(f"{name}={value!r}" for name, value in (RIGHT | more).items())
    return f"event_log=daybook.event_log({given})"


# {macro: a call with a column that its input does not have}
UNKNOWN = [
    (f"accept_events({EVENTS}, accepted=none, {log(dimensions=['nix'])})", APPENDS),
    (
        f'negate_events({EVENTS}, history=ref("right"), posted=this,'
        f" {log(order_by=['nix'])})",
        "",
    ),
    (
        f'negate_events(events={GROWN}, history=ref("grown"), posted=this,'
        f" {log(occurred_at='nix')})",
        "",
    ),
    (
        f'milestone_snapshot({EVENTS}, posted=none, milestones=["a"],'
        f" {log(dimensions=['nix'])})",
        "",
    ),
    (
        f"milestone_snapshot({EVENTS}, posted=none, {log()},"
        ' milestones=daybook.distinct_values(ref("right"), "nix"))',
        "",
    ),
    (f"accumulating_snapshot({ENTRIES}, {log(state='nix')})", APPENDS),
    (f"aged_snapshot({ENTRIES}, {log(dimensions=['nix'])})", APPENDS),
    (f"item_days({ENTRIES}, {log(state='nix')})", APPENDS),
    ('merge_snapshot(ref("right"), this, key=["nix"], version="at")', ""),
    ('period_balances(ref("right"), "month", dimensions=["nix"])', ""),
    (f'last_event_date(ref("right"), {log(occurred_at="nix")})', ""),
    ('deduplicate(ref("right"), key=["nix"], order_by=["at desc"])', ""),
    ('deduplicate(ref("right"), ["item"], ["nix desc nulls last"])', ""),
    ('incremental_aggregate(ref("right"), this, ["nix"], {"n": "count(*)"})', APPENDS),
]
# {generic test: arguments with a column that the model does not have}
TESTS = {
    "entries_balance_to_zero": {"item": "item", "state": "nix", "occurred_at": "at"},
    "one_open_entry_per_item": {"item": "nix"},
    "no_gaps_in_dates": {"column_name": "nix"},
    "snapshot_reconciles_with_entries": {
        "entries": "ref('tested')",
        "state": "state",
        "dimensions": ["nix"],
    },
    "same_on_hand": {"snapshot": "ref('tested')", "columns": ["item", "nix"]},
    "unique_combination": {"columns": ["nix"]},
    "history_does_not_overlap": {"key": ["nix"]},
    "history_has_one_current_row": {
        "key": ["item"],
        "columns": {"current_flag": "nix"},
    },
    "history_is_never_inverted": {"columns": {"valid_to": "nix"}},
    "history_has_gaps_only_after_ends": {"key": ["nix"], "arrivals": "ref('tested')"},
}


@pytest.fixture(scope="module")
def said(project):
    """What a build says of each model and test; those that are right are built."""
    columns = (
        "'a' as item, 'x' as state, current_date() as at, false as gone,"
        " current_date() as valid_from, current_date() as valid_to,"
        " current_timestamp() as known_from, current_timestamp() as known_to"
    )
    tests = [
        {f"daybook.{test}": {"name": f"of_{test}", "arguments": given}}
        for test, given in TESTS.items()
    ]
    yml = yaml.safe_dump({"models": [{"name": "tested", "data_tests": tests}]})
    project.model("tested", f"select {columns}", None, yml=yml)
    project.model("right", f"select {columns}", None)
    project.model("grown", "select * from {{ ref('right') }}", APPENDS)
    for n, (call, config) in enumerate(UNKNOWN):
        sql = f"select * from ({{{{ daybook.{call} }}}})"
        project.model(f"unknown_{n}", sql, config)
    outcome = project.build()
    assert {outcome[name] for name in ("tested", "right", "grown")} == {"success"}
    return outcome


@pytest.mark.parametrize("n", range(len(UNKNOWN)))
def test_a_column_that_is_not_there_is_named_with_those_that_are(project, said, n):
    sentence = said[f"unknown_{n}"]
    assert f"daybook: {project.schema}.unknown_{n}: " in sentence
    assert re.search(
        'invalid value "nix" for .*: there is no such column in ', sentence
    )
    assert "(columns: item, state, at, gone, " in sentence


@pytest.mark.parametrize("test", TESTS)
def test_a_generic_test_says_what_is_no_column(project, said, test):
    sentence = f"there is no such column in {project.schema}.tested (columns: item,"
    assert re.search(
        f'invalid value "nix" for .*: {re.escape(sentence)}', said[f"of_{test}"]
    )
