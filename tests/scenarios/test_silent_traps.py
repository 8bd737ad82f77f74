"""What would count rows twice, lose them or leave an option out, and is refused."""

import json

import pytest

COLUMNS = "id int, month string, at timestamp"
AT = "2015-09-01 00:00:00"
A, B = "2015-08", "2015-09"
NEW = 'select id, month from {{ daybook.new_batches(ref("%s")) }}'
COPY = 'select id, month from {{ ref("%s") }} '
OWN = COPY + "{%% if daybook.published(this) %%} %s {%% endif %%}"
MONTHLY, BY_ID = 'partition_by="month"', 'partition_by="id"'
# Only the new rows of what they read, in place of what they have: what would be lost.
LOSES = {
    "by_month": (NEW % "events", MONTHLY, "their partitions", "events"),
    # Its name is a part of the name of what it reads.
    "event": (NEW % "events", MONTHLY, "their partitions", "events"),
    # A comment reads no rows.
    "remark": (
        '-- from {{ ref("events") }}\n' + NEW % "events",
        MONTHLY,
        "their partitions",
        "events",
    ),
    "as_a_whole": (NEW % "events", "", "the model", "events"),
    "of_a_clone": (NEW % "seen", MONTHLY, "their partitions", "seen"),
    "of_months_by_id": (NEW % "months", BY_ID, "their partitions", "months"),
    "months_as_a_whole": (NEW % "months", "", "the model", "months"),
    "months_taken_back": (
        'select id, month from {{ daybook.new_batches(ref("months"), retract="negate",'
        ' measures=["id"]) }}',
        MONTHLY,
        "their partitions",
        "months",
    ),
}
# Those that have all rows of what they replace, and the ids that they end with.
KEEPS = {
    "brings_along": (
        NEW
        % "events"
        + "{% if daybook.published(this) %} union all select id, month from {{ this }}"
        ' where month in (select month from {{ daybook.new_batches(ref("events")) }})'
        "{% endif %}",
        MONTHLY,
        [1, 2, 3],
    ),
    "whole_months": (
        'select id, month from {{ ref("events") }} where month in'
        ' (select month from {{ daybook.new_batches(ref("events")) }})',
        MONTHLY,
        [1, 2, 3],
    ),
    "restates": (NEW % "events", f'{MONTHLY}, restate_from="{A}"', [3]),
    "of_months": (NEW % "months", MONTHLY, [1, 2]),
    "from_its_last_month": (
        OWN % ("events", "where month >= (select max(month) from {{ this }})"),
        MONTHLY,
        [1, 2, 3],
    ),
    "with_what_is_new": (
        "with every_row as (select id, month from {{ ref('events') }}), new as ("
        + OWN % ("events", "where id not in (select id from {{ this }})")
        + ") select every_row.* from every_row left join new using (id)",
        "",
        [1, 2, 3],
    ),
    "with_a_semicolon": (COPY % "events" + "; ", "", [1, 2, 3]),
    "only_what_it_lacks": (
        OWN % ("events", "where id not in (select id from {{ this }})"),
        'batch="append"',
        [1, 2, 3],
    ),
}
# Habits of incremental models: the SQL, the config, and what the second run says. The
# first refuses only is_incremental().
ASKS = "{%% if %s %%} where id > (select max(id) from {{ this }}) {%% endif %%}"
ASKED = "it calls is_incremental(), which is always false in a batched model"
LACKS = 'invalid value "replace" for batch: the SQL selects only rows whose %s'
DOUBLES = 'invalid value "append" for batch: its SQL has all of its own rows'
HABITS = {
    "asks_dbt": (
        COPY % "events" + ASKS % "is_incremental()",
        'batch="append"',
        ASKED,
    ),
    "asks_through_a_macro": (
        COPY % "events" + ASKS % "execute and of_the_project()",
        'batch="append"',
        ASKED,
    ),
    "after_its_last": (
        OWN % ("events", "where id > (select max(id) from {{ this }})"),
        "",
        LACKS % "id",
    ),
    "after_its_last_by_month": (
        "with new as ("
        + OWN.replace("}} ", "}} as e ", 1)
        % (
            "events",
            "where 1 = 1 and e.id >= (select coalesce(max(id), 0) from {{ this }})",
        )
        + ") select id, month from new",
        MONTHLY,
        LACKS % "id",
    ),
    "with_its_own": (
        OWN % ("events", "union all select id, month from {{ this }}"),
        'batch="append"',
        DOUBLES,
    ),
}
# Macros that add what they read to what is published, with their other arguments.
LOG = 'daybook.event_log(item="item", state="state", occurred_at="at")'
THROUGH = f"through=\"date'2015-09-30'\", event_log={LOG}"
ADDS_UP = {
    "accumulating_snapshot": THROUGH,
    "aged_snapshot": THROUGH,
    "item_days": THROUGH,
    "bitemporal_history": 'key=["id"], values=["month"], event_time="at"',
}
READ = ("ref('events')", "ref('seen')", "ref('between')")
READ_AS_TEXT = """
    {%- set read -%}
    (select *, id as item, 'x' as state from {{ ref("events") }})
    {%- endset -%}
    """
HABIT_OF_PROJECT = (
    "{% macro of_the_project() %}{{ return(is_incremental()) }}{% endmacro %}"
)
# A copy of a log that appends; the others leave rows out, or say of which run a row is.
COPIES = {
    "copies": COPY % "events",
    "copies_of_a_run": 'select *, current_date() as day from {{ ref("events") }}',
    "copies_a_month": COPY % "events" + f"where month = '{B}'",
    "copies_months": COPY % "months",
}
EVENT_TIME = """
models:
  - name: events
    config: {event_time: at}
"""
SOURCE = """
sources:
  - name: outside
    schema: {schema}
    tables: [{{name: events, config: {{event_time: at}}}}]
"""


def feed(project, rows, name="events"):
    project.feed(name, COLUMNS, [(id, month, AT) for id, month in rows])


def argument_of(macro):
    return "arrivals" if macro == "bitemporal_history" else "entries"


@pytest.fixture(scope="module")
def outcomes(project):
    """Of two runs, the second with a new row of a month that has rows."""
    project.fed_model("events", f'batch="append", {MONTHLY}', EVENT_TIME)
    project.fed_model("months", MONTHLY)
    for name, kind in (("seen", "pointer_clone"), ("between", "ephemeral")):
        config = f'{{{{ config(materialized="{kind}") }}}}'
        project.model(name, config + ' select * from {{ ref("events") }}', None)
    project.write("macros/habits.sql", HABIT_OF_PROJECT)
    for name, (sql, config, *_) in (LOSES | KEEPS | HABITS).items():
        project.model(name, sql, config)
    project.model("late_remark", NEW % "events" + " -- this month", MONTHLY)
    for macro, more in ADDS_UP.items():
        call = (
            f"{{{{ daybook.{macro}({argument_of(macro)}=%s, posted=this, {more}) }}}}"
        )
        for number, sql in enumerate(READ):
            project.model(f"{macro}_{number}", call % sql)
        project.model(f"{macro}_text", READ_AS_TEXT + call % "read")
    for name, sql in COPIES.items():
        project.model(name, sql, 'batch="append"')
    outcomes = []
    for events, months in (([(1, A), (2, B)], [(1, A)]), ([(3, B)], [(2, B)])):
        feed(project, events)
        feed(project, months, "months")
        said = []
        outcomes.append(project.run(on_event=lambda e, to=said: to.append(e.info.msg)))
        outcomes[-1]["said"] = "\n".join(said)
    return outcomes


@pytest.mark.parametrize("name", LOSES)
def test_new_rows_do_not_take_the_place_of_the_older_ones(project, outcomes, name):
    *_, what, upstream = LOSES[name]
    for outcome in outcomes:
        assert (
            'invalid value "replace" for batch: new_batches gives only the new'
            f" rows of {project.schema}.{upstream}, and they would replace the"
            f" older rows of {what}" in outcome[name]
        )
        # The model, and the sentence: no list of macros.
        assert len(outcome[name].splitlines()) == 2
    assert project.names(name) == []


def test_what_cannot_be_seen_on_a_first_run_is_refused_on_the_second(project, outcomes):
    first, second = (outcome["late_remark"] for outcome in outcomes)
    assert first == "success"
    assert "would replace the older rows" in second
    assert project.rows("late_remark", "id") == [(1,), (2,)]


@pytest.mark.parametrize("name", KEEPS)
def test_a_model_that_has_all_rows_of_what_it_replaces_may_read_new_batches(
    project, outcomes, name
):
    assert [outcome[name] for outcome in outcomes] == ["success", "success"]
    assert [id for (id,) in project.rows(name, "id")] == KEEPS[name][-1]


@pytest.mark.parametrize("name", HABITS)
def test_a_habit_of_incremental_models_is_refused(project, outcomes, name):
    first, second = (outcome[name] for outcome in outcomes)
    sentence = HABITS[name][-1]
    assert f"daybook: {project.schema}.{name}: {sentence}" in second
    if sentence == ASKED:
        assert sentence in first
        assert project.names(f"{name}*") == []
    else:
        assert first == "success"
        assert project.rows(name, "id") == [(1,), (2,)]


def test_a_run_says_that_it_copies_a_log_that_appends(project, outcomes):
    first, second = (outcome["said"] for outcome in outcomes)
    warning = "each run appends all rows of"
    assert warning not in first
    (line,) = (line for line in second.splitlines() if warning in line)
    assert line.startswith(
        f"daybook: copies: {warning} {project.schema}.events, and not"
    )
    assert "use daybook.new_batches(ref('events')) in place of ref('events')" in line


@pytest.mark.parametrize("macro", ADDS_UP)
def test_rows_are_not_taken_in_again_in_each_run(outcomes, macro):
    argument = argument_of(macro)
    for outcome in outcomes:
        for number, sql in enumerate(READ):
            said = outcome[f"{macro}_{number}"]
            assert "each run would read all of its rows again, not only" in said
            assert f"Use {argument}=daybook.new_batches({sql})" in said
        said = outcome[f"{macro}_text"]
        assert f"{argument} does not read new_batches(...), so each run would" in said


@pytest.mark.stress
def test_a_sample_does_not_count_as_all_there_is(project, outcomes):
    project.model("sums", NEW % "events", 'batch="append"')
    project.model("of_ephemeral", 'select id, month from {{ ref("between") }}')
    project.model(
        "of_source",
        'select id, month from {{ source("outside", "events") }}',
        yml=SOURCE.format(schema=project.schema),
    )
    names = "sums of_ephemeral of_source seen"
    said = project.run("--sample", "1 day", select=names)
    for name in names.split():
        assert "--sample would read a part of events and publish it" in said[name]
        assert f"--exclude {name}" in said[name]
    project.ok(select=names)
    for name in names.split():
        assert project.rows(name, "id") == [(1,), (2,), (3,)]
    # What reads nothing that has an event_time is not sampled.
    project.ok("--sample", "1 day", select="months")


@pytest.mark.stress
def test_a_comment_behind_each_statement_changes_nothing(project):
    file = project.path / "dbt_project.yml"
    before = file.read_text()
    file.write_text(f"{before}query-comment: {{comment: from dbt, append: true}}\n")
    project.fed_model("remarked", 'batch="append", compact_after=1')
    project.fed_model("set_aside", f'{MONTHLY}, publish="partitions"')
    for number in range(3):
        for name in ("remarked", "set_aside"):
            feed(project, [(number, A)], name)
        project.ok(select="remarked set_aside")
    assert project.rows("remarked", "id") == [(0,), (1,), (2,)]
    assert project.rows("set_aside", "id") == [(2,)]
    project.operate("clean_batches", model="remarked", older_than_days=0, apply=True)
    assert project.operation("check_model", model="remarked") == "success"
    file.write_text(before)


@pytest.mark.stress
def test_back_and_forth_and_compacted_is_no_news(project):
    project.fed_model("moved", f'batch="append", {MONTHLY}')
    project.model("of_moved", NEW % "moved", 'batch="append"')
    for number in (1, 2):
        feed(project, [(number, A)], "moved")
        project.ok(select="moved of_moved")
    for batch in project.published("moved"):
        project.operate("publish_batch", model="moved", batch_id=batch)
    project.operate("compact_batches", model="moved", apply=True)
    project.ok(select="of_moved")
    assert project.rows("of_moved", "id") == [(1,), (2,)]
    # Rows that are really taken back are news all the same.
    project.operate(
        "publish_batch", model="moved", batch_id=project.published("moved")[0]
    )
    said = project.run(select="of_moved")["of_moved"]
    assert "has replaced rows that this model has consumed" in said


@pytest.mark.stress
def test_another_daybook_schema_does_not_hide_what_is_published(project):
    project.fed_model("moves", 'batch="append"')
    feed(project, [(1, A)], "moves")
    project.ok(select="moves")
    feed(project, [(2, A)], "moves")
    shared = f"{project.schema}_shared"
    said = project.run(select="moves", vars={"daybook_schema": shared})["moves"]
    assert f"its view shows batches in another table than {shared}." in said
    assert project.rows("moves", "id") == [(1,)]
    project.ok(select="moves")
    assert project.rows("moves", "id") == [(1,), (2,)]
    moved = {"daybook_schema": shared}
    said = project.run("--empty", select="moves", vars=moved, full_refresh=True)
    assert f"its view shows batches in another table than {shared}." in said["moves"]
    assert project.rows("moves", "id") == [(1,), (2,)]
    clone = (
        '{{ config(materialized="pointer_clone") }} select * from {{ ref("moves") }}'
    )
    project.model("moves_too", clone, config=None)
    project.ok(select="moves_too")
    project.ok(select="moves moves_too", vars=moved, full_refresh=True)
    # A run without the variable does not write to the old place.
    feed(project, [(3, A)], "moves")
    table = f"{project.schema}.moves__batches, which has batches of the model too"
    shown = f"its view shows batches in another table than {table}"
    assert shown in project.run(select="moves")["moves"]
    assert shown in project.operation("recover", model="moves")
    assert project.rows("moves", "id") == [(2,)]
    assert project.locks() == []
    # What is removed of the old place is not the view, whose clone is of the new place.
    project.operate("remove_model", model="moves", apply=True)
    assert project.names("moves__batches") == []
    assert project.rows("moves", "id") == [(2,)]
    # Where the table is gone, there is nothing to lose.
    (batches,) = project.names("*__batches", shared)
    project.query(f"drop table {shared}.{batches}")
    project.ok(select="moves", vars=moved)
    assert project.rows("moves", "id") == [(3,)]
    project.query(f"drop schema {shared} cascade")


def test_a_view_whose_name_another_table_has_taken_comes_back(project):
    """As if the model had been materialized as a table for a while."""
    project.fed_model("upstream", 'batch="append"')
    project.model("replaced", NEW % "upstream", 'batch="append"')
    feed(project, [(1, A)], "upstream")
    project.ok(select="upstream replaced")
    batches = project.published("replaced")
    project.query(f"drop view {project.schema}.replaced")
    project.query(f"create table {project.schema}.replaced as select 9 as id")
    project.ok(select="replaced")
    assert project.rows("replaced", "id") == [(1,)]
    assert project.published("replaced") == batches
    (aside,) = project.names("replaced__before_*")
    assert project.rows(aside, "id") == [(9,)]


@pytest.mark.stress
def test_a_table_of_partitions_stays_when_its_former_batches_are_removed(project):
    schemas = [f"{project.schema}_{name}" for name in ("former", "present")]
    former, present = ({"daybook_schema": schema} for schema in schemas)
    for schema in schemas:
        project.query(f"create schema {schema}")
    project.fed_model("shared", f'{MONTHLY}, publish="partitions"')
    feed(project, [(1, A)], "shared")
    project.ok(select="shared", vars=former)
    said = project.run(select="shared", vars=present)["shared"]
    assert f"its view shows batches in another table than {schemas[1]}." in said
    project.ok(select="shared", vars=present, full_refresh=True)
    asked = ["--args", "{model: shared, apply: true}", "--vars", json.dumps(former)]
    removal = project.start("run-operation", "daybook.remove_model", *asked)
    assert "removed" in removal.communicate()[0]
    assert project.names("*__batches", schemas[0]) == []
    assert project.rows("shared", "id") == [(1,)]
    for schema in schemas:
        project.query(f"drop schema {schema} cascade")


@pytest.mark.stress
def test_a_window_ends_at_a_value_and_not_at_sql_in_the_data(project):
    columns = "month string, k int, version int"
    merge = """
        {{ daybook.merge_snapshot(incoming=ref("told"), posted=this, key=["month", "k"],
            version="version", largest_loss=1%s) }}
    """
    project.fed_model("told", f'{MONTHLY}, restate_from="!"')
    project.model("window", merge % "", MONTHLY)
    rows = [("('~')", 1, 1), ("2017-04", 2, 1), ("2017-05", 3, 1)]
    project.feed("told", columns, rows)
    project.ok(select="told window")
    since = ', window={"start": "2017-03"}'
    project.model("window", merge % since, MONTHLY)
    project.feed("told", columns, [("2017-05", 3, 2)])
    project.ok(select="told window")
    assert project.rows("window", "month") == [("2017-04",), ("2017-05",)]
