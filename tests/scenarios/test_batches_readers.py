"""Readers while a model is republished many times: no failed read, no mixed one."""

import pytest

from support.readers import COLUMNS, Published, Readers, rows
from support.waiting import wait_for

STRESS = [pytest.mark.stress, pytest.mark.timeout(3000)]


@pytest.mark.parametrize(
    ("republishes", "how_many"),
    [(5, 4), *(pytest.param(*counts, marks=STRESS) for counts in ((5, 8), (100, 4)))],
)
def test_every_read_sees_exactly_one_republish(project, republishes, how_many):
    """Every fifth is a full refresh."""
    project.fed_model("months", 'partition_by="month"')
    project.feed("months", COLUMNS, rows(0))
    project.ok(select="months")
    published, relation = Published(0), f"{project.schema}.months"
    with Readers(how_many, project.port, relation, published) as readers:
        for marker in range(1, republishes + 1):
            project.feed("months", COLUMNS, rows(marker))
            with published.moving_to(marker):
                project.ok(select="months", full_refresh=marker % 5 == 0)
            readers.wait_for_new_reads()
    assert readers.problems == []
    assert project.rows("months", "distinct marker") == [(republishes,)]
    assert min(readers.reads) >= republishes
    print(f"{sum(readers.reads)} reads over {republishes} republishes, none amiss")


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (None, rows(1)),
        ("mixed", [*rows(0)[:4], *rows(1)[4:]]),
        ("mixed", rows(1) + rows(1)[1:]),
        ("stale", rows(0)),
        ("stale", rows(1) * 2),
        ("failed", None),
    ],
)
def test_the_readers_notice_what_is_amiss(project, kind, found):
    name = "amiss" if found else "nothing"
    if found:
        project.feed(name, COLUMNS, found)
    published = Published(0)
    with published.moving_to(1):
        pass
    relation = f"{project.schema}.{name}_in"
    with Readers(1, project.port, relation, published) as readers:
        wait_for(lambda: sum(readers.reads))
    assert {kind for kind, _ in readers.problems} == {kind} - {None}


def test_what_a_read_has_found_no_later_one_may_find_undone():
    published = Published(0)
    with published.moving_to(0, 1):
        assert published.allows("[0]", published.floor)
        assert published.allows("[0, 1]", 0)
        assert not published.allows("[0]", published.floor)
        # It began before the other ended.
        assert published.allows("[0]", 0)
    with published.moving_to(0):
        assert published.allows("[0, 1]", published.floor)
    assert published.allows("[0]", published.floor)
    assert not published.allows("[0, 1]", published.floor)
