"""Histories of full snapshots, in random order: every row, by brute force."""

import pytest

from support.full_snapshots import (
    TIMES,
    feed_snapshots,
    random_snapshots,
    true_at,
    true_if_kept,
    versions,
)

BATCHES = 6
RUNS = ((1, 1), (2, 3), (4, 4), (5, BATCHES))


def call(more, snapshots="copies"):
    return f"""
        {{{{ daybook.history_of_snapshots(
            snapshots=daybook.new_batches(ref("{snapshots}")), posted=this,
            key=["id"], taken_at="taken", largest_loss=1, {more}) }}}}
    """


ALONE = 'history={"system_time": false, "interval": "half_open"}'
MODELS = {
    "alone": call(f'scope=["branch"], values=["text", "amount"], {ALONE}'),
    "kept": call(
        f'scope=["branch"], values=["text", "amount"], deletes="keep", {ALONE}'
    ).replace("largest_loss=1, ", ""),
    "recorded": call(
        'scope=["branch"], history={"system_time": "recorded", "interval": "half_open"}'
    ),
}


def once(snapshots):
    """A batch has a snapshot once."""
    return list(
        {(each.scope, each.taken_at, each.batch): each for each in snapshots}.values()
    )


@pytest.fixture(scope="module")
def made(project, tmp_path_factory):
    snapshots = once(random_snapshots(7, 60, BATCHES))
    feed_snapshots(project, snapshots, tmp_path_factory.mktemp("copies"))
    for name, sql in MODELS.items():
        project.model(name, sql)
    for first, last in RUNS:
        for batch in range(first, last + 1):
            project.ok(select="copies", vars={"from": batch, "to": batch})
        project.ok("--exclude", "copies")
    return snapshots


def rows_of(project, name):
    rows = project.rows(name, "branch, id, text, amount, valid_from, valid_to")
    return sorted(((row[0], row[1], row[2:4], *row[4:]) for row in rows), key=str)


@pytest.mark.parametrize("name", ["alone", "kept"])
def test_a_version_for_each_change(project, made, name):
    cells = true_if_kept(made, RUNS) if name == "kept" else true_at(made)
    assert rows_of(project, name) == versions(cells)


def test_what_was_believed_at_each_time(project, made):
    rows = project.rows(
        "recorded",
        "branch, id, text, amount, valid_from, valid_to, known_from, known_to",
    )
    for recorded in sorted({each.recorded for each in made}):
        known = {}
        for branch, key, text, amount, first, until, since, to in rows:
            if since <= recorded < to:
                for moment in range(first, min(until, TIMES)):
                    assert (branch, key, moment) not in known
                    known[branch, key, moment] = (text, amount)
        assert known == true_at(made, recorded=recorded), recorded
