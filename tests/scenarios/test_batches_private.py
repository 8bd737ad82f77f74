"""Rows that readers do not see, and rows that keep their system time when rewritten."""

import pytest

from support.scenes import Run, scene

COLUMNS = "id int, month string"
OPEN = 'batch="append", partition_by="month", replace_where="month = \'open\'"'
NEW = "select id, month from {{ daybook.new_batches(ref('%s')) }}"
KEEPS = "keeps_posted_batch_id=true"
TOLD = "has replaced rows that this model has consumed"
OWN = "select id, month from {{ daybook.private(ref('%s')) }}"
KEPT = """
    {%- set published = daybook.published(this) -%}
    select id, month, cast(null as bigint) as posted_batch_id
    from {{ target.schema }}.kept_in
    {% if published -%}
        union all
        select id, month, posted_batch_id from {{ published }} where month = 'open'
    {%- endif %}
    """


def ids(project, *names):
    return [[id for (id,) in project.rows(name, "id")] for name in names]


@scene
def test_private_rows_are_the_models_own_and_no_news(project):
    config = f'{OPEN}, private=["open", "note"], compact_after=2'
    project.fed_model("ledger", config)
    project.model("own", OWN % "ledger")
    project.model("copied", NEW % "ledger", 'batch="append"')
    # Of each batch its rows, and then what readers and the model itself find.
    for rows, public, private in (
        ([(1, "a"), (2, "open"), (3, "note")], [1], [2, 3]),
        ([(4, "a"), (5, "open"), (6, "note")], [1, 4], [3, 5, 6]),
        ([(7, "open")], [1, 4], [3, 6, 7]),
        ([(8, "b"), (9, "note")], [1, 4, 8], [3, 6, 9]),
        ([], [1, 4, 8], [3, 6, 9]),
    ):
        project.feed("ledger", COLUMNS, rows)
        yield Run("ledger own copied")
        found = ids(project, "ledger", "own", "copied")
        assert found == [public, private, public]
    # They stay private when they are compacted.
    events = [e for e in project.log("ledger") if e["event"] == "compacted"]
    merged = {partition for event in events for partition, _ in event["merged"]}
    assert merged == {'["note"]'}


@scene
def test_rewritten_rows_keep_the_batch_that_posted_them_and_are_read_once(project):
    project.model("kept", KEPT, f"{OPEN}, {KEEPS}")
    project.model("took", NEW % "kept", 'batch="append"')
    for rows in (
        [(1, "a"), (2, "open")],
        [(4, "a"), (5, "open")],
        [(8, "b")],
        [],
    ):
        project.feed("kept", COLUMNS, rows)
        yield Run("kept took")
        kept, took = ids(project, "kept", "took")
        assert kept == took
    first, second, third, fourth = project.published("kept")
    assert project.rows("kept", "id, month, posted_batch_id, batch_id") == [
        (1, "a", first, first),
        (2, "open", first, fourth),
        (4, "a", second, second),
        (5, "open", second, fourth),
        (8, "b", third, third),
    ]


@scene
def test_a_rebuild_gives_all_rows_another_batch_and_readers_are_told(project):
    project.model("again", KEPT.replace("kept_in", "again_in"), f"{OPEN}, {KEEPS}")
    project.model("took_again", NEW % "again", 'batch="append"')
    project.feed("again", COLUMNS, [(1, "a"), (2, "open")])
    yield Run("again took_again")
    yield Run("again", full_refresh=True)
    outcome = yield Run("took_again", may_fail=True)
    assert TOLD in outcome["took_again"]


@scene
def test_kept_rows_are_not_replaced_by_the_new_ones_of_their_partition(project):
    sql = KEPT.replace("kept_in", "mixed_in").replace("where month = 'open'", "")
    project.model("mixed", sql, f'partition_by="month", {KEEPS}')
    project.model("of_mixed", NEW % "mixed", 'partition_by="month"')
    project.feed("mixed", COLUMNS, [(1, "a")])
    yield Run("mixed")
    outcome = yield Run("of_mixed", may_fail=True)
    assert "they would replace the older rows" in outcome["of_mixed"]


@scene
def test_rows_that_are_not_written_do_not_become_private_or_public(project):
    public, private = 'partition_by="month"', 'partition_by="month", private="open"'
    for name, config in (("veiled", public), ("unveiled", private)):
        project.fed_model(name, config)
        project.model(f"of_{name}", NEW % name, 'batch="append"')
        project.feed(name, COLUMNS, [(1, "open"), (3, "a")])
    both = "veiled of_veiled unveiled of_unveiled"
    yield Run(both)
    project.fed_model("veiled", private)
    project.fed_model("unveiled", public)
    for name in ("veiled", "unveiled"):
        project.feed(name, COLUMNS, [(4, "b")])
    outcome = yield Run(both, may_fail=True)
    for name, before, now in (("veiled", [], ["open"]), ("unveiled", ["open"], [])):
        said = f"{name}: private was {before} and is {now} now, and this run does not"
        assert said in outcome[name]
    assert ids(project, "veiled", "unveiled") == [[1, 3], [3]]


@pytest.mark.stress
@scene
def test_readers_of_what_becomes_private_are_told(project):
    public = 'partition_by="month"'
    project.fed_model("turned", public)
    project.model("turned_copy", NEW % "turned", 'batch="append"')
    project.feed("turned", COLUMNS, [(1, "open"), (2, "a")])
    yield Run("turned turned_copy")
    project.fed_model("turned", f'{public}, private="open"')
    project.feed("turned", COLUMNS, [(3, "open")])
    outcome = yield Run("turned turned_copy", may_fail=True)
    assert project.rows("turned", "id") == [(2,)]
    assert TOLD in outcome["turned_copy"]


def test_a_model_without_batches_has_no_private_rows(project):
    project.fed_model("held", f'{OPEN}, private=["open"]')
    project.feed("held", COLUMNS, [(1, "open")])
    project.model("of_held", OWN % "held")
    project.ok("--empty", select="held")
    project.ok(select="of_held")
    assert project.rows("of_held") == []
    project.ok(select="held of_held")
    assert project.rows("of_held", "id") == [(1,)]
