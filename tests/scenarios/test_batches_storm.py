"""Runs and servers are killed anywhere: no row is lost or doubled, no reader misled."""

import pytest

from support.batches import made_project
from support.storm import Storm

pytestmark = pytest.mark.timeout(2400)


@pytest.fixture
def calm_project(request, fragile_server, tmp_path_factory):
    """One of its own for each storm."""
    yield from made_project(request, fragile_server.port, tmp_path_factory)


@pytest.mark.parametrize(
    ("seed", "crashes"),
    [
        (1, 4),
        pytest.param(1, 25, marks=pytest.mark.stress),
        *(pytest.param(seed, 50, marks=pytest.mark.stress) for seed in range(2, 6)),
    ],
)
def test_nothing_is_lost(calm_project, fragile_server, seed, crashes):
    storm = Storm(calm_project, fragile_server, seed)
    storm.rage(crashes)
    answered = storm.compare_past()
    assert answered > 0
    print(f"{crashes} crashes in {storm.number} commands; {answered} states compared")
