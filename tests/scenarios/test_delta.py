"""A server whose session catalog is Delta's, and which has its extension."""

import pytest

from bench.parts import delta
from support.batch_project import Project
from support.skips import skipped_without
from temporary_server import temporary_server

pytestmark = [pytest.mark.stress, pytest.mark.timeout(1200)]


def test_batches_beside_tables_of_delta(tmp_path):
    with skipped_without():
        settings = delta.settings()
    with temporary_server(settings) as server:
        project = Project(tmp_path, server.port, "lake")
        project.query("create table lake.loads (id int, month string) using delta")
        sql = "select id, month from lake.loads"
        project.model("days", sql, 'partition_by="month"')
        project.model("added", sql, 'batch="append"')
        for number in (1, 2):
            project.query(f"insert into lake.loads values ({number}, 'm{number}')")
            project.ok()
        assert project.rows("days", "id, month") == [(1, "m1"), (2, "m2")]
        assert project.rows("added", "id") == [(1,), (1,), (2,)]
        first, _ = project.published("added")
        project.operate("publish_batch", model="added", batch_id=first)
        assert project.rows("added", "id") == [(1,)]
        project.operate("compact_batches", model="added", apply=True)
        project.operate("check_model", model="days")
        project.operate("remove_model", model="days", apply=True)
        assert project.names("days*") == []
