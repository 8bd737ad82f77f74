"""Other engines than the one that writes, each after every step of a model's life.

DuckDB reads the files that a query of Spark's lists; Spark 3.5 and Trino ask the
metastore.
"""

from urllib.parse import unquote

import pytest

from support.batch_project import Project, connect
from support.metastore import metastore_service, shared_metastore
from support.object_store import object_store
from support.skips import skipped_without
from support.trino import trino
from temporary_server import temporary_server
from trials.environments import installed_spark
from trials.versions_of_spark import ALL as SPARK

PARTITIONED = 'partition_by="month", on_schema_change="append_new_columns"'
CONFIGS = {
    "days": f'{PARTITIONED}, publish="partitions"',
    "days_orc": f'{PARTITIONED}, publish="partitions", file_format="orc"',
    "seen": f"{PARTITIONED}, batch=\"append\", private=['open']",
}
COLUMNS, WIDER = "id int, month string", "id int, url string, month string"
A, B, ODD = "2015-01", "007", "it's a/b=c %é"
BATCHES = [
    (COLUMNS, [(1, A), (2, B), (3, ODD), (4, "open")]),
    (COLUMNS, [(5, B), (6, ODD)]),
    (WIDER, [(7, "x", B), (8, None, "008")]),
]
BY_PATH = """
    select {} from read_parquet(
        ?, hive_partitioning=true, union_by_name=true, hive_types={{'month': varchar}}
    )
    """


def steps(project, *models):
    """After each: the columns, and by model what Spark's readers see."""
    for name in models:
        project.fed_model(name, CONFIGS[name])
    for columns, rows in BATCHES:
        for name in models:
            project.feed(name, columns, rows)
        project.ok(select=" ".join(models))
        yield seen_by_spark(project, columns, models)
    for name in models:
        first = project.published(name)[0]
        project.operate("publish_batch", model=name, batch_id=first)
    yield seen_by_spark(project, COLUMNS, models)


def seen_by_spark(project, columns, models):
    # A session remembers the columns of what it has read.
    project.cursor = connect(project.port)
    names = f"{columns.replace(' int', '').replace(' string', '')}, posted_batch_id"
    return names, {name: project.rows(name, names) for name in models}


def in_order(rows):
    return sorted(map(tuple, rows))


def test_duckdb_reads_the_files_that_spark_lists(project):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB needs Python 3.11 or newer")
    known = []
    for columns, seen in steps(project, "days", "seen"):
        for name, rows in seen.items():
            listed = project.query(
                f"select distinct input_file_name() from {project.schema}.{name}"
            )
            files = [unquote(file.removeprefix("file://")) for (file,) in listed]
            known.append((BY_PATH.format(columns), files, rows))
        # Files are never changed: a list goes on saying what was published then.
        for sql, files, rows in known:
            assert in_order(duckdb.execute(sql, [files]).fetchall()) == rows
    query = BY_PATH.format("id") + f"where month = '{B}'"
    plan = duckdb.execute(f"explain analyze {query}", [files]).fetchall()
    assert "Total Files Read: 1 " in plan[0][1]


@pytest.mark.stress
def test_spark_3_5_reads_by_name(tmp_path, monkeypatch):
    with shared_metastore() as settings, temporary_server(settings) as writer:
        project = Project(tmp_path, writer.port, "shop")
        with skipped_without():
            monkeypatch.setenv("DAYBOOK_SPARK_HOME", str(installed_spark(SPARK[0])))
        with temporary_server(settings) as reader:
            assert reader.query("select version()")[0][0].startswith("3.5.")
            for columns, seen in steps(project, *CONFIGS):
                for name, rows in seen.items():
                    # Each step has a session of its own: one remembers the columns.
                    sql = f"select {columns} from shop.{name}"
                    assert in_order(reader.query(sql)) == rows
            for name in seen:
                sql = f"explain select id from shop.{name} where month = '{B}'"
                assert "InMemoryFileIndex(1 paths)" in reader.query(sql)[0][0]


@pytest.mark.stress
@pytest.mark.timeout(1200)
def test_trino_reads_by_name(tmp_path):
    models = ("days", "days_orc")
    with (
        object_store() as store,
        metastore_service("3.1.3", store.settings("file")) as settings,
        temporary_server(settings) as writer,
    ):
        project = Project(tmp_path, writer.port, "shop")
        with trino(settings["spark.hadoop.hive.metastore.uris"], store) as reader:
            for columns, seen in steps(project, *models):
                for name, rows in seen.items():
                    found = reader.query(f"select {columns} from shop.{name}")
                    assert in_order(found) == rows
            with pytest.raises(AssertionError, match="Hive views are not supported"):
                reader.query("select id from shop.days_in")
