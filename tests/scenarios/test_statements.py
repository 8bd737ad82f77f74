"""How many statements a run sends: over a network each costs the time of an answer."""

from collections import defaultdict

import pytest

from support import statements
from support.statements import node_of

ROW = "select {} as id, '2015-06' as month"
READS = 'select * except (posted_batch_id) from {{ daybook.new_batches(ref("fed")) }}'
MODELS = {
    "row": (ROW.format(1), ""),
    "appended": (ROW.format(1), 'batch="append"'),
    "monthly": (ROW.format(1), 'partition_by="month"'),
    "reads": (READS, 'batch="append"'),
}
# By model: of a run that publishes, from the second on. Once in a run, its first model
# asks whether there is a schema for locks and logs, what Spark is, and how it writes.
PUBLISHES = {"row": 11, "appended": 11, "monthly": 11, "reads": 13}
NOTHING_NEW = 5
ONCE = (
    *("show schemas", "version()"),
    *("commitProtocolClass", "spark_catalog`", "daybook_type"),
    "manageFilesourcePartitions",
)


@pytest.fixture(scope="module")
def seen(project):
    """The statements of each model in its second run, and in one with nothing new."""
    sent = defaultdict(list)

    def note(sql, send):
        kind, name = node_of(sql)
        if kind == "model":
            is_once = any(asks in sql for asks in ONCE)
            sent["the run" if is_once else name].append(sql)
        send()

    project.model("fed", ROW.format("{{ var('id', 1) }}"), 'batch="append"')
    for name, (sql, config) in MODELS.items():
        project.model(name, sql, config)
    project.ok()
    project.ok(select="fed", vars={"id": 2})
    with statements.each(note):
        project.ok("--exclude", "fed")
        published = dict(sent)
        sent.clear()
        project.ok(select="reads")
    return published, dict(sent)


@pytest.mark.parametrize("name", MODELS)
def test_a_run_that_publishes(seen, name):
    published, _ = seen
    assert len(published[name]) <= PUBLISHES[name], "\n".join(published[name])


def test_a_run_asks_about_its_place_once(seen):
    """Two threads that begin at one moment may both ask."""
    for sent, at_most in zip(seen, (2, 1), strict=True):
        for question in ONCE:
            times = sum(question in sql for sql in sent["the run"])
            assert 1 <= times <= at_most, question


def test_a_run_with_nothing_new(seen):
    _, nothing_new = seen
    assert len(nothing_new["reads"]) <= NOTHING_NEW, "\n".join(nothing_new["reads"])


def test_dbt_says_what_was_written(project, seen):
    """In the model's line, and in run_results.json."""
    project.ok(select="fed", vars={"id": 3})
    result = project.results("reads")["reads"]
    batch = project.log("reads")[-1]["batch_id"]
    assert result.message == f"1 rows in batch {batch}"
    assert result.adapter_response["rows_affected"] == 1
    for condition, said in (("true", "1 rows in batch"), ("false", "no rows")):
        once = f"{ROW.format(1)} where {condition}"
        project.model("once", once, 'batch="append"')
        assert project.results("once")["once"].message.startswith(said)
