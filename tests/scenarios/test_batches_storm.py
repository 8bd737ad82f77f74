"""Runs and servers are killed anywhere: no row is lost or doubled, no reader misled."""

import os

import pytest

from support.batch_project import Project
from support.storm import Storm

pytestmark = pytest.mark.timeout(2400)


@pytest.fixture
def calm_project(fragile_server, tmp_path):
    """One of its own for each storm."""
    project = Project(tmp_path, fragile_server.port, f"storm_{os.getpid()}")
    yield project
    project.drop()


@pytest.mark.parametrize(
    ("seed", "crashes"),
    [
        (1, 2),
        *(pytest.param(seed, 50, marks=pytest.mark.stress) for seed in (2, 3)),
    ],
)
def test_nothing_is_lost(calm_project, fragile_server, seed, crashes):
    storm = Storm(calm_project, fragile_server, seed)
    storm.rage(crashes)
    answered = storm.compare_past()
    assert answered > 0
    print(f"{crashes} crashes in {storm.number} commands; {answered} states compared")
