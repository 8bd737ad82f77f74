"""What would count rows twice, lose them or leave an option out, and is refused."""

import pytest

COLUMNS = "id int, month string, at timestamp"
AT = "2015-09-01 00:00:00"
A, B = "2015-08", "2015-09"
NEW = 'select id, month from {{ daybook.new_batches(ref("%s")) }}'
BRINGS_ALONG = (
    NEW
    % "events"
    + "{% if daybook.published(this) %} union all select id, month from {{ this }}"
    ' where month in (select month from {{ daybook.new_batches(ref("events")) }})'
    "{% endif %}"
)
TAKEN_BACK = """
    select id, month
    from {{ daybook.new_batches(ref("months"), retract="negate", measures=["id"]) }}
    """
WHOLE_MONTHS = """
    select id, month from {{ ref("events") }}
    where month in (select month from {{ daybook.new_batches(ref("events")) }})
    """
THROUGH = 'through="date\'2015-09-30\'", state="state"'
# Macros that add what they read to what is published, with their other arguments.
ADDS_UP = {
    "accumulating_snapshot": THROUGH,
    "aged_snapshot": THROUGH,
    "item_days": f'{THROUGH}, item="item", occurred_at="at"',
    "bitemporal_history": 'key=["id"], values=["month"], event_time="at"',
}
APPENDED = 'batch="append", partition_by="snapshot_month"'
HISTORY = (
    'batch="append", partition_by=["history_part", "ended_month"], private=["gap"],'
    " replace_where=\"history_part = 'current'\""
)
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


READ = ("ref('events')", "ref('seen')", "ref('between')")


def feed(project, rows, name="events"):
    project.feed(name, COLUMNS, [(id, month, AT) for id, month in rows])


@pytest.fixture(scope="module")
def outcomes(project):
    """Of two runs, the second with a new row of a month that has rows."""
    project.fed_model("events", 'batch="append", partition_by="month"', EVENT_TIME)
    project.fed_model("months", 'partition_by="month"')
    by_month = 'partition_by="month"'
    project.model("by_month", NEW % "events", by_month)
    project.model("as_a_whole", NEW % "events")
    project.model("of_a_clone", NEW % "seen", by_month)
    project.model("brings_along", BRINGS_ALONG, by_month)
    project.model("restates", NEW % "events", f'{by_month}, restate_from="{A}"')
    project.model("of_months", NEW % "months", by_month)
    project.model("of_months_by_id", NEW % "months", 'partition_by="id"')
    project.model("months_as_a_whole", NEW % "months")
    project.model("months_taken_back", TAKEN_BACK, by_month)
    project.model("whole_months", WHOLE_MONTHS, by_month)
    # Its name is a part of the name of what it reads.
    project.model("event", NEW % "events", by_month)
    project.model("late_remark", NEW % "events" + " -- this month", by_month)
    project.model(
        "seen",
        '{{ config(materialized="pointer_clone") }} select * from {{ ref("events") }}',
        config=None,
    )
    project.model(
        "between",
        '{{ config(materialized="ephemeral") }} select * from {{ ref("events") }}',
        config=None,
    )
    outcomes = []
    for events, months in (([(1, A), (2, B)], [(1, A)]), ([(3, B)], [(2, B)])):
        feed(project, events)
        feed(project, months, "months")
        outcomes.append(project.run())
    return outcomes


def test_new_rows_do_not_take_the_place_of_the_older_ones(project, outcomes):
    for name, what, upstream in (
        ("by_month", "their partitions", "events"),
        ("event", "their partitions", "events"),
        ("as_a_whole", "the model", "events"),
        ("of_a_clone", "their partitions", "seen"),
        ("of_months_by_id", "their partitions", "months"),
        ("months_as_a_whole", "the model", "months"),
        ("months_taken_back", "their partitions", "months"),
    ):
        for outcome in outcomes:
            assert (
                'batch="replace" can\'t be used here: new_batches gives only the new'
                f" rows of {project.schema}.{upstream}, and they would replace the"
                f" older rows of {what}" in outcome[name]
            )
        assert project.names(name) == []


def test_what_cannot_be_seen_on_a_first_run_is_refused_on_the_second(project, outcomes):
    first, second = (outcome["late_remark"] for outcome in outcomes)
    assert first == "success"
    assert "would replace the older rows" in second
    assert project.rows("late_remark", "id") == [(1,), (2,)]


def test_a_model_that_has_all_rows_of_what_it_replaces_may_read_new_batches(
    project, outcomes
):
    for outcome in outcomes:
        for name in ("brings_along", "restates", "of_months", "whole_months"):
            assert outcome[name] == "success"
    assert project.rows("whole_months", "id") == [(1,), (2,), (3,)]
    assert project.rows("brings_along", "id") == [(1,), (2,), (3,)]
    assert project.rows("restates", "id") == [(3,)]
    assert project.rows("of_months", "id") == [(1,), (2,)]


@pytest.mark.parametrize("macro", ADDS_UP)
def test_rows_are_not_taken_in_again_in_each_run(project, outcomes, macro):
    argument = "arrivals" if macro == "bitemporal_history" else "entries"
    for number, sql in enumerate(READ):
        project.model(
            f"{macro}_{number}",
            f"{{{{ daybook.{macro}({argument}={sql}, posted=this,"
            f" {ADDS_UP[macro]}) }}}}",
            HISTORY if macro == "bitemporal_history" else APPENDED,
        )
    project.model(
        f"{macro}_text",
        f"""
        {{%- set read -%}}
        (select *, id as item, 'x' as state from {{{{ ref("events") }}}})
        {{%- endset -%}}
        {{{{ daybook.{macro}({argument}=read, posted=this, {ADDS_UP[macro]}) }}}}
        """,
        HISTORY if macro == "bitemporal_history" else APPENDED,
    )
    outcome = project.run(select=f"{macro}_*")
    for number, sql in enumerate(READ):
        said = outcome[f"{macro}_{number}"]
        assert "each run would take in all of its rows again, not only" in said
        assert f"Use {argument}=daybook.new_batches({sql})" in said
    said = outcome[f"{macro}_text"]
    assert f"{argument} does not read new_batches(...), so each run would" in said


@pytest.mark.stress
def test_the_format_of_a_published_model_does_not_change(project):
    project.fed_model("formatted", "")
    feed(project, [(1, A)], "formatted")
    project.ok(select="formatted")
    project.fed_model("formatted", 'file_format="orc"')
    for full_refresh in (False, True):
        said = project.run(select="formatted", full_refresh=full_refresh)["formatted"]
        assert 'file_format="orc" can\'t be used here: its batches are parquet' in said
    assert project.rows("formatted", "id") == [(1,)]


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
    project.fed_model("set_aside", 'partition_by="month", publish="partitions"')
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
    project.fed_model("moved", 'batch="append", partition_by="month"')
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
    # Where the table is gone, there is nothing to lose.
    project.query(f"drop table {project.schema}.moves__batches")
    project.ok(select="moves")
    assert project.rows("moves", "id") == [(2,)]
    project.query(f"drop schema {shared} cascade")


@pytest.mark.stress
def test_a_window_ends_at_a_value_and_not_at_sql_in_the_data(project):
    columns = "month string, k int, version int"
    config = 'partition_by="month"'
    merge = """
        {{ daybook.merge_snapshot(incoming=ref("told"), posted=this, key=["month", "k"],
            version="version", largest_loss=1%s) }}
    """
    project.fed_model("told", f'{config}, restate_from=" "')
    project.model("window", merge % "", config)
    rows = [("('~')", 1, 1), ("2017-04", 2, 1), ("2017-05", 3, 1)]
    project.feed("told", columns, rows)
    project.ok(select="told window")
    project.model("window", merge % ', window_start="2017-03"', config)
    project.feed("told", columns, [("2017-05", 3, 2)])
    project.ok(select="told window")
    assert project.rows("window", "month") == [("2017-04",), ("2017-05",)]
