"""A wrong argument is the matter of its model or test: one sentence, when that runs."""

import re

import pytest
import yaml

EVENTS = 'item="item", state="state", occurred_at="at"'
LOG = f'events=ref("right"), {EVENTS}'
ENTRIES = 'entries=ref("right"), posted=this, through="current_date()", state="state"'
CALLS = {
    "accept_events": f"{LOG}, accepted=none",
    "negate_events": f'{LOG}, history=ref("right"), posted=this',
    "last_event_date": 'ref("right"), "at"',
    "item_days": f'{ENTRIES}, item="item", occurred_at="at"',
    "milestone_snapshot": f'{LOG}, posted=none, milestones=["a"]',
    "bitemporal_history": 'ref("right"), this, ["item"], ["state"], "at"',
    "accumulating_snapshot": ENTRIES,
    "aged_snapshot": ENTRIES,
    "period_balances": 'ref("right")',
    "calendar": '"2024-01-01", "2024-12-31"',
    "merge_snapshot": 'ref("right"), posted=this, key=["item"], version="at"',
    "deduplicate": 'ref("right"), order_by=["at"]',
    "incremental_aggregate": 'ref("right"), this, ["state"], {"n": "count(*)"}',
    "known": 'ref("right")',
    "with_versions": 'ref("right"), ref("right"), valid_at="at"',
}
ORDERED = list(CALLS)[:5]
# Names that SQL takes only in quotes, and the argument in which a macro is given them.
QUOTED = ["Kunde Nr", "it's", "a`b", "a\\\\b", "größe", "null", "date(at)"]
NAMED = {
    "accept_events": "dimensions=[{}]",
    "negate_events": "dimensions=[{}]",
    "item_days": "dimensions=[{}]",
    "milestone_snapshot": "dimensions=[{}]",
    "accumulating_snapshot": "dimensions=[{}]",
    "aged_snapshot": "dimensions=[{}]",
    "last_event_date": "month={}",
    "period_balances": 'period="month", dimensions=[{}]',
    "calendar": "calendar_name={}, calendars={{'a': ['Monday']}}",
}
# Calls that name a column which what they read does not have.
READS = (
    'entries=daybook.new_batches(ref("grown")), posted=this, through="current_date()"'
)
APPENDS = 'batch="append"'
LEDGER = (
    'batch="append", partition_by="entry_month", private=["open", "resting"],'
    " replace_where=\"entry_month = 'open'\""
)
UNKNOWN = [
    (f'accept_events({CALLS["accept_events"]}, dimensions=["nix"])', APPENDS),
    (f'milestone_snapshot({CALLS["milestone_snapshot"]}, dimensions=["nix"])', ""),
    (f'accumulating_snapshot({READS}, state="nix")', APPENDS),
    (f'aged_snapshot({READS}, state="state", dimensions=["nix"])', APPENDS),
    (f'item_days({READS}, item="item", state="nix", occurred_at="at")', APPENDS),
    (
        f'negate_events({CALLS["negate_events"]}, order_by=["nix"])',
        LEDGER,
    ),
    (
        'negate_events(events=daybook.new_batches(ref("grown")), history=ref("grown"),'
        ' posted=this, item="item", state="state", occurred_at="nix")',
        LEDGER,
    ),
    ('merge_snapshot(ref("right"), this, key=["nix"], version="at")', ""),
    ('period_balances(ref("right"), "month", dimensions=["nix"])', ""),
    ('last_event_date(ref("right"), "nix")', ""),
    (
        'milestone_snapshot(events=ref("right"), posted=none, item="item",'
        ' state="state", occurred_at="at",'
        ' milestones=daybook.distinct_values(ref("right"), "nix"))',
        "",
    ),
    ('deduplicate(ref("right"), key=["nix"], order_by=["at desc"])', ""),
    ('deduplicate(ref("right"), ["item"], ["nix desc nulls last"])', ""),
    ('incremental_aggregate(ref("right"), this, ["nix"], {"n": "count(*)"})', APPENDS),
]
# Macros that go on from what the model has published, with its config.
GOES_ON = {
    "negate_events": LEDGER,
    "accumulating_snapshot": APPENDS,
    "aged_snapshot": APPENDS,
    "item_days": APPENDS,
    "bitemporal_history": 'batch="append", private=["gap"],'
    ' partition_by=["history_part", "ended_month"],'
    " replace_where=\"history_part = 'current'\"",
    "merge_snapshot": "",
    "incremental_aggregate": APPENDS,
}
# Of each macro a wrong argument, and what is said of it.
WRONG = [
    (
        "milestone_snapshot",
        'order_by=["seq dsc"]',
        "use the name of a column, of letters",
    ),
    (
        "accept_events",
        'dimensions=["state"]',
        "accept_events would publish two columns called state",
    ),
    (
        "negate_events",
        'dimensions=["daybook_present"]',
        "names that begin with daybook_ are the macros' own",
    ),
    ("last_event_date", 'is_deleted="gone"', "it goes with item"),
    ("milestone_snapshot", 'late="no"', "use keep or restate"),
    ("milestone_snapshot", 'late="restate"', "it goes with history"),
    ("item_days", 'calendar_name="x"', "it goes with calendar"),
    ("accumulating_snapshot", 'corrections="no"', "use append or restate"),
    ("aged_snapshot", 'corrections="no"', "use append or restate"),
    ("period_balances", 'period="decade"', "use week or month or quarter or year"),
    ("calendar", 'weekend=["Caturday"]', "name some of Monday, Tuesday"),
    ("calendar", 'calendar_name="c"', "it goes with calendars"),
    ("merge_snapshot", 'strategy="no"', "use window or adopt"),
    ("deduplicate", 'key="item"', "name the columns as a list"),
    ("incremental_aggregate", 'late_rows="no"', "use report or refuse or repair"),
    (
        "bitemporal_history",
        'flag_values=["Y"]',
        "name two, the flag of a row that is curre",
    ),
    ("bitemporal_history", 'interval="open"', "use closed or half_open"),
    ("known", 'interval="open"', "use closed or half_open"),
    ("with_versions", 'key="item"', "name one column or more, as a list or as"),
]
WRONG += [
    (name, f"order_by={given}", sentence)
    for name in ORDERED
    for given, sentence in (
        (
            '["at desc"]',
            "name the column alone. The row with the highest value comes last",
        ),
        ('["at", "seq ASC"]', "name the column alone. The row with the highest value"),
        ('"at"', "name the columns as a list"),
    )
]
WRONG += [
    ("bitemporal_history", f"order_by={given}", sentence)
    for given, sentence in (
        (
            '["at desc"]',
            "bitemporal_history takes names of columns, and of two rows the ",
        ),
        (
            '["at", "seq ASC"]',
            "bitemporal_history takes names of columns, and of two row",
        ),
        ('"at"', "name the columns as a list"),
    )
]

# Of each generic test arguments that are not all, and the one that is said to lack.
LACKING = [
    ("entries_balance_to_zero", {}, "item"),
    ("entries_balance_to_zero", {"item": "item"}, "state"),
    ("entries_balance_to_zero", {"item": "item", "state": "state"}, "occurred_at"),
    ("one_open_entry_per_item", {}, "item"),
    ("no_gaps_in_dates", {}, "column_name"),
    ("snapshot_reconciles_with_entries", {"state": "state"}, "entries"),
    ("snapshot_reconciles_with_entries", {"entries": "ref('tested')"}, "state"),
    ("same_on_hand", {"columns": ["state"]}, "snapshot"),
    ("same_on_hand", {"snapshot": "ref('tested')"}, "columns"),
    ("unique_combination", {}, "columns"),
    ("history_does_not_overlap", {}, "key"),
    ("history_has_one_current_row", {}, "key"),
    ("history_has_gaps_only_after_ends", {"key": ["item"]}, "arrivals"),
]
# Arguments that a generic test can't have.
NO_COLUMN = (
    "can't be used here: it is no column of {}.tested, whose columns are item, sta"
)
REFUSED = [
    (
        "entries_balance_to_zero",
        {"item": "item", "state": "nix", "occurred_at": "at"},
        f'state="nix" {NO_COLUMN}',
    ),
    ("one_open_entry_per_item", {"item": "nix"}, f'item="nix" {NO_COLUMN}'),
    ("no_gaps_in_dates", {"column_name": "nix"}, f'column_name="nix" {NO_COLUMN}'),
    (
        "snapshot_reconciles_with_entries",
        {"entries": "ref('tested')", "state": "state", "dimensions": ["nix"]},
        f'dimensions="nix" {NO_COLUMN}',
    ),
    (
        "same_on_hand",
        {"snapshot": "ref('tested')", "columns": ["item", "nix"]},
        f'columns="nix" {NO_COLUMN}',
    ),
    ("unique_combination", {"columns": ["nix"]}, f'columns="nix" {NO_COLUMN}'),
    ("unique_combination", {"columns": []}, "name the columns as a list"),
    ("unique_combination", {"columns": "item"}, "name the columns as a list"),
    ("history_does_not_overlap", {"key": ["nix"]}, f'key="nix" {NO_COLUMN}'),
    ("history_has_one_current_row", {"key": "item"}, 'key="item" can\'t be used here'),
    (
        "history_has_one_current_row",
        {"key": ["item"], "columns": {"current_flag": "nix"}},
        f'columns.current_flag="nix" {NO_COLUMN}',
    ),
    (
        "history_is_never_inverted",
        {"columns": {"valid_to": "nix"}},
        f'columns.valid_to="nix" {NO_COLUMN}',
    ),
    (
        "history_is_never_inverted",
        {"columns": {"valid_to": "${env:HOME}"}},
        'columns="${{env:HOME}}" can\'t be used here: Spark would put a varia',
    ),
    (
        "history_has_gaps_only_after_ends",
        {"key": ["item"], "arrivals": "ref('tested')", "valid_until": "date(at)"},
        f'valid_until="date(at)" {NO_COLUMN}',
    ),
    (
        "history_has_gaps_only_after_ends",
        {"key": ["item"], "arrivals": "ref('tested')", "is_deleted": "gone"},
        'is_deleted="gone" can\'t be used here: it goes with event_time',
    ),
]


def names_of(macro, every):
    """Each macro is given one of the names, or in `make stress` all of them."""
    one = list(NAMED).index(macro) % len(QUOTED)
    return QUOTED if every else [QUOTED[one]]


@pytest.fixture(
    scope="module", params=[False, pytest.param(True, marks=pytest.mark.stress)]
)
def every(request):
    return request.param


@pytest.fixture(scope="module")
def said(project, every):
    """What a build says of each model and test, after a run of another model alone."""
    tests = [
        {f"daybook.{test}": {"name": f"{kind}_{n}", "arguments": given}}
        for kind, wrong in (("lacking", LACKING), ("refused", REFUSED))
        for n, (test, given, _) in enumerate(wrong)
    ]
    columns = (
        "'a' as item, 'x' as state, current_date() as at, false as gone,"
        " current_date() as valid_from, current_date() as valid_to,"
        " current_timestamp() as known_from, current_timestamp() as known_to"
    )
    project.model("right", f"select {columns}", None)
    yml = yaml.safe_dump({"models": [{"name": "tested", "data_tests": tests}]})
    project.model("tested", f"select {columns}", None, yml=yml)
    for n, (name, given, _) in enumerate(WRONG):
        call = f"daybook.{name}({CALLS[name]}, {given})"
        project.model(f"wrong_{n}", f"select * from {{{{ {call} }}}}", "")
    project.model("grown", "select * from {{ ref('right') }}", APPENDS)
    for n, (call, config) in enumerate(UNKNOWN):
        project.model(
            f"unknown_{n}", f"select * from ({{{{ daybook.{call} }}}})", config
        )
    for macro, config in GOES_ON.items():
        call = re.sub(r"(posted=|, )this", r"\1none", CALLS[macro])
        sql = f"select * from {{{{ daybook.{macro}({call}) }}}}"
        project.model(f"goes_on_{macro}", sql, config)
    for macro, argument in NAMED.items():
        for n, name in enumerate(names_of(macro, every)):
            given = argument.format(f'"{name}"')
            call = f"daybook.{macro}({CALLS[macro]}, {given})"
            project.model(f"named_{macro}_{n}", f"select * from {{{{ {call} }}}}", "")
    project.ok(select="right grown")
    return project.build()


@pytest.mark.parametrize("n", range(len(WRONG)))
def test_a_wrong_argument_is_refused_when_its_model_runs(project, said, n):
    _, given, sentence = WRONG[n]
    assert f": {sentence}" in said[f"wrong_{n}"]
    assert f"daybook: {project.schema}.wrong_{n}: " in said[f"wrong_{n}"]
    if given.startswith("order_by"):
        assert 'order_by="' in said[f"wrong_{n}"]


@pytest.mark.parametrize("macro", GOES_ON)
def test_what_goes_on_from_published_rows_needs_the_model_itself(said, macro):
    assert 'posted="None" can\'t be used here: use posted' in said[f"goes_on_{macro}"]


@pytest.mark.parametrize("macro", NAMED)
def test_a_name_that_needs_quotes_is_refused(said, macro, every):
    for n, name in enumerate(names_of(macro, every)):
        sentence = said[f"named_{macro}_{n}"]
        said_name = name.replace("\\\\", "\\")
        assert f'="{said_name}" can\'t be used here: ' in sentence
        assert "select it under such a name in the model that is read" in sentence


@pytest.mark.parametrize("n", range(len(UNKNOWN)))
def test_a_column_that_is_not_there_is_named_with_those_that_are(project, said, n):
    assert f"daybook: {project.schema}.unknown_{n}: " in said[f"unknown_{n}"]
    assert '="nix" can\'t be used here: it is no column of ' in said[f"unknown_{n}"]
    assert "whose columns are item, state, at, gone, " in said[f"unknown_{n}"]


@pytest.mark.parametrize("n", range(len(LACKING)))
def test_a_generic_test_says_which_argument_it_lacks(project, said, n):
    test, _, argument = LACKING[n]
    sentence = f"{test} needs the argument {argument}, which is not given"
    assert f"daybook: {project.schema}.tested: {sentence}" in said[f"lacking_{n}"]


@pytest.mark.parametrize("n", range(len(REFUSED)))
def test_a_generic_test_says_what_is_no_column(project, said, n):
    assert REFUSED[n][2].format(project.schema) in said[f"refused_{n}"]
