"""The gallery: what each page shows is what its tables and plain Python have.

`make test` runs this file on a cluster.
"""

import json
import shutil

import pytest

from support.batch_project import PACKAGE, Project
from support.gallery import GALLERY, NAMES, data, shown
from support.gallery_figures import FIGURES, figures

pytestmark = pytest.mark.stress
TO_ADOPT = {"model": "stock", "table": "stock_kept_by_hand", "apply": True}


class Gallery(Project):
    """A copy of the project, with the package where it lies."""

    profile = "examples"

    def _make(self):
        self.root = self.path / "examples"
        made = shutil.ignore_patterns("dbt_packages", "target", "logs")
        shutil.copytree(GALLERY, self.root, ignore=made)
        packages = json.dumps({"packages": [{"local": str(PACKAGE)}]})
        (self.root / "packages.yml").write_text(packages)
        assert self._dbt(["deps"]).success

    def answers(self, run):
        """{(example, number of the query): its rows as texts, in order}."""
        self.query(f"use {self.schema}")
        return {
            (name, number): sorted(tuple(map(str, row)) for row in self.query(query))
            for name in NAMES
            for number, (query, runs) in enumerate(shown(name))
            if run in runs
        }


@pytest.fixture(scope="module")
def project(batch_port, tmp_path_factory):
    project = Gallery(tmp_path_factory.mktemp("a gallery"), batch_port, "gallery")
    yield project
    project.query("use default")
    project.drop()


@pytest.fixture(scope="module")
def answered(project):
    """[the answers after the adoption, after the first and after the second run].

    Their data tests run after the last one.
    """
    answered = []
    adopted = ["--select", "+stock_kept_by_hand"]
    without_tests = ["--exclude-resource-types", "test"]
    for run, selected in enumerate((adopted, without_tests, [])):
        outcome = project.build("--warn-error", *selected, vars={"delivery": run})
        assert set(outcome.values()) == {"success"}, outcome
        if run == 0:
            project.operate("adopt_table", **TO_ADOPT)
        answered.append(project.answers(run))
    return answered


def test_every_page_is_computed_again():
    assert {name: len(shown(name)) for name in NAMES} == {
        name: len(queries) for name, queries in FIGURES.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_page_shows_what_its_queries_return(answered, name):
    for number, (_, runs) in enumerate(shown(name)):
        assert set(runs) >= {1, 2}
        for run, rows in runs.items():
            assert sorted(rows) == figures(name, number, data(name), run)
            assert answered[run][name, number] == sorted(rows)


def test_a_project_that_installs_the_package_has_its_macros_alone(project, answered):
    files = [file for name in NAMES for file in (GALLERY / name).iterdir()]
    own = {file.stem for file in files if file.suffix in (".csv", ".sql")}
    assert {name for name in project.names() if "__" not in name} == own


def test_stock_is_adopted_then_merged_then_adopted(project, answered):
    """As its page says: a table, by a merge with it, and by the files of a snapshot."""
    kinds = [
        [kind for kind in ("adopted", "borrowed") if event.get(kind)]
        for event in project.log("stock")
    ]
    assert kinds == [["adopted"], [], ["borrowed"]]
