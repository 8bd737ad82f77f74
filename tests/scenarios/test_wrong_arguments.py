"""Columns that are not there, and generic tests: each is told of when its node runs.

What is wrong without a look at data is in tests/jinja/test_wrong_arguments.py.
"""

import pytest
import yaml

EVENTS = 'item="item", state="state", occurred_at="at"'
LOG = f'events=ref("right"), {EVENTS}'
ENTRIES = (
    'entries=daybook.new_batches(ref("grown")), posted=this, through="current_date()"'
)
APPENDS = 'batch="append"'
# Of each macro a call that names a column which what it reads does not have.
UNKNOWN = [
    (f'accept_events({LOG}, accepted=none, dimensions=["nix"])', APPENDS),
    (f'negate_events({LOG}, history=ref("right"), posted=this, order_by=["nix"])', ""),
    (
        'negate_events(events=daybook.new_batches(ref("grown")), history=ref("grown"),'
        ' posted=this, item="item", state="state", occurred_at="nix")',
        "",
    ),
    (
        f'milestone_snapshot({LOG}, posted=none, milestones=["a"], dimensions=["nix"])',
        "",
    ),
    (
        f"milestone_snapshot({LOG}, posted=none,"
        ' milestones=daybook.distinct_values(ref("right"), "nix"))',
        "",
    ),
    (f'accumulating_snapshot({ENTRIES}, state="nix")', APPENDS),
    (f'aged_snapshot({ENTRIES}, state="state", dimensions=["nix"])', APPENDS),
    (f'item_days({ENTRIES}, item="item", state="nix", occurred_at="at")', APPENDS),
    ('merge_snapshot(ref("right"), this, key=["nix"], version="at")', ""),
    ('period_balances(ref("right"), "month", dimensions=["nix"])', ""),
    ('last_event_date(ref("right"), "nix")', ""),
    ('deduplicate(ref("right"), key=["nix"], order_by=["at desc"])', ""),
    ('deduplicate(ref("right"), ["item"], ["nix desc nulls last"])', ""),
    ('incremental_aggregate(ref("right"), this, ["nix"], {"n": "count(*)"})', APPENDS),
]
OF_STATE = {"item": "item", "state": "state"}


def lacks(argument):
    return f"needs the argument {argument}, which is not given"


def unknown(argument):
    return f'{argument}="nix" can\'t be used here: it is no column of '


# Of each generic test arguments that it can't have, and what is said of them.
REFUSED = [
    ("entries_balance_to_zero", OF_STATE, lacks("occurred_at")),
    (
        "entries_balance_to_zero",
        OF_STATE | {"occurred_at": "nix"},
        unknown("occurred_at"),
    ),
    ("one_open_entry_per_item", {}, lacks("item")),
    ("one_open_entry_per_item", {"item": "nix"}, unknown("item")),
    ("no_gaps_in_dates", {}, lacks("column_name")),
    ("no_gaps_in_dates", {"column_name": "nix"}, unknown("column_name")),
    ("snapshot_reconciles_with_entries", {"state": "x"}, lacks("entries")),
    (
        "snapshot_reconciles_with_entries",
        {"entries": "ref('tested')", "state": "state", "dimensions": ["nix"]},
        unknown("dimensions"),
    ),
    ("same_on_hand", {"columns": ["state"]}, lacks("snapshot")),
    (
        "same_on_hand",
        {"snapshot": "ref('tested')", "columns": ["item", "nix"]},
        unknown("columns"),
    ),
    ("unique_combination", {}, lacks("columns")),
    ("unique_combination", {"columns": []}, "name the columns as a list"),
    ("unique_combination", {"columns": "item"}, "name the columns as a list"),
    ("unique_combination", {"columns": ["nix"]}, unknown("columns")),
    ("history_does_not_overlap", {}, lacks("key")),
    ("history_does_not_overlap", {"key": ["nix"]}, unknown("key")),
    ("history_has_one_current_row", {}, lacks("key")),
    ("history_has_one_current_row", {"key": "item"}, 'key="item" can\'t be used here'),
    (
        "history_has_one_current_row",
        {"key": ["item"], "columns": {"current_flag": "nix"}},
        unknown("columns.current_flag"),
    ),
    (
        "history_is_never_inverted",
        {"columns": {"valid_to": "nix"}},
        unknown("columns.valid_to"),
    ),
    (
        "history_is_never_inverted",
        {"columns": {"valid_to": "${env:HOME}"}},
        'columns="${env:HOME}" can\'t be used here: Spark would put a varia',
    ),
    ("history_has_gaps_only_after_ends", {"key": ["item"]}, lacks("arrivals")),
    (
        "history_has_gaps_only_after_ends",
        {"key": ["item"], "arrivals": "ref('tested')", "valid_until": "nix"},
        unknown("valid_until"),
    ),
    (
        "history_has_gaps_only_after_ends",
        {"key": ["item"], "arrivals": "ref('tested')", "is_deleted": "gone"},
        'is_deleted="gone" can\'t be used here: it goes with event_time',
    ),
]


@pytest.fixture(scope="module")
def said(project):
    """What a build says of each model and test; those that are right are built."""
    columns = (
        "'a' as item, 'x' as state, current_date() as at, false as gone,"
        " current_date() as valid_from, current_date() as valid_to,"
        " current_timestamp() as known_from, current_timestamp() as known_to"
    )
    tests = [
        {f"daybook.{test}": {"name": f"refused_{n}", "arguments": given}}
        for n, (test, given, _) in enumerate(REFUSED)
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
    assert '="nix" can\'t be used here: it is no column of ' in sentence
    assert "whose columns are item, state, at, gone, " in sentence


@pytest.mark.parametrize("n", range(len(REFUSED)))
def test_a_generic_test_says_what_is_wrong_with_its_arguments(project, said, n):
    assert f"daybook: {project.schema}.tested: " in said[f"refused_{n}"]
    assert REFUSED[n][2] in said[f"refused_{n}"]
