"""A server with Iceberg's extensions: its session catalog is refused, and the way out
that the refusal names is one.
"""

import pytest
from pyhive.exc import OperationalError

from jars import class_path
from support.batch_project import Project
from support.metastore import metastore_service
from support.skips import skipped_without
from temporary_server import temporary_server
from trials.environments import installed_spark
from trials.versions_of_spark import ALL as SPARK

pytestmark = [pytest.mark.stress, pytest.mark.timeout(1200)]

JAR = "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.12.0"
EXTENSIONS = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
CATALOG = "spark.sql.catalog"
SESSION = {
    f"{CATALOG}.spark_catalog": "org.apache.iceberg.spark.SparkSessionCatalog",
    f"{CATALOG}.spark_catalog.type": "hive",
}


@pytest.fixture(scope="module")
def settings():
    """Of a server with Iceberg, which has no release for the newest Spark."""
    (spark,) = [version for version in SPARK if version.startswith("4.1.")]
    with skipped_without():
        home, jar = installed_spark(spark), class_path(JAR)
    with metastore_service() as metastore, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAYBOOK_SPARK_HOME", str(home))
        yield metastore | {
            "spark.driver.extraClassPath": jar,
            "spark.sql.extensions": EXTENSIONS,
        }


def test_its_session_catalog_is_refused_before_anything_is_written(settings, tmp_path):
    with temporary_server(settings | SESSION) as server:
        project = Project(tmp_path, server.port, "refused")
        project.query("create view refused.pointer as select 1 as id")
        with pytest.raises(OperationalError, match="ALTER VIEW <viewName> AS is not"):
            project.query("alter view refused.pointer as select 2 as id")
        project.fed_model("days", 'partition_by="month"')
        project.feed("days", "id int, month string", [(1, "2015-01")])
        said = project.run(select="days")["days"]
        assert "spark_catalog is Iceberg's, with Iceberg's extensions" in said
        assert project.names() == ["days_in", "pointer"]
        assert project.locks() == []


def test_its_session_catalog_without_its_extensions_is_not_in_the_way(
    settings, tmp_path
):
    plain = {k: v for k, v in settings.items() if k != "spark.sql.extensions"}
    with temporary_server(plain | SESSION) as server:
        project = Project(tmp_path, server.port, "plain")
        project.fed_model("days", 'partition_by="month"')
        for number in (1, 2):
            project.feed("days", "id int, month string", [(number, "a"), (9, "b")])
            project.ok(select="days")
        assert project.rows("days", "id, month") == [(2, "a"), (9, "b")]


def test_a_catalog_of_its_own_is_not_in_the_way(settings, tmp_path):
    own = {
        f"{CATALOG}.lake": "org.apache.iceberg.spark.SparkCatalog",
        f"{CATALOG}.lake.type": "hadoop",
        f"{CATALOG}.lake.warehouse": tmp_path / "lake",
    }
    with temporary_server(settings | own) as server:
        project = Project(tmp_path, server.port, "allowed")
        project.query("create table lake.allowed.loads (id int) using iceberg")
        sql = "select id, '2015-01' as month from lake.allowed.loads"
        project.model("days", sql, 'partition_by="month"')
        for number in (1, 2):
            project.query(f"insert into lake.allowed.loads values ({number})")
            project.ok(select="days")
        assert project.rows("days", "id") == [(1,), (2,)]
