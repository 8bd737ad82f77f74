"""Log and pointer stay short, and what that must not change."""

import pytest

from support import statements

COLUMNS = "id int, month string"
SHORT = {"daybook_log_events": 6, "daybook_view_text_limit": 400}
FEW = {"daybook_view_comparisons": 12}
RUNS = 10


@pytest.fixture(scope="module")
def short(project):
    """Ten batches of each model, with a log of six events; `lagging` lags."""
    project.fed_model("chain", 'batch="append", compact_after=4')
    project.fed_model("days", 'partition_by="day"')
    project.fed_model("parted", 'batch="append", partition_by="day", compact_after=3')
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
        # Its second partition has files of two runs: the pointer has two terms.
        rows = [(number, "a")] + ([(100 + number, "b")] if number in (0, 5) else [])
        project.feed("parted", "id int, day string", rows)
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
        # What reads a model stops at `flipped`: a checkpoint beyond it would hide all.
        checkpoint = project.checkpoint("idle")
        assert not checkpoint or project.flipped("idle") >= checkpoint["position"]
    return project


def test_nothing_is_lost(short):
    assert short.rows("chain", "id") == [(2**n,) for n in range(RUNS)]
    expected = {}
    for number in range(RUNS):
        for day in (number * 2 % 28 + number // 14, number):
            expected[f"2015-01-{day:02}"] = []
        for day in (number * 2 % 28 + number // 14, number):
            expected[f"2015-01-{day:02}"] += [number]
    rows = sorted((i, day) for day, ids in expected.items() for i in ids)
    assert short.rows("days", "id, day") == rows


def test_the_log_is_short_and_positions_go_on(short):
    for name in ("chain", "days", "sums"):
        log = short.log(name)
        assert len(log) <= 6
        assert short.checkpoint(name)["position"] == log[0]["position"] - 1
        assert log[-1]["position"] >= RUNS


def test_a_model_without_rows_for_long_is_still_published(short):
    assert short.checkpoint("idle")
    short.ok(select="sums_of_idle", full_refresh=True, vars=SHORT)
    assert short.rows("sums_of_idle", "id") == [(1,)]
    short.feed("idle", COLUMNS, [(2, "x")])
    short.ok(select="idle sums_of_idle", vars=SHORT)
    assert short.rows("idle", "id") == short.rows("sums_of_idle", "id") == [(1,), (2,)]


def test_the_pointer_is_short(short):
    text = short.query(f"show create table {short.schema}.days")[0][0].split("\nAS ")[1]
    assert len(text) <= 400


def test_what_was_consumed_before_the_first_checkpoint_is_not_consumed_again(short):
    total = 2**RUNS - 1
    assert short.query(f"select sum(id) from {short.schema}.sums") == [(total,)]
    assert short.query(f"select sum(id) from {short.schema}.lagging") == [(total,)]


def test_as_of_before_the_first_checkpoint(short):
    chain = short.checkpoint("chain")["state"]["chain"]
    ids = [batch["batch_id"] for batch in chain]
    view = (
        "{{ config(materialized='table') }}"
        " select * from {{ daybook.as_of(ref('%s'), batch_id=%s) }}"
    )
    short.model("chain_then", view % ("chain", ids[2]), None)
    old = short.checkpoint("days")["state"]["chain"][1]["batch_id"]
    short.model("days_then", view % ("days", old), None)
    chain = short.checkpoint("parted")["state"]["chain"]
    short.model("parted_then", view % ("parted", chain[2]["batch_id"]), None)
    outcome = short.run(select="chain_then days_then parted_then", vars=SHORT)
    text = short.query(f"show create table {short.schema}.parted")[0][0]
    assert ") or (" in text.lower()
    assert short.rows("parted_then", "id") == [(0,), (1,), (2,), (100,)]
    assert short.rows("chain_then", "id") == [(1,), (2,), (4,)]
    assert "its log no longer says what was published before" in outcome["days_then"]


@pytest.fixture(scope="module")
def restated(project):
    """Days, of which each run restates the last two: [comparisons of the view, ...]."""
    project.fed_model("restated", 'partition_by="day"')
    seen = []
    for number in range(16):
        rows = [(number, f"2015-01-{number + n:02}") for n in (1, 2)]
        project.feed("restated", "id int, day date", rows)
        project.ok(select="restated", vars=FEW)
        seen.append(comparisons(project, "restated"))
    return seen


def comparisons(project, name):
    text = project.query(f"show create table {project.schema}.{name}")[0][0]
    condition = text.split("WHERE")[-1].split("where")[-1].lower()
    lists = sum(part.split(")")[0].count(",") for part in condition.split(" in (")[1:])
    return (
        condition.count("=")
        + 2 * condition.count("between")
        + lists
        + condition.count(" in (")
    )


@pytest.mark.stress
def test_a_view_has_no_more_comparisons_than_are_allowed(project, restated):
    assert max(restated) <= FEW["daybook_view_comparisons"]
    expected = [(n, f"2015-01-{n + 1:02}") for n in range(16)] + [(15, "2015-01-17")]
    assert project.rows("restated", "id, cast(day as string)") == expected


@pytest.mark.stress
def test_few_rows_are_rewritten_for_it(project, restated):
    merged = [e for e in project.log("restated") if e["event"] == "compacted"]
    assert 2 <= len(merged) <= 5
    assert sum(n for e in merged for _, n in e["partitions"]) <= 2 * 17


@pytest.mark.stress
def test_every_batch_before_it_is_known_as_it_was(project, restated):
    ids = project.published("restated")
    known = " union all ".join(
        f"select {n} as step, * from"
        f" {{{{ daybook.as_of(ref('restated'), batch_id={batch}) }}}}"
        for n, batch in enumerate(ids)
    )
    project.model("restated_then", "{{ config(materialized='table') }} " + known, None)
    project.ok(select="restated_then")
    for number in range(16):
        found = project.rows("restated_then", "id", f"step = {number}")
        assert found == sorted([(n,) for n in range(number)] + 2 * [(number,)])


@pytest.mark.stress
def test_text_that_databases_put_in_another_order_is_named(project):
    """To some, a comes before B: there is nothing from 'B' to 'a'."""
    project.fed_model("regions", 'partition_by="region"')
    for rows in ([(1, "B"), (2, "a"), (3, "z")], [(4, "z")]):
        project.feed("regions", "id int, region string", rows)
        project.ok(select="regions")
    text = project.query(f"show create table {project.schema}.regions")[0][0]
    assert "`region` between" not in text
    assert "`region` = 'B'" in text
    assert project.rows("regions", "id") == [(1,), (2,), (4,)]


@pytest.mark.stress
def test_a_batch_that_no_view_could_show_is_refused(project, restated):
    before = project.rows("restated", "id")
    project.feed("restated", "id int, day date", [(50, "2015-01-03")])
    error = project.run(select="restated", vars={"daybook_view_text_limit": 100})
    assert "partition by something coarser" in error["restated"]
    assert project.rows("restated", "id") == before
    assert project.log("restated")[-1]["event"] == "failed"
    project.ok(select="restated", vars=FEW)
    assert (50,) in project.rows("restated", "id")


def test_a_compaction_that_fails_publishes_nothing(project):
    project.fed_model("damaged", 'batch="append", compact_after=3')
    for number in range(4):
        project.feed("damaged", COLUMNS, [(number, "x")])
        project.ok(select="damaged")
    table = f"{project.schema}.damaged__batches"
    lost = project.published("damaged")[1]
    project.query(f"alter table {table} drop partition (batch_id = {lost})")
    project.feed("damaged", COLUMNS, [(9, "x")])
    for _ in range(2):
        error = project.run(select="damaged")["damaged"]
        assert "compaction read 3 rows where the log has 4; nothing was" in error
        assert project.rows("damaged", "id") == [(0,), (2,), (3,)]
    project.ok(select="damaged", full_refresh=True)
    assert project.rows("damaged", "id") == [(9,)]


def test_a_run_that_died_before_it_deleted_events_does_no_harm(short):
    """The next one deletes what its checkpoint stands for."""
    table, count, deleted = f"{short.schema}.chain__batches", RUNS, []
    while not any(name.startswith("daybook.log.") for name in deleted):
        before = short.properties("chain")
        short.feed("chain", COLUMNS, [(2**count, "x")])
        short.ok(select="chain sums", vars=SHORT)
        deleted = before.keys() - short.properties("chain").keys()
        count += 1
    again = ", ".join(f"'{name}' = '{before[name]}'" for name in deleted)
    short.query(f"alter table {table} set tblproperties ({again})")
    short.feed("chain", COLUMNS, [(2**count, "x")])
    short.ok(select="chain sums", vars=SHORT)
    assert short.rows("chain", "id") == [(2**n,) for n in range(count + 1)]
    assert len(short.log("chain")) <= 6
    [(total,)] = short.query(f"select sum(id) from {short.schema}.sums")
    assert total == 2 ** (count + 1) - 1


VIEW = "{{ config(materialized='view') }}"
STATES = """
    {{% set model = ref("{0}") %}}
    {{% set log = daybook._read_log(model) if execute else daybook._no_log(model) %}}
    {{% set whole = dict(log, checkpoints=log.checkpoints[:1]) %}}
    {{% set texts = [] %}}
    {{% for each in (log.state, daybook._fold_events(whole)) %}}
        {{% do texts.append(tojson(each, sort_keys=true)) %}}
    {{% endfor %}}
    select
        {{{{ log.checkpoints[-1].position }}}} as kept,
        {{{{ texts[0] == texts[1] }}}} as same
"""


@pytest.mark.parametrize("name", ["chain", "days", "parted", "sums"])
def test_the_last_checkpoint_is_what_the_events_add_up_to(short, name):
    short.model(f"{name}_states", VIEW + STATES.format(name), None)
    short.ok(select=f"{name}_states", vars=SHORT)
    [(kept, same)] = short.rows(f"{name}_states")
    assert same
    assert kept > short.checkpoint(name)["position"]


def test_a_run_that_lost_its_lock_leaves_the_log_as_it_is(project):
    """Who has the lock now may have protected a batch that the run knows nothing of."""
    # In a job that has a name, a run asks for its lock each time.
    options = {"daybook_log_events": 2, "daybook_job": "nightly"}
    project.fed_model("unlocked")
    project.feed("unlocked", COLUMNS, [(1, "x")])
    project.ok(select="unlocked", vars=options | {"daybook_log_events": 100})
    sent = []

    def lose_lock(sql, send):
        sent.append(sql)
        send()
        if "'daybook.flipped' =" in sql:
            project.query(f"drop view {project.schema}__daybook.unlocked__lock")
            project.lock("unlocked__lock")

    for _ in range(2):
        project.ok(select="unlocked", vars=options | {"daybook_log_events": 100})
    with statements.each(lose_lock):
        project.ok(select="unlocked", vars=options)
    assert "'daybook.flipped' =" in "".join(sent)
    assert len(project.log("unlocked")) == 4
    assert project.locks("unlocked__lock") == ["unlocked__lock"]
    project.expire_locks()
    project.ok(select="unlocked", vars=options)
    assert len(project.log("unlocked")) <= 2
