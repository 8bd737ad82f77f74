"""What a history refuses: each with its model, what is wrong, and what to do."""

import json

import pytest

from support.told_histories import ARRIVALS, CONFIG, arrival, history, in_words, lines

# Of an argument that names columns, what it is given and why it can't be that.
COLUMNS = "topic, number, day, came, text, amount, is_deleted, until, seq, note, labels"
UNKNOWN = f"it is no column of the arrivals, whose columns are {COLUMNS}"
COMPUTED = f"{UNKNOWN}. What is computed has to be a column there first"
DIRECTED = (
    "bitemporal_history takes names of columns, and of two rows the one with the "
)
A_MAP = "a map can't be compared: make it text in the staging model, by to_json"
GIVEN = {
    "key": {"nix": UNKNOWN, "`nix`": UNKNOWN, "labels": A_MAP},
    "values": {"nix": UNKNOWN, "upper(text)": COMPUTED, "labels": A_MAP},
    "type_1": {"nix": UNKNOWN, "labels": A_MAP},
    "order_by": {
        "nix": UNKNOWN,
        "-seq": COMPUTED,
        "labels": A_MAP,
        "seq desc": DIRECTED,
        "seq DESC nulls last": DIRECTED,
        "seq asc": DIRECTED,
    },
    "event_time": {"nix": UNKNOWN, "cast(day as date)": COMPUTED},
    "system_time": {"nix": UNKNOWN},
    "is_deleted": {
        "nix": UNKNOWN,
        "text = 'x'": COMPUTED,
        "text": "it is of type string: make it true or false in the staging model",
    },
    "valid_until": {"nix": UNKNOWN, "until + 1": COMPUTED},
}
TIME_AS_TEXT = 'event_time="text", system_time="came"'
CONFIGS = {
    "replaces": (
        CONFIG,
        'batch="replace", partition_by=["history_part", "ended_month"]',
        'batch="replace" can\'t be used here: bitemporal_history sets batch="append"',
    ),
    "months": (
        '["history_part", "ended_month"]',
        '"ended_month"',
        'sets partition_by=["history_part", "ended_month"] itself',
    ),
    "replaced": (
        "'current'",
        "'past'",
        "sets replace_where=\"history_part = 'current'\" itself",
    ),
    "shown": ('"gap"', '"past"', 'sets private=["gap"] itself'),
}
LACKING = [
    ("a", "2/09 01-05 A", {"topic": None}),
    *[("b", "2/09 01-05 A", {"number": None})] * 2,
    ("c", "2/09 01-05 A", {"day": None}),
    ("d", "2/09 01-05 A", {"came": None}),
    ("e", "2/09 01-05 A", {"is_deleted": None}),
]
WRONG = [
    *(("tied", "2/09 01-05 A", {}), ("tied", "2/09 01-05 B", {})),
    *(("gone?", "2/09 01-05 A", {}), ("gone?", "2/09 01-05 -", {})),
    *[("the same", "2/09 01-05 A", {})] * 2,
    ("far", "2/09 01-05 A", {"day": "9999-12-31"}),
    ("late", "2/09 01-05 A", {"came": "9999-12-31 23:59:59"}),
    ("inverted", "2/09 01-05 A ..01-04", {}),
    ("a day", "2/09 01-05 A ..01-05", {}),
    ("its end is of no matter", "2/09 01-05 - ..01-04", {}),
]
SAID = {
    "lacking": (
        "of 6 events 1 have no topic, 2 have no number, 1 have no day, 1 have no came,"
        " 1 have no is_deleted. Nothing was taken in: correct them at the source",
    ),
    "wrong": (
        "of 11 arrivals 1 have a day of date'9999-12-31' or later, which stands for no",
        "; 1 have a came of timestamp_ntz'9999-12-31 23:59:59' or later, which stands",
        "; 1 have a until before their day: correct them, or leave them out in the s",
        "; 2 differ at one day and came of a key: name in order_by the columns that",
        ". Nothing was taken in",
    ),
    "unordered": ("; 2 differ at one day of a key: name in order_by the columns",),
}


def changed(name, line, other):
    columns = [column.split()[0] for column in ARRIVALS.split(", ")]
    row = dict(zip(columns, arrival(name, line), strict=True)) | other
    return tuple(row.values())


def wrong_columns():
    """A history for each: a list's name stands last, after one that there is."""
    for argument, names in GIVEN.items():
        lists = {"key": '["topic", "number", %s]', "values": '["text", %s]'}
        form = lists.get(
            argument, "[%s]" if argument in ("type_1", "order_by") else "%s"
        )
        for n, name in enumerate(names):
            given = {} if argument == "event_time" else {"event_time": '"day"'}
            given |= {
                "arrivals": 'daybook.new_batches(ref("labelled"))',
                "posted": "this",
            }
            given |= {"key": '["topic"]', "values": '["text"]'}
            given[argument] = form % json.dumps(name)
            given = ", ".join(f"{key}={value}" for key, value in given.items())
            yield f"{argument}_{n}", f"{{{{ daybook.bitemporal_history({given}) }}}}"


def give(project, options):
    project.feed("options", "options string", [(json.dumps(options),)])


@pytest.fixture(scope="module")
def said(project):
    """What dbt says of each model; the right one is built."""
    right = [("a", "2/09 01-05 A", {})]
    project.model(
        "labelled",
        "select *, map(1, 2) as labels from {{ target.schema }}.arrivals_in",
        'batch="append"',
    )
    for name, rows in (("arrivals", right), ("lacks", LACKING), ("wrongs", WRONG)):
        project.fed_model(name, 'batch="append"')
        project.feed(name, ARRIVALS, [changed(*row) for row in rows])
    project.model("time_as_text", history(times=TIME_AS_TEXT), CONFIG)
    for name, call in wrong_columns():
        project.model(name, call, CONFIG)
    for name, (old, new, _) in CONFIGS.items():
        assert old in CONFIG
        project.model(name, history(), CONFIG.replace(old, new))
    checked = 'is_deleted="is_deleted", valid_until="until"'
    project.model("lacking", history(checked, arrivals="lacks"), CONFIG)
    project.model("wrong", history(checked, arrivals="wrongs"), CONFIG)
    project.model(
        "unordered",
        history(arrivals="wrongs", times='event_time="day"', values='["text"]'),
        CONFIG,
    )
    give(project, {})
    project.model("right", RIGHT, CONFIG)
    return project.run()


RIGHT = """
    {% set options = "select options from " ~ target.schema ~ ".options_in" %}
    {% set given = fromjson(run_query(options)[0][0]) if execute else {} %}
    {{ daybook.bitemporal_history(
        arrivals=daybook.new_batches(ref("arrivals")), posted=this,
        **dict({"key": ["topic", "number"], "values": ["text", "amount"],
            "event_time": "day", "system_time": "came"}, **given)) }}
"""
LAYOUTS = {
    "key": (["number", "topic"], "key was ['topic', 'number'] for the published ver"),
    "values": (["text"], "values was ['text', 'amount'] for the published ver"),
    "type_1": (["note"], "type_1 was [] for the published versions, and is ["),
    "interval": ("half_open", "interval was closed for the published versions,"),
    "flag_values": ([1, 0], "flag_values was ['Y', 'N'] for the published versions"),
    "columns": ({"valid_to": "ends"}, "columns was {"),
    "far_future": ({"valid_to": "2999-12-31"}, "event was {"),
    "system_unit": ("microsecond", "system was {"),
    "event_time": ("came", "event was {"),
    "system_time": (False, "system was {"),
}


def test_a_time_that_is_a_text(project, said):
    sentence = 'event_time="string" can\'t be used here: cast it to a date, a time'
    assert f"daybook: {project.schema}.time_as_text: {sentence}" in said["time_as_text"]


@pytest.mark.parametrize(
    ("argument", "n"), [(name, n) for name in GIVEN for n in range(len(GIVEN[name]))]
)
def test_what_is_no_column_that_a_history_can_read(project, said, argument, n):
    name, why = list(GIVEN[argument].items())[n]
    sentence = f"{argument}={json.dumps(name)} can't be used here: {why}"
    assert (
        f"daybook: {project.schema}.{argument}_{n}: {sentence}"
        in said[f"{argument}_{n}"]
    )
    assert project.names(f"{argument}_{n}__batches") == []


@pytest.mark.parametrize("name", CONFIGS)
def test_a_config(said, name):
    assert "can't be used here: bitemporal_history sets " in said[name]
    assert CONFIGS[name][2] in said[name]


@pytest.mark.parametrize("name", SAID)
def test_arrivals(project, said, name):
    assert f"daybook: {project.schema}.{name}: " in said[name]
    for part in SAID[name]:
        assert part in said[name]
    assert project.names(f"{name}__batches") == []


@pytest.mark.parametrize("option", LAYOUTS)
def test_another_layout_than_that_of_the_published_versions(project, said, option):
    assert said["right"] == "success"
    value, sentence = LAYOUTS[option]
    give(project, {option: value})
    refused = project.run(select="right")["right"]
    assert sentence in refused
    assert "rebuild it with --full-refresh" in refused


def test_what_was_recorded_before_what_is_processed(project, said):
    """Restamped, each counts as known since then, in the order in which they came."""
    give(project, {})
    late = ["1/12 01-05 C", "1/10 01-05 B", "1/13 01-20 D", "2/10 01-30 E"]
    before = project.rows("right"), project.log("right")
    project.feed("arrivals", ARRIVALS, [arrival("a", line) for line in late])
    refused = project.run(select="arrivals right")["right"]
    assert (
        "of 4 arrivals 3 have a came before 2024-03-02 09:00:00, up to which arrivals"
        " are processed, so what was known then would change: give them the time at"
        " which they came, or set late_system_time='restamp', which treats them as"
        " known since 2024-03-02 09:00:00. Nothing was taken in"
    ) in refused
    assert (project.rows("right"), project.log("right")) == before
    give(project, {"late_system_time": "restamp"})
    project.ok(select="right")
    assert in_words(project, "right")["a"] == lines(
        "C1 01-05 01-19  2/09:00:00 open        N past",
        "D1 01-20 open   2/09:00:00 2/09:59:59  N closed",
        "D1 01-20 01-29  2/10:00:00 open        N past",
        "E1 01-30 open   2/10:00:00 open        Y current",
    )
