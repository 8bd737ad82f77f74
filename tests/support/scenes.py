"""Scenes: tests that wait for dbt, and share its runs with the others of their file.

A scene is a generator. It writes its models, yields a Run of them, and goes on when it
has ended. So the scenes of a file cost as many runs as the longest of them has.
"""

from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Run:
    """Models to be run, by their names. All have to succeed, unless they may fail."""

    names: str
    full_refresh: bool = False
    may_fail: bool = False

    def of(self, outcomes):
        """What came of them, out of what came of all."""
        own = {name: outcomes[name] for name in self.names.split()}
        assert self.may_fail or set(own.values()) == {"success"}, own
        return own


def scene(act):
    """Makes a test of a scene; `played` is a fixture of tests/scenarios."""

    def test(played):
        if error := played[act]:
            raise error

    test.__name__, test.__doc__, test.act = act.__name__, act.__doc__, act
    return test


def play(project, acts):
    """Plays scenes side by side: {scene: the error that ended it, or none}."""
    ended, outcomes = {}, {}
    playing = {act: act(project) for act in acts}
    asked = dict.fromkeys(acts)
    while playing:
        for act, scene in [*playing.items()]:
            try:
                run = asked[act]
                asked[act] = scene.send(run.of(outcomes) if run else None)
            except StopIteration:
                ended[act] = None
            except (Exception, pytest.skip.Exception) as error:
                ended[act] = error
            if act in ended:
                del playing[act]
        outcomes = _run_all(project, [asked[act] for act in playing])
    return ended


def _run_all(project, runs):
    outcomes = {}
    for full_refresh in (False, True):
        names = [run.names for run in runs if run.full_refresh == full_refresh]
        if names:
            select = " ".join(names)
            outcomes |= project.run(select=select, full_refresh=full_refresh)
    return outcomes
