"""Rows that readers do not see, and rows that keep their system time when rewritten."""

import pytest

COLUMNS = "id int, month string"
KEPT = """
    {%- set published = daybook.published(this) -%}
    select id, month, cast(null as bigint) as posted_batch_id
    from {{ target.schema }}.kept_in
    {% if published -%}
        union all
        select id, month, posted_batch_id from {{ published }} where month = 'open'
    {%- endif %}
    """


@pytest.fixture(scope="module")
def seen(project):
    """Batch by batch: what readers, the model itself and what reads from it have."""
    project.fed_model(
        "ledger",
        'batch="append", partition_by="month", private=["open", "note"],'
        " replace_where=\"month = 'open'\", compact_after=2",
    )
    project.model(
        "own", 'select id, month from {{ daybook.private(ref("ledger")) }}', None
    )
    project.model(
        "copied",
        'select id, month from {{ daybook.new_batches(ref("ledger")) }}',
        'batch="append"',
    )
    project.model(
        "kept",
        KEPT,
        'batch="append", partition_by="month", keeps_posted_batch_id=true,'
        " replace_where=\"month = 'open'\"",
    )
    project.model(
        "took",
        'select id, month from {{ daybook.new_batches(ref("kept")) }}',
        'batch="append"',
    )
    seen = []
    for rows in (
        [(1, "a"), (2, "open"), (3, "note")],
        [(4, "a"), (5, "open"), (6, "note")],
        [(7, "open")],
        [(8, "b"), (9, "note")],
        [],
    ):
        project.feed("ledger", COLUMNS, rows)
        project.feed("kept", COLUMNS, [row for row in rows if row[1] != "note"])
        project.ok()
        seen.append(
            {
                name: [id for (id,) in project.rows(name, "id")]
                for name in ("ledger", "own", "copied", "kept", "took")
            }
        )
    return seen


def by(seen, name):
    return [after[name] for after in seen]


def test_readers_see_no_private_row(seen):
    assert by(seen, "ledger") == [[1], [1, 4], [1, 4], [1, 4, 8], [1, 4, 8]]


def test_the_model_finds_its_private_rows_replaced_or_added(seen):
    assert by(seen, "own") == [[2, 3], [3, 5, 6], [3, 6, 7], [3, 6, 9], [3, 6, 9]]


def test_what_happens_to_private_rows_is_no_news(seen):
    assert by(seen, "copied") == by(seen, "ledger")


def test_private_rows_stay_private_when_compacted(project, seen):
    (merged,) = {
        partition
        for event in project.log("ledger")
        if event["event"] == "compacted"
        for partition, _ in event["merged"]
    }
    assert merged == '["note"]'


def test_rewritten_rows_keep_the_batch_that_posted_them(project, seen):
    first, second, third, fourth, fifth = project.published("kept")
    assert project.rows("kept", "id, month, posted_batch_id, batch_id") == [
        (1, "a", first, first),
        (2, "open", first, fifth),
        (4, "a", second, second),
        (5, "open", second, fifth),
        (7, "open", third, fifth),
        (8, "b", fourth, fourth),
    ]


def test_rewritten_rows_are_consumed_once(seen):
    assert by(seen, "took") == by(seen, "kept")


@pytest.mark.stress
def test_readers_of_what_becomes_private_are_told(project):
    public = 'partition_by="month"'
    project.fed_model("turned", public)
    project.model(
        "turned_copy",
        "select id from {{ daybook.new_batches(ref('turned')) }}",
        'batch="append"',
    )
    project.feed("turned", COLUMNS, [(1, "open"), (2, "a")])
    project.ok(select="turned+")
    project.fed_model("turned", f'{public}, private="open"')
    project.feed("turned", COLUMNS, [(3, "open")])
    project.ok(select="turned")
    assert project.rows("turned", "id") == [(2,)]
    outcome = project.run(select="turned_copy")["turned_copy"]
    assert "has replaced rows that this model has consumed" in outcome
