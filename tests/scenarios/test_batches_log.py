"""Log and pointer stay short: folding, compaction, and what they must not change."""

import pytest

COLUMNS = "id int, month string"
SHORT = {"daybook_log_events": 6, "daybook_view_text_limit": 400}
RUNS = 10


@pytest.fixture(scope="module")
def folded(project):
    """Ten batches of each model, with a log of six events; `lagging` lags."""
    project.fed_model("chain", 'batch="append", compact_after=4')
    project.fed_model("days", 'partition_by="day"')
    project.fed_model("idle", 'batch="append"')
    project.model(
        "sums_of_idle",
        "select sum(id) as id from {{ daybook.new_batches(ref('idle')) }}",
        'batch="append"',
    )
    project.model(
        "sums",
        'select sum(id) as id from {{ daybook.new_batches(ref("chain")) }}',
        'batch="append"',
    )
    project.model(
        "lagging",
        'select sum(id) as id from {{ daybook.new_batches(ref("chain")) }}',
        'batch="append"',
    )
    for number in range(RUNS):
        project.feed("chain", COLUMNS, [(2**number, "x")])
        project.feed("idle", COLUMNS, [] if number else [(1, "x")])
        # Every other day, then the days between them: the pointer has a run a day.
        project.feed(
            "days",
            "id int, day string",
            [
                (number, f"2015-01-{n:02}")
                for n in (number * 2 % 28 + number // 14, number)
            ],
        )
        skipped = ["--exclude", "lagging"] if number < 8 and number != 1 else []
        project.ok(*skipped, vars=SHORT)
        # What reads a model stops at `flipped`: a fold beyond it would hide everything.
        assert project.flipped("idle") >= project.log("idle")[0]["position"]
    return project


def test_nothing_is_lost(folded):
    assert folded.rows("chain", "id") == [(2**n,) for n in range(RUNS)]
    expected = {}
    for number in range(RUNS):
        for day in (number * 2 % 28 + number // 14, number):
            expected[f"2015-01-{day:02}"] = []
        for day in (number * 2 % 28 + number // 14, number):
            expected[f"2015-01-{day:02}"] += [number]
    rows = sorted((i, day) for day, ids in expected.items() for i in ids)
    assert folded.rows("days", "id, day") == rows


def test_the_log_is_short_and_positions_go_on(folded):
    for name in ("chain", "days", "sums"):
        log = folded.log(name)
        assert len(log) <= 10
        assert log[0]["event"] == "folded"
        assert log[-1]["position"] >= RUNS


def test_a_model_without_rows_for_long_is_still_published(folded):
    assert folded.log("idle")[0]["event"] == "folded"
    folded.ok(select="sums_of_idle", full_refresh=True, vars=SHORT)
    assert folded.rows("sums_of_idle", "id") == [(1,)]
    folded.feed("idle", COLUMNS, [(2, "x")])
    folded.ok(select="idle sums_of_idle", vars=SHORT)
    assert (
        folded.rows("idle", "id") == folded.rows("sums_of_idle", "id") == [(1,), (2,)]
    )


def test_the_pointer_is_short(folded):
    text = folded.query(f"show create table {folded.schema}.days")[0][0].split("\nAS ")[
        1
    ]
    assert len(text) <= 400


def test_what_was_consumed_before_the_fold_is_not_consumed_again(folded):
    total = 2**RUNS - 1
    assert folded.query(f"select sum(id) from {folded.schema}.sums") == [(total,)]
    assert folded.query(f"select sum(id) from {folded.schema}.lagging") == [(total,)]


def test_as_of_before_the_fold(folded):
    ids = [batch["batch_id"] for batch in folded.log("chain")[0]["state"]["chain"]]
    view = (
        "{{ config(materialized='view') }}"
        " select * from {{ daybook.as_of(ref('%s'), batch_id=%s) }}"
    )
    folded.model("chain_then", view % ("chain", ids[2]), None)
    old = folded.log("days")[0]["state"]["chain"][1]["batch_id"]
    folded.model("days_then", view % ("days", old), None)
    outcome = folded.run(select="chain_then days_then", vars=SHORT)
    assert folded.rows("chain_then", "id") == [(1,), (2,), (4,)]
    assert "its log no longer says what was published before" in outcome["days_then"]


def test_a_fold_that_died_half_way_is_finished(folded):
    table = f"{folded.schema}.chain__batches"
    stale = '{"event": "committed", "batch_id": 1}'
    folded.query(
        f"alter table {table} set tblproperties ('daybook.log.000001.0000' = '{stale}')"
    )
    folded.feed("chain", COLUMNS, [(2**RUNS, "x")])
    folded.ok(select="chain sums", vars=SHORT)
    assert folded.rows("chain", "id") == [(2**n,) for n in range(RUNS + 1)]
    assert folded.log("chain")[0]["event"] == "folded"
    assert folded.query(f"select sum(id) from {folded.schema}.sums") == [
        (2 ** (RUNS + 1) - 1,)
    ]
