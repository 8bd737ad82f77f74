"""How a batch is written, by what Spark's settings say, and what is refused."""

from types import SimpleNamespace

import pytest

from support.macros import Macros

OF_SPARK = "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol"
OF_EMR = "org.apache.spark.sql.execution.datasources.SQLEmrOptimizedCommitProtocol"
OF_CLOUD = "org.apache.spark.internal.io.cloud.PathOutputCommitProtocol"
FACTORY = "mapreduce.outputcommitter.factory.class"
ICEBERG = {
    "spark.sql.catalog.spark_catalog": "org.apache.iceberg.spark.SparkSessionCatalog",
    "spark.sql.extensions": (
        "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
    ),
}


def macros_on(version, location="", **settings):
    macros = Macros()
    daybook, known = macros.context["daybook"], {"version": version}
    daybook["_known_in_this_run"] = lambda: known
    daybook["_storage"] = lambda table: {"location": location}
    macros.asked = []

    def run_query(sql):
        if "daybook_type" in sql:
            return [(settings.get("quote", 1), settings.get("type", "timestamp"))]
        name = sql.removeprefix("set `").removesuffix("`")
        macros.asked.append(name)
        return [(name, settings.get(name, "<undefined>"))]

    macros.context["run_query"] = run_query
    connect(macros, "thrift")
    return macros


def connect(macros, method, threads=1):
    credentials = SimpleNamespace(method=method)
    config = SimpleNamespace(threads=threads, credentials=credentials)
    macros.context["adapter"] = SimpleNamespace(config=config)


def writes_by(protocol, version, location="file:/data/x"):
    settings = {"spark.sql.sources.commitProtocolClass": protocol}
    return macros_on(version, location, **settings)


@pytest.mark.parametrize(
    ("protocol", "version", "location", "overwrites", "factory"),
    [
        (OF_SPARK, "3.5.9", "s3a://lake/x", True, None),
        (OF_SPARK, "4.2.0", "s3a://lake/x", True, None),
        (OF_EMR, "3.5.5-amzn-1", "s3://lake/x", True, None),
        (OF_CLOUD, "4.1.2", "s3a://lake/x", False, "S3ACommitterFactory"),
        (OF_CLOUD, "4.2.0", "abfss://lake/x", True, "FileOutputCommitterFactory"),
        (OF_CLOUD, "4.2.0", "hdfs://lake/s3a:/x", True, "FileOutputCommitterFactory"),
    ],
)
def test_each_write_keeps_its_files_apart(
    protocol, version, location, overwrites, factory
):
    macros = writes_by(protocol, version, location)
    way = macros.call("_way_to_insert", macros.relation, True)
    options = way["options"]
    assert way["overwrites"] is overwrites
    assert (options.get("partitionOverwriteMode") == "dynamic") is overwrites
    assert options.get(FACTORY, "").endswith(factory or "")
    assert (FACTORY in options) is bool(factory)
    assert overwrites or options["fs.s3a.committer.name"] == "magic"


@pytest.mark.parametrize(
    ("protocol", "version", "why"),
    [
        (OF_CLOUD, "3.5.9", "can delete another write's files before Spark 4.1.2: set"),
        (OF_CLOUD, "4.1.1", "can delete another write's files before Spark 4.1.2: set"),
        ("com.example.Protocol", "4.2.0", "might delete another write's files: set"),
    ],
)
def test_what_might_lose_files_is_refused(protocol, version, why):
    macros = writes_by(protocol, version)
    said = macros.refusal("_way_to_insert", macros.relation, True)
    assert f"shop.orders: spark.sql.sources.commitProtocolClass is {protocol}" in said
    assert why in said
    assert f"set it to {OF_SPARK} on the server" in said


@pytest.mark.parametrize(
    ("is_new_batch", "method"), [(False, "thrift"), (True, "http")]
)
def test_what_may_be_there_already_is_overwritten(is_new_batch, method):
    """Digests have another model's batch id; by HTTP, a statement may be sent twice."""
    macros = writes_by(OF_CLOUD, "4.2.0", "s3a://lake/x")
    connect(macros, method)
    way = macros.call("_way_to_insert", macros.relation, is_new_batch)
    assert way["overwrites"]
    assert way["options"][FACTORY].endswith(".FileOutputCommitterFactory")


def test_it_is_asked_once_in_a_run():
    macros = writes_by(OF_SPARK, "4.2.0")
    for _ in range(3):
        macros.call("_way_to_insert", macros.relation, True)
    assert macros.asked == ["spark.sql.sources.commitProtocolClass"]


def test_a_catalog_that_changes_no_view_is_refused():
    macros = macros_on("4.1.4", **ICEBERG)
    said = macros.refusal("_refuse_fixed_views", macros.relation)
    assert "shop.orders: spark_catalog is Iceberg's" in said
    assert "give Iceberg a catalog of its own" in said
    delta = "org.apache.spark.sql.delta.catalog.DeltaCatalog"
    for settings in (
        {},
        {"spark.sql.catalog.spark_catalog": delta},
        {**ICEBERG, "spark.sql.extensions": "<undefined>"},
        {**ICEBERG, "spark.sql.catalog.spark_catalog": "<undefined>"},
    ):
        macros = macros_on("4.1.4", **settings)
        assert macros.refusal("_refuse_fixed_views", macros.relation) is None


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"spark.sql.sources.commitProtocolClass": "com.example.P"}, "set it to"),
        (ICEBERG, "give Iceberg a catalog of its own"),
        ({"quote": 2}, "with spark.sql.parser.escapedStringLiterals as this session"),
        ({"type": "timestamp_ntz"}, "set it to TIMESTAMP_LTZ for dbt's sessions"),
        (
            {"spark.sql.hive.manageFilesourcePartitions": "FALSE"},
            "Spark would neither list nor drop partitions: set it to true",
        ),
    ],
)
def test_no_lock_is_taken_where_a_batch_could_not_be_published(settings, why):
    macros = macros_on("4.2.1", **settings)
    assert why in macros.refusal("_lock_model", macros.relation, 6)
    assert all(name.startswith("spark.sql.") for name in macros.asked)


def test_threads_that_share_a_session_need_its_settings_from_the_profile():
    """For an INSERT that reads its own table: its options are left out by Spark."""
    query = "select * from shop.orders__batches"

    def refusal(**settings):
        macros = writes_by(OF_CLOUD, "4.2.1", "s3a://lake/x")
        way = macros.call("_way_to_insert", macros.relation, True)
        settings = {name: way["options"][name] for name in way["options"]} | settings
        macros = macros_on("4.2.1", **settings)
        connect(macros, "session", threads=4)
        return macros.refusal("_settings_for_insert", macros.relation, query, True, way)

    assert refusal() is None
    said = refusal(**{"fs.s3a.committer.name": "file", FACTORY: "<undefined>"})
    assert f"whose {FACTORY}, fs.s3a.committer.name would have to change" in said
    assert "fs.s3a.committer.name: magic into the profile's" in said


@pytest.mark.parametrize(("mode", "is_refused"), [("static", True), ("DYNAMIC", False)])
def test_before_spark_4_the_server_itself_overwrites_dynamically(mode, is_refused):
    name = "spark.sql.sources.partitionOverwriteMode"
    macros = macros_on("3.5.9", **{name: mode})
    way = {"overwrites": True, "options": {"partitionOverwriteMode": "dynamic"}}
    given = (macros.relation, "select 1", False, way)
    said = macros.refusal("_settings_for_insert", *given)
    assert ("before version 4.0, Spark writes" in (said or "")) == is_refused
