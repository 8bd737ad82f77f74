"""What dbt expects: contracts, docs, hooks, --empty, schema changes, odd names."""

import re
from datetime import datetime, timedelta, timezone

import pytest

from support.scenes import Run, scene
from support.waiting import wait_for_another_second

COLUMNS = "id int, month string"
A, B = "2015-01", "2015-02"
ODD = 'It\'s a \\\\ \\"description\\"'  # As YAML has it: It's a \ "description".
READS = 'select id from {{ daybook.new_batches(ref("%s")) }}'


def fed(project, name, config="", rows=((1, A),), columns=COLUMNS, yml=None):
    project.fed_model(name, config, yml)
    project.feed(name, columns, [*rows])


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
    rows = project.query(f"describe table extended {project.schema}.{name}")
    return next(r[2] for r in rows if r[0] == "id"), {r[0]: r[1] for r in rows}.get(
        "Comment"
    )


@pytest.mark.files_only
@scene
def test_docs_are_kept_on_the_view_and_follow_changes(project):
    text = described("documented", ODD, "one 'quoted' \\\\ id")
    fed(project, "documented", yml=text)
    yield Run("documented")
    expected = ("one 'quoted' \\ id", 'It\'s a \\ "description"')
    assert comments(project, "documented") == expected
    project.write(
        "models/documented.yml", described("documented", "Other.", "Another id.")
    )
    yield Run("documented")
    assert comments(project, "documented") == ("Another id.", "Other.")
    # An operation leaves them as they are, and a run still knows what they are.
    first, _ = project.published("documented")
    project.operate("publish_batch", model="documented", batch_id=first)
    assert comments(project, "documented") == ("Another id.", "Other.")
    project.write("models/documented.yml", text)
    yield Run("documented")
    assert comments(project, "documented") == expected
    # What has no description any more has no comment.
    project.write("models/documented.yml", described("documented", "", ""))
    yield Run("documented")
    assert comments(project, "documented") == ("", "")


@pytest.mark.files_only
@scene
def test_docs_follow_changes_in_a_table_of_partitions(project):
    as_table = 'partition_by="month", publish="partitions"'
    for config, docs in (
        (as_table, ("An id.", "A table.")),
        (as_table, ("Another id.", "Another table.")),
        ('partition_by="month"', ("Another id.", "Another table.")),
        # A new table, while the descriptions are as they were.
        (as_table, ("Another id.", "Another table.")),
    ):
        column, relation = docs
        fed(project, "tabled", config, yml=described("tabled", relation, column))
        yield Run("tabled")
        assert comments(project, "tabled") == docs


@scene
def test_a_contract_is_kept_or_the_model_fails(project):
    contract = "contract: {enforced: true}"
    for name, columns, row in (
        ("kept", "month string, id int", (A, 1)),
        ("broken", "id string, month string", ("1", A)),
    ):
        fed(project, name, "", [row], columns, described(name, "", "", contract))
    outcome = yield Run("kept broken", may_fail=True)
    assert outcome["kept"] == "success"
    assert project.rows("kept", "id, month") == [(1, A)]
    assert "contract" in outcome["broken"]


@scene
def test_hooks_run_around_the_batch(project):
    schema = project.schema
    project.query(f"create table {schema}.calls (at string, n int) using parquet")
    call = f"insert into {schema}.calls select '%s', count(*) from {schema}.hooked"
    fed(project, "hooked")
    yield Run("hooked")
    hooks = f'pre_hook="{call % "pre"}", post_hook="{call % "post"}"'
    fed(project, "hooked", hooks, [(1, A), (2, A)])
    yield Run("hooked")
    assert project.rows("calls") == [("post", 2), ("pre", 1)]


@pytest.mark.files_only
@scene
def test_empty_builds_and_publishes_nothing(project):
    fed(project, "empty_later", 'batch="append"')
    yield Run("empty_later")
    fed(project, "empty_first", 'batch="append"')
    project.model("on_empty", READS % "empty_first", 'batch="append"')
    # A table whose readers go on reading it, until a real run.
    fed(project, "empty_over")
    table = f"{project.schema}.empty_over"
    project.query(f"create table {table} using parquet as select 9 as id")
    project.ok("--empty", select="empty_first empty_later on_empty empty_over")
    assert project.rows("empty_over") == [(9,)]
    assert project.rows("empty_first") == project.rows("on_empty") == []
    assert project.rows("empty_later", "id") == [(1,)]
    yield Run("empty_first empty_later on_empty")
    assert project.rows("empty_first", "id") == project.rows("on_empty", "id") == [(1,)]
    assert project.rows("empty_later", "id") == [(1,), (1,)]


@scene
def test_columns_that_change_are_refused_or_taken(project):
    fed(project, "strict", 'batch="append"')
    fed(project, "taking", 'batch="append", on_schema_change="append_new_columns"')
    yield Run("strict taking")
    for name in ("strict", "taking"):
        project.feed(name, "id int, url string", [(2, "x")])
    outcome = yield Run("strict taking", may_fail=True)
    assert "its columns changed (new: url; missing: month)" in outcome["strict"]
    both = [(1, A, None), (2, None, "x")]
    assert project.rows("taking", "id, month, url") == both
    project.feed("taking", "id string, url string", [("3", "x")])
    outcome = yield Run("strict taking", full_refresh=True, may_fail=True)
    assert project.rows("strict", "id, url") == [(2, "x")]
    assert "column id was int and is now string" in outcome["taking"]
    assert project.rows("taking", "id, month, url") == both


@scene
def test_names_of_columns_are_one_in_any_case(project):
    fed(project, "spelled", 'batch="append", partition_by="month"')
    yield Run("spelled")
    config = 'batch="append", partition_by="Month"'
    fed(project, "spelled", config, [(2, A)], "Id int, MONTH string")
    yield Run("spelled")
    assert project.rows("spelled", "id, month") == [(1, A), (2, A)]
    yield Run("spelled", full_refresh=True)
    assert project.rows("spelled", "id, month") == [(2, A)]


@pytest.mark.files_only
@scene
def test_what_was_never_published_may_be_changed(project):
    failing = "select cast(raise_error('no such item') as int) as id, 'x' as month"
    project.model("unborn", failing, 'partition_by="month"')
    outcome = yield Run("unborn", may_fail=True)
    assert "no such item" in outcome["unborn"]
    (begun,) = project.log("unborn")
    project.model("unborn", "select 1L as id, 'x' as day", 'partition_by="day"')
    yield Run("unborn")
    assert project.rows("unborn", "id, day") == [(1, "x")]
    dead, committed = project.log("unborn")
    assert (dead["event"], dead["batch_id"]) == ("failed", begun["batch_id"])
    partitions = project.query(f"show partitions {project.schema}.unborn__batches")
    assert partitions == [(f"day=x/batch_id={committed['batch_id']}",)]


@pytest.mark.files_only
@scene
def test_a_lost_view_is_made_again_though_nothing_is_new(project):
    fed(project, "upper", 'batch="append"')
    project.model("lower", READS % "upper", 'batch="append"')
    yield Run("upper lower")
    project.query(f"drop view {project.schema}.lower")
    yield Run("lower")
    assert project.rows("lower", "id") == [(1,)]


@pytest.mark.stress
@scene
def test_wide_and_odd_structs(project):
    fields = ", ".join(f"'f{number}', {number}" for number in range(40))
    sql = f"select named_struct({fields}{{}}) as wide, named_struct('a b', 1) as odd"
    project.model("structs", sql.format(""), 'batch="append"')
    yield Run("structs")
    yield Run("structs")
    assert project.rows("structs", "wide.f39, odd.`a b`") == [(39, 1), (39, 1)]
    project.model("structs", sql.format(", 'f40', 40"), 'batch="append"')
    outcome = yield Run("structs", may_fail=True)
    assert "f39:int,f40:int>: cast it to what it was" in outcome["structs"]


@pytest.mark.stress
@scene
def test_what_stood_under_the_name_is_put_aside(project):
    names = ("was_table", "was_view", "was_noted", "was_named", "was_ours", "lost")
    for name in names:
        fed(project, name)
    schema = project.schema
    project.query(f"create table {schema}.was_table using parquet as select 9 as x")
    project.query(f"create view {schema}.was_view as select 9 as x")
    # Among properties, a value may look like one of ours.
    project.query(
        f"create view {schema}.was_noted tblproperties"
        " ('note' = 'not ours, daybook.view=pointer') as select 9 as x"
    )
    # Columns are described after the properties.
    project.query(
        f"create view {schema}.was_named as select 9 as `daybook.view=pointer`"
    )
    yield Run(" ".join(names))
    # Ours, then a view of somebody else's; and one that somebody dropped.
    project.query(f"create or replace view {schema}.was_ours as select 9 as x")
    project.query(f"drop view {schema}.lost")
    yield Run("was_ours lost")
    assert [project.rows(name, "id") for name in names] == [[(1,)]] * 6
    for name in names[:5]:
        (aside,) = project.names(f"{name}__before_*")
        assert project.rows(aside) == [(9,)]


@pytest.mark.stress
@scene
def test_a_schema_of_its_own_for_batches_and_locks(project):
    """<schema>__<model> is one name for both models."""
    other = f"{project.schema}_own"
    project.model("apart", "select 1 as id", 'batch="append", alias="b__c"')
    project.model("apart_b", "select 2 as id", 'batch="append", alias="c", schema="_b"')
    for _ in range(2):
        project.ok(select="apart apart_b", vars={"daybook_schema": other})
    names = project.names(schema=other)
    model = f"{project.schema}__b__c__..."
    assert [re.sub("__[0-9a-f]{8}__", "__...__", name) for name in names] == [
        f"{model}__batches",
        f"{model}__log",
    ] * 2
    assert project.rows("b__c", "id") == [(1,), (1,)]
    assert project.query(f"select id from {project.schema}__b.c") == [(2,), (2,)]
    for schema in (other, f"{project.schema}__b"):
        project.query(f"drop schema {schema} cascade")
    yield from ()


@pytest.mark.stress
@scene
def test_names_that_need_care(project):
    long = "a" * 100
    fed(project, "careful", 'batch="append", alias="MixedCase"')
    fed(project, long)
    project.model("of_careful", READS % "careful", 'batch="append"')
    for _ in range(2):
        yield Run(f"careful {long} of_careful")
    rows = project.rows("mixedcase", "id")
    assert rows == project.rows("of_careful", "id") == [(1,), (1,)]
    assert project.rows(long, "id") == [(1,)]


@pytest.mark.stress
@scene
def test_an_ephemeral_model_and_a_query_that_begins_with_with(project):
    ephemeral = "{{ config(materialized='ephemeral') }} select 1 as id, 'x -- y' as t"
    project.model("ephemeral", ephemeral, None)
    doubled = 'with doubled as (select id * 2 as id, t from {{ ref("ephemeral") }})'
    project.model("reads_it", f"{doubled} select * from doubled -- end", "")
    for _ in range(2):
        yield Run("reads_it")
    assert project.rows("reads_it", "id, t") == [(2, "x -- y")]


@pytest.mark.stress
@scene
def test_without_ansi_mode(project):
    hook = 'pre_hook="set spark.sql.ansi.enabled = false"'
    for rows in ([(1, A), (2, B)], [(3, B)]):
        fed(project, "lenient", f'partition_by="month", {hook}', rows)
        yield Run("lenient")
    assert project.rows("lenient", "id") == [(1,), (3,)]


@pytest.mark.stress
@scene
def test_as_known_at_a_time(project):
    for number in (1, 2, 3):
        fed(project, "dated", 'batch="append", compact_after=1', [(number, A)])
        yield Run("dated")
        wait_for_another_second()
    commits = [e for e in project.log("dated") if e["event"] == "committed"]
    assert "compacted" in [e["event"] for e in project.log("dated")]
    tomorrow = datetime.now(timezone.utc).date() + timedelta(1)
    cases = {
        "known_by_id": (f"batch_id={commits[1]['batch_id']}", [(1,), (2,)]),
        "known_at": (f"at='{commits[0]['at'].replace(' ', 'T')}Z'", [(1,)]),
        "known_today": (f"at='{tomorrow}'", [(1,), (2,), (3,)]),
        "known_never": ("at='2000-01-01'", "nothing was published by 2000-01-01"),
        "known_wrongly": ("at='last week'", "is no time in UTC"),
        "known_twice": ("at='2000-01-01', batch_id=1", "either batch_id= or at="),
    }
    table = "{{ config(materialized='table') }} select id from {{ daybook.as_of(%s) }}"
    for name, (asked, _) in cases.items():
        project.model(name, table % f"ref('dated'), {asked}", None)
    outcome = yield Run(" ".join(cases), may_fail=True)
    for name, (_, expected) in cases.items():
        if isinstance(expected, str):
            assert expected in outcome[name]
        else:
            assert project.rows(name) == expected
