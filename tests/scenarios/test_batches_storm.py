"""Runs and servers are killed anywhere: no row is lost or doubled, no reader misled."""

import pytest

from support.storm import Storm


@pytest.fixture(scope="module")
def storm(fragile_project, fragile_server):
    return Storm(fragile_project, fragile_server, seed=1)


@pytest.mark.timeout(2400)
def test_nothing_is_lost_in_25_crashes(storm):
    storm.rage(crashes=25)


def test_what_was_published_between_them_is_known_as_it_was(storm):
    assert storm.compare_past() > 0


@pytest.mark.stress
@pytest.mark.timeout(7200)
def test_nothing_is_lost_in_200_crashes(fragile_project, fragile_server):
    storm = Storm(fragile_project, fragile_server, seed=2)
    storm.rage(crashes=200)
    assert storm.compare_past() > 0
