"""Models in Iceberg: what is refused by the commit, what others do to the table, and
what a run leaves that dies. What holds of every storage is in the other files.
"""

import time

import pytest

from support.iceberg_project import IcebergProject
from support.skips import skipped_without
from temporary_server import temporary_server
from trials.environments import installed_spark
from trials.storages import SPARK, lake

pytestmark = [pytest.mark.stress, pytest.mark.timeout(1200)]

READS = 'select id, month from {{ daybook.new_batches(ref("%s")) }}'
SLEEPS = "java_method('java.lang.Thread', 'sleep', cast(20000 as bigint)) is null"
REFUSED = {
    "hides": ('private="2015-01", partition_by="month"', "lie in files alone"),
    "moves": ('publish="partitions", partition_by="month"', "read the table itself"),
    "sorts": ('partition_by="week"', "the model selects only id, month"),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    with skipped_without():
        home = installed_spark(SPARK)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAYBOOK_SPARK_HOME", str(home))
        folder = tmp_path_factory.mktemp("iceberg")
        with skipped_without():
            settings = lake(folder / "lake")
        with temporary_server(settings) as server:
            project = IcebergProject(folder / "project", server.port, "models")
            # What is fed is what is written here.
            project.query("set spark.sql.variable.substitute = false")
            yield project


def fed(project, name, config="", rows=((1, "2015-01"),)):
    project.fed_model(name, config)
    project.feed(name, "id int, month string", list(rows))


def test_of_two_runs_the_second_one_to_publish_is_refused(project):
    fed(project, "raced", 'batch="append"')
    project.ok(select="raced")
    sql = "select * from {{ target.schema }}.raced_in"
    slow = f"{{% if var('is_slow', false) %}} where not ({SLEEPS}) {{% endif %}}"
    project.model("raced", f"{sql} {slow}", 'batch="append"')
    slowly = project.start("run", "--select", "raced", "--vars", "{is_slow: true}")
    deadline = time.monotonic() + 120
    while len(project.branches("raced")) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    project.ok(select="raced")
    said, _ = slowly.communicate(timeout=300)
    assert slowly.returncode == 1
    assert "another run has published a batch while this one was at work" in said
    assert project.ids("raced") == [1, 1]
    project.ok(select="raced")
    assert project.ids("raced") == [1, 1, 1]


def test_what_a_dead_run_has_written_is_never_seen(project):
    fed(project, "killed", 'partition_by="month"', [(1, "a"), (2, "b")])
    project.model("of_killed", READS % "killed", 'batch="append"')
    project.ok(select="killed of_killed")
    sql = "select * from {{ target.schema }}.killed_in"
    hook = f"select {SLEEPS}"
    for moment in ("raise_error('dead')", "1"):
        project.feed("killed", "id int, month string", [(3, "a")])
        failing = f"select cast({moment} as int) as id, 'a' as month"
        project.model("killed", failing, 'partition_by="month"')
        if moment != "1":
            assert "dead" in project.run(select="killed")["killed"]
            assert project.ids("killed") == [1, 2]
    project.model("killed", sql, f'partition_by="month", pre_hook="{hook}"')
    running = project.start("run", "--select", "killed")
    time.sleep(8)
    running.kill()
    running.wait()
    assert project.ids("killed") == [1, 2]
    project.model("killed", sql, 'partition_by="month"')
    project.ok(select="killed")
    assert project.ids("killed") == [2, 3]
    assert len(project.published("killed")) == 2 < len(project.branches("killed"))
    said = project.run(select="of_killed")["of_killed"]
    assert "has replaced rows that this model has consumed" in said


def test_maintenance_is_fine_and_what_changes_rows_is_not(project):
    fed(project, "shared", 'batch="append", partition_by="month"', [(1, "a"), (2, "b")])
    project.model("of_shared", READS % "shared", 'batch="append"')
    project.ok(select="shared of_shared")
    project.feed("shared", "id int, month string", [(3, "a")])
    project.ok(select="shared")
    table = f"{project.schema}.shared"
    first, second = project.published("shared")
    kept = 'daybook.as_of(ref("shared"), batch_id=%d)'
    config = '{{ config(materialized="table", file_format="iceberg") }} '
    project.model("then", f"{config} select * from {{{{ {kept % first} }}}}", None)
    for procedure, more in (
        ("rewrite_data_files", ", options => map('rewrite-all', 'true')"),
        ("rewrite_manifests", ""),
        (
            "expire_snapshots",
            ", older_than => timestamp '2100-01-01', retain_last => 1",
        ),
    ):
        project.query(f"call lake.system.{procedure}(table => '{table}'{more})")
    project.feed("shared", "id int, month string", [(4, "c")])
    project.ok(select="shared of_shared then")
    assert project.ids("shared") == project.ids("of_shared") == [1, 2, 3, 4]
    assert project.ids("then") == [1, 2]
    project.query(f"delete from {table} where id = 2")
    said = project.run(select="shared")["shared"]
    assert "somebody else has changed its rows (" in said
    assert "somebody else" in project.run(select="of_shared")["of_shared"]
    third = project.published
    before = f"select max_by(snapshot_id, committed_at) from {table}.snapshots"
    ((own,),) = project.query(f"{before} where summary['daybook.state'] is not null")
    project.query(f"call lake.system.rollback_to_snapshot('{table}', {own})")
    project.feed("shared", "id int, month string", [(5, "c")])
    project.ok(select="shared of_shared")
    assert project.ids("shared") == project.ids("of_shared") == [1, 2, 3, 4, 5]
    assert second in third("shared")


def test_columns_join_and_leave(project):
    config = 'batch="append", on_schema_change="append_new_columns"'
    fed(project, "wide", config)
    project.ok(select="wide")
    project.feed("wide", "id int, month string, note string", [(2, "b", "it's ${x}")])
    project.ok(select="wide")
    assert project.rows("wide", "id, month, note") == [
        (1, "2015-01", None),
        (2, "b", "it's ${x}"),
    ]
    project.feed("wide", "note string, id int", [("n", 3)])
    project.ok(select="wide", full_refresh=True)
    described = project.query(f"describe table {project.schema}.wide")
    names = [name for name, *_ in described]
    assert "month" not in names
    assert project.rows("wide", "id, note") == [(3, "n")]
    project.ok(select="wide")
    assert project.rows("wide", "id, note") == [(3, "n")] * 2


def test_a_name_and_a_value_change_nothing_that_runs(project):
    hostile = 'it\'s \\ "x" ${env:HOME} {{ y }} %s $'
    fed(project, "odd", 'partition_by="month"', [(1, hostile), (2, "b")])
    project.ok(select="odd")
    project.feed("odd", "id int, month string", [(3, hostile)])
    project.ok(select="odd")
    assert project.rows("odd", "id, month") == [(2, "b"), (3, hostile)]


def test_what_lies_in_files_alone_is_refused_with_the_way_out(project):
    for name, (config, _) in REFUSED.items():
        fed(project, name, config)
    outcome = project.run(select=" ".join(REFUSED))
    for name, (_, why) in REFUSED.items():
        assert why in outcome[name], name
    assert [name for name in REFUSED if name in project.names()] == []
    table = f"{project.schema}.taken"
    project.query(f"create table {table} (id int) using iceberg")
    fed(project, "taken")
    said = project.run(select="taken")["taken"]
    assert "daybook did not make the table" in said


def test_rows_that_are_not_there_replace_what_is(project):
    """A window without rows: a batch of Iceberg's that writes nothing."""
    fed(
        project,
        "window",
        'restate_from="a", partition_by="month"',
        [(1, "a"), (2, "b")],
    )
    project.ok(select="window")
    project.feed("window", "id int, month string", [])
    project.ok(select="window")
    assert project.ids("window") == []
    project.ok(select="window")
    assert len(project.published("window")) == 2


def test_batches_grow_in_number_and_are_listed(project):
    """Iceberg compacts files by itself; a batch stays what it was."""
    fed(project, "grown", 'batch="append", compact_after=1')
    project.model("of_grown", READS % "grown", 'batch="append"')
    project.ok("--empty", select="grown of_grown")
    assert project.rows("grown") == []
    for _ in range(4):
        project.ok(select="grown of_grown")
    assert project.ids("grown") == project.ids("of_grown") == [1] * 4
    said = project.operate("list_batches", model="grown")
    assert [str(id) in said for id in project.published("grown")] == [True] * 4
    project.operate("check_model", model="grown")
    project.operate("clean_batches")
    refused = project.operation("publish_batch", model="grown", batch_id=1)
    assert "use Iceberg's branches and procedures" in refused


def test_what_iceberg_would_store_otherwise_is_refused(project):
    project.model("small", "select cast(1 as smallint) as id")
    project.model("Tall", "select 1 as id")
    day = "select 1 as id, current_timestamp() as at"
    project.model("timed", day, 'partition_by="at"')
    outcome = project.run(select="small Tall timed")
    assert "cast it to int" in outcome["small"]
    assert "have no capitals: give it an alias" in outcome["Tall"]
    assert "its type timestamp can't name a partition" in outcome["timed"]


# What a model's config names as its schema is the schema.
AS_NAMED = """
{% macro generate_schema_name(name, node) %}
    {{ return(name or target.schema) }}
{% endmacro %}
"""


def test_models_in_files_and_in_iceberg_read_each_other(project):
    project.write("macros/generate_schema_name.sql", AS_NAMED)
    in_files = 'batch="append", schema="in_files", file_format="parquet"'
    project.query("create schema if not exists spark_catalog.in_files")
    project.query("create schema if not exists spark_catalog.in_files__daybook")
    fed(project, "first_of_three", 'batch="append"')
    project.model("second_of_three", READS % "first_of_three", in_files)
    project.model("third_of_three", READS % "second_of_three", 'batch="append"')
    for number in (1, 2, 3):
        project.feed("first_of_three", "id int, month string", [(number, "a")])
        project.ok(select="first_of_three second_of_three third_of_three")
        expected = [*range(1, number + 1)]
        assert project.ids("third_of_three") == expected
        rows = project.query("select id from spark_catalog.in_files.second_of_three")
        assert sorted(id for (id,) in rows) == expected
    assert project.query("show tables in spark_catalog.in_files like '*__batches'")
