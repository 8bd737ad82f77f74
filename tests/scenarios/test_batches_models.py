"""What dbt expects: contracts, docs, hooks, --empty, schema changes, odd names."""

import re
import threading
from datetime import datetime, timedelta, timezone

import pytest
from dbt_common.exceptions import CompilationError

from support.batch_project import connect
from support.waiting import wait_for, wait_for_another_second

COLUMNS = "id int, month string"
A, B = "2015-01", "2015-02"
ODD = 'It\'s a \\\\ \\"description\\"'  # As YAML has it: It's a \ "description"


def described(name, relation, column, more=""):
    return f"""
        models:
          - name: {name}
            description: "{relation}"
            config:
              persist_docs: {{relation: true, columns: true}}
              {more}
            columns:
              - {{name: id, data_type: int, description: "{column}"}}
              - {{name: month, data_type: string}}
        """


def comments(project, name):
    columns = {
        r[0]: r[2] for r in project.query(f"describe table {project.schema}.{name}")
    }
    table = project.query(f"describe table extended {project.schema}.{name}")
    return columns["id"], {r[0]: r[1] for r in table}.get("Comment")


def test_docs_are_kept_on_the_view_and_follow_changes(project):
    project.fed_model(
        "documented", "", described("documented", ODD, "one 'quoted' \\\\ id")
    )
    project.feed("documented", COLUMNS, [(1, A)])
    project.ok(select="documented")
    expected = ("one 'quoted' \\ id", 'It\'s a \\ "description"')
    assert comments(project, "documented") == expected
    project.ok(select="documented")
    assert comments(project, "documented") == expected
    project.fed_model(
        "documented", "", described("documented", "Other.", "Another id.")
    )
    project.ok(select="documented")
    assert comments(project, "documented") == ("Another id.", "Other.")


def test_contracts(project):
    contract = "contract: {enforced: true}"
    for name in ("kept", "broken"):
        project.fed_model(name, "", described(name, "", "", contract))
    project.feed("kept", "month string, id int", [(A, 1)])
    project.feed("broken", COLUMNS.replace("int", "string"), [("1", A)])
    outcome = project.run(select="kept broken")
    assert outcome["kept"] == "success"
    assert project.rows("kept", "id, month") == [(1, A)]
    assert "contract" in outcome["broken"]


def test_hooks_run_around_the_batch(project):
    schema = project.schema
    project.query(f"create table {schema}.calls (at string, n int) using parquet")
    call = f"insert into {schema}.calls select '%s', count(*) from {schema}.hooked"
    hooks = f'pre_hook="{call % "pre"}", post_hook="{call % "post"}"'
    project.fed_model("hooked")
    project.feed("hooked", COLUMNS, [(1, A)])
    project.ok(select="hooked")
    project.fed_model("hooked", hooks)
    project.feed("hooked", COLUMNS, [(1, A), (2, A)])
    project.ok(select="hooked")
    assert project.rows("calls") == [("post", 2), ("pre", 1)]


def test_empty_builds_and_publishes_nothing(project):
    for name in ("empty_first", "empty_later"):
        project.fed_model(name, 'batch="append"')
        project.feed(name, COLUMNS, [(1, A)])
    project.model(
        "on_empty",
        'select id from {{ daybook.new_batches(ref("empty_first")) }}',
        'batch="append"',
    )
    project.ok(select="empty_later")
    # A table whose readers go on reading it, until a real run.
    project.fed_model("empty_over")
    project.feed("empty_over", COLUMNS, [(1, A)])
    table = f"{project.schema}.empty_over"
    project.query(f"create table {table} using parquet as select 9 as id")
    project.ok("--empty", select="empty_first empty_later on_empty empty_over")
    assert project.rows("empty_over") == [(9,)]
    assert project.rows("empty_first") == project.rows("on_empty") == []
    assert project.rows("empty_later", "id") == [(1,)]
    project.ok(select="empty_first empty_later on_empty")
    assert project.rows("empty_first", "id") == project.rows("on_empty", "id") == [(1,)]
    assert project.rows("empty_later", "id") == [(1,), (1,)]


def test_changes_of_the_schema(project):
    taking = 'batch="append", on_schema_change="append_new_columns"'
    for name, config in (("strict", 'batch="append"'), ("taking", taking)):
        project.fed_model(name, config)
        project.feed(name, COLUMNS, [(1, A)])
    project.ok(select="strict taking")
    for name in ("strict", "taking"):
        project.feed(name, "id int, url string", [(2, "x")])
    outcome = project.run(select="strict taking")
    assert "its columns changed (new: url; missing: month)" in outcome["strict"]
    assert "on_schema_change='append_new_columns'" in outcome["strict"]
    both = [(1, A, None), (2, None, "x")]
    assert project.rows("taking", "id, month, url") == both
    project.ok(select="strict", full_refresh=True)
    assert project.rows("strict", "id, url") == [(2, "x")]
    for name in ("strict", "taking"):
        project.feed(name, "id string, url string", [("3", "x")])
    outcome = project.run(select="strict taking", full_refresh=True)
    for name in ("strict", "taking"):
        assert (
            "column id was int and is now string: cast it to what it was"
            in outcome[name]
        )
    assert project.rows("taking", "id, month, url") == both


def test_names_of_columns_are_one_in_any_case(project):
    project.fed_model("spelled", 'batch="append", partition_by="month"')
    project.feed("spelled", COLUMNS, [(1, A)])
    project.ok(select="spelled")
    project.fed_model("spelled", 'batch="append", partition_by="Month"')
    project.feed("spelled", "Id int, MONTH string", [(2, A)])
    project.ok(select="spelled")
    assert project.rows("spelled", "id, month") == [(1, A), (2, A)]
    project.ok(select="spelled", full_refresh=True)
    assert project.rows("spelled", "id, month") == [(2, A)]


def test_what_was_never_published_may_be_changed(project):
    failing = "select cast(raise_error('no such item') as int) as id, 'x' as month"
    project.model("unborn", failing, 'partition_by="month"')
    assert "no such item" in project.run(select="unborn")["unborn"]
    (begun,) = project.log("unborn")
    project.model("unborn", "select 1L as id, day from {{ target.schema }}.unborn_in",
                  'partition_by="day"')  # fmt: skip
    project.feed("unborn", "day string", [("x",)])
    project.ok(select="unborn")
    assert project.rows("unborn", "id, day") == [(1, "x")]
    dead, committed = project.log("unborn")
    assert (dead["event"], dead["batch_id"]) == ("failed", begun["batch_id"])
    assert committed["batch_id"] > begun["batch_id"]
    partitions = project.query(f"show partitions {project.schema}.unborn__batches")
    assert partitions == [(f"day=x/batch_id={committed['batch_id']}",)]


@pytest.mark.stress
def test_wide_and_odd_structs(project):
    fields = ", ".join(f"'f{number}', {number}" for number in range(40))
    sql = f"select named_struct({fields}{{}}) as wide, named_struct('a b', 1) as odd"
    project.model("structs", sql.format(""), 'batch="append"')
    for _ in range(2):
        project.ok(select="structs")
    assert project.rows("structs", "wide.f39, odd.`a b`") == [(39, 1), (39, 1)]
    project.model("structs", sql.format(", 'f40', 40"), 'batch="append"')
    message = project.run(select="structs")["structs"]
    assert "column wide was struct<" in message
    assert "f39:int,f40:int>: cast it to what it was" in message


def test_another_partitioning_is_refused(project):
    project.fed_model("parted", 'partition_by="month"')
    project.feed("parted", COLUMNS, [(1, A)])
    project.ok(select="parted")
    project.fed_model("parted", 'partition_by="id"')
    assert (
        "its batches are partitioned by month string"
        in project.run(select="parted")["parted"]
    )


@pytest.mark.stress
def test_what_stood_under_the_name_is_put_aside(project):
    for name in ("was_table", "was_view", "was_ours", "lost"):
        project.fed_model(name)
        project.feed(name, COLUMNS, [(1, A)])
    project.query(
        f"create table {project.schema}.was_table using parquet as select 9 as x"
    )
    project.query(f"create view {project.schema}.was_view as select 9 as x")
    project.ok(select="was_table was_view was_ours lost")
    # Ours, then a view of somebody else's; and one that somebody dropped.
    project.query(f"create or replace view {project.schema}.was_ours as select 9 as x")
    project.query(f"drop view {project.schema}.lost")
    project.ok(select="was_ours lost")
    for name in ("was_table", "was_view", "was_ours", "lost"):
        assert project.rows(name, "id") == [(1,)]
    for name in ("was_table", "was_view", "was_ours"):
        (aside,) = project.names(f"{name}__before_*")
        assert project.rows(aside) == [(9,)]


def test_a_lost_view_is_made_again_though_nothing_is_new(project):
    project.fed_model("upper", 'batch="append"')
    project.feed("upper", COLUMNS, [(1, A)])
    project.model(
        "lower",
        'select id from {{ daybook.new_batches(ref("upper")) }}',
        'batch="append"',
    )
    project.ok(select="upper lower")
    project.query(f"drop view {project.schema}.lower")
    project.ok(select="lower")
    assert project.rows("lower", "id") == [(1,)]


@pytest.mark.stress
def test_readers_never_miss_the_table_in_a_full_refresh(project):
    project.fed_model("refreshed", 'partition_by="month"')
    project.feed("refreshed", COLUMNS, [(1, A), (1, B)])
    project.ok(select="refreshed")
    reads, running = [], True

    def read():
        cursor = connect(project.port)
        while running:
            try:
                cursor.execute(
                    f"select min(id), max(id), count(*) from {project.schema}.refreshed"
                )
                reads.append(cursor.fetchone())
            except Exception as error:  # noqa: PERF203
                reads.append(str(error))

    reader = threading.Thread(target=read)
    reader.start()
    project.feed("refreshed", COLUMNS, [(2, A), (2, B)])
    project.ok(select="refreshed", full_refresh=True)
    wait_for(lambda: reads[-1] == (2, 2, 2))
    running = False
    reader.join()
    assert set(reads) == {(1, 1, 2), (2, 2, 2)}


@pytest.mark.stress
def test_a_schema_of_its_own_for_batches_and_locks(project):
    other = f"{project.schema}_own"
    project.query(f"drop schema if exists {other} cascade")
    # <schema>__<model> is one name for both.
    pairs = {"apart": "b__c", "apart_b": "c"}
    project.model("apart", "select 1 as id", 'batch="append", alias="b__c"')
    project.model("apart_b", "select 2 as id", 'batch="append", alias="c", schema="_b"')
    for _ in range(2):
        project.ok(select="apart apart_b", vars={"daybook_schema": other})
    names = project.names(schema=other)
    assert len(names) == len(pairs)
    assert [re.sub("__[0-9a-f]{8}__", "__...__", name) for name in names] == [
        f"{project.schema}__b__c__...__batches"
    ] * 2
    assert project.rows("b__c", "id") == [(1,), (1,)]
    assert project.query(f"select id from {project.schema}__b.c") == [(2,), (2,)]
    assert project.locks() == []
    with pytest.raises(CompilationError, match="name a schema in letters, digits"):
        project.run(select="apart", vars={"daybook_schema": "a; drop"})
    for schema in (other, f"{project.schema}__b"):
        project.query(f"drop schema {schema} cascade")


@pytest.mark.stress
def test_names_that_need_care(project):
    long = "a" * 100
    project.fed_model("careful", 'batch="append", alias="MixedCase"')
    project.feed("careful", COLUMNS, [(1, A)])
    project.fed_model(long, "")
    project.feed(long, COLUMNS, [(1, A)])
    project.model(
        "of_careful",
        'select id from {{ daybook.new_batches(ref("careful")) }}',
        'batch="append"',
    )
    for _ in range(2):
        project.ok(select=f"careful {long} of_careful")
    assert (
        project.rows("mixedcase", "id")
        == project.rows("of_careful", "id")
        == [(1,), (1,)]
    )
    assert project.rows(long, "id") == [(1,)]


@pytest.mark.stress
def test_an_ephemeral_model_and_a_query_that_begins_with_with(project):
    project.model(
        "ephemeral",
        "{{ config(materialized='ephemeral') }} select 1 as id, 'x -- y' as text",
        None,
    )
    project.model("upon", """
        with doubled as (select id * 2 as id, text from {{ ref("ephemeral") }})
        select * from doubled -- the end
        """, 'batch="append"')  # fmt: skip
    for _ in range(2):
        project.ok(select="upon")
    assert project.rows("upon", "id, text") == [(2, "x -- y")] * 2


@pytest.mark.stress
def test_without_ansi_mode(project):
    project.fed_model(
        "lenient", 'partition_by="month", pre_hook="set spark.sql.ansi.enabled = false"'
    )
    for rows in ([(1, A), (2, B)], [(3, B)]):
        project.feed("lenient", COLUMNS, rows)
        project.ok(select="lenient")
    assert project.rows("lenient", "id") == [(1,), (3,)]


@pytest.mark.stress
def test_as_known_at_a_time(project):
    project.fed_model("dated", 'partition_by="month", batch="append", compact_after=1')
    for number in (1, 2, 3):
        project.feed("dated", COLUMNS, [(number, A)])
        project.ok(select="dated")
        wait_for_another_second()
    commits = [e for e in project.log("dated") if e["event"] == "committed"]
    assert [e["event"] for e in project.log("dated")].count("compacted") == 1
    view = (
        "{{ config(materialized='table') }}"
        " select id from {{ daybook.as_of(ref('dated'), %s) }}"
    )
    project.model("known_by_id", view % f"batch_id={commits[1]['batch_id']}", None)
    project.model(
        "known_at", view % f"at='{commits[0]['at'].replace(' ', 'T')}Z'", None
    )
    project.model(
        "known_today",
        view % f"at='{datetime.now(timezone.utc).date() + timedelta(1)}'",
        None,
    )
    project.model("known_never", view % "at='2000-01-01'", None)
    project.model("known_wrongly", view % "at='last week'", None)
    project.model("known_twice", view % "at='2000-01-01', batch_id=1", None)
    outcome = project.run(select="known_*")
    assert project.rows("known_by_id") == [(1,), (2,)]
    assert project.rows("known_at") == [(1,)]
    assert project.rows("known_today") == [(1,), (2,), (3,)]
    assert "nothing was published by 2000-01-01" in outcome["known_never"]
    assert "is no time in UTC" in outcome["known_wrongly"]
    assert "takes either batch_id= or at=" in outcome["known_twice"]


def test_recovering_what_is_not_there(project):
    assert "no batched model is called nobody" in project.operation(
        "recover", model="nobody"
    )
    project.fed_model("not_yet_run")
    assert project.operation("recover", model="not_yet_run") == "success"
    assert project.names("not_yet_run*") == []
