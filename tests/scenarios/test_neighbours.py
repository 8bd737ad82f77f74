"""What a run does to others: dbt processes that list its schema, and dead runs."""

import re

import pytest

from support.statements import noted, refused

pytestmark = pytest.mark.stress

COLUMNS = "id int, month string"
CLONE = '{{ config(materialized="pointer_clone") }} select * from {{ ref("grows") }}'
JOB = "a nightly job's"


@pytest.fixture(scope="module")
def models(project):
    project.fed_model("grows", 'batch="append", compact_after=1')
    project.fed_model("months", 'partition_by="month"')
    project.fed_model("parts", 'partition_by="month", publish="partitions"')
    project.model("copied", CLONE, config=None)
    feed(project, 1)
    project.ok()
    return project


def feed(project, number):
    for name in ("grows", "months", "parts"):
        project.feed(name, COLUMNS, [(number, "a"), (number, f"b{number}")])


def test_nothing_comes_or_goes_in_the_schema_that_dbt_lists(models):
    """dbt-spark takes a schema for empty where a name vanishes while it is listed."""
    with noted() as sent:
        for number in (2, 3):
            feed(models, number)
            models.ok()
        for name in ("grows", "months", "parts"):
            asked = {"model": name, "apply": True}
            models.operate("compact_batches", **asked)
            last = models.published(name)[-1]
            models.operate("publish_batch", model=name, batch_id=last)
            models.operate("recover", model=name)
        models.operate("clean_batches", older_than_days=0, apply=True)
    changes = [
        sql
        for sql in sent
        if re.match(
            r"(create|drop) (table|view|schema)|alter .* rename to (?!part)", sql
        )
    ]
    listed = [sql for sql in changes if f" {models.schema}." in sql]
    assert listed == []
    # Locks were taken all the same, and files removed.
    assert any(f"{models.schema}__daybook.grows__lock" in sql for sql in changes)
    assert any(f"{models.schema}__daybook.grows__removed" in sql for sql in changes)


def test_the_next_run_of_a_job_takes_over_what_the_last_one_has_locked(models):
    """Where a hook fails that comes before ours, dbt leaves ours out."""
    models.write("aaa/dbt_project.yml", 'name: aaa\non-run-end: "select nothing()"')
    models.add_package("aaa")
    stops = "select cast(raise_error('on purpose') as int) as id"
    models.model("fails", stops, 'batch="append"')
    said = models.run(select="fails", vars={"daybook_job": JOB})["fails"]
    assert "on purpose" in said
    assert models.locks() == ["fails__lock"]
    models.write("aaa/dbt_project.yml", "name: aaa")
    models.model("fails", "select 1 as id", 'batch="append"')
    for variables in ({}, {"daybook_job": "another"}):
        said = models.run(select="fails", vars=variables)["fails"]
        assert "has been writing it since" in said
        assert f"{{model: {models.schema}.fails, force: true}}" in said
    models.ok(select="fails", vars={"daybook_job": JOB})
    assert models.rows("fails", "id") == [(1,)]
    assert models.locks() == []
    # A lock without the name of a job is nobody's to take.
    models.lock("months__lock")
    assert models.run(select="months", vars={"daybook_job": JOB})["months"] != "success"
    models.expire_locks()


def test_where_no_schema_can_be_created_it_was_said_what_for(models):
    models.query(f"drop schema {models.schema}__daybook cascade")
    feed(models, 5)
    said = []
    with refused("create schema .*__daybook", "you may not create schemas"):
        outcome = models.run(
            select="grows", on_event=lambda event: said.append(event.info.msg)
        )
    assert "you may not create schemas" in outcome["grows"]
    assert f"creating the schema {models.schema}__daybook for locks and logs." in str(
        said
    )
    assert "set daybook_schema to an existing schema before the first run" in str(said)
    models.ok(select="grows")


def test_a_source_is_as_fresh_as_the_last_row_that_was_posted(models):
    models.fed_model("lands", 'batch="append"')
    models.feed("lands", COLUMNS, [(1, "a")])
    models.ok(select="lands")
    models.write(
        "models/landed.yml",
        f"""
        sources:
          - name: landed
            schema: {models.schema}
            tables:
              - name: lands
                config:
                  loaded_at_field: timestamp_seconds(posted_batch_id)
                  freshness: {{warn_after: {{count: 1, period: hour}}}}
        """,
    )
    fresh = models.freshness()["lands"]
    assert fresh.status == "pass"
    assert fresh.max_loaded_at.timestamp() == models.published("lands")[0]


def test_an_incremental_model_beside_is_never_built_from_nothing(models):
    """Two processes of dbt in one schema, over and over."""
    models.model(
        "beside",
        "{{ config(materialized='incremental', file_format='parquet') }}"
        " select {{ 1 if is_incremental() else 0 }} as is_increment",
        config=None,
    )
    models.ok(select="beside")
    runs = 40
    for _ in range(runs):
        both = [models.start("run", "--select", each) for each in ("grows", "beside")]
        for process in both:
            said, _ = process.communicate(timeout=300)
            assert process.returncode == 0, said
    rows = models.query(
        f"select count(*), count_if(is_increment = 0) from {models.schema}.beside"
    )
    assert rows == [(runs + 1, 1)]
