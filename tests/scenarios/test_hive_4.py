"""A metastore service of Hive 4: what it cannot do is refused, with a way out."""

import pytest

from support.batch_project import Project
from support.metastore import metastore_service
from temporary_server import temporary_server

pytestmark = [pytest.mark.stress, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    with metastore_service("4.0.1") as settings, temporary_server(settings) as server:
        yield Project(tmp_path_factory.mktemp("project"), server.port, "hive_4")


def test_a_table_that_would_lose_its_rows_is_not_renamed(project):
    for name in ("lost", "kept"):
        project.query(f"create table hive_4.{name} using parquet as select 7 as id")
    project.query("alter table hive_4.lost rename to hive_4.renamed")
    assert project.rows("renamed") == []
    project.model("kept", "select 1 as id")
    said = project.run(select="kept")["kept"]
    assert "Hive 4 has marked it as TRANSLATED_TO_EXTERNAL" in said
    assert project.rows("kept") == [(7,)]
    assert project.locks() == []
    project.query(
        "alter table hive_4.kept unset tblproperties ('TRANSLATED_TO_EXTERNAL')"
    )
    project.ok(select="kept")
    assert project.rows("kept", "id") == [(1,)]
    (aside,) = project.names("kept__before_*")
    assert project.rows(aside) == [(7,)]


def test_a_table_of_the_models_name_is_not_renamed_by_an_operation(project):
    project.query("create table hive_4.taken using parquet as select 7 as id")
    project.model("taken", "select 1 as id")
    asked = {"model": "taken", "table": "taken", "apply": True}
    assert "TRANSLATED_TO_EXTERNAL" in project.operation("adopt_table", **asked)
    project.model("source", "select 1 as id")
    clone = (
        "{{ config(materialized='pointer_clone') }} select * from {{ ref('source') }}"
    )
    project.write("models/cloned.sql", clone)
    project.query("create table hive_4.cloned using parquet as select 7 as id")
    assert "TRANSLATED_TO_EXTERNAL" in project.run(select="source cloned")["cloned"]
    assert project.rows("taken") == project.rows("cloned") == [(7,)]
    assert project.locks() == []


def test_a_partition_column_with_capitals_is_refused(project):
    rows = "select 1 as id, 'x' as {}"
    project.model("days", rows.format("Day"), 'partition_by="day"')
    said = project.run(select="days")["days"]
    assert "client of Hive 4 loses partitions of a column with capitals" in said
    assert project.names("days*") == project.locks() == []
    project.model("days", rows.format("day"), 'partition_by="Day"')
    project.ok(select="days")
    assert project.rows("days", "id, day") == [(1, "x")]
