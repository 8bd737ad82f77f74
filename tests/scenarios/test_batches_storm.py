"""Runs and servers are killed anywhere: no row is lost or doubled, no reader misled."""

import pytest

from support.storm import Storm


@pytest.mark.parametrize(
    ("seed", "crashes"),
    [
        pytest.param(1, 25, marks=pytest.mark.timeout(2400)),
        pytest.param(2, 200, marks=[pytest.mark.stress, pytest.mark.timeout(7200)]),
    ],
)
def test_nothing_is_lost(fragile_project, fragile_server, seed, crashes):
    storm = Storm(fragile_project, fragile_server, seed)
    storm.rage(crashes)
    answered = storm.compare_past()
    assert answered > 0
    print(f"{crashes} crashes in {storm.number} commands; {answered} states compared")
