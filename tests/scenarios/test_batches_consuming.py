"""new_batches: every upstream row once, whatever happens on either side."""

import pytest

from support.waiting import wait_for_another_second

COLUMNS = "id int, month string"
A, B = "2015-01", "2015-02"
DOWNSTREAM = """
    select month, sum(id) as id, count(*) as n
    from {{ daybook.new_batches(ref("%s")) }}
    group by month
    """


def total(project, name):
    rows = project.query(f"select sum(id), sum(n) from {project.schema}.{name}")
    return tuple(int(value or 0) for value in rows[0])


@pytest.fixture(scope="module")
def project_with_models(project):
    for name, config in {
        "events": 'batch="append", partition_by="month", compact_after=2',
        "days": 'partition_by="month"',
        "other": 'batch="append"',
    }.items():
        project.fed_model(name, config)
        project.feed(name, COLUMNS, [(1, A), (2, B)])
    project.model("sums", DOWNSTREAM % "events", 'batch="append", partition_by="month"')
    project.model("sums_of_days", DOWNSTREAM % "days", 'batch="append"')
    project.model(
        "net_days",
        """
        select month, sum(id) as id, sum(n) as n
        from (select month, id, 1 as n from {{ daybook.new_batches(
            ref("days"), retract="negate", measures=["ID"]
        ) }})
        group by month
        """,
        'batch="append"',
    )
    project.model(
        "of_two",
        """
        select id, 1 as n from {{ daybook.new_batches(ref("events")) }}
        union all
        select id, 1 as n from {{ daybook.new_batches(ref("other")) }}
        """,
        'batch="append"',
    )
    project.ok()
    return project


def test_the_first_run_takes_everything(project_with_models):
    project = project_with_models
    assert total(project, "sums") == (3, 2)
    assert total(project, "of_two") == (6, 4)


def test_nothing_new_writes_nothing_and_is_quick(project_with_models):
    project = project_with_models
    before, statements = project.log("sums"), []

    def note(event):
        if event.info.msg.startswith("On model.consumer.sums: /*"):
            statements.append(event.info.msg.split("*/", 1)[1].strip().lower())

    project.ok(select="sums", on_event=note)
    assert project.log("sums") == before
    # Some 0.03 s each.
    assert len(statements) <= 10, statements
    assert not [sql for sql in statements if sql.startswith(("insert", "alter"))]


def test_a_failed_downstream_takes_the_rows_next_time(project_with_models):
    project = project_with_models
    project.feed("events", COLUMNS, [(10, A)])
    project.ok(select="events")
    broken = "select cast(raise_error('x') as string) as month, id, n from ({})"
    project.model("sums", broken.format(DOWNSTREAM % "events"),
                  'batch="append", partition_by="month"')  # fmt: skip
    assert "x" in project.run(select="sums")["sums"]
    project.feed("events", COLUMNS, [(20, B)])
    project.ok(select="events")
    project.model("sums", DOWNSTREAM % "events", 'batch="append", partition_by="month"')
    assert total(project, "sums") == (3, 2)
    project.ok(select="sums")
    assert total(project, "sums") == (33, 4)


def test_compaction_upstream_is_no_news(project_with_models):
    project = project_with_models
    project.feed("events", COLUMNS, [(100, A), (100, B)])
    project.ok(select="events sums")
    project.feed("events", COLUMNS, [])
    project.ok(select="events")
    events = [event["event"] for event in project.log("events")]
    assert "compacted" in events
    before = project.log("sums")
    project.ok(select="sums")
    assert project.log("sums") == before
    assert total(project, "sums") == (233, 6)


def test_a_full_refresh_downstream_takes_everything_again(project_with_models):
    project = project_with_models
    project.ok(select="sums", full_refresh=True)
    assert total(project, "sums") == (233, 6)
    project.ok(select="sums")
    assert total(project, "sums") == (233, 6)


def test_one_of_two_inputs_is_new(project_with_models):
    project = project_with_models
    project.feed("other", COLUMNS, [(1000, A)])
    project.ok(select="other of_two")
    assert total(project, "of_two") == (1236, 9)


def test_an_empty_batch_upstream_is_consumed(project_with_models):
    project = project_with_models
    project.feed("other", COLUMNS, [])
    project.ok(select="other of_two")
    assert total(project, "of_two") == (1236, 9)


def test_a_replacing_upstream_is_refused_with_the_way_out(project_with_models):
    project = project_with_models
    project.feed("days", COLUMNS, [(50, B)])
    project.ok(select="days")
    message = project.run(select="sums_of_days")["sums_of_days"]
    assert (
        f"{project.schema}.days has replaced rows that this model has consumed"
        in message
    )
    assert "--full-refresh" in message
    assert "retract='negate'" in message
    project.ok(select="sums_of_days", full_refresh=True)
    assert total(project, "sums_of_days") == (51, 2)


def test_a_replacing_upstream_is_taken_as_negated_rows(project_with_models):
    project = project_with_models
    project.ok(select="net_days")
    sums = project.query(
        f"select month, sum(id) from {project.schema}.net_days"
        " group by month order by month"
    )
    assert sums == [(A, 1), (B, 50)]


def test_replacing_what_nobody_has_consumed_is_no_retraction(project_with_models):
    project = project_with_models
    for rows in ([(7, "2015-03")], [(8, "2015-03")]):
        project.feed("days", COLUMNS, rows)
        project.ok(select="days")
    project.ok(select="sums_of_days net_days")
    assert total(project, "sums_of_days") == (59, 3)
    assert project.rows("net_days", "id", "month = '2015-03'") == [(8,)]


def test_a_full_refresh_upstream_with_another_column(project_with_models):
    project = project_with_models
    project.feed("days", COLUMNS + ", extra int", [(5, A, 1)])
    project.ok(select="days", full_refresh=True)
    project.ok(select="net_days")
    sums = project.query(
        f"select month, sum(id) from {project.schema}.net_days"
        " group by month having sum(id) <> 0"
    )
    assert sums == [(A, 5)]


def test_an_upstream_that_was_rebuilt_is_refused(project_with_models):
    project = project_with_models
    project.query(f"drop view {project.schema}.other")
    project.query(f"drop table {project.schema}.other__batches")
    project.feed("other", COLUMNS, [(3, A)])
    wait_for_another_second()
    project.ok(select="other")
    assert "has been rebuilt" in project.run(select="of_two")["of_two"]
    project.ok(select="of_two", full_refresh=True)
    assert total(project, "of_two") == (236, 7)


def test_another_input_in_place_of_one_is_refused(project_with_models):
    project = project_with_models

    def reads(*names):
        new = 'select id, 1 as n from {{ daybook.new_batches(ref("%s")) }}'
        project.model(
            "of_two", " union all ".join(new % name for name in names), 'batch="append"'
        )

    reads("events", "days")
    message = project.run(select="of_two")["of_two"]
    schema = project.schema
    assert f"has consumed {schema}.other and now reads {schema}.days inst" in message
    assert "--full-refresh" in message
    reads("events", "days", "other")
    project.ok(select="of_two")
    assert total(project, "of_two") == (241, 8)
    reads("events")
    project.ok(select="of_two")
    assert total(project, "of_two") == (241, 8)


def test_calls_that_cannot_work_are_refused(project_with_models):
    project = project_with_models
    new = "select * from {{ daybook.new_batches(%s) }}"
    project.model("plain", "select 1 as id", None)
    project.model("in_view", new % 'ref("events")', None)
    project.model("of_plain", new % 'ref("plain")', "")
    project.model("half", new % 'ref("events"), retract="negate"', "")
    project.model(
        "ephemeral", "{{ config(materialized='ephemeral') }} select 1 as id", None
    )
    project.model("of_ephemeral", new % 'ref("ephemeral")', "")
    project.model("misspelt", new % 'ref("days"), "negate", ["ids"]', "")
    outcome = project.run(select="plain in_view of_plain half of_ephemeral misspelt")
    assert "in in_view, which is materialized as view" in outcome["in_view"]
    assert "new_batches reads batched models only" in outcome["of_plain"]
    assert "takes the columns to negate as measures" in outcome["half"]
    assert "this one is ephemeral: it has no batches" in outcome["of_ephemeral"]
    assert 'new_batches(measures=["ids"]) names ids, which is' in outcome["misspelt"]
